import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import { StructuralMarkdownTextSplitter, tokenCounter } from "langchain-seams";
import { readChunks } from "./support/chunks.js";
import { checkBounded, checkLossless } from "./support/invariants.js";
import { checkWhole } from "./support/whole.js";
(async () => {
const root="node_modules/"; const files = globSync(process.argv[4]?[process.argv[4]]:["**/*.{md,mdx}"], { cwd: root, dot: true }).sort();
const length = tokenCounter("cl100k_base"); await length("x");
const t={split:0,read:0,loss:0,bound:0,whole:0};
const chunkSize=Number(process.argv[2]), chunkOverlap=Number(process.argv[3]);
const s = new StructuralMarkdownTextSplitter({chunkSize,chunkOverlap});
for (const f of files) {
  const src=readFileSync(root+f,"utf8"); let a=performance.now();
  const d=await s.createDocuments([src]); let b=performance.now(); t.split+=b-a; a=b; const was={...t};
  const e={chunkSize,chunkOverlap,length,grain:"markdown" as const};
  try { const c=readChunks(src,d); b=performance.now(); t.read+=b-a;a=b;
  for (const fn of [checkLossless,checkBounded,checkWhole]) { try { await fn(src,c,e); } catch(x){ console.log(f+": "+(x as Error).message) } b=performance.now(); t[fn===checkLossless?"loss":fn===checkBounded?"bound":"whole"]+=b-a; a=b; } }
  catch(x){ console.log(f+": "+(x as Error).message) }
  for (const k of Object.keys(t) as (keyof typeof t)[]) if (t[k]-was[k]>2000) console.log("SLOW",f,src.length,k,t[k]-was[k]);
}
console.log(t);
})();

/**
 * The quality of splitters on questions with exact evidence: the tables that
 * decide the defaults. See "Defaults" in README.md.
 *
 *     npx tsx benchmarks/quality.ts [--only sizes,packing] FOLDER...
 *
 * Each folder holds corpora/* and questions.jsonl; a set of manuals is made
 * from the packages that are installed. Results are kept in .cache/quality, so
 * that a run that was stopped goes on.
 */
import { basename, join } from "node:path";
import {
  RecursiveCharacterTextSplitter,
  type TextSplitter,
} from "@langchain/textsplitters";
import {
  ContextualPrefix,
  FixedTokenTextSplitter,
  RecursiveTokenTextSplitter,
  StructuralMarkdownTextSplitter,
  tokenCounter,
} from "langchain-seams";
import {
  evaluateSplitters,
  fileCache,
  type ChunkTransform,
  type EvaluationData,
  type EvaluationReport,
} from "langchain-seams/evaluate";
import { manualSet } from "./quality/manual-set.js";
import { differenceTable, qualityTable } from "./quality/tables.js";
import { loadVariant, type Variant } from "./quality/variants.js";

const root = join(import.meta.dirname, "..");
const cache = fileCache(join(root, ".cache/quality"));
const lengthFunction = tokenCounter("cl100k_base");
const withHeadings = new ContextualPrefix();
const SIZES = [200, 300, 400, 512, 800];
const OVERLAPS = [0, 0.1, 0.15];

type Splitters = Record<string, TextSplitter>;
type Sets = Map<string, EvaluationData>;

const markdown = (chunkSize: number): TextSplitter =>
  new StructuralMarkdownTextSplitter({ chunkSize });

/** One report a set. */
async function evaluateAll(
  sets: Sets,
  splitters: Splitters,
  baseline: string,
  transform?: ChunkTransform
): Promise<EvaluationReport[]> {
  const reports: EvaluationReport[] = [];
  for (const [title, data] of sets) {
    const options = { ...data, title, splitters, baseline, cache };
    const report = await evaluateSplitters({
      ...options,
      maxMisses: 0,
      ...(transform && { transform }),
      onProgress: ({ splitter, phase, done, total }) => {
        if (done < total) return;
        process.stderr.write(`${title}: ${splitter}: ${phase}\n`);
      },
    });
    reports.push(report);
  }
  return reports;
}

function show(title: string, ...tables: string[]): void {
  process.stdout.write(`### ${title}\n\n${tables.join("\n\n")}\n\n`);
}

async function sizes(sets: Sets): Promise<void> {
  const splitters: Splitters = {};
  for (const size of SIZES) splitters[`Markdown ${size}`] = markdown(size);
  for (const [name, make] of [
    ["RecursiveToken", RecursiveTokenTextSplitter],
    ["FixedToken", FixedTokenTextSplitter],
  ] as const) {
    for (const share of OVERLAPS) {
      for (const chunkSize of SIZES) {
        const chunkOverlap = Math.floor(chunkSize * share);
        const key = `${name} ${chunkSize}, ${share * 100} %`;
        splitters[key] = new make({ chunkSize, chunkOverlap });
      }
    }
  }
  for (const chunkSize of SIZES) {
    splitters[`LangChain recursive ${chunkSize}`] =
      new RecursiveCharacterTextSplitter({
        chunkSize,
        chunkOverlap: 0,
        lengthFunction,
      });
  }
  const reports = await evaluateAll(sets, splitters, "Markdown 400");
  show(
    "Size and overlap",
    qualityTable(reports),
    differenceTable(reports, "hit"),
    differenceTable(reports, "recall")
  );
}

async function prefix(sets: Sets): Promise<void> {
  const splitters = Object.fromEntries(
    SIZES.map((size) => [`Markdown ${size}`, markdown(size)])
  );
  const reports = await evaluateAll(
    sets,
    splitters,
    "Markdown 400",
    withHeadings
  );
  show(
    "With the headings in front of each chunk",
    qualityTable(reports),
    differenceTable(reports, "hit"),
    differenceTable(reports, "recall")
  );
}

/** Replaces the number of a constant. */
const constant = (name: string, value: number) =>
  [new RegExp(`(${name} = )[\\d.]+`), `$1${value}`] as const;

const shortfall = (weight: number) =>
  [/0 : [\d.]+ \* \(1 - share/, `0 : ${weight} * (1 - share`] as const;

const section = (level: number, cost: number) =>
  [
    new RegExp(`(\\[sectionStrength\\(${level}\\), )[\\d.]+`),
    `$1${cost}`,
  ] as const;

const PACKERS: Record<string, Variant> = {
  "least cost": {},
  "greedy: as much as fits": { greedy: "fill" },
  "greedy: level by level": { greedy: "levels" },
  "STRADDLE_COST 0": { cost: [constant("STRADDLE_COST", 0)] },
  "STRADDLE_COST 1": { cost: [constant("STRADDLE_COST", 1)] },
  "BREAK_COST 0": { cost: [constant("BREAK_COST", 0)] },
  "BREAK_COST 3": { cost: [constant("BREAK_COST", 3)] },
  "shortfall 1": { cost: [shortfall(1)] },
  "shortfall 4": { cost: [shortfall(4)] },
  "shortfall 8": { cost: [shortfall(8)] },
  "sections all 0.2": {
    cost: [section(2, 0.2), section(3, 0.2), section(4, 0.2), section(6, 0.2)],
  },
  "sections 0.2 · 3^depth": {
    cost: [section(2, 0.6), section(3, 1.8), section(4, 5.4), section(6, 5.4)],
  },
};

/** The shortfall of a chunk in another shape. */
const shape = (formula: string) =>
  [/0 : 2 \* \(1 - share \* share\)/, `0 : ${formula}`] as const;

const convex = shape("2 * (1 - share) * (1 - share)");
const linear = shape("2 * (1 - share)");
const unmixed = constant("MIXED_COST", 0);

const MIXED: Record<string, Variant> = {
  "least cost": {},
  "greedy: level by level": { greedy: "levels" },
  "MIXED_COST 0": { cost: [unmixed] },
  "MIXED_COST 3": { cost: [constant("MIXED_COST", 3)] },
  "shortfall linear": { cost: [linear] },
  "shortfall convex": { cost: [convex] },
  "MIXED_COST 0, shortfall convex": { cost: [unmixed, convex] },
};

const packing = (sets: Sets) => packers(sets, PACKERS, [400, 512]);

const mixing = (sets: Sets) => packers(sets, MIXED, [400]);

async function packers(
  sets: Sets,
  variants: Record<string, Variant>,
  limits: readonly number[]
): Promise<void> {
  for (const chunkSize of limits) {
    const splitters: Splitters = {};
    for (const [name, variant] of Object.entries(variants)) {
      const seams = await loadVariant(variant);
      splitters[name] = new seams.StructuralMarkdownTextSplitter({
        chunkSize,
      });
    }
    const transforms = [undefined, withHeadings];
    for (const transform of transforms) {
      const how = transform ? ", headings in front" : "";
      const reports = await evaluateAll(
        sets,
        splitters,
        "least cost",
        transform
      );
      show(
        `Packers at a limit of ${chunkSize}${how}`,
        qualityTable(reports),
        differenceTable(reports, "hit"),
        differenceTable(reports, "recall"),
        differenceTable(reports, "joint")
      );
    }
  }
}

/** Greedy packers at higher limits, where their chunks are as large. */
async function meanSizes(sets: Sets): Promise<void> {
  const splitters: Splitters = { "least cost 400": markdown(400) };
  for (const greedy of ["fill", "levels"] as const) {
    const seams = await loadVariant({ greedy });
    for (const chunkSize of greedy === "fill" ? [390] : [460, 490, 512]) {
      splitters[`greedy: ${greedy} ${chunkSize}`] =
        new seams.StructuralMarkdownTextSplitter({ chunkSize });
    }
  }
  const reports = await evaluateAll(sets, splitters, "least cost 400");
  show(
    "Packers at about the same mean size",
    qualityTable(reports),
    differenceTable(reports, "hit"),
    differenceTable(reports, "recall"),
    differenceTable(reports, "joint")
  );
}

const JOBS = { sizes, prefix, packing, mixing, meanSizes };

const isJob = (name: string): name is keyof typeof JOBS => name in JOBS;

const args = process.argv.slice(2);
const only = args[0] === "--only" ? args.splice(0, 2)[1].split(",") : [];
const sets: Sets = new Map(
  args.map((folder) => [basename(folder), { folder }])
);
const manual = manualSet(join(root, "node_modules"));
process.stderr.write(
  `manual: ${manual.documents.length} documents, ` +
    `${manual.questions.length} questions\n`
);
sets.set("manual", manual);
for (const name of only.length > 0 ? only : Object.keys(JOBS)) {
  if (!isJob(name)) {
    const names = Object.keys(JOBS).join(", ");
    throw new RangeError(
      `Expected \`--only\` to list ${names}, got \`${name}\``
    );
  }
  await JOBS[name](sets);
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import type * as Seams from "langchain-seams";

const root = join(import.meta.dirname, "../..");

/** How a build of the library differs from what is in `src`. */
export interface Variant {
  /** A packer of `greedy-path.ts` in place of the least-cost one. */
  greedy?: "fill" | "levels";
  /** Changes to the text of `src/packing/cost.ts`: each must match. */
  cost?: Changes;
  /** Changes to the text of `src/packing/path.ts`. */
  path?: Changes;
}

/** What to find, and what to put in its place. */
export type Changes = readonly (readonly [RegExp, string])[];

function pluginOf({ greedy, ...changed }: Variant): Plugin {
  return {
    name: "variant",
    setup({ onLoad, onResolve }) {
      // One copy of the packages: the other classes are no TextSplitters.
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === "entry-point" ? undefined : { path, external: true }
      );
      if (greedy !== undefined) {
        onResolve({ filter: /packing\/path\.js$/ }, () => ({
          path: join(root, "benchmarks/quality/greedy-path.ts"),
        }));
      }
      for (const name of ["cost", "path"] as const) {
        const changes = changed[name];
        if (changes === undefined) continue;
        const filter = new RegExp(`packing[\\\\/]${name}\\.ts$`);
        onLoad({ filter }, async ({ path }) => {
          let contents = await readFile(path, "utf8");
          for (const [pattern, replacement] of changes) {
            if (!pattern.test(contents)) {
              throw new Error(`${name}.ts has no ${pattern} (any more)`);
            }
            contents = contents.replace(pattern, replacement);
          }
          return { contents, loader: "ts" };
        });
      }
    },
  };
}

let builds = 0;

/** The library, built with a difference. */
export async function loadVariant(variant: Variant): Promise<typeof Seams> {
  builds += 1;
  const outfile = join(root, ".cache/quality", `variant-${builds}.mjs`);
  await build({
    entryPoints: [join(root, "src/index.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    define: { GREEDY: JSON.stringify(variant.greedy ?? "fill") },
    plugins: [pluginOf(variant)],
    logLevel: "error",
  });
  return import(`${outfile}?${Date.now()}`);
}

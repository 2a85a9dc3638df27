import { readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

const entry = {
  index: "src/index.ts",
  evaluate: "src/evaluate/index.ts",
  view: "src/view/index.ts",
};

/**
 * The files that the index exports from, but for those of types only. Each is a
 * file of the build too: of these a bundler takes only those that are used, and
 * what they import.
 */
const exported = Object.fromEntries(
  [
    ...readFileSync("src/index.ts", "utf8").matchAll(
      /^export \{([^}]+)\} from "\.\/(.+)\.js"/gm
    ),
  ]
    .filter(([, names]) => /^ *(?!type )\w/m.test(names))
    .map(([, , name]) => [name, `src/${name}.ts`])
);

const library: Options = {
  target: "node20",
  sourcemap: true,
  removeNodeProtocol: false,
};

// All are built at the same time, into the same folder.
export default defineConfig([
  {
    ...library,
    entry: { ...entry, ...exported },
    format: ["esm"],
    clean: ["!*.cjs*", "!*.d.*ts", "!cli.js"],
  },
  {
    ...library,
    entry,
    format: ["cjs"],
    // `import.meta.url`, to find the grammars that are installed.
    shims: true,
  },
  { entry, format: ["esm", "cjs"], dts: { only: true } },
  {
    entry: { cli: "src/cli/index.ts" },
    format: ["esm"],
    target: "node20",
    // The command uses the built library, so that it is not shipped twice.
    external: ["langchain-seams"],
  },
]);

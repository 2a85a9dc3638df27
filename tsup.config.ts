import { defineConfig } from "tsup";

export default defineConfig([
  {
    entry: {
      index: "src/index.ts",
      evaluate: "src/evaluate/index.ts",
      view: "src/view/index.ts",
    },
    format: ["esm", "cjs"],
    dts: true,
    // The command is built at the same time, into the same folder.
    clean: ["!cli.js"],
    target: "node20",
    sourcemap: true,
    // `import.meta.url` in CommonJS, to find the grammars that are installed.
    shims: true,
  },
  {
    entry: { cli: "src/cli/index.ts" },
    format: ["esm"],
    target: "node20",
    // The command uses the built library, so that it is not shipped twice.
    external: ["langchain-seams"],
  },
]);

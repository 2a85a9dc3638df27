import { defineConfig } from "tsup";

export default defineConfig([
  {
    entry: ["src/index.ts"],
    format: ["esm", "cjs"],
    dts: true,
    clean: true,
    target: "node20",
    sourcemap: true,
  },
  {
    entry: { cli: "src/cli/index.ts" },
    format: ["esm"],
    target: "node20",
    // The command uses the built library, so that it is not shipped twice.
    external: ["langchain-seams"],
  },
]);

import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "coverage/", "docs/api/", "node_modules/"] },
  ...tseslint.configs.recommended,
  {
    rules: {
      "no-restricted-exports": [
        "error",
        { restrictDefaultExports: { direct: false } },
      ],
      "prefer-const": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: { "no-console": "error", "max-len": ["off"] },
  }
);

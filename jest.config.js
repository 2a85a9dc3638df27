export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/__tests__/**/*.test.ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      {
        jsc: { parser: { syntax: "typescript" }, target: "es2022" },
        module: { type: "commonjs" },
      },
    ],
  },
  moduleNameMapper: {
    "^langchain-seams$": "<rootDir>/src/index.ts",
    "^langchain-seams/(evaluate|view)$": "<rootDir>/src/$1/index.ts",
    "^(\\.{1,2}/.*)\\.js$": "$1",
  },
  testTimeout: 300000,
};

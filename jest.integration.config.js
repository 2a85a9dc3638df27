import unit from "./jest.config.js";

/** Tests with databases: `npm run test:integration`. */
export default {
  ...unit,
  testMatch: ["<rootDir>/__tests__/integration/*.integration.ts"],
};

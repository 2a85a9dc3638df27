import { rm } from "node:fs/promises";
import { join } from "node:path";
import { root, run } from "./support/child.js";

test("the API reference is made without a warning", async () => {
  const out = join(root, ".cache", `api-${process.pid}`);
  const result = await run("npm", ["run", "docs", "--", "--out", out]);
  await rm(out, { recursive: true, force: true });
  // Missing comments and links to nothing are warnings, and these are errors.
  expect(`${result.stdout}${result.stderr}`).not.toMatch(/warning|error/i);
  expect(result.code).toBe(0);
});

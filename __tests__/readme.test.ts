import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { glob } from "tinyglobby";
import ts from "typescript";
import { root, runSource } from "./support/child.js";

/** What a doc comment holds, line by line; all else is blank. */
const commentsOf = (source: string): string =>
  source.replace(/^(?! *\* ?)[^\n]*|^ *\* ?/gm, "");

/** The TypeScript blocks of a Markdown file, and the line each is on. */
function snippetsOf(markdown: string): { line: number; code: string }[] {
  return [...markdown.matchAll(/^```(?:ts|typescript)\n([\s\S]*?)^```$/gm)].map(
    ({ 0: block, 1: code, index }) => {
      expect(block).not.toMatch(/^`{3}.*\n[\s\S]*^`{3}\S/m);
      return { line: markdown.slice(0, index).split("\n").length, code };
    }
  );
}

/**
 * Compares what a line prints with the value in the comment behind it, where
 * that is one; "..." in it stands for any text.
 */
const SAID = `
  import { inspect, isDeepStrictEqual } from "node:util";
  const matches = (value, expected) =>
    typeof value === "string" && typeof expected === "string"
      ? expected.split("...").reduce((at, part) => {
          const found = at < 0 ? -1 : value.indexOf(part, at);
          return found < 0 ? -1 : found + part.length;
        }, 0) >= 0 && (expected.includes("...") || value === expected)
      : isDeepStrictEqual(value, expected);
  globalThis.said = (values, comment) => {
    const expected = new Function(\`return [\${comment}]\`)();
    const isSaid =
      values.length === expected.length &&
      values.every((value, index) => matches(value, expected[index]));
    if (!isSaid) throw new Error(\`\${inspect(values)} is not \${comment}\`);
  };
`;
const PRINTED = /^console\.log\((.*)\); \/\/ ((?:["'[{\d]|true|false).*)$/gm;

/** Inside the repository, where the dependencies are found. */
let folder: string;
let files: string[];

beforeAll(async () => {
  await mkdir(join(root, ".cache"), { recursive: true });
  folder = await mkdtemp(join(root, ".cache/readme-"));
  files = [];
  const pages = await glob(["README*.md", "docs/*.md", "src/**/*.ts"], {
    cwd: root,
  });
  for (const name of pages.sort()) {
    const text = await readFile(join(root, name), "utf8");
    const markdown = name.endsWith(".ts") ? commentsOf(text) : text;
    for (const { line, code } of snippetsOf(markdown)) {
      const file = join(
        folder,
        `${name.replaceAll(/[./]/g, "-")}-line-${line}.ts`
      );
      await writeFile(file, `${code}\nexport {};\n`);
      files.push(file);
    }
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("there are snippets to run", () => {
  expect(files.length).toBeGreaterThan(3);
});

test("every snippet runs", async () => {
  const main = join(folder, "main.ts");
  for (const file of files) {
    const code = await readFile(file, "utf8");
    const compared = code.replace(
      PRINTED,
      (_, values, comment) => `said([${values}], ${JSON.stringify(comment)});`
    );
    await writeFile(file.replace(".ts", ".run.ts"), compared);
  }
  const imports = files.map(
    (file) => `
      await import(${JSON.stringify(file.replace(".ts", ".run.ts"))}).then(
        () => console.log("ok", ${JSON.stringify(file)}),
        (error) => console.log("failed", ${JSON.stringify(file)}, error)
      );`
  );
  await writeFile(main, `${SAID}${imports.join("")}\nexport {};\n`);
  const { code, stdout, stderr } = await runSource(main);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const file of files) expect(stdout).toContain(`ok ${file}\n`);
});

test("every snippet has the right types", () => {
  const { config } = ts.readConfigFile(
    join(root, "tsconfig.json"),
    ts.sys.readFile
  );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files, {
    ...options,
    noUnusedLocals: false,
  });
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file?.fileName,
      ts.flattenDiagnosticMessageText(messageText, " "),
    ]);
  expect(problems).toEqual([]);
});

test("what the swap does is what the example prints", async () => {
  const shown = /examples\/drop-in\.ts; .*\n\n```text\n([\s\S]*?)```/;
  const { stdout } = await runSource("examples/drop-in.ts");
  for (const name of ["README.md", "README.es.md"]) {
    const readme = await readFile(join(root, name), "utf8");
    expect(shown.exec(readme)?.[1].trim()).toBe(stdout.trim());
  }
});

test("both READMEs have the same parts", async () => {
  const [english, spanish] = await Promise.all(
    ["README.md", "README.es.md"].map((name) =>
      readFile(join(root, name), "utf8")
    )
  );
  // Headings by their level, rows of tables, blocks by their language.
  const partsOf = (text: string): (string | undefined)[] =>
    [...text.matchAll(/^(#+) |^(\| `[^|]*\|)|^(```\w+)$/gm)].map(
      ([, level, row, block]) => level ?? row ?? block
    );
  expect(partsOf(spanish)).toEqual(partsOf(english));
});

test("links between the documents lead somewhere", async () => {
  const pages = await glob(["*.md", "docs/*.md", "benchmarks/*.md"], {
    cwd: root,
  });
  const anchorsOf = async (path: string): Promise<string[]> => {
    const text = await readFile(path, "utf8");
    return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-")
    );
  };
  const broken: string[] = [];
  for (const page of pages) {
    const text = await readFile(join(root, page), "utf8");
    for (const [, link] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path, anchor] = link.split("#");
      const target =
        path === "" ? join(root, page) : join(root, page, "..", path);
      const isThere =
        existsSync(target) &&
        (anchor === undefined || (await anchorsOf(target)).includes(anchor));
      if (!isThere) broken.push(`${page}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

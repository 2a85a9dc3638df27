import { spawn } from "node:child_process";
import {
  chmod,
  mkdtemp,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { root, runSource, type ChildOptions } from "../support/child.js";

const MANUAL = resolve(root, "examples/docs/manual.es.md");

let folder: string;

const view = (args: string[], options: ChildOptions = {}) =>
  runSource("src/cli/index.ts", ["view", ...args], { cwd: folder, ...options });

const chunksIn = (html: string): number =>
  html.split('<article class="chunk').length - 1;

/** Waits until something holds, for two minutes at most. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let k = 0; k < 2_400; k += 1) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("it never came true");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "seams-view-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("langchain-seams view", () => {
  test("writes a page here, and says where", async () => {
    const { code, stdout, stderr } = await view([MANUAL]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const html = await readFile(join(folder, "manual.es.view.html"), "utf8");
    const count = chunksIn(html);
    expect(count).toBeGreaterThan(10);
    expect(stdout).toBe(`manual.es.view.html: ${count} chunks of ${MANUAL}\n`);
    expect(html).not.toMatch(/(src|href)="(?!data:)|@import|url\(/);
  });

  test.each(["recursive", "langchain"])("--compare %s", async (name) => {
    const args = ["--splitter", "fixed", "--size", "150", "--overlap", "20"];
    const { code, stdout } = await view([
      MANUAL,
      ...args,
      ...["--compare", name, "--out", `${name}.html`],
    ]);
    expect(code).toBe(0);
    const html = await readFile(join(folder, `${name}.html`), "utf8");
    const [, left, right] = /: (\d+) and (\d+) chunks/.exec(stdout) ?? [];
    expect(chunksIn(html)).toBe(Number(left) + Number(right));
    expect(html).toContain("fixed, 150 tokens, overlap 20");
    expect(html).toContain(`${name}, 150 tokens, overlap 20`);
  });

  test("one chunk is one chunk", async () => {
    await writeFile(join(folder, "one.md"), "# One\n\nText.\n");
    const { stdout } = await view(["one.md"]);
    expect(stdout).toBe("one.view.html: 1 chunk of one.md\n");
  });

  test("what cannot be shown: one line, code 1, nothing written", async () => {
    const text = "# Own\n\nText.\n";
    await writeFile(join(folder, "own.md"), text);
    const cases: [string[], RegExp][] = [
      [["missing.md"], /^langchain-seams: missing\.md: no such file\n$/],
      [["."], /^langchain-seams: \.: is a directory/],
      [["own.md", "--size", "0"], /chunkSize.*0/],
      [["own.md", "--compare", "magic"], /--compare.*magic.*langchain/],
      [["own.md", "--out", "./own.md"], /own\.md: is the file itself/],
      [
        ["own.md", "--out", "no/folder.html"],
        /no\/folder\.html: no such folder/,
      ],
      [["own.md", "--out", "."], /: \.: is a directory\n$/],
      [["open.csv", "--splitter", "table"], /: open\.csv: .*line 2/],
    ];
    await writeFile(join(folder, "open.csv"), 'a,b\n1,"2\n3,4\n');
    await Promise.all(
      cases.map(async ([args, message]) => {
        const { code, stdout, stderr } = await view(args);
        expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: "" });
        expect(stderr).toMatch(message);
        expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      })
    );
    expect(await readFile(join(folder, "own.md"), "utf8")).toBe(text);
    await expect(stat(join(folder, "open.view.html"))).rejects.toThrow(
      "ENOENT"
    );
    await expect(stat(join(folder, "own.view.html"))).rejects.toThrow("ENOENT");
  });

  test("--open hands the page to the opener of the platform", async () => {
    if (process.platform !== "linux") return;
    const opener = join(folder, "xdg-open");
    await writeFile(opener, '#!/bin/sh\necho "$1" > "$0.seen"\n');
    await chmod(opener, 0o755);
    const path = `${folder}${delimiter}${process.env.PATH}`;
    const { code, stderr } = await view([MANUAL, "--open"], {
      env: { PATH: path },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const seen = () => readFile(`${opener}.seen`, "utf8").catch(() => "");
    await until(async () => (await seen()) !== "");
    await expect(seen()).resolves.toBe(
      `${join(folder, "manual.es.view.html")}\n`
    );
  });

  test("--open without an opener: the page is there, code 1", async () => {
    if (process.platform !== "linux") return;
    const { code, stdout, stderr } = await view([MANUAL, "--open"], {
      env: { PATH: join(folder, "no-such-folder") },
    });
    expect(code).toBe(1);
    expect(stdout).toContain("manual.es.view.html");
    expect(stderr).toBe("langchain-seams: cannot run xdg-open\n");
  });

  test("--watch writes the page anew", async () => {
    const file = join(folder, "draft.md");
    const page = join(folder, "draft.view.html");
    await writeFile(file, "# One\n\nFirst words.\n");
    const tsx = pathToFileURL(require.resolve("tsx")).href;
    const child = spawn(
      process.execPath,
      [
        ...["--import", tsx, resolve(root, "src/cli/index.ts")],
        ...["view", "draft.md", "--watch"],
      ],
      {
        cwd: folder,
        env: {
          ...process.env,
          TSX_TSCONFIG_PATH: resolve(root, "tsconfig.json"),
        },
      }
    );
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (data) => (output += data));
    child.stderr.setEncoding("utf8").on("data", (data) => (output += data));
    try {
      await until(() => output.includes("Watching"));
      expect(await readFile(page, "utf8")).toContain("First words.");
      await writeFile(file, "# One\n\nSecond thoughts.\n");
      await until(async () =>
        (await readFile(page, "utf8")).includes("Second thoughts.")
      );
      // A file that is gone for a moment ends nothing.
      await rm(file);
      await until(() => output.includes("draft.md: no such file"));
      await writeFile(file, "# One\n\nThird time.\n");
      await until(async () =>
        (await readFile(page, "utf8")).includes("Third time.")
      );
      expect((await stat(page)).size).toBeGreaterThan(1000);
    } finally {
      child.kill();
    }
  });
});

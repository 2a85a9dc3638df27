/** Faults that users report of code: the smallest input of each kind. */
import {
  CodeTextSplitter,
  StructuralMarkdownTextSplitter,
} from "langchain-seams";
import { locOf } from "../support/chunks.js";
import { bodies, contents, splitCode } from "../support/split.js";
import { characters } from "../support/splitters.js";

function split(language: string, text: string, chunkSize: number) {
  const options = { chunkSize, lengthFunction: characters };
  const splitter = CodeTextSplitter.fromLanguage(language, options);
  return splitCode(splitter, text);
}

const symbols = (documents: { metadata: Record<string, unknown> }[]) =>
  documents.map(({ metadata }) => metadata.symbol);

test("decorators belong to the function below them", async () => {
  const text =
    'def a():\n    pass\n\n@cache\n@app.get("/x")\ndef b():\n    pass\n';
  const documents = await split("python", text, 45);
  expect(symbols(documents)).toEqual(["a", "b"]);
  expect(documents[1].metadata.kind).toBe("function");
  expect(locOf(documents[1]).lines).toEqual({ from: 4, to: 7 });
});

test.each([
  ["ts", "@Injectable()\nclass B {\n  m() {}\n}\n", "class A {}\n\n", "B"],
  ["ts", "// one\n// two\nfunction b() {}\n", "function a() {}\n\n", "b"],
  ["java", "/** Doc. */\n@A\nclass B {\n}\n", "class A {\n}\n\n", "B"],
  ["rust", "/// Doc.\n#[inline]\nfn b() {}\n", "fn a() {}\n\n", "b"],
  ["csharp", "/// Doc.\n[A]\nclass B {\n}\n", "class A {\n}\n\n", "B"],
  ["php", "#[A]\nfunction b() {}\n", "<?php\nfunction a() {}\n\n", "b"],
  // Here the comments are nodes at the end of the package and the imports.
  ["kotlin", "/** Doc. */\n@A\nclass B {\n}\n", "package a\n\n", "B"],
  ["kotlin", "// one\n// two\nclass B {\n}\n", "import a\n\n", "B"],
])(
  "%s: what stands on a unit belongs to it",
  async (name, unit, above, symbol) => {
    const documents = await split(name, above + unit, unit.length);
    expect(documents[1].pageContent).toBe(unit.trimEnd());
    expect(documents[1].metadata.symbol).toBe(symbol);
  }
);

test("a comment at the end of the imports belongs to what follows them", async () => {
  const data = "-- | Doc.\ndata D = A | B";
  const documents = await split(
    "haskell",
    `import A\n\n${data}\n`,
    data.length
  );
  expect(contents(documents)).toEqual(["import A", data]);
  expect(symbols(documents)).toEqual([undefined, "D"]);
});

test("a comment above belongs to the function, unless a line is blank", async () => {
  const text =
    "import os\n\n# calcula el IVA\n# 21 %\ndef iva(x):\n    return x * .21\n\n\n" +
    "# aparte\n\nZ = 1\n";
  const documents = await split("python", text, 60);
  const iva = documents.find(({ metadata }) => metadata.symbol === "iva");
  expect(iva?.pageContent).toContain(
    "# calcula el IVA\n# 21 %\ndef iva(x):\n    return x * .21"
  );
  const alone = await split("python", text, 56);
  expect(contents(alone)[1]).toBe(
    "# calcula el IVA\n# 21 %\ndef iva(x):\n    return x * .21"
  );
  expect(contents(alone)[2]).toBe("# aparte\n\nZ = 1");
});

test.each([
  [
    "python",
    "class K:\n    @retry(3)\n    def",
    "save(self):\n",
    "        a()\n",
  ],
  [
    "ts",
    "class K {\n  @Log()\n  @Retry(3)\n  async",
    "save() {\n",
    "    a();\n",
  ],
  ["java", "class K {\n  @Log\n  void", "save() {\n", "    a();\n"],
  ["csharp", "class K {\n  [Log]\n  void", "Save() {\n", "    A();\n"],
  ["rust", "impl K {\n  #[inline]\n  fn", "save() {\n", "    a();\n"],
  ["php", "<?php\nclass K {\n  #[Log]\n  function", "save() {\n", "    a();\n"],
])(
  "%s: a decorator stays with a method that is cut",
  async (name, above, signature, line) => {
    const isOpen = above.includes("{");
    const text = `${above} ${signature}${line.repeat(40)}${isOpen ? "  }\n}\n" : ""}`;
    for (const size of [90, 120, 150]) {
      const documents = await split(name, text, size);
      const decorated = /[@#[]+(?:Log|inline|retry)/;
      const found = bodies(text, documents).find((b) => decorated.test(b));
      expect(found).toContain(signature.trim());
    }
  }
);

test("a class that fits is one chunk", async () => {
  const text =
    'class K:\n    """Saluda."""\n    def m(self):\n        return 1\n';
  const documents = await split("python", text, 200);
  expect(documents).toHaveLength(1);
  expect(documents[0].metadata).toMatchObject({ symbol: "K", kind: "class" });
});

test("methods of a class that does not fit carry the class", async () => {
  const method = (name: string) =>
    `    def ${name}(self):\n        return self.value_of("${name}")\n\n`;
  const names = ["one", "two", "three", "four"];
  const text = `class K:\n    """Saluda."""\n\n${names.map(method).join("")}`;
  const documents = await split("python", text, 110);
  expect(documents.length).toBeGreaterThan(2);
  expect(documents[0].pageContent).toContain('"""\n\n    def one(self)');
  for (const { pageContent, metadata } of documents) {
    expect(metadata.symbol).toMatch(/^K/);
    expect(pageContent).toMatch(/^class K:\n/);
  }
});

test("the first line keeps its indentation", async () => {
  const text =
    "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";
  const documents = await split("python", text, 45);
  for (const body of bodies(text, documents).slice(1)) {
    expect(body).toMatch(/^ {4}/);
  }
});

test("a giant node without children is cut all the same", async () => {
  const text = `const x = "${"a".repeat(50_000)}";`;
  const documents = await split("js", text, 1000);
  expect(documents.length).toBeGreaterThanOrEqual(51);
});

test("offsets are UTF-16 units, and no two chunks are the same", async () => {
  const text =
    "// año ñandú 😀\nfunction f(){}\n\nfunction g(){ return '😀' }\n";
  const documents = await split("js", text, 32);
  const spans = documents.map((document) => {
    const { start, end } = locOf(document);
    return `${start} ${end}`;
  });
  expect(new Set(spans).size).toBe(documents.length);
  expect(bodies(text, documents)).toEqual(contents(documents));
});

test("every piece of a function has its signature, at most a third", async () => {
  const line = (index: number) => `    console.log("line ${index}");\n`;
  const lines = Array.from({ length: 30 }, (_, index) => line(index)).join("");
  const text = `class K {\n  async m(a: string): Promise<void> {\n${lines}  }\n}\n`;
  const documents = await split("ts", text, 240);
  const total = documents.length;
  expect(total).toBeGreaterThan(3);
  for (const [index, { metadata, pageContent }] of documents.entries()) {
    if (index > 0) {
      expect(pageContent).toMatch(/^class K \{\n {2}async m\(a: string\)/);
      expect(metadata).toMatchObject({ symbol: "K.m", kind: "method" });
      expect(metadata.part).toBe(`${index + 1}/${total}`);
    }
  }
  const tight = await split("ts", text, 100);
  for (const document of tight.slice(1)) {
    const length = locOf(document).heads.reduce(
      (sum, { start, end }) => sum + end - start,
      0
    );
    expect(length).toBeLessThanOrEqual(100 / 3);
    expect(document.metadata.header_omitted).toBe(true);
  }
});

test.each([
  ["js", "function f(a){", "}", "if(a>1){g(a);}"],
  ["js", "class K{m(a){", "}}", "if(a>1){g(a);}"],
  ["java", "class K{int m(int a){", "}}", "if(a>1){g(a);}"],
  ["go", "func f(a int) {", "}", "g(a); h(a, 22);"],
])("%s: a function on one line has its signature too", async (...given) => {
  const [language, signature, close, statement] = given;
  const text = `${signature}${statement.repeat(20)}${close}\n`;
  const documents = await split(language, text, 80);
  expect(documents.length).toBeGreaterThan(3);
  for (const { pageContent, metadata } of documents) {
    expect(pageContent.startsWith(signature)).toBe(true);
    expect(metadata.header_omitted).toBeUndefined();
  }
});

test("a cut function shares no chunk with its neighbours", async () => {
  const big = `function big() {\n${"  call(1, 2, 3);\n".repeat(20)}}\n`;
  const text = `function a() {}\n\n${big}\nfunction b() {}\n`;
  const documents = await split("js", text, 150);
  expect(documents[0].pageContent).toBe("function a() {}");
  expect(documents.at(-1)?.pageContent).toBe("function b() {}");
});

test("fenced code is cut between functions, if asked", async () => {
  const f = (name: string) =>
    `function ${name}(a) {\n  const b = a + 1;\n\n  return [a, b, "${name}"];\n}\n`;
  const text = `# A\n\n> - item:\n>\n>   ~~~js\n${(
    f("one") +
    f("two") +
    f("three")
  )
    .trimEnd()
    .split("\n")
    .map((line) => `>   ${line}`)
    .join("\n")}\n>   ~~~\n`;
  const options = { chunkSize: 130, lengthFunction: characters };
  const splitter = new StructuralMarkdownTextSplitter({
    ...options,
    nestedCode: true,
  });
  const documents = await splitter.createDocuments([text]);
  for (const name of ["one", "two", "three"]) {
    const start = text.indexOf(`>   function ${name}`);
    const end = text.indexOf(`>   }`, start) + 5;
    const whole = documents.filter((document) => {
      const loc = locOf(document);
      return loc.start <= start && loc.end >= end;
    });
    expect(whole).toHaveLength(1);
    expect(whole[0].pageContent.match(/~~~/g)).toHaveLength(2);
  }
  const unknown = text.replace("~~~js", "~~~nothing");
  const plain = new StructuralMarkdownTextSplitter(options);
  expect(await splitter.splitText(unknown)).toEqual(
    await plain.splitText(unknown)
  );
});

test("a function that fits is no reason to keep `else:` with it", async () => {
  const unit =
    '    def b(x):\n        """One."""\n        if x:\n            x = 1\n        return x';
  const text = `if A:\n    b = 1\nelse:\n${unit}\n\n    b("two")\n`;
  const documents = await split("python", text, unit.length + 2);
  expect(bodies(text, documents)).toContain(unit);
});

test("a header may be of C++", async () => {
  const text = "template <class T>\nclass A {\n public:\n  T a();\n};\n";
  const splitter = new CodeTextSplitter({ chunkSize: 400 });
  const [{ metadata }] = await splitter.createDocuments(
    [text],
    [{ source: "a.h" }]
  );
  expect(metadata).toMatchObject({ kind: "class", symbol: "A" });
  expect(metadata.parse).toBeUndefined();
});

const arrow = "(_, h) => String.fromCharCode(parseInt(h, 16))";

/** A function that fits, in a text where it was cut. */
test.each([
  [
    "the comma behind a method that just fits",
    "m(a) {\n    const b = a + 1;\n    return b;\n  }",
    (unit: string) => `const o = {\n  a: 1,\n  ${unit},\n  n() {},\n};\n`,
    2,
  ],
  [
    "a function that a function is made of",
    "(b) => {\n    const sum = a + b;\n    const twice = sum * 2;\n    return twice;\n  }",
    (unit: string) =>
      `export const add =\n  (a: number, c: string[] = []) =>\n  ${unit};\n`,
    9,
  ],
  [
    "a function in a long chain of calls on one line",
    arrow,
    (unit: string) => `x = y.replace(/a/g, ${unit}).replace(/b/g, ${unit});\n`,
    15,
  ],
  [
    "a function in a template",
    "a => {\n    const b = f(a);\n    return `${b}`;\n  }",
    (unit: string) => `g(\`one \${x.map(${unit})} two three four five\`);\n`,
    5,
  ],
  [
    "a function that is called at once",
    '(function (C) {\n        /** The type. */\n        let T;\n        (function (T) {\n            T["F"] = "f";\n        })(T = C.T || (C.T = {}));\n    })',
    (unit: string) =>
      `var A;\n(function (A) {\n    let C;\n    ${unit}(C = A.C || (A.C = {}));\n` +
      "})(A = exports.A || (exports.A = {}));\n",
    32,
  ],
])("%s is no reason to cut it", async (_, unit, around, more) => {
  const text = around(unit);
  const documents = await split("ts", text, unit.length + more);
  expect(documents.length).toBeGreaterThan(1);
  for (let at = text.indexOf(unit); at >= 0; at = text.indexOf(unit, at + 1)) {
    const whole = documents.filter((document) => {
      const { start, end } = locOf(document);
      return start <= at && end >= at + unit.length;
    });
    expect(whole).toHaveLength(1);
  }
});

import { Document } from "@langchain/core/documents";
import {
  HtmlMainContent,
  QuotedReplies,
  RecursiveTokenTextSplitter,
  RepeatedLines,
  StructuralHTMLTextSplitter,
} from "langchain-seams";
import { runSource } from "../support/child.js";
import { locOf } from "../support/chunks.js";

const document = (pageContent: string, metadata = {}) =>
  new Document({ pageContent, metadata });
const quoted = async (text: string) =>
  (await new QuotedReplies().invoke([document(text)]))[0];

describe("QuotedReplies", () => {
  test.each([
    ["Yes.\n\nOn Mon, 3 May 2024 at 10:00, Ana <a@b.c> wrote:\n> Hi\n> you\n"],
    [
      "Yes.\n\nEl lun, 3 may 2024 a las 10:00, Ana (<a@b.c>)\nescribió:\n\n> Hola\n",
    ],
    ["Yes.\n\n-----Original Message-----\nFrom: Ana\n\nHi\n"],
    ["Yes.\n\n-----Mensaje original-----\nDe: Ana\n\nHola\n"],
    ["Yes.\n\nDe: Ana\nEnviado: lunes\nPara: Luis\nAsunto: Hola\n\nHola\n"],
    ["Yes.\n\nFrom: Ana\nSent: Monday\nTo: Luis\nSubject: Hi\n\nHi\n"],
    ["Yes.\n\n> quoted\n>> twice\n"],
  ])("%j", async (text) => {
    const mail = await quoted(text);
    expect(mail.pageContent.trim()).toBe("Yes.");
    const { removed } = mail.metadata.loc;
    expect(removed).toMatchObject({ quotes: 1, signatures: 0 });
    expect(removed.characters).toBe(text.length - mail.pageContent.length);
  });

  test("signatures; answers between quotes stay", async () => {
    const text = "> One?\nYes.\n> Two?\nNo.\n-- \nAna\nTel. 1\n";
    const mail = await quoted(text);
    expect(mail.pageContent).toBe("Yes.\nNo.\n");
    expect(mail.metadata.loc.removed).toMatchObject({
      quotes: 2,
      signatures: 1,
    });
    expect((await quoted("Ok\n\nEnviado desde mi iPhone")).pageContent).toBe(
      "Ok\n\n"
    );
  });

  test("two dashes without a blank: only above a few lines at the end", async () => {
    const long = Array.from({ length: 30 }, (_, k) => `Texto ${k}.`);
    for (const text of [
      "Usa esto:\n\nSELECT 1\n--\nSELECT 2\n\nY ya.",
      "Usa esto:\n\nSELECT 1\n--\nSELECT 2\n",
      `Resumen.\n\n--\n\n${long.join("\n\n")}`,
      `Resumen.\n\n--\n${long.join("\n")}`,
      "Uno.\n\n--\nDos.\n\nTres.\n",
    ]) {
      expect((await quoted(text)).pageContent).toBe(text);
    }
    for (const signature of ["--\nAna\nTel. 1\n", "--\nAna\n\n> Hi\n"]) {
      const mail = await quoted(`Ok.\n\n${signature}`);
      expect(mail.pageContent).toBe("Ok.\n\n");
      expect(mail.metadata.loc.removed.signatures).toBe(1);
    }
  });

  test("prose that only looks like it stays whole", async () => {
    for (const text of [
      "On the wall Ana wrote:\nhello",
      "El autor escribió:\nhola",
      "From: here to there.",
      "> only a quote",
      "a -- b\n--- \nc",
    ]) {
      const mail = await quoted(text);
      expect(mail.pageContent).toBe(text);
    }
  });

  test("loc of the chunks is in the original", async () => {
    const text = "> One?\n\nFirst answer.\n\n> Two?\n\nSecond answer.\n";
    const splitter = new RecursiveTokenTextSplitter({
      chunkSize: 4,
      chunkOverlap: 0,
    });
    const chunks = await new QuotedReplies()
      .pipe(splitter)
      .invoke([document(text)]);
    expect(chunks.length).toBe(2);
    for (const chunk of chunks) {
      const { start, end, lines } = locOf(chunk as Document);
      expect(text.slice(start, end)).toBe(chunk.pageContent);
      expect(text.split("\n")[lines.from - 1]).toBe(chunk.pageContent);
      expect(chunk.metadata.loc.kept).toBeUndefined();
      expect(chunk.metadata.loc.removed.quotes).toBe(2);
    }
  });
});

describe("RepeatedLines", () => {
  const page = (n: number) =>
    `Informe anual 2024\nTexto único ${"abcdef"[n]}.\nMás texto ${"uvwxyz"[n]}.\nPágina ${n + 1} de 6\n`;

  test("pages by form feed", async () => {
    const text = [0, 1, 2, 3, 4, 5].map(page).join("\f");
    const [report] = await new RepeatedLines().invoke([document(text)]);
    expect(report.pageContent).not.toMatch(/Informe|Página/);
    expect(report.pageContent.match(/Texto|Más/g)).toHaveLength(12);
    expect(report.metadata.loc.removed).toMatchObject({
      headers: 6,
      footers: 6,
    });
    const [{ start, end }] = report.metadata.loc.kept;
    expect(text.slice(start, end)).toContain("Texto único a.");
  });

  test("a document a page; few pages stay as they are", async () => {
    const pages = [0, 1, 2, 3].map((n) =>
      document(page(n), { source: "a.pdf", loc: { pageNumber: n + 1 } })
    );
    const filtered = await new RepeatedLines().invoke(pages);
    expect(filtered[2].pageContent).toBe("Texto único c.\nMás texto w.\n");
    expect(filtered[2].metadata.loc).toMatchObject({
      pageNumber: 3,
      removed: { headers: 1, footers: 1 },
    });
    const two = await new RepeatedLines().invoke(pages.slice(0, 2));
    expect(two.map((d) => d.pageContent)).toEqual([page(0), page(1)]);
  });

  test("options", () => {
    expect(() => new RepeatedLines({ minShare: 0 })).toThrow(RangeError);
    expect(() => new RepeatedLines({ minPages: 1 })).toThrow(RangeError);
  });
});

describe("RepeatedLines, where pages differ", () => {
  const letters = "abcdefghij";

  test("headers of odd and of even pages", async () => {
    const pages = [...letters].map((letter, n) => {
      const header = n % 2 === 0 ? "Chapter one" : "The whole book";
      return `${header}\n\nText ${letter}.\n\n- ${n + 1} -\n`;
    });
    const [book] = await new RepeatedLines().invoke([
      document(pages.join("\f")),
    ]);
    expect(book.pageContent.match(/Text \w\./g)).toHaveLength(10);
    expect(book.pageContent).not.toMatch(/Chapter|book|\d/);
    expect(book.metadata.loc.removed).toMatchObject({
      headers: 10,
      footers: 10,
    });
  });

  test.each([
    [
      "Factura 1\nLápices\nTotal: 10 €\fFactura 2\nGomas\nTotal: 25 €\f" +
        "Factura 3\nPapel\nTotal: 99 €",
    ],
    ["Total: 10 €\fTotal: 25 €\fTotal: 99 €"],
    ["Pieza\n12\nfin\fTuerca\n40\nya\fTubo\n7\nas"],
    ["Igual\fIgual\fIgual"],
    ["- 1 -\f- 2 -\f- 3 -"],
  ])(
    "numbers that count no pages are text, and none is emptied: %j",
    async (text) => {
      const [same] = await new RepeatedLines().invoke([document(text)]);
      expect(same.pageContent).toBe(text);
      expect(same.metadata.loc.removed).toEqual({
        headers: 0,
        footers: 0,
        characters: 0,
      });
    }
  );

  test.each([
    [(n: number) => `Página ${n} de 5`],
    [(n: number) => `Pág. ${n + 40}`],
    [(n: number) => `p. ${n}/5`],
    [(n: number) => `Informe 2024 | ${n}`],
    [(n: number) => `${n} · Informe 2024`],
    [(n: number) => `[${n}]`],
  ])("numbers of pages, also with a blank page between: %s", async (footer) => {
    const pages = [1, 2, 3, 4, 5].map((n) =>
      n === 3 ? "\n" : `Texto ${letters[n]}.\n${footer(n)}\n`
    );
    const text = pages.join("\f");
    const [book] = await new RepeatedLines().invoke([document(text)]);
    expect(book.pageContent.replace(/\s+/g, " ")).toBe(
      "Texto b. Texto c. Texto e. Texto f. "
    );
    const some = [1, 4, 5].map((n) =>
      document(`Texto.\n${letters[n]}\n${footer(n)}`, {
        loc: { pageNumber: n },
      })
    );
    const kept = await new RepeatedLines().invoke(some);
    expect(kept.map(({ pageContent }) => pageContent)).toEqual(
      ["b", "e", "f"].map((letter) => `${letter}\n`)
    );
  });

  test("a line inside a page, or on few pages, is text", async () => {
    const pages = [...letters].map((letter, n) => {
      const top = n < 3 ? "Draft\n" : "";
      return `${top}First ${letter}.\nSame.\nThe last ${letter} of it.`;
    });
    const text = pages.join("\f");
    const [same] = await new RepeatedLines().invoke([document(text)]);
    expect(same.pageContent).toBe(text);
    expect(same.metadata.loc.removed).toEqual({
      headers: 0,
      footers: 0,
      characters: 0,
    });
  });
});

test("two filters: counts are added, places are in the first text", async () => {
  const mails = ["What", "Why", "When", "Who"].map(
    (asked, n) =>
      `Ticket system\n> ${asked}?\nAnswer ${"abcd"[n]}.\nPage ${n}\n`
  );
  const text = mails.join("\f");
  const splitter = new RecursiveTokenTextSplitter({
    chunkSize: 4,
    chunkOverlap: 0,
  });
  const chunks = await new RepeatedLines()
    .pipe(new QuotedReplies())
    .pipe(splitter)
    .invoke([document(text)]);
  expect(chunks.map(({ pageContent }) => pageContent.trim())).toEqual([
    "Answer a.",
    "Answer b.",
    "Answer c.",
    "Answer d.",
  ]);
  for (const chunk of chunks as Document[]) {
    const { start, end, lines } = locOf(chunk);
    expect(text.slice(start, end)).toBe(chunk.pageContent);
    const line = text.slice(0, start).split("\n").length;
    expect(lines.from).toBe(line);
    const { removed } = chunk.metadata.loc;
    expect(removed).toMatchObject({ headers: 4, footers: 4, quotes: 4 });
    const filtered = "Answer a.\n".length * 4 + 3;
    expect(removed.characters).toBe(text.length - filtered);
  }
});

test("100,000 blank lines take linear time", async () => {
  const text = `Yes.${"\n".repeat(100_000)}> quoted\n`;
  expect((await quoted(text)).pageContent.trim()).toBe("Yes.");
  const dashes = "a\n\n--\n".repeat(50_000);
  expect((await quoted(dashes)).pageContent.trim().length).toBe(299_995);
});

describe("HtmlMainContent", () => {
  const words = "A sentence of some length, with a comma, that says things. ";
  const html =
    "<!doctype html><head><title>T</title></head><body><header>Site</header>" +
    '<nav><a href="/">Home</a></nav><div id="cookie-banner">Cookies?</div>' +
    "<main><header><h1>Title</h1></header>" +
    `<p>${words.repeat(9)}</p><aside>Ad</aside><p>${words.repeat(9)}</p></main>` +
    "<footer>Legal</footer></body>";

  test("landmarks: main without what is around it, counted", async () => {
    const [page] = await new HtmlMainContent().invoke([document(html)]);
    expect(page.pageContent).toMatch(/^<main><header><h1>Title[^]*<\/main>$/);
    expect(page.pageContent).not.toMatch(/Site|Home|Cookies|Ad<|Legal/);
    expect(page.metadata.loc.removed).toMatchObject({
      header: 1,
      nav: 1,
      cookies: 1,
      aside: 1,
      footer: 1,
    });
  });

  test("loc of the chunks is in the page", async () => {
    const splitter = new StructuralHTMLTextSplitter({ chunkSize: 60 });
    const chain = new HtmlMainContent().pipe(splitter);
    for (const chunk of await chain.invoke([document(html)])) {
      const { start, end } = locOf(chunk as Document);
      const first = chunk.pageContent.slice(0, 5);
      expect(html.slice(start, end).startsWith(first)).toBe(true);
    }
  });

  test("readability, by exact slices too", async () => {
    // In a process of its own: jest cannot load the modules of linkedom.
    const file = "__tests__/support/readability.ts";
    const { stdout, stderr } = await runSource(file, [html]);
    expect(stderr).toBe("");
    const page = JSON.parse(stdout);
    expect(page.pageContent).toContain(words);
    expect(page.pageContent).not.toMatch(/Home|Legal|Cookies/);
    const { kept } = page.metadata.loc;
    const slices = kept.map(({ start, end }: { start: number; end: number }) =>
      html.slice(start, end)
    );
    expect(slices.join("")).toBe(page.pageContent);
  });

  test("missing packages: an error that names them", async () => {
    jest.doMock("@mozilla/readability", () => {
      throw new Error("Cannot find module '@mozilla/readability'");
    });
    const filter = new HtmlMainContent({ mode: "readability" });
    await expect(filter.invoke([document(html)])).rejects.toThrow(
      "npm install @mozilla/readability linkedom"
    );
  });

  test("what is written about cookies and consent is content", async () => {
    for (const box of [
      '<section id="cookies"><h2>Cookies</h2><p>Usamos cookies.</p></section>',
      '<div class="cookie-policy">Text</div>',
      '<div class="cookie-notice">Text</div>',
      '<div class="consent-form"><p>Consentimiento informado.</p></div>',
      '<div class="recipe-cookies">Text</div>',
    ]) {
      const text = `<main><h1>A</h1>${box}<p>Fin.</p></main>`;
      const [page] = await new HtmlMainContent().invoke([document(text)]);
      expect(page.pageContent).toBe(text);
    }
    const outside = '<div id="cookies"><p>A</p></div><p class="consent">B</p>';
    const [page] = await new HtmlMainContent().invoke([document(outside)]);
    expect(page.pageContent).toBe(outside);
  });

  test.each([
    ['<div class="cookie-bar">Ok?</div><p>A</p>'],
    ['<div id="cookie-consent">Ok?</div><p>A</p>'],
    ['<div id="onetrust-consent-sdk">Ok?</div><p>A</p>'],
    ['<section class="aviso-cookies">Ok?</section><p>A</p>'],
    ['<div id="cookies" role="dialog">Ok?</div><p>A</p>'],
    ['<div id="cookies" style="bottom:0; position: fixed">Ok?</div><p>A</p>'],
  ])("a banner by its name and by where it stands: %s", async (text) => {
    const [page] = await new HtmlMainContent().invoke([document(text)]);
    expect(page.pageContent).toBe("<p>A</p>");
    expect(page.metadata.loc.removed).toMatchObject({ cookies: 1 });
  });

  test("a page of nothing else stays whole; a stream; options", async () => {
    const [page] = await new HtmlMainContent().invoke([
      document("<nav>a</nav>"),
    ]);
    expect(page.pageContent).toBe("<nav>a</nav>");
    for await (const part of await new HtmlMainContent().stream([
      document(html),
    ])) {
      expect(part).toHaveLength(1);
    }
    const make = () => new HtmlMainContent({ mode: "x" as "landmarks" });
    expect(make).toThrow(RangeError);
  });
});

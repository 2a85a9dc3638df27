/**
 * fast-check generators of documents: real Markdown fragments put together at
 * random, and characters that break programs which count code units.
 */
import fc from "fast-check";

/**
 * Whole sentences with one clear end each. The checkers look for them in a
 * text, so a generator puts them where nothing else can join them: after the
 * start of a block, or after another sentence and one space.
 */
export const SENTENCES: readonly string[] = [
  "Yes.",
  "The cat sat on the old red mat.",
  "El gato duerme en la silla roja.",
  "Dr. Smith paid 3.50 dollars to the shop on Monday.",
  "La Sra. López vive en la calle Mayor desde 2019.",
  "¿Quién abre la puerta hoy?",
  "¡Qué bien funciona todo!",
  "Use it for short texts, e.g. titles, and for long ones too.",
  "El pedido llegó a las 5 p. m. con el Sr. García y su hermana.",
  "Version 2.0.1 fixes the bug that users saw in U.S. offices last year.",
  "He asked: where is the file?",
  "El plazo de entrega, salvo pacto en contrario, será de treinta días " +
    "naturales contados desde la firma del presente contrato.",
  "これは短い文です。",
  "这是第一句话。",
];

/** Characters and runs that programs get wrong. */
export const HOSTILE: readonly string[] = [
  "\0",
  "\uFEFF",
  "\u0085",
  "\u2028",
  "\u2029",
  "\uD83D",
  "\uDC4D",
  "\uDC4D\uD83D",
  "\uFFFD",
  "👩‍👩‍👧‍👦",
  "🇪🇸🇫🇷🇩🇪",
  "👍🏽👍🏽",
  "猫が好き👩‍🚀",
  "n\u0303o\u0301\u0308",
  "Z\u0351\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308",
  "한국어 각각",
  "हिन्दी में क्षत्रिय।",
  "שלום עולם",
  "مرحبا بالعالم؟",
  "\u202Eabc\u202C",
  "ไทยไม่มีช่องว่าง",
  "<|endoftext|>",
  "<|im_start|>user",
  "a\tb\tc",
  "a\u00A0b\u00A0c",
  "a\u200Bb\u200Dc",
  "x\fy\vz",
  "字".repeat(40),
  "a".repeat(90),
  "0123456789".repeat(5),
  "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=".repeat(2),
  "https://example.com/a/very/long/path?with=query&and=more#fragment",
  "&amp;&#0;&copy;",
  "`` ` ``",
  "\\",
  "-".repeat(30),
  " ".repeat(20),
];

const WORDS = ["alpha", "beta", "gamma", "año", "ñandú", "42", "foo_bar"];

export const sentence = fc.constantFrom(...SENTENCES);

/** Sentences with one space between: the unit that a paragraph is made of. */
export const paragraph = fc
  .array(sentence, { minLength: 1, maxLength: 4 })
  .map((sentences) => sentences.join(" "));

/** One to five plain words. */
const phrase = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(" "));

export const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), phrase), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((parts) =>
    fc.constantFrom("", " ").map((between) => parts.join(between))
  );

/** A line that Markdown reads as part of a paragraph and of nothing else. */
const plainLine = phrase.map((words) => `Texto ${words}`);

const title = fc.oneof(
  phrase,
  phrase.map((words) => `\`${words}\``),
  phrase.map((words) => `**${words}** y *más*`),
  phrase.map((words) => `${words} <!-- TODO -->`),
  phrase.map((words) => `[${words}](https://e.com "t")`)
);

/** An ATX heading, its level between 1 and 6. */
export const atxHeading = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    title,
    fc.constantFrom("", " #", " ####")
  )
  .map(([level, text, close]) => `${"#".repeat(level)} ${text}${close}`);

const setextHeading = fc
  .tuple(phrase, fc.constantFrom("===", "---", "=", "----------"))
  .map(([text, rule]) => `Título ${text}\n${rule}`);

/** Puts `first` in front of the first line and `rest` in front of others. */
export function indent(text: string, first: string, rest = first): string {
  return text
    .split("\n")
    .map((line, n) => {
      const prefix = n === 0 ? first : rest;
      return line === "" ? prefix.trimEnd() : prefix + line;
    })
    .join("\n");
}

const codeLine = fc.constantFrom(
  "const a = 1;",
  "# not a heading",
  "    return x;",
  "\tdeep: true",
  "",
  "| a | b |",
  "- item",
  "> quoted",
  "if (a < b) { run(a); } else { stop(b, 'now'); }",
  "<!-- not a comment",
  "---",
  "k:\u00A0v"
);

/** A fenced block, its marker longer than any run inside; maybe unclosed. */
export const fence = fc
  .record({
    mark: fc.constantFrom("```", "~~~", "````", "~~~~~"),
    info: fc.constantFrom("", "js", "python title=x", "sh"),
    lines: fc.array(codeLine, { maxLength: 8 }),
    inner: fc.boolean(),
    longer: fc.boolean(),
    closed: fc.boolean(),
  })
  .map(({ mark, info, lines, inner, longer, closed }) => {
    const inside = inner && mark.length > 3 ? mark.slice(0, 3) : "x";
    const close = longer ? mark + mark[0] : mark;
    return [mark + info, ...lines, inside, ...(closed ? [close] : [])].join(
      "\n"
    );
  });

const closedFence = fence.map((text) => {
  const mark = /^(`+|~+)/.exec(text)![0];
  return text.split("\n").at(-1)!.startsWith(mark) ? text : `${text}\n${mark}`;
});

const cell = fc.constantFrom(
  "1",
  "10,50 €",
  "a\\|b",
  "`c\\|d`",
  '"x, y',
  "",
  "El gato come",
  "**fuerte**",
  "猫",
  "a much longer cell with several words in it"
);

/** A GFM table: any width, alignment, with or without the outer pipes. */
export const table = fc
  .integer({ min: 1, max: 4 })
  .chain((columns) =>
    fc.record({
      header: fc.array(fc.constantFrom("sku", "precio", "a\\|b", "Año"), {
        minLength: columns,
        maxLength: columns,
      }),
      rule: fc.array(fc.constantFrom("---", ":---", "---:", ":---:"), {
        minLength: columns,
        maxLength: columns,
      }),
      rows: fc.array(
        fc.array(cell, { minLength: columns, maxLength: columns }),
        { maxLength: 6 }
      ),
      outer: fc.boolean(),
    })
  )
  .map(({ header, rule, rows, outer }) => {
    const bare = !outer && header.length > 1;
    const line = (cells: string[]) =>
      bare
        ? cells.map((text) => text || "-").join(" | ")
        : `| ${cells.join(" | ")} |`;
    return [header, rule, ...rows].map(line).join("\n");
  });

const htmlBlock = fc.constantFrom(
  "<div>\n  <p>uno <b>dos</b></p>\n</div>",
  "<!--\n# borrador\n\n- no\n-->",
  "<!-- one line -->",
  "<details>\n<summary>Más</summary>\n\nTexto dentro.\n\n</details>",
  "<pre>\n  k:\n\n    v\n</pre>",
  '<h1 align="center">Uno &amp; dos</h1>',
  "<div>\n  <h2>\n    Más\n  </h2>\n  <h3>Sub</h3>\n  Texto.\n</div>"
);

const extension = fc.constantFrom(
  "$$\nE = mc^2\n\nx = 1\n$$",
  ":::note\nTexto dentro.\n\nMás texto.\n:::",
  '!!! warning "Cuidado"\n    Texto dentro.\n\n    Más texto.',
  'import { Chart } from "../chart.js";\nexport const year = 2024;',
  "<Chart\n  year={2024}\n  color='red'\n/>",
  "[^1]: La nota al pie.\n    Sigue aquí.",
  "[ref]: https://example.com 'Título'"
);

const indentedCode = fc
  .array(fc.constantFrom("x = 1", "  y = 2", "# no", "\tz"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((lines) => indent(lines.join("\n"), "    "));

const wrapped = fc
  .array(plainLine, { minLength: 2, maxLength: 4 })
  .map((lines) => lines.join("\n"));

/** Blocks that hold no other block. */
const leaf = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  { weight: 2, arbitrary: wrapped },
  { weight: 3, arbitrary: closedFence },
  { weight: 3, arbitrary: table },
  { weight: 1, arbitrary: hostile.map((text) => `Raro ${text}`) }
);

const bullet = fc.constantFrom("-", "*", "+", "1.", "7)", "10.");

/** A list with what `inside` makes under each lead-in; tight or loose. */
function list(inside: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .record({
      mark: bullet,
      loose: fc.boolean(),
      items: fc.array(
        fc.record({
          lead: paragraph,
          under: fc.option(inside, { freq: 2, nil: undefined }),
          tight: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4 }
      ),
    })
    .map(({ mark, loose, items }) =>
      items
        .map(({ lead, under, tight }) => {
          const text =
            under === undefined
              ? lead
              : lead + (tight && /^[-*+]/.test(under) ? "\n" : "\n\n") + under;
          return indent(text, `${mark} `, " ".repeat(mark.length + 1));
        })
        .join(loose ? "\n\n" : "\n")
    );
}

function quote(inside: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(inside, { minLength: 1, maxLength: 3 })
    .map((blocks) => indent(blocks.join("\n\n"), "> "));
}

const nested = fc.oneof(leaf, list(leaf), quote(leaf));
export const nestedList = list(nested);
export const blockQuote = quote(nested);

const block = fc.oneof(
  { weight: 5, arbitrary: atxHeading },
  { weight: 1, arbitrary: setextHeading },
  { weight: 8, arbitrary: leaf },
  { weight: 3, arbitrary: nestedList },
  { weight: 2, arbitrary: blockQuote },
  { weight: 1, arbitrary: indentedCode },
  { weight: 1, arbitrary: htmlBlock },
  { weight: 1, arbitrary: extension },
  { weight: 1, arbitrary: fc.constantFrom("---", "***", "_ _ _") },
  { weight: 1, arbitrary: hostile }
);

const frontMatter = fc.constantFrom(
  "---\ntitle: Guía\ntags:\n- x\n---",
  "---\ntitle: 'A: b'\ndraft: true\nn: 3\n---",
  "---\nautor:\n  nombre: Ana\n# comment\nlang: es\n---"
);

/** Their names, and what they are. */
export const lineEnds = [
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
] as const;

/** Turns "\n" into another line end. */
export function withLineEnds(text: string, end: string): string {
  return end === "\n" ? text : text.replace(/\n/g, end);
}

export const lineEnd = fc.oneof(
  { weight: 6, arbitrary: fc.constant("\n") },
  { weight: 2, arbitrary: fc.constant("\r\n") },
  { weight: 1, arbitrary: fc.constant("\r") }
);

/** A whole Markdown document, mostly small. */
export const markdownDocument = fc
  .record({
    front: fc.option(frontMatter, { freq: 8, nil: undefined }),
    lead: fc.constantFrom("", "", "", "\n", "\n  \n"),
    blocks: fc.array(fc.tuple(block, fc.constantFrom("\n\n", "\n\n\n")), {
      maxLength: 7,
    }),
    last: fc.option(
      fc.oneof(
        fence,
        fence.map((text) => indent(`Lead.\n\n${text}`, "- ", "  ")),
        fence.map((text) => indent(text, "> "))
      ),
      { freq: 6, nil: undefined }
    ),
    end: lineEnd,
    tail: fc.constantFrom("", "\n", "\n\n  \n"),
  })
  .map(({ front, lead, blocks, last, end, tail }) => {
    const body = blocks.map(([text, gap]) => text + gap).join("");
    const head = front === undefined ? lead : `${front}\n\n`;
    return withLineEnds(head + body + (last ?? "") + tail, end);
  });

/** Plain text: paragraphs, wrapped lines, hostile runs, blank lines. */
export const proseDocument = fc
  .record({
    parts: fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 5, arbitrary: paragraph },
          { weight: 1, arbitrary: wrapped },
          { weight: 2, arbitrary: hostile }
        ),
        fc.constantFrom("\n\n", "\n\n", "\n \n\n", "\n\n\t\n")
      ),
      { maxLength: 7 }
    ),
    end: lineEnd,
  })
  .map(({ parts, end }) =>
    withLineEnds(parts.map(([text, gap]) => text + gap).join(""), end)
  );

/** Any of the above, and now and then arbitrary Unicode or code units. */
export const anyDocument = fc.oneof(
  { weight: 6, arbitrary: markdownDocument },
  { weight: 3, arbitrary: proseDocument },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 120 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
      .map((units) => String.fromCharCode(...units)),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(..."#-`~>|*: \n\r\ta1.)$!<["), { maxLength: 80 })
      .map((marks) => marks.join("")),
  }
);

/** Limits from 1 to 600, small ones more often; any overlap below the size. */
export const sizeAndOverlap = fc
  .oneof(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 20, max: 200 }),
    fc.integer({ min: 1, max: 600 })
  )
  .chain((chunkSize) =>
    fc.record({
      chunkSize: fc.constant(chunkSize),
      chunkOverlap: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: chunkSize - 1 })
      ),
    })
  );

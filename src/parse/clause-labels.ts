/** What a clause is called: from the widest to the narrowest. */
export type ClauseKind =
  | "annex"
  | "division"
  | "book"
  | "part"
  | "title"
  | "chapter"
  | "body"
  | "number";

/** How a clause begins: `Artículo 5.`, `CLÁUSULA PRIMERA.-`, `5.2.1`. */
export interface ClauseLabel {
  kind: ClauseKind;
  /** Which word it is, in English: "article", "section", "clause", "number". */
  word: string;
  /** The components of its number, where it is written in digits. */
  number?: number[];
  /** The length of the label, with the marks and blanks behind it. */
  length: number;
  /** What follows on its line. */
  rest: string;
}

const WORDS: Record<string, [kind: ClauseKind, words: string]> = {
  annex: [
    "annex",
    "annex appendix schedule exhibit attachment addendum anexo anejo apéndice " +
      "adenda disposición disposicion",
  ],
  book: ["book", "book libro"],
  part: ["part", "part parte"],
  title: ["title", "title título titulo"],
  chapter: ["chapter", "chapter capítulo capitulo"],
  section: ["body", "section sec § sección seccion"],
  article: ["body", "article art artículo articulo"],
  clause: ["body", "clause cláusula clausula estipulación estipulacion pacto"],
};

const KEYWORDS = new Map(
  Object.entries(WORDS).flatMap(([word, [kind, names]]) =>
    names.split(" ").map((name) => [name, { word, kind }] as const)
  )
);

/** What stands alone in capitals over a part of a contract or a judgment. */
const DIVISIONS = new Set(
  (
    "RECITALS BACKGROUND WHEREAS WITNESSETH PREAMBLE PARTIES DEFINITIONS " +
    "REUNIDOS COMPARECEN INTERVIENEN EXPONEN EXPOSITIVO EXPOSITIVOS " +
    "MANIFIESTAN DECLARAN DECLARACIONES ANTECEDENTES CONSIDERANDO " +
    "CONSIDERANDOS PREÁMBULO DEFINICIONES ACUERDAN OTORGAN CLÁUSULAS " +
    "CLAUSULAS ESTIPULACIONES PACTOS HECHOS FALLO"
  ).split(" ")
);

const TENS =
  "(?:vi|tri|cuadra|quincua)g[eé]sim|d[eé]cim|und[eé]cim|duod[eé]cim";
const UNITS =
  "primer|segund|tercer|cuart|quint|sext|s[eé]ptim|octav|noven|" + TENS;
const SPANISH = `(?:(?:${TENS})o?)?(?:${UNITS})[ao]?|[uú]nic[ao]`;
const OTHERS =
  "preliminar|final|adicional|transitoria|derogatoria|first|second|third|" +
  "fourth|fifth|sixth|seventh|eighth|ninth|tenth|one|two|three|four|five|six|" +
  "seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|" +
  "seventeen|eighteen|nineteen|twenty";
const words = (each: string): string =>
  `(?:${each})(?:[ \\t]+(?:y[ \\t]+)?(?:${each}))*(?!\\p{L})`;

const ORDINAL = new RegExp(`^${words(`${SPANISH}|${OTHERS}`)}`, "iu");
const ORDINAL_CLAUSE = new RegExp(
  `^(?=\\p{Lu})(?:${words(SPANISH)})[ \\t]*(?:\\.?[ \\t]*[-–—]|[.:])[ \\t]*`,
  "iu"
);
const DIGITS =
  /^(\d{1,3}(?:\.\d{1,3})*)(?:\.?[ºª°]|[ \t]?(?:bis|ter|quater)\b|(?:st|nd|rd|th)\b)?/;
const LETTERS = /^(?:[IVXLC]{1,7}|[A-Z])(?![\p{L}\d])/u;
/** Behind a label: `.`, `.-`, `:`, `)`, `—`, or nothing. */
const MARK = /^[ \t]*(?:[.:)]{0,2}[ \t]*[-–—]|[.:)])?(?=\s|$|\p{Lu})[ \t]*/u;
const NUMBERED =
  /^(\d{1,2}(?:\.\d{1,3})+|\d{1,3}(?=[.)]|[ \t]?[-–—]))(?:[.)]?[ \t]*[-–—]|[.)])?(?:[ \t]+|$)/;

/** Whether a title or a sentence begins here. */
const isOpening = (text: string): boolean =>
  text === "" || /^["'“‘«(¿¡[*_]*[\p{Lu}\p{Lt}\p{Lo}\d]/u.test(text);

/** Reads the label at the start of a line without its indentation. */
export function readClauseLabel(line: string): ClauseLabel | undefined {
  return (
    readDivision(line) ??
    readKeyword(line) ??
    readOrdinal(line) ??
    readNumber(line)
  );
}

/** `CLÁUSULAS`, `R E U N I D O S`. */
function readDivision(line: string): ClauseLabel | undefined {
  const name = line.replace(/[ \t]*:$/, "");
  const isSpaced = /^\p{L}(?: \p{L})+$/u.test(name);
  if (!DIVISIONS.has(isSpaced ? name.replaceAll(" ", "") : name)) {
    return undefined;
  }
  const { length } = line;
  return { kind: "division", word: "division", length, rest: "" };
}

function readKeyword(line: string): ClauseLabel | undefined {
  const match = /^(?:(\p{L}{3,12})\.?[ \t]+|§[ \t]*)/u.exec(line);
  if (match === null) return undefined;
  const keyword = KEYWORDS.get((match[1] ?? "§").toLowerCase());
  // A label begins with a capital: "article 5" is in the middle of a sentence.
  if (keyword === undefined || /^\p{Ll}/u.test(line)) return undefined;
  const behind = line.slice(match[0].length);
  const digits = DIGITS.exec(behind);
  const number = digits ?? LETTERS.exec(behind) ?? ORDINAL.exec(behind);
  if (number === null) return undefined;
  const mark = MARK.exec(behind.slice(number[0].length));
  if (mark === null) return undefined;
  const length = match[0].length + number[0].length + mark[0].length;
  const rest = line.slice(length);
  const isMarked = mark[0].trim() !== "" || rest === "";
  if (!isMarked && !/^["“«(]?\p{Lu}/u.test(rest)) return undefined;
  const components = digits?.[1].split(".").map(Number);
  return { ...keyword, number: components, length, rest };
}

/** `PRIMERA.- Objeto`: a clause in all but its name. */
function readOrdinal(line: string): ClauseLabel | undefined {
  const match = ORDINAL_CLAUSE.exec(line);
  if (match === null || /^\p{Ll}/u.test(line)) return undefined;
  const rest = line.slice(match[0].length);
  if (!isOpening(rest)) return undefined;
  return { kind: "body", word: "clause", length: match[0].length, rest };
}

/** `5.2.1 Text`, `5. TITLE`, `5) Title`. */
function readNumber(line: string): ClauseLabel | undefined {
  const match = NUMBERED.exec(line);
  if (match === null) return undefined;
  const rest = line.slice(match[0].length);
  if (!isOpening(rest) || /^\d/.test(rest)) return undefined;
  const number = match[1].split(".").map(Number);
  return {
    kind: "number",
    word: "number",
    number,
    length: match[0].length,
    rest,
  };
}

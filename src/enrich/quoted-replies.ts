import type { Document, DocumentInterface } from "@langchain/core/documents";
import { Lines } from "../lines.js";
import type { Span } from "../outline.js";
import type { Pace } from "../concurrency.js";
import { SourceFilter } from "./filter.js";
import { keepRest, keepSpans } from "./kept.js";

/** "On 3 May 2024, Ana wrote:", also over two or three lines. */
const WROTE =
  /^(?:On\b.{4,300}\bwrote|El\b.{4,300}\bescribi(?:ó|o)|.{4,200}\b(?:wrote|escribió))\s*:$/isu;

const ORIGINAL =
  /^[-_=\s]*(?:Original Message|Original Appointment|Forwarded message|Begin forwarded message|Mensaje original|Mensaje reenviado)[-_=\s:]*$/iu;

const FIELDS =
  /^\**(From|Sent|To|Subject|Date|Cc|De|Enviado(?: el)?|Para|Asunto|Fecha|CC)\**\s*:/iu;

const SENT_FROM =
  /^(?:Sent from my\b|Get Outlook for\b|Enviado desde mi\b|Obtener Outlook para\b|Enviado desde Outlook\b).{0,80}$/iu;

/** How many lines an attribution or the fields of a message may take. */
const ATTRIBUTION_LINES = 3;

/** How many lines a signature may have below "--". */
const SIGNATURE_LINES = 5;

type Kind = "quotes" | "signatures";

/**
 * Takes the quoted history and the signatures out of e-mails and tickets, in
 * English and Spanish: "On … wrote:", "El … escribió:", "-----Original
 * Message-----", "De: / Enviado: / Para: / Asunto:", lines that start with
 * ">", "-- " and what follows it ("--" only above a few lines at the end), "Sent
 * from my …".
 *
 * What comes behind a quote stays, since people answer below and in between; a
 * copy that is not marked by ">" goes to the end of the text.
 * `metadata.loc.removed` counts `quotes`, `signatures` and `characters`;
 * `metadata.loc.kept` lets splitters give `loc` in the original. A document of
 * which nothing would be left stays whole.
 *
 * @example
 * ```ts
 * import { Document } from "@langchain/core/documents";
 * import { QuotedReplies } from "langchain-seams";
 *
 * const pageContent = "Yes.\n\nOn Monday, Ana wrote:\n> Does it work?";
 * const [mail] = await new QuotedReplies().invoke([
 *   new Document({ pageContent }),
 * ]);
 * console.log(mail.pageContent.trim()); // "Yes."
 * ```
 */
export class QuotedReplies extends SourceFilter {
  static override lc_name(): string {
    return "QuotedReplies";
  }

  protected override async filter(
    documents: readonly DocumentInterface[],
    pace: Pace
  ): Promise<Document[]> {
    const filtered: Document[] = [];
    for (const document of documents) {
      await pace();
      filtered.push(withoutQuotes(document));
    }
    return filtered;
  }
}

function withoutQuotes(document: DocumentInterface): Document {
  const { pageContent: text } = document;
  const { spans, counts } = findQuotes(text);
  const kept = keepRest(text, spans);
  const isLeft = kept.some(
    ({ start, end }) => text.slice(start, end).trim() !== ""
  );
  if (isLeft) return keepSpans(document, kept, counts);
  const all = [{ start: 0, end: text.length }];
  return keepSpans(document, all, { quotes: 0, signatures: 0 });
}

function findQuotes(text: string): {
  spans: Span[];
  counts: Record<Kind, number>;
} {
  const lines = new Lines(text);
  const words: string[] = [];
  for (let line = 0; line < lines.count; line += 1) {
    const { start, end } = lines.span(line);
    words.push(text.slice(start, end).replace(/[\r\n]+$/, ""));
  }
  const spans: Span[] = [];
  const counts = { quotes: 0, signatures: 0 };
  const take = (kind: Kind, from: number, to: number): void => {
    const { start, end } = lines.span(from, to);
    // Form feeds stay: they number the pages.
    for (const { 0: part, index } of text
      .slice(start, end)
      .matchAll(/[^\f]+/g)) {
      const at = start + index;
      spans.push({ start: at, end: at + part.length });
    }
    counts[kind] += 1;
  };
  for (let line = 0; line < words.length; line += 1) {
    if (words[line].trim() === "") continue;
    const wrote = attributionAt(words, line);
    const behind = wrote ?? line;
    const end = quoteEnd(words, behind);
    if (end > behind) {
      take("quotes", line, end);
      line = end - 1;
    } else if (wrote !== undefined || startsCopy(words, line)) {
      take("quotes", line, words.length);
      break;
    } else if (startsSignature(words, line)) {
      const to = signatureEnd(words, line + 1);
      take("signatures", line, to);
      line = to - 1;
    }
  }
  return { spans, counts };
}

/** The line behind "On … wrote:", if one starts here. */
function attributionAt(
  words: readonly string[],
  line: number
): number | undefined {
  let joined = "";
  for (let k = line; k < line + ATTRIBUTION_LINES; k += 1) {
    const next = words[k]?.trim() ?? "";
    if (next === "" || next.length > 300) return undefined;
    joined = joined === "" ? next : `${joined} ${next}`;
    // A sentence that ends in "wrote:" is no attribution without a date
    // or a quote behind it.
    const isDated = /\d/.test(joined) || quoteEnd(words, k + 1) > k + 1;
    if (isDated && WROTE.test(joined)) return k + 1;
    if (!/^(?:On|El)\b/iu.test(joined)) return undefined;
  }
  return undefined;
}

/** The line behind the quoted lines that start here, blank ones between. */
function quoteEnd(words: readonly string[], line: number): number {
  let end = line;
  let k = line;
  for (; k < words.length; k += 1) {
    if (/^\s{0,3}>/.test(words[k])) end = k + 1;
    else if (words[k].trim() !== "") break;
  }
  return end;
}

/** Whether a copy of another message starts here: a rule or its fields. */
function startsCopy(words: readonly string[], line: number): boolean {
  if (ORIGINAL.test(words[line].trim()) && /[-_=]|:$/.test(words[line])) {
    return true;
  }
  const names = new Set<string>();
  for (let k = line; k < words.length && k < line + 6; k += 1) {
    const match = FIELDS.exec(words[k].trim());
    if (!match) break;
    names.add(match[1].toLowerCase());
  }
  const isFrom = names.has("from") || names.has("de");
  return isFrom && names.size >= 3;
}

/**
 * RFC 3676, 4.3: "-- " is the line above a signature. Where the blank was lost,
 * only a few lines at the end are one: "--" stands in code and tables too.
 */
function startsSignature(words: readonly string[], line: number): boolean {
  if (words[line] === "-- " || SENT_FROM.test(words[line])) return true;
  if (words[line] !== "--" || (words[line - 1] ?? "").trim() !== "") {
    return false;
  }
  let end = line + 1;
  while (end < words.length && words[end].trim() !== "") {
    if (endsSignature(words, end)) return true;
    end += 1;
    if (end > line + 1 + SIGNATURE_LINES) return false;
  }
  while (end < words.length && words[end].trim() === "") end += 1;
  return end === words.length || endsSignature(words, end);
}

/** A signature ends with the text, or where a quote starts. */
function signatureEnd(words: readonly string[], line: number): number {
  for (let k = line; k < words.length; k += 1) {
    if (endsSignature(words, k)) return k;
  }
  return words.length;
}

const endsSignature = (words: readonly string[], line: number): boolean =>
  /^\s{0,3}>/.test(words[line]) ||
  startsCopy(words, line) ||
  attributionAt(words, line) !== undefined;

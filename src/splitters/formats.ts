import { languageNamed } from "../parse/languages.js";
import type { Metadata } from "../documents/metadata.js";

/** How a document is written, as far as that decides what splits it. */
export type DocumentFormat =
  "markdown" | "html" | "table" | "transcript" | "pages" | "code";

const EXTENSIONS: Record<Exclude<DocumentFormat, "code">, string> = {
  markdown: "md mdx markdown mkd qmd rmd",
  html: "html htm xhtml",
  table: "csv tsv",
  transcript: "vtt srt",
  pages: "pdf",
};

const MIME_TYPES: Record<string, DocumentFormat> = {
  "text/markdown": "markdown",
  "text/x-markdown": "markdown",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/csv": "table",
  "text/tab-separated-values": "table",
  "text/vtt": "transcript",
  "application/x-subrip": "transcript",
  "application/pdf": "pages",
};

const formats = new Map(
  Object.entries(EXTENSIONS).flatMap(([format, extensions]) =>
    extensions
      .split(" ")
      .map((name) => [name, format as DocumentFormat] as const)
  )
);

const FILE_KEYS = "source file_path filePath path filename fileName url".split(
  " "
);
const MIME_KEYS = "mimeType mime_type contentType content_type blobType".split(
  " "
);

/** The extension of the file of a document, in lower case, without its dot. */
export function extensionOf(metadata: Metadata): string | undefined {
  for (const key of FILE_KEYS) {
    const value = metadata[key];
    if (typeof value !== "string") continue;
    const [path] = value.split(/[?#]/, 1);
    const extension = /[^\\/]\.([^./\\\s]+)$/.exec(path)?.[1];
    if (extension !== undefined) return extension.toLowerCase();
  }
  return undefined;
}

/** The MIME type of a document, in lower case, without its parameters. */
export function mimeTypeOf(metadata: Metadata): string | undefined {
  for (const key of MIME_KEYS) {
    const value = metadata[key];
    if (typeof value !== "string" || value === "") continue;
    return value.split(";", 1)[0].trim().toLowerCase();
  }
  return undefined;
}

/** The language of a document of code, by the same. */
export function languageOf(metadata: Metadata): string | undefined {
  const extension = extensionOf(metadata);
  if (extension !== undefined) return languageNamed(`.${extension}`)?.name;
  // text/x-python, application/javascript, text/x-java-source
  const type = mimeTypeOf(metadata) ?? "";
  const [, name = ""] =
    /^(?:text|application)\/(?:x-)?(.+?)(?:-source|-src)?$/.exec(type) ?? [];
  return languageNamed(name)?.name;
}

/** The format of a document: by its extension, or else by its MIME type. */
export function formatOf(metadata: Metadata): DocumentFormat | undefined {
  const byName = formats.get(extensionOf(metadata) ?? "");
  const format = byName ?? MIME_TYPES[mimeTypeOf(metadata) ?? ""];
  return format ?? (languageOf(metadata) === undefined ? undefined : "code");
}

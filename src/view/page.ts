import { createHash } from "node:crypto";
import { Html, markup, type HtmlValue } from "./html.js";
import { THEME } from "./theme.js";

/** The parts of a page. `style` and `script` are code of this package. */
export interface PageParts {
  title: string;
  style: string;
  script: string;
  body: HtmlValue;
}

/**
 * A page in one file: no request leaves it, and of all scripts that might get
 * into it only `script` runs.
 */
export function renderPage({ title, style, script, body }: PageParts): string {
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    `script-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="langchain-seams">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(THEME + style)}</style>
</head>
<body>
${body}
<script>${new Html(script)}</script>
</body>
</html>
`.toString();
}

/** How a chunk looks, on every page that shows some. */
export const CHUNK_STYLE = `
.chunk { display: grid; grid-template-columns: 4.75rem minmax(0, 1fr);
  outline-offset: -2px; margin-bottom: 3px; border-radius: 3px;
  content-visibility: auto;
  contain-intrinsic-block-size: auto calc(1rem +
    max(var(--lines), var(--units) / var(--columns)) * 1.3rem); }
.number { padding: .4375rem .625rem 0 0; text-align: end; font-size: .8125rem;
  line-height: 1.3; user-select: none; }
.size { display: block; color: var(--soft); font-size: .6875rem;
  white-space: nowrap; }
.text { min-width: 0; }
.chunk .own { padding: .375rem .75rem; border-inline-start: 3px solid;
  min-height: .75rem; border-radius: 0 3px 3px 0; }
.even .own { background: var(--a); border-color: var(--a-edge); }
.odd .own { background: var(--b); border-color: var(--b-edge); }
.cut .own::before { content: "… "; color: var(--soft); }
.more .own::after { content: " …"; color: var(--soft); }
.added, .gap { padding: .25rem .75rem .375rem; margin-block: 2px; }
.added { background: var(--added); border: 1px dashed var(--added-edge);
  border-radius: 3px; }
.gap { background: var(--bad); border-inline-start: 3px double
  var(--bad-edge); }
.tag { font-size: .6875rem; line-height: 1.5; color: var(--added-ink);
  user-select: none; }
.gap .tag { color: var(--bad-ink); }
`;

/** The look of the page that shows chunks. */
export const STYLE = `
body { height: 100vh; height: 100dvh; display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto; overflow: hidden; }
.top { display: flex; flex-wrap: wrap; align-items: baseline;
  gap: .125rem 1rem; padding: .75rem 1.25rem .625rem; }
.top h1 { font-size: 1.125rem; overflow-wrap: anywhere; }
.top > p { color: var(--soft); font-size: .8125rem; }
.legend { display: flex; flex-wrap: wrap; gap: .125rem 1rem;
  margin-inline-start: auto; color: var(--soft); font-size: .8125rem; }
.swatch { display: inline-block; width: 1rem; height: .75rem;
  vertical-align: -.0625rem; border: 1px solid var(--strong-rule);
  border-radius: 2px; }
.swatch.even { background: var(--a); border-color: var(--a-edge); }
.swatch.odd { background: var(--b); border-color: var(--b-edge);
  margin-inline-start: 2px; }
.swatch.over { padding: 0; }
.swatch.added { background: var(--added); padding: 0; margin: 0;
  border: 1px dashed var(--added-edge); }
.panes { display: grid; grid-auto-flow: column; min-height: 0;
  grid-auto-columns: minmax(0, 1fr); border-block: 1px solid var(--rule); }
.pane { display: grid; grid-template-rows: auto minmax(0, 1fr);
  min-height: 0; --columns: 104; }
.pane + .pane { border-inline-start: 1px solid var(--rule); }
.pane:not(:only-child) { --columns: 72; }
.pane h2 { font-size: .9375rem; padding: .5rem 1.25rem;
  border-bottom: 1px solid var(--rule); background: var(--raised);
  overflow-wrap: anywhere; }
.chunks { font-weight: 400; color: var(--soft);
  margin-inline-start: .5em; white-space: nowrap; }
.scroll { overflow: auto; overscroll-behavior: contain; outline-offset: -2px;
  padding: 0 1.25rem 3rem; position: relative; scrollbar-gutter: stable; }
.scroll > * { max-width: 60rem; margin-inline: auto; }
.sum { padding-inline-start: 4.75rem; display: flex; flex-wrap: wrap;
  gap: 1rem 2.5rem; align-items: center;
  padding-block: 1.25rem 1.5rem; }
.sum dl { display: grid; gap: .125rem; font-size: .8125rem; }
.sum dl div { display: flex; gap: .75rem; }
.sum dt { color: var(--soft); min-width: 11.5rem; }
.none { padding: 2rem 0; color: var(--soft); }
.chunk.on .own { box-shadow: inset 0 0 0 1px currentColor; }
.chunk.on .number { font-weight: 600; }
.chunk.on .size { color: var(--ink); }
.even.on .own { box-shadow: inset 0 0 0 1px var(--a-edge); }
.odd.on .own { box-shadow: inset 0 0 0 1px var(--b-edge); }
.over.on { text-decoration: underline 2px; text-underline-offset: .25em;
  text-decoration-color: var(--strong-rule); text-decoration-skip-ink: none; }
.details { display: flex; gap: 1rem; align-items: center;
  padding: .5rem 1.25rem; min-height: 4.75rem; background: var(--raised);
  font-size: .8125rem; }
.about { flex: 1; min-width: 0; }
.hint { color: var(--soft); }
kbd { font: inherit; color: var(--ink); border: 1px solid var(--rule);
  border-radius: 4px; padding: 0 .25em; }
.about .path { font-weight: 600; unicode-bidi: isolate; display: -webkit-box;
  -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2;
  overflow: hidden; overflow-wrap: anywhere; }
.about dl { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.about dl div { display: flex; gap: .375rem; min-width: 0; }
.about dt { color: var(--soft); }
.about dd { overflow-wrap: anywhere; }
.steps { display: flex; gap: .375rem; }
.steps button { width: 2.5rem; height: 2.5rem; line-height: 1; }
@media (hover: none) { .keys { display: none; } }
@media (max-width: 48rem) {
  .top { padding: .5rem .75rem; gap: 0 .75rem; }
  .top h1 { font-size: 1rem; }
  .legend { margin-inline-start: 0; font-size: .75rem; gap: 0 .75rem; }
  .top > p { font-size: .75rem; }
  .panes { grid-auto-flow: row; grid-auto-rows: minmax(0, 1fr); }
  .pane, .pane:not(:only-child) { --columns: 42; }
  .pane + .pane { border-inline-start: 0;
    border-block-start: 2px solid var(--strong-rule); }
  .pane h2 { padding: .25rem .75rem; }
  .scroll { padding-inline: .5rem; scrollbar-gutter: auto; }
  .sum { padding: .75rem 0 1rem; gap: .75rem; }
  .sum dt { min-width: 0; }
  .chunk { grid-template-columns: 2.25rem minmax(0, 1fr); }
  .number { padding-inline-end: .375rem; }
  .source { font-size: .75rem; }
  .unit { display: none; }
  .details { padding: .5rem .75rem; min-height: 6.25rem; gap: .75rem; }
  .about { font-size: .75rem; }
  .about dl { gap: 0 .75rem; }
  .about .path { -webkit-line-clamp: 1; line-clamp: 1; }
  .steps { flex-direction: column; }
}
@media print {
  body { display: block; height: auto; overflow: visible; }
  .scroll { overflow: visible; }
  .details { display: none; }
  .chunk { content-visibility: visible; }
}
`;

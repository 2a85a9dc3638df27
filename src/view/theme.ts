/**
 * Colours and type that all pages share. Text has a contrast of 4.5 or more on
 * every ground that it stands on, in light and in dark.
 */
export const THEME = `
:root {
  color-scheme: light dark;
  --ground: #fcfbf9; --raised: #ffffff; --ink: #1f2328; --soft: #59616b;
  --rule: #e2dfd8; --strong-rule: #8d8a83; --focus: #1a5fb4;
  --a: #eaf1fa; --a-edge: #3a71b0; --b: #faf0de; --b-edge: #a06a14;
  --hatch: rgb(31 35 40 / .13);
  --added: #f3edfb; --added-edge: #7a55b0; --added-ink: #5f3d92;
  --bad: #fdeceb; --bad-edge: #b3261e; --bad-ink: #9c1f18;
  --mark: #ffe27a; --mark-ink: #1f2328; --bar: #6a8fbb;
  --s1: #2f6db3; --s2: #b0580f; --s3: #23805a; --s4: #8b4ba8; --s5: #b5366b;
  --s6: #6b6f1d; --s7: #0f7f8c; --s8: #6d5a4a;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, "Cascadia Mono", Menlo,
    Consolas, "Liberation Mono", "Noto Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --raised: #1c2025; --ink: #e3e5e8; --soft: #a2abb6;
    --rule: #2e343b; --strong-rule: #727b86; --focus: #8cbcf5;
    --a: #182635; --a-edge: #6ba3df; --b: #2b2417; --b-edge: #cf9c46;
    --hatch: rgb(227 229 232 / .13);
    --added: #251f33; --added-edge: #a98bdc; --added-ink: #c9b3ef;
    --bad: #35191a; --bad-edge: #f0867e; --bad-ink: #f7a9a3;
    --mark: #6b5510; --mark-ink: #fff6d6; --bar: #5d86b5;
    --s1: #74aef0; --s2: #e9a35c; --s3: #63c39a; --s4: #c695e0; --s5: #f08bb4;
    --s6: #bfc25f; --s7: #5cc5d1; --s8: #c2ab97;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 var(--sans); font-variant-numeric: tabular-nums;
}
h1, h2, h3, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
h1, h2, h3 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
ul, ol { list-style: none; }
button {
  font: inherit; color: inherit; background: var(--raised);
  border: 1px solid var(--strong-rule); border-radius: 6px; cursor: pointer;
}
button:hover { border-color: var(--ink); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.hidden {
  position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
svg { display: block; max-width: 100%; height: auto; }
svg text { font: 11px var(--sans); fill: var(--soft); }
svg .axis { stroke: var(--strong-rule); stroke-width: 1; }
svg .grid { stroke: var(--rule); stroke-width: 1; }
svg .bar { fill: var(--bar); }
svg .limit { stroke: var(--ink); stroke-dasharray: 3 3; }
.source {
  white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4;
  unicode-bidi: plaintext; font: .8125rem/1.6 var(--mono);
}
.source span, .source mark { unicode-bidi: isolate; }
.over, .swatch.over {
  background-image: repeating-linear-gradient(
    135deg, var(--hatch) 0 2px, transparent 2px 6px);
}
.over { padding-block: .2em; box-decoration-break: clone;
  -webkit-box-decoration-break: clone; }
`;

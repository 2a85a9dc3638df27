/** The look of the report page, beside what it shares with the view. */
export const STYLE = `
body { padding: 0 1.25rem 4rem; }
body > * { max-width: 72rem; margin-inline: auto; }
.top { padding-block: 2.5rem 0; }
.top h1 { font-size: 1.75rem; letter-spacing: -.01em;
  overflow-wrap: anywhere; }
.top p { color: var(--soft); margin-top: .25rem; }
.about { display: flex; flex-wrap: wrap; gap: .125rem 0; margin-top: .5rem;
  font-size: .875rem; color: var(--soft); }
.about li:not(:last-child)::after { content: "·"; padding-inline: .625rem; }
section { margin-top: 2rem; padding-top: 1.5rem;
  border-top: 1px solid var(--rule); }
section h2 { font-size: 1.25rem; margin-bottom: .5rem; }
section h3 { font-size: 1rem; }
.note { color: var(--soft); font-size: .875rem; max-width: 44rem; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem;
  font-size: .875rem; margin-block: .25rem 1rem; }
.figures { display: grid; gap: 2rem 3rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  align-items: start; }
svg.chart { width: 100%; max-width: 36rem; margin-block: .5rem .25rem; }
.sizes .histogram { width: 100%; max-width: 32rem; margin-top: .5rem; }
.sizes .bar { fill: var(--c); }
svg.chart text { font-size: 12px; }
.mark { display: inline-block; vertical-align: -.0625em; }
.s1 { --c: var(--s1); } .s2 { --c: var(--s2); } .s3 { --c: var(--s3); }
.s4 { --c: var(--s4); } .s5 { --c: var(--s5); } .s6 { --c: var(--s6); }
.s7 { --c: var(--s7); } .s8 { --c: var(--s8); }
.dot { fill: var(--c); stroke: var(--ground); stroke-width: 1; }
.line { fill: none; stroke: var(--c); stroke-width: 1.75; }
.whisker { stroke: var(--c); stroke-width: 1.25; opacity: .75; }
.band { fill: var(--c); opacity: .12; }
.choice { border: 0; margin: .5rem 0 0; padding: 0; display: flex;
  flex-wrap: wrap; align-items: center; gap: .5rem; font-size: .875rem; }
.choice legend { float: left; padding: 0; margin-inline-end: .75rem;
  color: var(--soft); }
.choice > div { display: flex; flex-wrap: wrap; gap: .25rem; }
.choice label { position: relative; cursor: pointer; }
.choice input { position: absolute; inset: 0; opacity: 0; margin: 0;
  cursor: pointer; }
.choice span { display: block; padding: .25rem .75rem; border-radius: 6px;
  border: 1px solid var(--rule); background: var(--raised); }
.choice label:hover span { border-color: var(--strong-rule); }
.choice input:checked + span { background: var(--ink); color: var(--ground);
  border-color: var(--ink); }
.choice input:focus-visible + span { outline: 2px solid var(--focus);
  outline-offset: 2px; }
[hidden] { display: none !important; }
.wide { overflow-x: auto; margin-block: .75rem 1.5rem; }
table { border-collapse: collapse; font-size: .875rem; min-width: 100%; }
.few table { min-width: min(100%, 40rem); }
th, td { padding: .5rem .75rem; text-align: end; vertical-align: top;
  border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child { text-align: start; padding-inline-start: 0; }
thead th { font-weight: 500; color: var(--soft);
  border-bottom-color: var(--strong-rule); }
tbody th { font-weight: 500; white-space: normal; min-width: 8rem; }
td small, th small { color: var(--soft); font-size: .75rem;
  font-weight: 400; }
td small { display: block; }
.best { font-weight: 700; }
.better { color: var(--s3); font-weight: 600; }
.worse { color: var(--bad-ink); font-weight: 600; }
.level { color: var(--soft); }
.meanings { display: grid; gap: .125rem; font-size: .875rem; }
.meanings div { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.meanings dt { font-weight: 500; min-width: 7.5rem; }
.meanings dd { color: var(--soft); }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem;
  align-items: center; margin-block: 1.5rem .75rem; font-size: .875rem; }
.filters select { font: inherit; color: inherit; padding: .3125rem .5rem;
  background: var(--raised); border: 1px solid var(--strong-rule);
  border-radius: 6px; max-width: 60vw; }
.filters output { color: var(--soft); margin-inline-start: auto; }
.miss { border-top: 1px solid var(--rule); content-visibility: auto;
  contain-intrinsic-block-size: auto 3.75rem; }
.miss:last-child { border-bottom: 1px solid var(--rule); }
.miss summary { padding: .625rem .25rem .625rem 1.25rem; cursor: pointer;
  outline-offset: -2px; position: relative; list-style: none; }
.miss summary::-webkit-details-marker { display: none; }
.miss summary::before { content: "›"; position: absolute; left: .25rem;
  color: var(--soft); }
.miss[open] summary::before { transform: rotate(90deg); }
.miss summary:hover .question { text-decoration: underline; }
.question { display: block; overflow-wrap: anywhere; unicode-bidi: isolate; }
.miss[open] .question { font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: 0 1.25rem;
  color: var(--soft); font-size: .8125rem; overflow-wrap: anywhere; }
.excerpt { padding: .25rem 0 1.25rem 1.25rem; }
.excerpt .chunk { grid-template-columns: 6.5rem minmax(0, 1fr);
  content-visibility: visible; }
.out .own { border-inline-start-style: dashed; }
mark { background: var(--mark); color: var(--mark-ink); border-radius: 2px;
  padding-block: .125em; box-decoration-break: clone;
  -webkit-box-decoration-break: clone; }
.problems { font-size: .875rem; display: grid; gap: .375rem;
  overflow-wrap: anywhere; }
@media (max-width: 48rem) {
  body { padding-inline: 1rem; }
  .top { padding-top: 1.5rem; }
  .top h1 { font-size: 1.375rem; }
  .excerpt { padding-inline-start: 0; }
  .excerpt .chunk { display: block; }
  .excerpt .number { display: flex; flex-wrap: wrap; gap: 0 .75rem;
    text-align: start; padding-block: .375rem .125rem; }
  th, td { padding-inline: .5rem; }
  .wide { margin-inline: -1rem; padding-inline: 1rem; }
}
`;

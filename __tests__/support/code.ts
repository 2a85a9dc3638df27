/** fast-check generators of TypeScript: whole units, broken ones, any text. */
import fc from "fast-check";
import {
  HOSTILE,
  anyDocument,
  hostile,
  indent,
  paragraph,
} from "./documents.js";

const name = fc.constantFrom("a", "sum", "Ñandú", "toString", "valueOfAll");
const value = fc.oneof(
  fc.constantFrom("1", "[1, 2]", "`x${a}`", "(b) => b + 1", "class {}"),
  fc
    .constantFrom(...HOSTILE.filter((text) => !/[\f\\]/.test(text)))
    .map((text) => `"${text}"`)
);
const comment = fc.oneof(
  paragraph.map((text) => `// ${text}`),
  paragraph.map((text) => `/**\n * ${text}\n */`),
  fc.constant("@decorated()")
);

const { unit } = fc.letrec<{ unit: string; body: string }>((tie) => ({
  unit: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(name, value).map(([a, b]) => `export const ${a} = ${b};`),
    comment,
    fc.constantFrom("import a from 'a';", "return 1;", "}", "if (a) {", ""),
    fc.tuple(name, tie("body")).map(([a, b]) => `function ${a}(x) {${b}}`),
    fc.tuple(name, tie("body")).map(([a, b]) => `class ${a} {${b}}`),
    fc.tuple(name, tie("body")).map(([a, b]) => `  ${a}(x): void {${b}}`),
    fc.tuple(name, tie("body")).map(([a, b]) => `${a}.map((x) => {${b}})`)
  ),
  body: fc.oneof(
    fc.array(tie("unit"), { maxLength: 4 }).map((units) => units.join(" ")),
    fc
      .array(tie("unit"), { minLength: 1, maxLength: 5 })
      .map((units) => `\n${indent(units.join("\n"), "  ")}\n`)
  ),
}));

const source = fc
  .tuple(
    fc.array(fc.oneof({ weight: 8, arbitrary: unit }, hostile), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.constantFrom("\n", "\n\n", "\r\n")
  )
  .map(([units, between]) => units.join(between));

/** TypeScript, or what only claims to be. */
export const anyCode = fc.oneof({ weight: 5, arbitrary: source }, anyDocument);

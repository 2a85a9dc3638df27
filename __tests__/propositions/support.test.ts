import { supportOf } from "../../src/propositions/support.js";

const TEXT = `La Torre Eiffel se construyó en París en 1889 para la Exposición
Universal. It was designed by the engineers of Gustave Eiffel's company.`;

test.each([
  ["The Eiffel company designed the Torre Eiffel.", 1],
  ["La torre eiffel está en Paris.", 1],
  ["An engineer designed it.", 1],
  ["La construcción de la Torre Eiffel terminó en 1889.", 4 / 5],
  ["La Torre Eiffel se construyó en 1890.", 0],
  ["Los marcianos viven en Marte.", 0],
  ["It is what it was.", 0],
  ["", 0],
])("%s: %d", (fact, expected) => {
  expect(supportOf(fact, TEXT)).toBeCloseTo(expected, 10);
});

test("languages written without blanks are compared by words", () => {
  const text = "合同自签署之日起生效，有效期为两年。";
  expect(supportOf("合同有效期为两年。", text)).toBe(1);
  expect(supportOf("火星人住在火星。", text)).toBe(0);
});

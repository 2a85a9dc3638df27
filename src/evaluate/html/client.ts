/**
 * What runs in the report page: which panels and which misses are shown. It is
 * plain JavaScript in a string, so that no bundler can change it.
 */
export const SCRIPT = `"use strict";
(() => {
document.addEventListener("change", ({ target }) => {
  if (target.type !== "radio") return;
  for (const panel of document.querySelectorAll("[data-group]")) {
    if (panel.dataset.group !== target.name) continue;
    panel.hidden = panel.dataset.value !== target.value;
  }
});
// A page that is loaded anew may have kept its choices.
for (const radio of document.querySelectorAll("input[type=radio]:checked")) {
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}
const form = document.querySelector(".filters");
if (form) {
  const misses = [...document.querySelectorAll(".miss")];
  const filter = () => {
    const splitter = form.elements.splitter.value;
    const kind = form.elements.kind.value;
    let count = 0;
    for (const miss of misses) {
      miss.hidden = (splitter !== "" && miss.dataset.splitter !== splitter) ||
        (kind !== "" && miss.dataset.kind !== kind);
      if (!miss.hidden) count += 1;
    }
    form.querySelector("output").textContent = count.toLocaleString("en-US") +
      (count === 1 ? " reference" : " references");
  };
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
}
})();
`;

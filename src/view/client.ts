/**
 * What runs in the page that shows chunks: the details of the chunk pointed
 * at, steps from chunk to chunk, and panes that scroll together. It is plain
 * JavaScript in a string, so that no bundler can change it.
 */
export const SCRIPT = `"use strict";
(() => {
const QUIET = 250;
const about = document.querySelector(".about");
const hint = about.firstElementChild;
const panes = [...document.querySelectorAll(".pane")].map((root) => {
  const chunks = [...root.querySelectorAll(".chunk")];
  return {
    name: root.querySelector("h2").firstChild.data.trim(),
    scroll: root.querySelector(".scroll"),
    chunks,
    starts: chunks.map((chunk) => Number(chunk.dataset.at)),
  };
});
const paneOf = (chunk) => panes.find(({ chunks }) => chunks.includes(chunk));

// Details: of the chunk under the pointer, or else of the one chosen.
let shown = null;
let chosen = null;
const element = (name, text) => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};
const overlapsOf = (chunk) => {
  const { chunks, starts } = paneOf(chunk);
  const end = Number(chunk.dataset.end);
  const found = [];
  for (let i = chunks.indexOf(chunk); i < chunks.length; i += 1) {
    if (chunks[i] !== chunk && starts[i] >= end) break;
    found.push(...chunks[i].querySelectorAll(".over"));
  }
  return found;
};
const show = (chunk) => {
  if (chunk === shown) return;
  for (const old of document.querySelectorAll(".on")) {
    old.classList.remove("on");
  }
  shown = chunk;
  if (chunk === null) {
    about.replaceChildren(hint);
    return;
  }
  chunk.classList.add("on");
  for (const over of overlapsOf(chunk)) over.classList.add("on");
  const { name, chunks } = paneOf(chunk);
  const path = element("p", chunk.dataset.path);
  path.className = "path";
  const list = document.createElement("dl");
  const number = chunk.getAttribute("aria-posinset") + " of " + chunks.length;
  const rows = JSON.parse(chunk.dataset.details);
  if (panes.length > 1) rows.unshift(["Splitter", name]);
  for (const [term, value] of [["Chunk", number], ...rows]) {
    const row = document.createElement("div");
    row.append(element("dt", term), element("dd", value));
    list.append(row);
  }
  about.replaceChildren(path, list);
};
const chunkAt = (target) =>
  target instanceof Element ? target.closest(".chunk") : null;
const choose = (chunk) => {
  const { chunks } = paneOf(chunk);
  for (const other of chunks) if (other.tabIndex === 0) other.tabIndex = -1;
  chunk.tabIndex = 0;
  chosen = chunk;
  show(chunk);
};
document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") show(chunkAt(event.target) || chosen);
});
document.addEventListener("focusin", (event) => {
  const chunk = chunkAt(event.target);
  if (chunk) choose(chunk);
});
document.addEventListener("click", (event) => {
  const chunk = chunkAt(event.target);
  if (chunk) choose(chunk);
});

// Steps from chunk to chunk.
const step = (by) => {
  const pane = (chosen && paneOf(chosen)) || panes[0];
  const from = chosen ? pane.chunks.indexOf(chosen) + by : 0;
  const next = pane.chunks[Math.min(pane.chunks.length - 1, Math.max(0, from))];
  if (!next) return;
  next.scrollIntoView({ block: "nearest" });
  const box = next.getBoundingClientRect();
  const frame = pane.scroll.getBoundingClientRect();
  if (box.top < frame.top || box.bottom > frame.bottom) {
    pane.scroll.scrollTop += box.top - frame.top - 8;
  }
  choose(next);
  return next;
};
document.querySelector(".next").addEventListener("click", () => step(1));
document.querySelector(".previous").addEventListener("click", () => step(-1));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") {
    chosen = null;
    show(null);
  } else if (event.key === "PageDown" || event.key === "PageUp") {
    if (!chunkAt(event.target)) return;
    event.preventDefault();
    const next = step(event.key === "PageDown" ? 1 : -1);
    if (next) next.focus({ preventScroll: true });
  }
});

// Where an offset of the source stands, from the top of what a pane shows.
const range = document.createRange();
const boxOf = ({ chunks, starts, scroll }, offset) => {
  const top = scroll.getBoundingClientRect().top;
  let low = 0;
  for (let high = starts.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  const parts = chunks[low].querySelectorAll("[data-from]");
  for (let i = parts.length - 1; i >= 0; i -= 1) {
    const from = Number(parts[i].dataset.from);
    const node = parts[i].firstChild;
    if (!node || (from > offset && i > 0)) continue;
    let at = Math.min(Math.max(0, offset - from), node.length - 1);
    for (const first = Math.max(0, at - 80); at >= first; at -= 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (box.height > 0) return { y: box.top - top, end: box.bottom - top };
    }
  }
  const box = chunks[low].getBoundingClientRect();
  return { y: box.top - top, end: box.bottom - top };
};
// The first offset of the source that a pane shows, and where.
const topOf = (pane) => {
  const { chunks, starts, scroll } = pane;
  const top = scroll.getBoundingClientRect().top;
  let first = 0;
  for (let high = chunks.length - 1; first < high; ) {
    const middle = (first + high) >> 1;
    if (chunks[middle].getBoundingClientRect().bottom > top) high = middle;
    else first = middle + 1;
  }
  let low = starts[first];
  let high = Math.max(low, Number(chunks[first].dataset.end) - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxOf(pane, middle).end > 0) high = middle;
    else low = middle + 1;
  }
  return { offset: low, y: boxOf(pane, low).y };
};

// Panes scroll together: the same line of the source at the same height.
let leader = null;
let lastScroll = 0;
let settling = 0;
const follow = () => {
  const { offset, y } = topOf(leader);
  for (const pane of panes) {
    if (pane === leader || pane.chunks.length === 0) continue;
    const by = boxOf(pane, offset).y - y;
    if (Math.abs(by) >= 1) pane.scroll.scrollTop += by;
  }
};
const onScroll = (pane) => {
  const now = performance.now();
  // Not the reader, but the page itself moved the others.
  if (pane !== leader && now - lastScroll < QUIET) return;
  leader = pane;
  lastScroll = now;
  follow();
  // Chunks take their real height when they are drawn.
  clearTimeout(settling);
  settling = setTimeout(() => {
    lastScroll = performance.now();
    follow();
  }, QUIET / 2);
};
const full = panes.filter(({ chunks }) => chunks.length > 0);
if (full.length > 1) {
  for (const pane of full) {
    const handle = () => onScroll(pane);
    pane.scroll.addEventListener("scroll", handle, { passive: true });
  }
}

// A page that is loaded anew, as with --watch, stays where it was.
const key = "seams " + location.pathname;
addEventListener("pagehide", () => {
  try {
    const at = full.length > 0 ? topOf(full[0]) : null;
    sessionStorage.setItem(key, JSON.stringify(at));
  } catch {
    // A browser that keeps nothing.
  }
});
try {
  const [entry] = performance.getEntriesByType("navigation");
  const at = JSON.parse(sessionStorage.getItem(key));
  if (entry && entry.type === "reload" && at && full.length > 0) {
    full[0].scroll.scrollTop += boxOf(full[0], at.offset).y - at.y;
  }
} catch {
  // As above.
}
})();
`;

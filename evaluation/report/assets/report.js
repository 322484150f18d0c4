"use strict";
// Sorting, details, the matrix by arrow keys, differences of two rows, light and dark.
// Everything that comes from data is put in as text, never as markup.

const tip = document.getElementById("tip");

function showTip(from, x, y) {
  tip.textContent = from.dataset.detail;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(Math.max(4, x + 12), innerWidth - box.width - 4);
  const below = y + 16 + box.height < innerHeight;
  tip.style.left = Math.max(4, left) + "px";
  tip.style.top = Math.max(4, below ? y + 16 : y - box.height - 10) + "px";
  if (from instanceof HTMLElement) from.setAttribute("aria-describedby", "tip");
}

function hideTip() {
  tip.hidden = true;
  document.querySelectorAll("[aria-describedby=tip]").forEach((e) => e.removeAttribute("aria-describedby"));
}

function detailed(event) {
  return event.target instanceof Element ? event.target.closest("[data-detail]") : null;
}

document.addEventListener("pointermove", (event) => {
  const from = detailed(event);
  if (from) showTip(from, event.clientX, event.clientY);
  else if (!tip.hidden && event.pointerType === "mouse" && !document.activeElement.dataset.detail) hideTip();
});
document.addEventListener("click", (event) => {
  const from = detailed(event);
  if (from) showTip(from, event.clientX, event.clientY);
  else hideTip();
});
document.addEventListener("focusin", (event) => {
  const from = detailed(event);
  if (!from) return hideTip();
  const box = from.getBoundingClientRect();
  showTip(from, box.left, box.bottom - 10);
});
document.addEventListener("focusout", hideTip);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});

function sortValue(row, column) {
  const cell = row.cells[column];
  const text = cell.dataset.sort ?? cell.textContent.trim();
  const number = Number(text);
  return text !== "" && !Number.isNaN(number) ? number : text;
}

function columnOf(head) {
  // two rows of headings: those of the second stand after the first column
  const table = head.closest("table");
  const rows = table.tHead.rows;
  return rows.length > 1 && head.parentElement === rows[1] ? head.cellIndex + 1 : head.cellIndex;
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button.sort") : null;
  if (!button) return;
  const head = button.closest("th");
  const table = head.closest("table");
  const column = columnOf(head);
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const numeric = rows.every((row) => typeof sortValue(row, column) === "number");
  const before = head.getAttribute("aria-sort");
  const down = before ? before === "ascending" : numeric; // numbers: the highest first
  table.querySelectorAll("th[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const sign = down ? -1 : 1;
  rows.sort((a, b) => {
    const x = sortValue(a, column);
    const y = sortValue(b, column);
    if (typeof x === "number" && typeof y === "number") return sign * (x === y ? 0 : x - y);
    return sign * String(x).localeCompare(String(y), undefined, { numeric: true });
  });
  rows.forEach((row) => row.classList.remove("section"));
  body.append(...rows);
});

for (const table of document.querySelectorAll("table[data-grid]")) {
  const cells = () => [...table.tBodies[0].rows].map((row) => [...row.cells].slice(1));
  const first = table.querySelector("td[data-detail]");
  if (first) first.tabIndex = 0;
  table.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step || !(event.target instanceof HTMLTableCellElement)) return;
    const all = cells();
    let row = event.target.parentElement.sectionRowIndex;
    let column = event.target.cellIndex - 1;
    do {
      row += step[0];
      column += step[1];
    } while (all[row] && all[row][column] && !all[row][column].dataset.detail);
    const next = all[row] && all[row][column];
    if (!next) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function answers(data, label, outcome, gold) {
  const part = make("div");
  const rank = outcome[0] ? "rank " + outcome[0] : "unranked";
  part.append(make("span", label + ", " + rank, "who"));
  if (!outcome[1].length) part.append("no answer");
  outcome[1].forEach((id, place) => {
    if (place) part.append(", ");
    part.append(make("bdi", data.words[id], gold.includes(id) ? "right" : ""));
  });
  return part;
}

for (const form of document.querySelectorAll("form[data-differences]")) {
  const name = form.dataset.differences;
  const data = JSON.parse(document.getElementById("data-" + name).textContent);
  const list = document.querySelector(`[data-list="${name}"]`);
  const count = document.querySelector(`[data-count="${name}"]`);
  const field = (part) => form.querySelector(`[data-part="${part}"]`).value;
  const fill = () => {
    const labels = [field("first"), field("second")];
    const wanted = field("search").trim().toLocaleLowerCase();
    const band = field("band");
    const found = [[], []];
    data.items.forEach((item, place) => {
      const pair = labels.map((label) => data.rows[label][place]);
      const right = pair.map((outcome) => outcome[0] === 1);
      if (right[0] === right[1] || (band !== "" && item[4] !== Number(band))) return;
      const words = [item[0], item[1], ...item[2]].map((id) => data.words[id].toLocaleLowerCase());
      if (wanted && !words.some((one) => one.includes(wanted))) return;
      found[right[0] ? 0 : 1].push([item, pair]);
    });
    list.replaceChildren();
    found.forEach((items, which) => {
      list.append(make("h4", `Only ${labels[which]} gets right: ${items.length}`));
      items.sort((a, b) => (b[0][3] ?? 0) - (a[0][3] ?? 0));
      for (const [item, pair] of items) {
        const entry = make("div", undefined, "item");
        const question = make("div");
        question.append(make("bdi", data.words[item[1]]), " → ");
        question.append(make("bdi", item[2].map((id) => data.words[id]).join(", ")));
        const often = item[3] === null ? "" : `${item[3]} times`;
        const key = item[0] === item[1] ? "" : data.words[item[0]];
        question.append(make("span", [key, often].filter(Boolean).join(", "), "who"));
        entry.append(question);
        pair.forEach((outcome, i) => entry.append(answers(data, labels[i], outcome, item[2])));
        list.append(entry);
      }
    });
    count.textContent = `${found[0].length + found[1].length} items differ.`;
  };
  form.addEventListener("input", fill);
  form.addEventListener("submit", (event) => event.preventDefault());
  list.tabIndex = 0;
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "Items that differ");
  fill();
}

const theme = document.getElementById("theme");
if (theme) {
  const root = document.documentElement;
  const dark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const name = () => { theme.textContent = dark() ? "Light page" : "Dark page"; };
  theme.hidden = false;
  theme.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; name(); });
  name();
}

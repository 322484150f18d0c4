"use strict";
// Everything that comes from the server is put in as text, never as markup.

const find = (id) => document.getElementById(id);

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

async function ask(question, fields) {
  const query = new URLSearchParams(fields);
  const answer = await fetch(`ask/${question}?${query}`);
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
}

function options(select, values, chosen) {
  select.replaceChildren(
    ...values.map((value) => {
      const [key, title] = Array.isArray(value) ? value : [value, value];
      const option = make("option", title);
      option.value = key;
      option.selected = key === chosen;
      return option;
    }),
  );
}

let about;

function chosenModels() {
  return [...document.querySelectorAll("#models input:checked")].map((box) => box.value);
}

async function showNeighbors(event) {
  if (event) event.preventDefault();
  const word = find("word").value.trim();
  const status = find("word-status");
  if (!word) return;
  const began = performance.now();
  try {
    const fields = [["word", word], ["lang", find("lang").value], ["into", find("into").value]];
    fields.push(["retrieval", find("retrieval").value], ["top", "10"]);
    chosenModels().forEach((label) => fields.push(["model", label]));
    const found = await ask("neighbors", fields);
    const columns = found.columns.map((column) => {
      const part = make("section");
      part.append(make("h3", column.model));
      if (column.error) part.append(make("p", column.error, "problem"));
      const list = make("ol");
      for (const answer of column.answers || []) {
        const line = make("li");
        const right = found.right.includes(answer.word);
        line.append(make("bdi", answer.word, right ? "right" : ""));
        if (find("into").value === "both") line.append(" (" + answer.lang + ")");
        line.append(make("span", answer.score.toFixed(3), "score"));
        list.append(line);
      }
      part.append(list);
      return part;
    });
    find("columns").replaceChildren(...columns);
    const known = found.right.length ? `gold: ${found.right.join(", ")}; ` : "";
    status.textContent = `${known}${columns.length} models in ${Math.round(performance.now() - began)} ms`;
  } catch (problem) {
    status.textContent = problem.message;
  }
}

let sentence = null; // what the server said of the word that was clicked

function showCandidates() {
  const place = Number(find("weight").value);
  const list = find("candidates");
  find("weight-value").textContent = (about.weights[place] ?? 0).toFixed(2);
  if (!sentence) return list.replaceChildren();
  const order = (row) => sentence.candidates.map((word, i) => [row[i] ?? -Infinity, word]).sort((a, b) => b[0] - a[0]);
  const before = order(sentence.scores[0]).map((one) => one[1]);
  const lines = order(sentence.scores[place]).map(([score, word], rank) => {
    const line = make("li");
    line.append(make("bdi", word, sentence.right.includes(word) ? "right" : ""));
    const moved = before.indexOf(word) - rank;
    line.append(make("span", moved > 0 ? `▲ ${moved}` : moved < 0 ? `▼ ${-moved}` : "", "place"));
    line.append(make("span", Number.isFinite(score) ? score.toFixed(3) : "no score", "score"));
    return line;
  });
  list.replaceChildren(...lines);
}

async function askSentence(position) {
  const status = find("context-status");
  try {
    sentence = await ask("context", {
      sentence: find("sentence").value.trim(),
      position: String(position),
      model: find("context-model").value,
      context: find("context-kind").value,
    });
    const heard = sentence.context.length ? sentence.context.join(" ") : "nothing the model knows";
    status.textContent = `${sentence.word} in the context of: ${heard}`;
  } catch (problem) {
    sentence = null;
    status.textContent = problem.message;
  }
  showCandidates();
}

function showWords(event) {
  if (event) event.preventDefault();
  const words = find("sentence").value.trim().split(/\s+/).filter(Boolean);
  const buttons = words.map((word, position) => {
    const button = make("button", word);
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      askSentence(position);
    });
    return button;
  });
  find("words").replaceChildren(...buttons);
  sentence = null;
  showCandidates();
  find("context-status").textContent = words.length ? "Click a word." : "";
}

let difference = null;

function answersOf(label, rank, answers, gold) {
  const part = make("div");
  part.append(make("span", `${label}, ${rank === null ? "unranked" : "rank " + rank}`, "who"));
  if (!answers.length) part.append("no answer");
  answers.forEach((word, place) => {
    if (place) part.append(", ");
    part.append(make("bdi", word, gold.includes(word) ? "right" : ""));
  });
  return part;
}

function showItems() {
  if (!difference) return;
  const wanted = find("search").value.trim().toLocaleLowerCase();
  const band = find("band").value;
  const parts = [];
  let count = 0;
  for (const [label, items] of [[difference.first, difference.only_first], [difference.second, difference.only_second]]) {
    const kept = items.filter((item) => {
      const words = [item.word, item.key, ...item.gold];
      return (!band || item.band === band) && words.some((word) => word.toLocaleLowerCase().includes(wanted));
    });
    count += kept.length;
    parts.push(make("h3", `Only ${label} gets right: ${kept.length}`));
    for (const item of kept) {
      const entry = make("div", undefined, "item");
      const question = make("div");
      question.append(make("bdi", item.word), " → ", make("bdi", item.gold.join(", ")));
      question.append(make("span", item.frequency === null ? "" : `${item.frequency} times`, "who"));
      entry.append(question);
      entry.append(answersOf(difference.first, item.ranks[0], item.answers[0], item.gold));
      entry.append(answersOf(difference.second, item.ranks[1], item.answers[1], item.gold));
      parts.push(entry);
    }
  }
  find("items").replaceChildren(...parts);
  find("difference-status").textContent = `${count} of ${difference.n} items differ.`;
}

async function showDifference() {
  const panel = about.panels[Number(find("panel").value)];
  try {
    const rows = { first: find("first").value, second: find("second").value };
    difference = await ask("differences", { task: panel.task, pair: panel.pair, ...rows });
    options(find("band"), [["", "all"], ...difference.bands.map((band) => band.band)], "");
    showItems();
  } catch (problem) {
    find("difference-status").textContent = problem.message;
  }
}

function showRows() {
  const rows = about.panels[Number(find("panel").value)].rows;
  options(find("first"), rows, rows[0]);
  options(find("second"), rows, rows[1] ?? rows[0]);
  return showDifference();
}

async function complete() {
  const start = find("word").value.trim();
  if (!start) return;
  const model = chosenModels()[0] ?? about.models[0].label;
  const found = await ask("words", { start, lang: find("lang").value, model });
  find("completions").replaceChildren(
    ...found.words.map((word) => Object.assign(make("option"), { value: word })),
  );
}

async function begin() {
  about = await ask("overview", {});
  find("run").textContent = about.run;
  const langs = about.models[0].langs;
  options(find("lang"), langs, langs[0]);
  options(find("into"), [...langs.slice(1), langs[0], ["both", "both languages"]], langs[1]);
  options(find("retrieval"), about.retrievals, "nn");
  const labels = about.models.map((model) => model.label);
  options(find("context-model"), labels, labels[0]);
  options(find("context-kind"), about.contexts, "add");
  about.models.forEach((model, place) => {
    const label = make("label");
    const box = make("input");
    box.type = "checkbox";
    box.value = model.label;
    box.checked = place < 3;
    label.append(box, model.label);
    find("models").append(label);
  });
  options(find("panel"), about.panels.map((panel, i) => [String(i), panel.title]), "0");
  find("word-form").addEventListener("submit", showNeighbors);
  for (const id of ["into", "retrieval", "lang", "models"]) find(id).addEventListener("change", () => showNeighbors());
  find("word").addEventListener("input", complete);
  find("sentence-form").addEventListener("submit", showWords);
  for (const id of ["context-model", "context-kind"]) find(id).addEventListener("change", () => {
    const pressed = [...find("words").children].findIndex((one) => one.getAttribute("aria-pressed") === "true");
    if (pressed >= 0) askSentence(pressed);
  });
  find("weight").addEventListener("input", showCandidates);
  find("panel").addEventListener("change", showRows);
  for (const id of ["first", "second"]) find(id).addEventListener("change", showDifference);
  for (const id of ["band", "search"]) find(id).addEventListener("input", showItems);
  find("difference-form").addEventListener("submit", (event) => event.preventDefault());
  showCandidates();
  await showRows();
}

begin().catch((problem) => { find("word-status").textContent = problem.message; });

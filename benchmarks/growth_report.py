"""Tables and plot of what growth.py measured: slopes, and what a larger text would take."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from clss.corpus import CorpusStatistics

#: the part of a machine's memory that the runner gives to stages
FREE = 0.85
#: a forecast goes no further than so many times the largest text that was measured
FARTHEST = 300
MEASURES = {"seconds": "s", "megabytes": "MB", "disk_megabytes": "MB on disk"}
SCALES = {"1/8": 0.125, "1/4": 0.25, "1/2": 0.5, "1": 1.0, "8": 8.0}


class Case(Protocol):
    """What a table must know of a model."""

    model: str
    cut: str
    factor: float
    needs: dict[str, str]


def tokens_at(results: Mapping[str, Any], scale: str) -> int:
    """Return the tokens of both languages at one size."""
    return sum(results["corpora"][scale]["tokens"])


def measured_sizes(results: Mapping[str, Any], model: str) -> list[str]:
    """Return the sizes at which a model was measured, smallest first."""
    return sorted(results["models"].get(model, {}), key=lambda scale: SCALES[scale])


def slope(results: Mapping[str, Any], model: str, measure: str, last: int = 0) -> float:
    """Return the exponent `b` of the best fit ``a tokens^b``; NaN if too little was measured.

    With `last`, over so many of the largest sizes only: small ones have costs that do not grow.
    """
    known = results["models"].get(model, {})
    scales = measured_sizes(results, model)[-last:]
    points = [(tokens_at(results, s), known[s][measure]) for s in scales]
    points = [(x, y) for x, y in points if y > 0]
    if len(points) < 2:
        return float("nan")
    return float(np.polyfit(*np.log(points).T, 1)[0])


def growth_table(results: Mapping[str, Any], cases: Mapping[str, Case]) -> str:
    """Return Markdown: the corpora, then seconds, memory and disk of every model at every size."""
    scales = [scale for scale in SCALES if scale in results["corpora"]]
    lines = ["| size | pairs | tokens | words | MB on disk |", "|---|---|---|---|---|"]
    for scale in scales:
        corpus = results["corpora"][scale]
        words = " + ".join(f"{n:,}" for n in corpus["vocabulary"])
        lines.append(
            f"| {scale} | {corpus['pairs']:,} | {tokens_at(results, scale):,} | {words} "
            f"| {corpus['disk_megabytes']:.0f} |"
        )
    for measure, unit in MEASURES.items():
        head = " | ".join(f"{scale} ({unit})" for scale in scales)
        cut = " cut |" if measure == "seconds" else ""
        lines += ["", f"| model |{cut} {head} | slope | of the last two |"]
        lines.append("|---|" + "---|" * (len(scales) + 2 + bool(cut)))
        for name, case in cases.items():
            known = results["models"].get(name, {})
            if not known:
                continue
            cells = [_figure(known[s][measure]) if s in known else "" for s in scales]
            slopes = [f"{slope(results, name, measure, last):.2f}" for last in (0, 2)]
            cut = f" {case.cut} |" if measure == "seconds" else ""
            lines.append(f"| {name} |{cut} {' | '.join([*cells, *slopes])} |")
    return "\n".join(lines) + "\n"


def _figure(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


class Forecast(NamedTuple):
    """What one model would take on a text: processor hours, and gigabytes of memory and disk."""

    hours: float
    memory: float
    disk: float


def forecast(
    results: Mapping[str, Any], case: Case, cases: Mapping[str, Case], tokens: float
) -> Forecast | None:
    """Go on from the largest size by the steeper slope, time at least in proportion to the text.

    None if that is too far.
    """
    sizes = measured_sizes(results, case.model)
    if len(sizes) < 2 or tokens > FARTHEST * tokens_at(results, sizes[-1]):
        return None
    times = tokens / tokens_at(results, sizes[-1])
    last = results["models"][case.model][sizes[-1]]
    least = {"seconds": 1.0}
    grown = {}
    for measure in MEASURES:
        slopes = [slope(results, case.model, measure, sizes_used) for sizes_used in (0, 2)]
        grown[measure] = last[measure] * times ** max(*slopes, least.get(measure, 0.0))
    parts = [forecast(results, cases[need], cases, tokens) for need in set(case.needs.values())]
    if None in parts:
        return None
    # also in memory: libraries, the mapped text, and what it builds on, as large as on disk
    loaded = 0.2 + 4 * tokens / 2**30 + sum(part.disk for part in parts if part is not None)
    return Forecast(
        grown["seconds"] * case.factor / 3600,
        grown["megabytes"] / 1024 + loaded,
        grown["disk_megabytes"] / 1024,
    )


def unmeasured(results: Mapping[str, Any], cases: Mapping[str, Case]) -> list[str]:
    """Return the models without two sizes to go on from, and those that build on such a model."""
    found: list[str] = []
    for name, case in cases.items():  # what a model needs stands before it
        if len(measured_sizes(results, name)) < 2 or set(case.needs.values()) & set(found):
            found.append(name)
    return found


def grown_corpus(results: Mapping[str, Any], tokens: float) -> CorpusStatistics:
    """Return what a text of so many tokens would be, by Heaps' law and documents as long."""
    largest = max(results["corpora"], key=lambda scale: SCALES[scale])
    corpus = results["corpora"][largest]
    times = tokens / tokens_at(results, largest)
    words = [
        round(size * times**exponent)
        for size, exponent in zip(corpus["vocabulary"], corpus["heaps"], strict=True)
    ]
    of_side = [round(times * n) for n in corpus["tokens"]]
    lengths = [n / corpus["pairs"] for n in corpus["tokens"]]
    return CorpusStatistics(
        round(corpus["pairs"] * times),
        (of_side[0], of_side[1]),
        (words[0], words[1]),
        (lengths[0], lengths[1]),
        0.0,
        (0, 0),
    )


def forecast_table(
    results: Mapping[str, Any],
    cases: Mapping[str, Case],
    reserved: Mapping[str, float],
    tokens: float,
    cores: int,
    gigabytes: float,
    seeds: int,
) -> str:
    """Return Markdown: every model on a text of so many tokens, and all of them on machines.

    `reserved` are the gigabytes that the runner keeps free for each model.
    """
    left_out = unmeasured(results, cases)
    cases = {name: case for name, case in cases.items() if name not in left_out}
    found = {name: forecast(results, case, cases, tokens) for name, case in cases.items()}
    stages = {name: value for name, value in found.items() if value is not None}
    if len(stages) < len(cases):
        missing = ", ".join(name for name in cases if name not in stages)
        return (
            f"No forecast: {tokens:,.0f} tokens are more than {FARTHEST} times the largest text "
            f"that was measured with {missing}.\n"
        )
    largest = max(results["corpora"], key=lambda scale: SCALES[scale])
    corpus, last = results["corpora"][largest], tokens_at(results, largest)
    words = grown_corpus(results, tokens).vocabulary
    lines = [
        f"{tokens:,.0f} tokens; {words[0]:,.0f} + {words[1]:,.0f} words if Heaps' law goes on with "
        f"the exponents {corpus['heaps'][0]} and {corpus['heaps'][1]}; the corpus takes "
        f"{corpus['disk_megabytes'] * tokens / last / 1024:.1f} GB of disk.",
        "",
        *(
            [f"Not measured, or built on what is not: {', '.join(left_out)}.", ""]
            if left_out
            else []
        ),
        "| model | measured up to | hours, one core | with its parts | memory, GB | reserved, GB "
        "| disk, GB |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, value in stages.items():
        lines.append(
            f"| {name} | {measured_sizes(results, name)[-1]} | {value.hours:.1f} "
            f"| {_chain(name, cases, stages):.1f} "
            f"| {value.memory:.1f} | {reserved[name]:.1f} | {value.disk:.2f} |"
        )
    total = sum(value.hours for value in stages.values())
    chains = {name: _chain(name, cases, stages) for name in stages}
    longest = max(chains, key=lambda name: chains[name])
    disk = sum(value.disk for value in stages.values())
    lines += [
        "",
        f"All models once: {total:.0f} hours of one core; the longest chain of stages ends with "
        f"{longest} ({chains[longest]:.0f} hours); {disk:.1f} GB of results.",
        "",
        "| machines | models once, hours | with seeds | GB reserved at most |",
        "|---|---|---|---|",
    ]
    for machines in (1, 4, 8):
        cells = []
        for repeats in (1, seeds):
            room = FREE * machines * gigabytes
            cells.append(schedule(cases, stages, reserved, machines * cores, room, repeats))
        lines.append(
            f"| {machines} x {cores} cores, {gigabytes:.0f} GB | {cells[0][0]:.0f} "
            f"| {cells[1][0]:.0f} ({seeds} seeds) | {cells[0][1]:.0f}, {cells[1][1]:.0f} |"
        )
    return "\n".join(lines) + "\n"


def _chain(name: str, cases: Mapping[str, Case], stages: Mapping[str, Forecast]) -> float:
    """Return the hours from the beginning to the end of a model, all else at its side."""
    needs = [_chain(need, cases, stages) for need in set(cases[name].needs.values())]
    return stages[name].hours + max(needs, default=0.0)


def schedule(
    cases: Mapping[str, Case],
    stages: Mapping[str, Forecast],
    reserved: Mapping[str, float],
    cores: int,
    gigabytes: float,
    repeats: int,
) -> tuple[float, float]:
    """Run all stages as the runner does: each on one core, as soon as it can and there is room.

    Returns the hours until everything is done, and the most memory that was reserved.
    """
    waiting = [(name, repeat) for repeat in range(repeats) for name in stages]
    waiting.sort(key=lambda stage: -_chain(stage[0], cases, stages))
    running: list[tuple[float, tuple[str, int]]] = []
    done: set[tuple[str, int]] = set()
    now, most = 0.0, 0.0
    while waiting or running:
        for stage in list(waiting):
            name, repeat = stage
            used = sum(reserved[other] for _, (other, _) in running)
            ready = all((need, repeat) in done for need in cases[name].needs.values())
            fits = not running or used + reserved[name] <= gigabytes
            if ready and fits and len(running) < cores:
                heapq.heappush(running, (now + stages[name].hours, stage))
                waiting.remove(stage)
        most = max(most, sum(reserved[name] for _, (name, _) in running))
        now, finished = heapq.heappop(running)
        done.add(finished)
    return now, most


def growth_plot(results: Mapping[str, Any], models: list[str], path: Path) -> None:
    """Draw seconds and memory by tokens, both axes logarithmic, a line a model."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(11, 5), sharex=True)
    colours = pyplot.get_cmap("tab20").colors
    for axis, measure, title in zip(
        axes,
        ("seconds", "megabytes"),
        ("processor seconds (with the cuts of the table)", "memory beyond the idle process, MB"),
        strict=True,
    ):
        for number, model in enumerate(models):
            known = results["models"].get(model, {})
            points = sorted((tokens_at(results, s), known[s][measure]) for s in known)
            axis.loglog(*zip(*points, strict=True), marker=".", color=colours[number], label=model)
        low, high = axis.get_ylim()
        ends = np.array(sorted(tokens_at(results, s) for s in results["corpora"]), dtype=float)
        ends = ends[[0, -1]]
        for start in 10.0 ** np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high))):
            axis.loglog(ends, start * ends / ends[0], color="0.85", linewidth=0.8, zorder=0)
        axis.set_ylim(low, high)
        axis.set_title(title)
        axis.set_xlabel("tokens of both languages (grey: proportional)")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside right upper", fontsize=8)
    figure.subplots_adjust(right=0.84, left=0.06)
    figure.savefig(path, dpi=110)

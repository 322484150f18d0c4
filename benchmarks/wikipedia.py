"""Pages a second of ``clss corpus wikipedia``, its memory, and the hours for whole Wikipedias.

    python benchmarks/wikipedia.py [--pages 20000] [--repeats 3] [--workers 2]

Writes two dumps with the script of ``examples/wikipedia`` (or takes those of ``--dumps DIR``) and
aligns them: with one process, whose processor time does not depend on what else the machine does,
and with several. The parsers are compared on the same pages in one process. Hours are extrapolated
from unpacked bytes, and from pages, for dumps of the sizes assumed below.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "wikipedia"))
import write_dumps
from measure import Cost, measure

from clss.text.wikipedia import align_wikipedia
from clss.text.wikipedia.dump import open_dump
from clss.text.wikipedia.full_parser import strip_with_full_parser
from clss.text.wikipedia.page import DumpKind, parse_page
from clss.text.wikipedia.raw_pages import RawPage
from clss.text.wikipedia.wikitext import strip_wikitext

# pages-articles of late 2026, about: articles with redirects, templates, categories, files
SIZES = {"eswiki": (5_000_000, 20e9), "enwiki": (24_000_000, 100e9)}
COMPARED = 500


def files(folder: Path) -> tuple[Path, Path, Path]:
    """Return both dumps and the link table."""
    source, target = (
        folder / f"{lang}wiki-{write_dumps.DATE}-pages-articles-multistream.xml.bz2"
        for lang in ("es", "en")
    )
    return source, target, folder / f"eswiki-{write_dumps.DATE}-langlinks.sql.gz"


def align(workers: int, folder: Path) -> tuple[int, int, int, float]:
    """Align; return pages, bytes, pairs and the peak of the largest other process."""
    source, target, langlinks = files(folder)
    with tempfile.TemporaryDirectory() as out:
        summary = align_wikipedia(
            [source], [target], Path(out) / "corpus", langlinks=langlinks, workers=workers
        )
    sides = summary["source"], summary["target"]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return (
        sum(side["pages"] for side in sides),
        sum(side["bytes"] for side in sides),
        summary["pairs"],
        peak,
    )


def articles(path: Path) -> list[str]:
    """Return the wikitext of some articles."""
    texts: list[str] = []
    for unit in open_dump([path]).units():
        for raw in unit.read():
            if isinstance(raw, RawPage):
                page = parse_page(DumpKind.xml, raw.data)
                if page.namespace == 0 and not page.is_redirect and len(page.text) > 1000:
                    texts.append(page.text)
        if len(texts) >= COMPARED:
            break
    return texts[:COMPARED]


def parsers(path: Path) -> tuple[float, float]:
    """Return articles a second (of processor time) of the fast and of the full parser."""
    texts, rates = articles(path), []
    for strip in (strip_wikitext, strip_with_full_parser):
        begin = time.process_time()
        for text in texts:
            strip(text)
        rates.append(len(texts) / (time.process_time() - begin))
    return rates[0], rates[1]


def best(run: partial[tuple[int, int, int, float]], folder: Path, repeats: int) -> Cost:
    """Run several times; return the run with the least time."""
    _, costs = measure(partial(Path, folder), run, repeats)
    return min(costs, key=lambda cost: cost.cpu_seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--dumps", type=Path, help="where such dumps are already")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = given.dumps or Path(made)
        if given.dumps is None:
            write_dumps.main([str(folder), "--pages", str(given.pages)])
        report(folder, given.repeats, given.workers)


def report(folder: Path, repeats: int, workers: int) -> None:
    """Measure and print."""
    one = best(partial(align, 1), folder, repeats)
    pages, size, pairs, _ = one.result
    rate, speed = pages / one.cpu_seconds, size / one.cpu_seconds
    print(f"{pages} pages, {size / 1e6:.0f} MB unpacked, {pairs} pairs")
    print(f"one process: {rate:.0f} pages and {speed / 1e6:.1f} MB a second of processor time")
    print(f"             {pages / one.seconds:.0f} pages a second by the clock,")
    print(f"             peak memory {one.peak_megabytes:.0f} MB")
    many = min(measure(partial(Path, folder), partial(align, workers), repeats)[1], key=_seconds)
    total = many.peak_megabytes + workers * many.result[3]
    print(f"{workers} processes: {pages / many.seconds:.0f} pages a second by the clock,")
    print(f"             peak memory at most {total:.0f} MB, all processes together")
    fast, full = parsers(files(folder)[1])
    print(f"parsers: fast {fast:.0f}, full {full:.0f} articles a second: {fast / full:.1f} times")
    for wiki, (all_pages, all_bytes) in SIZES.items():
        hours = all_bytes / speed / 3600, all_pages / rate / 3600
        print(f"{wiki}: {hours[0]:.1f} core hours by bytes, {hours[1]:.1f} by pages")


def _seconds(cost: Cost) -> float:
    return cost.seconds


if __name__ == "__main__":
    main()

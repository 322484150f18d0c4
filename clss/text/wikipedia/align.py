"""Two dumps and their links to an aligned corpus: the steps, one after the other, resumable."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from clss._version import __version__
from clss.errors import InputError, unknown_name
from clss.progress import Progress, ProgressCallback
from clss.sides import SIDES, SideName, other_side, side_index
from clss.text.ordered import work_in_order
from clss.text.wikipedia.dump import Dump, fingerprint, open_dump
from clss.text.wikipedia.explain import no_articles, no_pairs, notes
from clss.text.wikipedia.extract import PARSERS, Extraction, extractor
from clss.text.wikipedia.full_parser import require_full_parser
from clss.text.wikipedia.job import begin, finished, give_up
from clss.text.wikipedia.links import LinkLookup, build_links
from clss.text.wikipedia.pairing import check_languages, find_anchor
from clss.text.wikipedia.store import ArticleStore
from clss.text.wikipedia.write import write_corpus
from clss.text.writing import SUMMARY


def align_wikipedia(
    source: Sequence[str | PathLike[str]],
    target: Sequence[str | PathLike[str]],
    out: str | PathLike[str],
    *,
    langlinks: str | PathLike[str] | None = None,
    langs: tuple[str, str] | None = None,
    min_length: int = 300,
    parser: str = "fast",
    disambiguation: Sequence[str] = (),
    workers: int = 1,
    progress: ProgressCallback | None = None,
) -> dict[str, Any]:
    """Write the articles that two Wikipedias have in common, line by line.

    Parameters
    ----------
    source, target : sequence of path-like
        The files of either dump: ``pages-articles-multistream.xml.bz2`` (several processes unpack
        it), other ``pages-articles`` files, the JSON of wikiextractor (files or its directory), or
        of CirrusSearch.
    out : path-like
        Directory for ``raw.es.txt.gz`` and ``raw.en.txt.gz`` (for Spanish and English; an article
        a line), ``pages.tsv`` (ids and titles of line n) and ``summary.json`` (what was dropped
        and why, where the dumps are broken).
    langlinks : path-like, optional
        ``langlinks.sql.gz`` of either wiki. CirrusSearch dumps do without: their pages name
        their Wikidata items.
    langs : pair of str, optional
        The languages; by default what the dumps say.
    min_length : int
        Articles with fewer characters of text are stubs and left out.
    parser : {"fast", "full"}
        ``full`` takes mwparserfromhell: the same text but for broken markup, many times slower.
    disambiguation : sequence of str
        Further templates that mark disambiguations on these wikis.
    workers : int
        Processes. The result does not depend on their number.
    progress : callable, optional

    Returns
    -------
    dict
        The summary. A run that was killed goes on where it was when called again.

    Raises
    ------
    InputError
        The files are no dumps, or not of these languages, or have no pair in common.
    """
    if parser not in PARSERS:
        raise unknown_name("parser", parser, PARSERS)
    if parser == "full":
        require_full_parser()
    dumps = check_languages(open_dump(source), open_dump(target), langs)
    table = None if langlinks is None else Path(langlinks)
    anchor = find_anchor(table, dumps)
    codes = [dump.code for dump in dumps]
    job: dict[str, Any] = {
        "version": __version__,
        "langs": codes,
        "dumps": [fingerprint(dump.files) for dump in dumps],
        "langlinks": None if table is None else fingerprint([table]),
        "min_length": min_length,
        "parser": parser,
        "disambiguation": sorted(disambiguation),
    }
    folder = Path(out)
    if (folder / SUMMARY).exists():
        return finished(folder, job)
    work = begin(folder, job)
    links = None
    if table is not None:
        links = work / "links.sqlite"
        if not links.exists():
            _say(progress, "reading links", 0, 1)
            try:
                build_links(table, dumps[side_index(other_side(anchor))].code, links)
            except InputError as error:
                give_up(work, error)
    with ArticleStore(work / "articles.sqlite") as store:
        # the wiki of the link table first: its ids tell at once whether the links are of this dump
        for side in (anchor, other_side(anchor)):
            dump = dumps[side_index(side)]
            how = Extraction(
                kind=dump.kind,
                code=dump.code,
                unwritten=dump.unwritten,
                links=links,
                by_title=side != anchor,
                min_length=min_length,
                parser=parser,
                disambiguation=tuple(disambiguation),
            )
            _read_side(side, dump, how, store, workers, progress)
            if not store.counts(side).kept:
                give_up(work, no_articles(dump, store.counts(side), links))
        counts = {side: store.counts(side) for side in SIDES}
        _say(progress, "writing", 0, 1)
        summary = {
            "job": job,
            "langs": codes,
            "links": None if links is None else _link_counts(links),
            "source": asdict(counts["source"]),
            "target": asdict(counts["target"]),
            "notes": notes(dumps, counts),
        }
        if next(store.pairs(), None) is None:
            give_up(work, no_pairs(dumps, counts, table))
        write_corpus(folder, codes, store.pairs(), summary)
    shutil.rmtree(work)
    return summary


def _read_side(
    side: SideName,
    dump: Dump,
    how: Extraction,
    store: ArticleStore,
    workers: int,
    progress: ProgressCallback | None,
) -> None:
    if store.is_finished(side):
        return
    done = store.done(side)
    stage, size = f"reading {dump.database or dump.code}", dump.size
    todo = ((unit, unit) for unit in dump.units() if unit.number not in done)
    for unit, result in work_in_order(partial(extractor, how), todo, workers):
        assert result is not None  # every unit is given
        store.add(side, unit.number, result)
        _say(progress, stage, unit.done, size)
    store.finish(side)


def _link_counts(links: Path) -> dict[str, int]:
    lookup = LinkLookup(links)
    try:
        return asdict(lookup.counts())
    finally:
        lookup.close()


def _say(progress: ProgressCallback | None, stage: str, done: float, total: float) -> None:
    if progress is not None:
        progress(Progress(stage, done, total, "bytes" if total > 1 else ""))

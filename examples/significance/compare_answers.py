"""From answers to a table for a paper, without a config: tests, intervals, and the items behind.

Three ways to ask one space that needs no training, on the quickstart data. Takes a few seconds::

    python examples/significance/compare_answers.py [table.tex]
"""

import sys
from pathlib import Path

from baselines import DocumentCooccurrence
from clss import AlignedCorpus
from evaluation import BLE, Comparison, mcnemar
from evaluation.tables.breakdown import breakdown_table
from evaluation.tables.why import why

DATA = Path(__file__).resolve().parents[1] / "quickstart"


def main(latex: str | None = None) -> None:
    corpus = AlignedCorpus.from_files(
        DATA / "nouns.es.txt.gz", DATA / "nouns.en.txt.gz", langs=("es", "en"), min_count=5
    )
    space = DocumentCooccurrence().fit(corpus).space_
    gold = BLE.from_file(DATA / "gold.es-en.tsv")

    # an outcome holds the rank of the right answer for every gold item: all else follows from it
    ways = {"cosine": "nn", "cosine, CSLS": "csls", "cosine, inverted softmax": "inverted-softmax"}
    outcomes = [
        gold.evaluate(space, similarity="cosine", retrieval=retrieval, label=label)
        for label, retrieval in ways.items()
    ]

    comparison = Comparison(outcomes)
    print(comparison.table(baseline="cosine"), end="\n\n")  # every row against one of them

    pair = comparison.pair("cosine, CSLS", "cosine")
    low, high = pair.ci
    print(
        f"only CSLS right: {pair.b}, only nearest neighbours: {pair.c},"
        f" difference {pair.difference:+.3f} [{low:+.3f}, {high:+.3f}]"
    )
    for method in ("exact", "midp", "chi2", "chi2-corrected"):
        print(f"  McNemar {method:<15} p = {mcnemar(pair.b, pair.c, method).pvalue:.4f}")

    print("\nBy frequency of the Spanish word:\n")
    print(breakdown_table(outcomes, by="frequency", baseline="cosine", notes="none"), end="\n\n")
    print(why(outcomes[1], outcomes[0]).to_text(limit=3))

    if latex is not None:
        Path(latex).write_text(comparison.table(baseline="cosine").to_latex(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])

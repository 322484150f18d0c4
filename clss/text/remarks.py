"""What is suspicious about a corpus, one line each: raw text, another language, lost alignment."""

from __future__ import annotations

from clss.corpus import AlignedCorpus
from clss.text.alignment import check_alignment
from clss.text.word_remarks import word_remarks

_DOCUMENTS = 5000  # from the start; enough to judge, and done in a second or two
_FEWEST_DOCUMENTS = 50
_FEWEST_SHARED = 20  # words written alike, below which they prove nothing
# documents that belong together agree in both; these are what strangers reach
_STRANGERS_OVERLAP, _STRANGERS_LENGTHS = 1.2, 0.15


def corpus_remarks(corpus: AlignedCorpus) -> list[str]:
    """Return remarks on the words of both languages and on the alignment of documents."""
    remarks = []
    for side in corpus.sides:
        words, counts = side.vocabulary.words, side.vocabulary.counts.tolist()
        found = word_remarks(dict(zip(words, counts, strict=True)), side.lang)
        remarks += [f"{side.lang}: {remark}" for remark in found]
    return remarks + alignment_remarks(corpus)


def alignment_remarks(corpus: AlignedCorpus) -> list[str]:
    """Say if line n seems not to belong to line n, or the texts fall out of step."""
    number = min(len(corpus), _DOCUMENTS)
    if number < _FEWEST_DOCUMENTS:
        return []
    texts = [
        [[side.vocabulary[i] for i in side.document(d)] for d in range(number)]
        for side in corpus.sides
    ]
    report = check_alignment(texts[0], texts[1])
    if report.shared_words < _FEWEST_SHARED:
        return []
    remedy = "clss corpus align-check SOURCE TARGET shows where"
    if report.shifted:
        return [f"alignment: {report.verdict}; {remedy}"]
    strangers = report.overlap <= _STRANGERS_OVERLAP * report.chance
    if strangers and report.length_correlation < _STRANGERS_LENGTHS:
        return [
            "alignment: line n seems not to belong to line n: words written alike agree as little"
            f" as between strangers ({report.overlap:.3f}, by chance {report.chance:.3f}) and"
            f" lengths do not correlate ({report.length_correlation:.2f}); {remedy}"
        ]
    return []

"""What the methods paragraph says of a row is true of all its runs."""

from made_outcomes import outcome_of

from evaluation.tables.methods import methods_paragraph
from evaluation.tables.options import TableOptions

RANKS = [1, 2] * 20


def in_context(weight, seed, **facts):
    return outcome_of("A", RANKS, seed=seed, context=f"add(weight={weight})", keep=None, **facts)


def test_the_context_of_every_seed_is_named():
    runs = [in_context(weight, seed) for seed, weight in ((1, 0.8), (2, 0.6), (3, 0.8))]
    text = methods_paragraph([("swtc", [*runs, outcome_of("B", [1] * 40)])], TableOptions())
    assert "add(weight=0.8) with seeds 1 and 3, add(weight=0.6) with seed 2~\\cite{" in text
    same = [in_context(0.8, seed) for seed in (1, 2)]
    text = methods_paragraph([("swtc", same)], TableOptions())
    assert "add(weight=0.8)~\\cite{" in text and "with seed 1" not in text


def test_tasks_that_ask_otherwise_are_named():
    asked = [outcome_of("A", RANKS, pair="es-en", similarity="cosine", retrieval="csls")]
    pairs = [
        [in_context(weight, None, pair=pair, similarity="cosine")]
        for pair, weight in (("es-en", 0.8), ("it-en", 0.6))
    ]
    groups = [("ble", asked), *(("swtc", runs) for runs in pairs)]
    text = methods_paragraph(groups, TableOptions())
    assert "add(weight=0.8) (SWTC es-en), add(weight=0.6) (SWTC it-en)" in text
    assert "cosine, csls" in text and "cosine (" not in text

"""Whatever has a published source says so, and what it says agrees with its docstring."""

import inspect
import re
import unicodedata

import pytest
from made_outcomes import outcome_of

from clss.context import CONTEXTS
from clss.model import MODELS, RepresentationModel
from clss.retrieval import RETRIEVALS
from clss.similarity import SIMILARITIES
from evaluation.stats.comparison import Comparison
from evaluation.stats.significance import CORRECTIONS, TESTS
from evaluation.tables import citations
from evaluation.tables.bibliography import entry_of, references
from evaluation.tables.methods import methods_paragraph
from evaluation.tables.options import TableOptions

NAMED = [
    pytest.param(registry.get(name), id=f"{registry.kind}-{name}")
    for registry in (MODELS, SIMILARITIES, RETRIEVALS, CONTEXTS)
    for name in registry.names()
]


def plain(text):
    r"""Write letters without accents, whether LaTeX has them (\'{c}, {\o}) or Unicode."""
    text = re.sub(r"\{\\o\}|ø", "o", text)
    text = re.sub(r"\\[\W]|\\v ?|[{}]", "", text)
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@pytest.mark.parametrize("name", MODELS.names())
def test_every_model_cites_a_work_that_exists(name):
    found = MODELS.get(name)().all_citations()
    assert found and all(entry_of(citation)[1] for citation in found)


@pytest.mark.parametrize("cls", NAMED)
def test_what_is_cited_is_among_the_references_of_the_docstring(cls):
    section = re.search(
        r"References\n-+\n(.+?)(?=\n\n\w+\n-|\Z)", inspect.getdoc(cls) or "", re.DOTALL
    )
    assert bool(cls.citations) == bool(section)
    for citation in cls.citations:
        entry = plain(entry_of(citation)[1])
        author = re.search(r"author = ([^,]+),", entry)[1].split()[-1]
        year = re.search(r"year = (\d+)", entry)[1]
        assert re.search(rf"{author}.*?{year}", plain(section[1]), re.DOTALL), (author, year)


def test_tests_and_corrections_have_their_works():
    assert set(citations.TESTS) == set(TESTS) and all(citations.TESTS.values())
    assert set(citations.CORRECTIONS) == set(CORRECTIONS)
    assert [name for name, keys in citations.CORRECTIONS.items() if not keys] == ["none"]


def test_every_reference_is_cited_by_something():
    rotation, bwesg = MODELS.get("mikolov")(orthogonal=True), MODELS.get("bwesg")
    glove, threads = bwesg(backbone="glove"), bwesg(workers=2)
    used = {key for parameter in NAMED for key in parameter.values[0].citations}
    used |= {key for name in MODELS.names() for key in MODELS.get(name)().all_citations()}
    used |= {key for model in (rotation, glove, threads) for key in model.all_citations()}
    used |= {key for keys in citations.TESTS.values() for key in keys}
    used |= {key for keys in citations.CORRECTIONS.values() for key in keys}
    used |= {*citations.NEW_SEEDS, *citations.SCORE_INTERVAL, *citations.BOOTSTRAP}
    used |= {*citations.EQUIVALENCE, *citations.LETTERS}
    # other tests register models with entries of their own
    assert {citation for citation in used if "@" not in citation} == set(references())


def test_a_model_is_cited_with_what_it_builds_on_and_how_it_was_set():
    def of(model, **parameters):
        return citations.of_model(outcome_of("x", [1], model=model, parameters=parameters))

    assert "haghighi2008learning" in of("fusion")
    assert of("bwesg") == ("vulic2016bilingual", "mikolov2013distributed")
    assert of("bwesg", backbone="glove") == ("vulic2016bilingual", "pennington2014glove")
    copies = ("vulic2016bilingual", "mikolov2013distributed", "maleki2021scaling")
    assert of("bwesg", workers=2) == copies and copies[-1] in of("mikolov", workers=2)
    assert copies[-1] not in of("bwesg", backbone="glove", workers=2)
    # written by a version that had another parameter
    assert of("lsa", rank=3) == ("dumais1996automatic",)
    assert of("somebody-elses") == ()


def test_the_way_of_asking_is_cited_whatever_its_parameters():
    row = outcome_of("x", [1], similarity="cue", retrieval="csls(neighborhood=3)")
    (_, cue), (text, csls) = citations.of_asking(row)
    assert "griffiths2007topics" in cue
    assert (text, csls) == ("csls(neighborhood=3)", ("conneau2018word",))


def test_tests_are_cited_as_they_were_made():
    right = [[1, 2] * 20, [1, 1] * 20, [2, 1] * 20]
    comparison = Comparison([outcome_of(f"m{i}", some) for i, some in enumerate(right)], margin=0.1)
    by_coin = citations.of_tests(comparison.tests("m0"))
    assert by_coin[0] == "mcnemar1947note" and "schuirmann1987comparison" in by_coin
    assert citations.of_intervals(comparison.tests("m0")) == ("tango1998equivalence",)
    assert "piepho2004algorithm" in citations.of_tests(comparison.tests(None, correction="bh"))
    seeds = [outcome_of(f"m{i}", right[i], seed=s) for i in (0, 1) for s in (1, 2)]
    found = citations.of_tests(Comparison(seeds).tests("m0"))
    assert found == ("westfall1993resampling", "krishnamoorthy2007parametric")


class Mine(RepresentationModel):
    """A model of one's own."""

    name = "my-model"
    citations = ("@article{me2026own,\n  title = {My Model},\n  year = {2026},\n}",)

    def _fit(self, corpus, progress):
        raise NotImplementedError


def test_a_model_of_ones_own_brings_its_entry():
    rows = [outcome_of("Mine", [1, 2] * 10, model="my-model"), outcome_of("B", [1, 1] * 10)]
    with MODELS.restored():
        MODELS.add(Mine)
        text = methods_paragraph([("ble", rows)], TableOptions())
    assert "(my-model~\\cite{me2026own})" in text and Mine.citations[0] in text
    # where it is not installed the rest of the paragraph still stands
    assert "(my-model)" in methods_paragraph([("ble", rows)], TableOptions())

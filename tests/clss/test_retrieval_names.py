"""A retrieval is a value: its text says all of it, and makes it again."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass
from typing import ClassVar

import pytest

from clss.errors import InputError
from clss.parameters import Choice, Kind, Number
from clss.retrieval import RETRIEVALS, Retrieval, described_retrievals, get_retrieval
from clss.retrieval.csls import CSLS
from clss.retrieval.inverted_softmax import InvertedSoftmax


@dataclass(frozen=True, repr=False)
class Mine(Retrieval):
    """A retrieval of one's own."""

    share: float = 0.5
    way: str = "up"

    name = "mine"
    allowed: ClassVar[Mapping[str, Kind]] = {"share": Number(at_least=0), "way": Choice("up", "on")}

    def adjuster(self, scorer):
        return lambda ids, scores: scores


@pytest.fixture(autouse=True)
def with_mine():
    with RETRIEVALS.restored():
        RETRIEVALS.add(Mine)
        yield


@pytest.mark.parametrize("name", RETRIEVALS.names())
def test_the_usual_parameters_are_the_plain_name(name):
    made = get_retrieval(name)
    assert made.describe() == repr(made) == name
    assert get_retrieval(name, **made.parameters).describe() == name


@pytest.mark.parametrize(
    "made",
    [
        CSLS(3),
        InvertedSoftmax(20),
        InvertedSoftmax(0.125),
        Mine(),
        Mine(0.25, "on"),
        Mine(way="on"),
    ],
)
def test_the_text_makes_the_same_value_again(made):
    again = get_retrieval(made.describe())
    assert again == made and hash(again) == hash(made) and again.describe() == made.describe()


def test_equal_values_have_one_text_however_they_were_written():
    assert InvertedSoftmax(20) == InvertedSoftmax(20.0)
    assert repr(InvertedSoftmax(20)) == repr(InvertedSoftmax(20.0))
    written = "mine( way=on , share = 0.50 ),csls ( neighborhood=10 ), csls,mine(way=on)"
    assert described_retrievals(written) == ["mine(way=on)", "csls"]


def test_it_cannot_be_changed_under_its_name():
    with pytest.raises(FrozenInstanceError):
        CSLS().neighborhood = 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("clss", "did you mean csls"),
        ("csls(neighborhod=3)", "no parameter 'neighborhod'.*did you mean neighborhood"),
        ("nn(k=3)", "it has none"),
        ("csls(neighborhood=0)", "neighborhood must be a whole number of at least 1, not 0"),
        ("csls(neighborhood=2.5)", "a whole number"),
        ("inverted-softmax(inverse_temperature=0)", "inverse_temperature must be a number above 0"),
        ("inverted-softmax(temperature=30)", "did you mean inverse_temperature"),
        ("mine(way=down)", "one of up, on"),
        ("csls(3)", "is not one parameter=value"),
        ("csls(neighborhood=3,neighborhood=4)", "is not one parameter=value"),
        ("csls(neighborhood=3", "written name or name"),
        ("", "written name or name"),
    ],
)
def test_mistakes_are_one_sentence(text, reason):
    with pytest.raises(InputError, match=reason):
        get_retrieval(text)


def test_values_are_checked_where_they_are_given():
    with pytest.raises(InputError, match="at least 1"):
        CSLS(neighborhood=0)
    with pytest.raises(InputError, match="not '3'"):
        get_retrieval("csls", neighborhood="3")
    with pytest.raises(InputError, match="given twice"):
        get_retrieval("csls(neighborhood=3)", neighborhood=4)
    with pytest.raises(InputError, match="no parameter 'retrieval'"):
        get_retrieval("csls", retrieval=4)
    with pytest.raises(InputError, match="made already"):
        get_retrieval(CSLS(), neighborhood=3)

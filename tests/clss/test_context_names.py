"""A model of context is a value, as a retrieval is: its text says all of it, and makes it again."""

import pytest

from clss.context import CONTEXTS, get_context, read_context
from clss.context.additive import Additive
from clss.context.melamud import MultMelamud
from clss.context.smoothed_fusion import SmoothedFusion
from clss.errors import InputError
from clss.retrieval import CSLS


@pytest.mark.parametrize("name", CONTEXTS.names())
def test_the_usual_parameters_are_the_plain_name(name):
    made = get_context(name)
    assert made.describe() == name
    assert get_context(name, **made.parameters) == made


@pytest.mark.parametrize(
    "made",
    [
        Additive(),
        Additive(0.25, "unit", 0.8),
        Additive(weight=0, background=1),
        SmoothedFusion(context_distribution="phi"),
        MultMelamud("output"),
    ],
)
def test_the_text_makes_the_same_value_again(made):
    again = get_context(made.describe())
    assert again == made and hash(again) == hash(made) and again.describe() == made.describe()


def test_a_text_and_what_stands_beside_it():
    assert get_context(" add ( background = 0.8 )", weight=0.5) == Additive(0.5, background=0.8)
    assert read_context("add(background=0.8)") == ("add", {"background": 0.8})


@pytest.mark.parametrize(
    ("text", "beside", "reason"),
    [
        ("ad", {}, "unknown context model 'ad' .*did you mean add"),
        (
            "add(backgound=1)",
            {},
            r"add has no parameter 'backgound' \(it has: weight, .*mean backg",
        ),
        ("none(weight=1)", {}, r"none has no parameter 'weight' \(it has none\)"),
        ("add(background=2)", {}, "background must be a number of at least 0 and at most 1, not 2"),
        ("add(background=much)", {}, "not 'much'"),
        ("add(normalize=units)", {}, "one of sum, mean, unit, not 'units'; did you mean unit"),
        ("add(0.8)", {}, "'0.8' in 'add.0.8.' is not one parameter=value"),
        ("add(weight=1", {}, "a context model is written name or name"),
        ("add(weight=1)", {"weight": 0.5}, "weight of the context model .* is given twice"),
        ("add", {"weight": "0.5"}, "weight must be a number .* not '0.5'"),
        (Additive(), {"weight": 0.5}, "the context model 'add' is made already; give weight where"),
        (CSLS(), {}, "a context model is given by name or made, not csls"),
    ],
)
def test_mistakes_are_one_sentence(text, beside, reason):
    with pytest.raises(InputError, match=reason):
        get_context(text, **beside)


def test_a_text_may_say_how_much_of_the_context_is_kept():
    assert read_context("add(keep=5)") == ("add", {"keep": 5})
    assert read_context("add(keep=all)") == ("add", {"keep": "all"})
    printed = "add( background=0.0, keep=3, normalize=sum, weight=1.0 )"
    _, given = read_context(printed)
    assert given == {"background": 0.0, "keep": 3, "normalize": "sum", "weight": 1.0}
    assert read_context("add(weight=1)", beside=["keep"]) == ("add", {"weight": 1.0})


@pytest.mark.parametrize(
    ("text", "beside", "reason"),
    [
        ("add(keep=0)", [], "keep is how many context words stay, .* from 1, not 0"),
        ("add(keep=few)", [], "keep is how many context words stay, .* not 'few'"),
        ("add(keep=)", [], r"'keep=' in 'add\(keep=\)' is not one parameter=value"),
        ("add(keep)", [], r"'keep' in 'add\(keep\)' is not one parameter=value"),
        ("add(keep=1,keep=2)", [], "'keep=2' in .* is not one parameter=value"),
        ("add(keep=1,)", [], "'' in .* is not one parameter=value"),
        ("add(keep=1", [], "a context model is written name or name"),
        ("none(keep=1)", [], "'none' looks at no context; leave keep out"),
        ("add(keep=1)", ["keep"], "keep of the context model .* is given twice"),
    ],
)
def test_what_keep_cannot_be(text, beside, reason):
    with pytest.raises(InputError, match=reason):
        read_context(text, beside)

"""A third task is a class and a line in the registry; nothing else has to know it."""

from collections.abc import Iterator

import pytest
from made_outcomes import outcome_of

from clss.errors import InputError
from evaluation.runs.config import read_config
from evaluation.tasks import BLE, SWTC, TASKS
from evaluation.tasks.facts import Facts
from evaluation.tasks.outcome import Outcome
from evaluation.tasks.task import Task, TaskOption


class Spelling(Task):
    """Whether a system spells words as the file does."""

    name = "spelling"
    file_key = "words"
    options = (TaskOption("case", ("lower", "upper")),)
    default_scores = ("acc1",)

    def __init__(self, words):
        self.words = words

    @classmethod
    def read(cls, path, options):
        text = path.read_text()
        return cls((text.upper() if options.get("case") == "upper" else text).split())

    @property
    def fingerprint(self):
        return " ".join(self.words)

    def require_disjoint(self, dev):
        if set(self.words) & set(dev.words):
            raise InputError("the words are the same")

    def ask(self, space, settings, dev=None):
        return outcome_of("outcome", [True for _ in self.words], task=self.name)

    def ask_lists(self, lists):
        return outcome_of("outcome", [word in lists for word in self.words], task=self.name)


@pytest.fixture
def spelling() -> Iterator[type[Task]]:
    TASKS.add(Spelling)
    yield Spelling
    del TASKS._known["spelling"]


def test_a_new_task_is_read_from_a_config(spelling, tmp_path):
    for name in ("a.txt", "b.txt", "words.txt"):
        (tmp_path / name).write_text("casa perro\n")
    config = tmp_path / "config.toml"
    config.write_text(
        '[corpus]\nsource = "a.txt"\ntarget = "b.txt"\nlangs = ["es", "en"]\n'
        '[tasks.spelling]\nwords = "words.txt"\ncase = ["lower", "upper"]\n'
        '[[models]]\nmodel = "lsa"\n'
    )
    lower, upper = read_config(config).tasks
    assert (lower.kind, lower.name, upper.name) == ("spelling", "spelling", "spelling-upper")
    assert TASKS.get("spelling").read(upper.files["es-en"], upper.options).words == [
        "CASA",
        "PERRO",
    ]
    config.write_text(config.read_text().replace('"upper"]', '"title"]'))
    with pytest.raises(InputError, match="line 7: unknown case 'title'"):
        read_config(config)


def test_names_of_outcomes_and_pairs():
    assert BLE.filed_as({"direction": "forward"}) == "ble"
    assert BLE.filed_as({"direction": "backward"}) == "ble-backward"
    assert SWTC.filed_as({}) == "swtc"
    backward = {"direction": "backward"}
    assert BLE.pair_name("es-en", ("es", "en"), backward) == "en-es"
    assert BLE.pair_name("news", ("es", "en"), backward) == "news backward"
    assert SWTC.pair_name("news", ("es", "en"), {}) == "news"


def test_facts_keep_what_they_do_not_know():
    given = {"seed": 3, "pair": "es-en", "supervision": ["documents"], "mood": None, "n": [1]}
    facts = Facts.from_json(given)
    assert (facts.seed, facts.pair, facts.supervision) == (3, "es-en", ("documents",))
    assert facts.other == {"mood": None, "n": [1]}
    first = outcome_of("a", [True], **given)
    again = Outcome("a", first.items, metadata=facts.to_json())
    assert again == first  # tuples and lists are the same in JSON
    assert Facts(context="add", keep=None).to_json() == {"context": "add", "keep": None}

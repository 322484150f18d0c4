"""The toy comparison of these tests: its config and where its models are."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from evaluation.runs import collect
from evaluation.runs.compare import compare
from evaluation.runs.config import read_config
from evaluation.runs.directory import RunDirectory
from evaluation.runs.execute import Display
from evaluation.runs.jobs import run_stage
from evaluation.tables.options import TableOptions
from evaluation.tables.render import render_tables

PLUGIN = Path(__file__).with_name("plugin_models.py")

#: executes the plugin that the config names
TRUST = "--trust-config-plugins"

HEADER = """\
plugins = ["{plugin}"]

[corpus]
source = "{data}/s.txt"
target = "{data}/a.txt"
langs = ["s", "t"]
min_count = 1

[tasks.ble]
gold = "{data}/gold.tsv"
"""

MODELS = """
[[models]]
model = "toy-counts"
label = "Counts"
similarity = ["cosine", "csls"]
baseline = true

[[models]]
model = "toy-random"
label = "Random"
dim = [4, 12]
seeds = 3

[[models]]
model = "toy-derived"
label = "Derived"
"""


def write_config(path: Path, data: Path, models: str, header: str = HEADER) -> Path:
    text = (header + models).replace("{plugin}", str(PLUGIN)).replace("{data}", str(data))
    path.write_text(text)
    return path


class InlinePool:
    """Runs stages at once in this process: for tests that are not about processes."""

    cores, memory = 1, 1 << 40

    def __init__(self, run_dir: Path) -> None:
        self.run_dir, self.ran = str(run_dir), list[str]()

    def submit(self, stage):
        future = Future()
        self.ran.append(stage.title)
        future.set_result(run_stage(self.run_dir, stage))
        return future

    def lost_worker(self, error):
        return False

    def check(self):
        return False

    def recover(self):
        """Nothing dies here."""

    def close(self):
        """Nothing is open."""


class Said(Display):
    """Remembers what a run says."""

    def __init__(self) -> None:
        self.lines = list[str]()

    def say(self, text: str) -> None:
        self.lines.append(text)


class Ran:
    """A comparison that was run inline: its record, its table, what it computed and said."""

    def __init__(self, config: Path, out: Path, **options) -> None:
        read = read_config(config, trust=True)
        self.run = RunDirectory.create(out)
        self.pool, display = InlinePool(out), Said()
        self.finished = compare(self.run, read, lambda: self.pool, display, **options)
        self.computed, self.said = self.pool.ran, display.lines
        self.results = collect.collect(self.run, [self.finished.record])

    def text(self, form: str = "text") -> str:
        options = TableOptions.from_config(self.finished.record.table)
        return render_tables([t for r in self.results for t in collect.tables_of(r, options)], form)

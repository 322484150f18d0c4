"""The toy comparison of the runner's tests: its config and where its models are."""

from __future__ import annotations

from pathlib import Path

PLUGIN = Path(__file__).with_name("plugin_models.py")

HEADER = """\
plugins = ["{plugin}"]

[corpus]
source = "{data}/s.txt"
target = "{data}/t.txt"
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

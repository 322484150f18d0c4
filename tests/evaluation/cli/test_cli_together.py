"""An option that would do nothing beside the others is refused in one sentence."""

from __future__ import annotations

import pytest

from clss.errors import InputError
from evaluation.cli.together import excludes, goes_with

SCORE_BLE = ["score", "space", "--ble", "gold.tsv"]
SCORE_SWTC = ["score", "space", "--swtc", "items.jsonl"]
TEXTS = ["es.txt", "en.txt"]
LANGS = ["--langs", "es,en"]
BUILD = ["gold", "build", "d.tsv", "--corpus", *TEXTS, *LANGS, "-o", "gold.tsv"]
MINE = ["swtc", "mine", *TEXTS, *LANGS, "--lexicon", "d.tsv", "-o", "items.jsonl"]
RANKED = ["import", "a.tsv", "--from", "ranked-list", "--gold", "gold.tsv", "-o", "a.jsonl"]
PREPARE = ["corpus", "prepare", *TEXTS, *LANGS, "-o", "prepared"]
NOUNS = [*PREPARE, "--tagger", "conllu"]
DRY = ["compare", "c.toml", "--dry-run"]
COSTS = ["table", "run", "--costs"]
COMBINED = ["table", "run", "--combine", "pairs"]


@pytest.mark.parametrize(
    ("command", "idle", "sentence"),
    [
        (SCORE_SWTC, ["--retrieval", "csls"], "--retrieval goes with --ble"),
        (SCORE_SWTC, ["--backward"], "--backward goes with --ble"),
        (SCORE_SWTC, ["--context", "none", "--dev", "d"], "--dev does not go with --context none"),
        (SCORE_SWTC, ["--weight", "0", "--keep", "2", "--dev", "d"], "leave nothing to choose"),
        (SCORE_BLE, ["--context", "none"], "--context goes with --swtc"),
        (SCORE_BLE, ["--weight", "0", "--keep", "1"], "--weight and --keep go with --swtc"),
        (SCORE_BLE, ["--dev", "d.jsonl"], "--dev goes with --swtc"),
        (SCORE_BLE, ["--no-free-hits"], "--no-free-hits goes with --swtc"),
        (SCORE_BLE, ["--wide"], "--wide goes with --format latex"),
        (SCORE_BLE, ["--label", "tab:x"], "--label goes with --format latex"),
        (BUILD, ["--dev-size", "9"], "--dev-size goes with --dev"),
        (BUILD, ["--dev-share", "0"], "--dev-share goes with --dev"),
        (BUILD, ["--not-in-dev", "t.tsv"], "--not-in-dev goes with --dev"),
        (BUILD, ["--seed", "0"], "--seed goes with --test-size or --dev-size"),
        (MINE, ["--dev-share", "0.5"], "--dev-share goes with --dev"),
        (RANKED, ["--langs", "es,en"], "--langs does not go with the format 'ranked-list'"),
        (RANKED, ["--kind", "count", "--max-words", "9"], "--kind and --max-words do not go with"),
        (
            ["export", "bilda", "-o", "b", "--to", "mallet", "--corpus", *TEXTS],
            ["--row", "BiLDA"],
            "--row does not go with the format 'mallet'; name the directory of a model",
        ),
        (
            ["export", "lsa", "-o", "lsa.vec", "--to", "muse"],
            ["--min-count", "5"],
            "--min-count goes with formats of models, which 'muse' is not",
        ),
        (DRY, ["--fresh"], "--fresh does not go with --dry-run"),
        (
            DRY,
            ["--cluster", "tcp://a"],
            "--cluster does not go with",
        ),
        (PREPARE, ["--pos", "NOUN"], "--pos goes with --tagger"),
        (NOUNS, ["--lemmas"], "--lemmas does not go with --tagger, which gives lemmas itself"),
        (NOUNS, ["--tokenizer", "es=words"], "--tokenizer does not go with --tagger, which cuts"),
        (COSTS, ["--task", "ble"], "--task does not go with --costs"),
        (COSTS, ["--baseline", "all"], "--baseline does not go with --costs"),
        (
            COSTS,
            ["--no-seed-rows"],
            "--no-seed-rows does not go with --costs",
        ),
        (COMBINED, ["--by", "senses"], "--combine does not go with"),
        (COMBINED, ["--scores", "mrr"], "--scores does not go with"),
        (["table", "run", "--by", "senses"], ["--columns", "pair"], "--columns does not go with"),
        (["table", "run", "--format", "json"], ["--safe-csv"], "--safe-csv goes with --format csv"),
        (["table", "a.jsonl"], ["--config", "c"], "--config goes with a run directory"),
        (["plot", "space", "run"], ["--seed", "0"], "--seed goes with --method tsne or umap"),
        (["why", "run", "A", "B", "--format", "json"], ["--limit", "0"], "--limit goes with"),
    ],
)
def test_an_option_in_vain_is_refused_before_anything_is_read(refuses, command, idle, sentence):
    assert sentence in refuses(*command, *idle)


@pytest.mark.parametrize("idle", ["--similarity=cosine", "--retrieval=csls"])
def test_ranked_lists_are_not_asked(refuses, tmp_path, idle):
    lists = tmp_path / "theirs.tsv"
    lists.write_text("rey\tking\n")
    asked = ["score", lists, "--ble", lists, idle]
    assert f"{idle.partition('=')[0]} goes with spaces, of which there is none" in refuses(*asked)


@pytest.mark.parametrize(
    ("idle", "sentence"),
    [
        (["--row", "LSA"], "--row is for the rows of a run directory, and none is named"),
        (["--langs", "es,en"], "--langs goes with vector files"),
    ],
)
def test_a_saved_space_has_neither_rows_nor_unknown_languages(refuses, space_dir, idle, sentence):
    assert sentence in refuses("score", space_dir, "--ble", "gold.tsv", *idle)


def test_zero_and_empty_values_are_given():
    goes_with("--dev", True, dev_share=0.0)
    excludes("--dev", False, dev_share=0.0)
    for value in (0, 0.0, "", []):
        with pytest.raises(InputError, match="--dev-share goes with --dev"):
            goes_with("--dev", False, dev_share=value)
    goes_with("--dev", False, dev_share=None, nouns=False)

"""The order in which stages run, what they may take together, and how they are shown."""

from __future__ import annotations

import io
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rich.console import Console
from toy_run import PLUGIN

from clss.corpus import CorpusStatistics
from clss.model import MODELS
from evaluation.cli.run_display import Lines, LiveTree
from evaluation.runs import resources
from evaluation.runs.directory import RunDirectory
from evaluation.runs.execute import Display, execute
from evaluation.runs.forecast import Forecast
from evaluation.runs.plugins import load_plugins
from evaluation.runs.stage import FitJob, Questions, Report, ScoreJob, SpaceSource, Stage
from evaluation.tasks.task import EvaluationSettings


def stage(key: str, *needs: str, memory: int = 1, cores: int = 1) -> Stage:
    job = FitJob("corpus", {}, {})
    return Stage(key, key, job, tuple(("fit", need) for need in needs), memory, cores)


class Threads:
    """Runs stages as short naps and notes which ran beside each other."""

    def __init__(self, cores: int, memory: int, failing: tuple[str, ...] = ()) -> None:
        self.cores, self.memory, self.failing = cores, memory, failing
        self.executor = ThreadPoolExecutor(8)
        self.now: set[str] = set()
        self.together: list[frozenset[str]] = []
        self.order: list[str] = []

    def submit(self, one: Stage) -> Future[Report]:
        self.now.add(one.key)
        self.order.append(one.key)
        self.together.append(frozenset(self.now))
        return self.executor.submit(self._nap, one)

    def _nap(self, one: Stage) -> Report:
        time.sleep(0.03)
        self.now.discard(one.key)
        status = "failed" if one.key in self.failing else "done"
        return Report(one.key, status, "why not" if status == "failed" else "")

    def lost_worker(self, error: BaseException) -> bool:
        return False

    def recover(self) -> None: ...

    def close(self) -> None: ...


def test_stages_wait_for_what_they_need_and_long_chains_go_first() -> None:
    stages = [stage("x"), stage("a"), stage("b", "a"), stage("c", "b")]
    pool = Threads(cores=1, memory=99)
    reports = execute(stages, pool, Display())
    assert pool.order == ["a", "b", "c", "x"] or pool.order == ["a", "b", "x", "c"]
    assert {report.status for report in reports.values()} == {"done"}


def test_what_is_trained_is_scored_before_more_is_trained() -> None:
    questions = Questions("ble", "ble", "gold.tsv", "")
    job = ScoreJob("corpus", SpaceSource("fit", "b"), questions, EvaluationSettings())
    score = Stage("score of b", "score of b", job, needs=(("fit", "b"),))
    pool = Threads(cores=1, memory=99)
    execute([stage("a"), stage("b"), stage("c"), score], pool, Display())
    assert pool.order == ["b", "score of b", "a", "c"]


def test_two_big_stages_do_not_run_together() -> None:
    stages = [stage("big1", memory=60), stage("big2", memory=60), stage("small", memory=10)]
    pool = Threads(cores=4, memory=100)
    execute(stages, pool, Display())
    assert not any({"big1", "big2"} <= beside for beside in pool.together)
    assert any(len(beside) == 2 for beside in pool.together)


def test_a_stage_larger_than_the_machine_runs_alone() -> None:
    pool = Threads(cores=2, memory=10)
    reports = execute([stage("huge", memory=50), stage("a"), stage("b")], pool, Display())
    assert len(reports) == 3
    assert all(beside == {"huge"} for beside in pool.together if "huge" in beside)


def test_threads_of_a_stage_count_as_cores() -> None:
    pool = Threads(cores=2, memory=99)
    execute([stage("wide", cores=2), stage("a"), stage("b")], pool, Display())
    assert all(beside == {"wide"} for beside in pool.together if "wide" in beside)


def test_what_depends_on_a_failure_fails_with_its_reason_and_says_whose_it_is() -> None:
    stages = [stage("a"), stage("b", "a"), stage("c", "b"), stage("d")]
    reports = execute(stages, Threads(2, 99, failing=("a",)), Display())
    assert [reports[key].status for key in "abcd"] == ["failed"] * 3 + ["done"]
    assert reports["c"].reason == "b: a: why not"


class Deadly(Threads):
    """A stage called "deadly" takes everything down that runs beside it, `lives` times."""

    def __init__(self, lives: int) -> None:
        super().__init__(cores=3, memory=99)
        self.lives, self.recovered = lives, 0

    def _nap(self, one: Stage) -> Report:
        if one.key == "deadly" and self.lives:
            self.lives -= 1
            raise BrokenProcessPool("a process was terminated")
        return super()._nap(one)

    def lost_worker(self, error: BaseException) -> bool:
        return isinstance(error, BrokenProcessPool)

    def recover(self) -> None:
        self.recovered += 1
        self.now.clear()


def test_a_deadly_stage_is_found_by_running_suspects_alone() -> None:
    stages = [stage("deadly"), stage("a"), stage("b"), stage("after", "deadly"), stage("c", "a")]
    pool = Deadly(lives=99)
    reports = execute(stages, pool, Display())
    assert reports["deadly"].status == reports["after"].status == "failed"
    assert "its process was killed" in reports["deadly"].reason
    assert all(reports[key].status == "done" for key in "abc")
    assert pool.order.count("deadly") == 2 and pool.recovered == 2


def test_a_death_by_accident_is_forgiven() -> None:
    reports = execute([stage("deadly"), stage("a"), stage("b")], Deadly(lives=1), Display())
    assert {report.status for report in reports.values()} == {"done"}


def test_memory_grows_with_the_model() -> None:
    load_plugins([PLUGIN.resolve()])
    toy = MODELS.get("toy-random")
    statistics = CorpusStatistics(10, (1000, 1000), (50_000, 50_000), (1.0, 1.0), 0.0, (0, 0))
    small, large = (toy(dim=dim).estimate_memory(statistics) for dim in (10, 1000))
    assert large - small == 2 * 8 * 100_000 * 990


def test_stages_beside_each_other_in_one_process_keep_the_limit() -> None:
    from threadpoolctl import threadpool_info

    def threads() -> set[int]:
        return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}

    before = threads()
    first, second = resources.one_thread(), resources.one_thread()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert threads() == {1}
    second.__exit__(None, None, None)
    assert threads() == before


def test_lines_and_tree_show_every_stage(tmp_path: Path) -> None:
    stages = [stage("first"), stage("second", "first"), stage("broken")]
    lines = io.StringIO()
    screen = Console(file=io.StringIO(), force_terminal=True, width=100, height=30)
    tree = LiveTree(RunDirectory(tmp_path), screen)
    for display in (Lines(RunDirectory(tmp_path), lines), tree):
        display.begin(stages, 4, Forecast(stages))
        tree.live.refresh()  # by itself it redraws four times a second
        execute(stages, Threads(1, 99, failing=("broken",)), display)
        display.say("a remark")
        display.close()
    text = lines.getvalue()
    assert (
        text.startswith("3 stages to compute, 4 there already; under 10 s\n") and "a remark" in text
    )
    assert "[3/3]" in text and "fit broken: failed: why not" in text
    drawn = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "second" in drawn and "3 of 3 stages" in drawn and "failed: why not" in drawn


def test_a_small_screen_shows_what_runs(tmp_path: Path) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=80, height=10)
    tree = LiveTree(RunDirectory(tmp_path), screen)
    stages = [stage(f"stage{i:02d}") for i in range(40)]
    tree.begin(stages, 0, Forecast(stages))
    tree.started(stages[33])
    tree.tick([stages[33]])
    tree.live.refresh()
    tree.close()
    drawn = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "stage33" in drawn and "stage32" not in drawn and "0 of 40 stages" in drawn

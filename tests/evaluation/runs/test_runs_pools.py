"""Work that can never be done ends with a sentence, not by waiting."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest

from clss.errors import ClssError, ClssWarning
from evaluation.runs import execute as execute_module
from evaluation.runs import pools
from evaluation.runs.execute import Display
from evaluation.runs.pools import ClusterPool, LocalPool
from evaluation.runs.resources import cpu_kind
from evaluation.runs.stage import FitJob, Report, Stage


class Refusing:
    """An executor that the machine gives no thread, as under ``ulimit -v``."""

    def submit(self, *_):
        raise RuntimeError("can't start new thread")

    def shutdown(self, **_):
        raise RuntimeError("cannot join thread before it is started")


def test_no_process_can_be_started(tmp_path: Path) -> None:
    pool = LocalPool(tmp_path, 1)
    pool._executor = Refusing()  # type: ignore[assignment]
    with pytest.raises(ClssError, match="no worker process can be started"):
        pool.submit(None)  # type: ignore[arg-type]
    pool.close()


class Client:
    """A dask client whose workers come and go."""

    def __init__(self, kinds: dict[str, str]) -> None:
        self.kinds = kinds

    def nthreads(self):
        if self.kinds is None:
            raise OSError("scheduler gone")
        return dict.fromkeys(self.kinds, 1)

    def run(self, function, *_, workers, **__):
        return {name: self.kinds[name] if function is cpu_kind else True for name in workers}

    def scheduler_info(self, **_):
        return {"workers": {name: {"memory_limit": 1 << 30} for name in self.kinds}}

    def get_executor(self, workers, **_):
        return tuple(workers)

    def close(self):
        """Nothing is open."""


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes a pool of workers with these processors."""

    def make(kinds: dict[str, str]) -> ClusterPool:
        monkeypatch.setattr(pools, "_connect", lambda _: Client(kinds))
        return ClusterPool(tmp_path, "tcp://there")

    return make


def test_all_workers_are_gone(cluster) -> None:
    pool = cluster({"a": "zen4-1"})
    assert pool.check() is False
    pool.client.kinds = {}
    assert pool.check() is False  # a manager may start others
    pool._last_seen -= 60
    with pytest.raises(ClssError, match="all workers of the cluster at tcp://there are gone;"):
        pool.check()
    pool.client.kinds = None
    with pytest.raises(ClssError, match="the dask scheduler at tcp://there is gone"):
        pool.check()


def test_one_run_uses_one_kind_of_processor(cluster) -> None:
    with pytest.warns(ClssWarning, match="1 of 3 workers have another processor than skylake-1"):
        pool = cluster({"a": "skylake-1", "b": "zen4-2", "c": "skylake-1"})
    assert (pool.workers, pool.cores, pool.processor) == (["a", "c"], 2, "skylake-1")
    assert cluster({"a": "zen4-1", "b": "zen4-1"}).processor == ""


def test_workers_in_place_of_others_have_the_same_processor(cluster) -> None:
    pool = cluster({"a": "zen4-1", "b": "zen4-1"})
    pool.client.kinds = {"b": "zen4-1", "c": "zen4-1"}
    assert pool.check() is False and pool._executor == ("b", "c")
    pool.client.kinds = {"d": "zen4-1"}  # whatever was sent to b and c must be sent again
    assert pool.check() is True and pool._executor == ("d",) and pool.cores == 1
    pool.client.kinds = {"e": "skylake-2"}
    with pytest.warns(ClssWarning, match="another processor than zen4-1"):
        assert pool.check() is False
    assert pool._executor == ("d",)
    pool._last_seen -= 60
    with pytest.raises(ClssError, match="those that are there have another processor than zen4-1"):
        pool.check()


def test_lost_work_is_submitted_again() -> None:
    class Replaced:
        """A pool whose first workers are replaced before they do anything."""

        cores, memory, rounds = 2, 1 << 40, 0

        def submit(self, stage):
            future = Future()
            if self.rounds:
                future.set_result(Report(stage.key, "done"))
            return future

        def check(self):
            self.rounds += 1
            return self.rounds == 1

        def lost_worker(self, error):
            return False

    stage = Stage("a" * 64, "toy", FitJob("b" * 64, {}, {}))
    running = execute_module._Execution([stage], Replaced(), Display())  # type: ignore[arg-type]
    running.checked -= 60
    assert running.run()[stage.key].status == "done"

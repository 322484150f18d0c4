"""Work that can never be done ends with a sentence, not by waiting."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from clss.errors import ClssError, ClssWarning
from evaluation.runs.pools import ClusterPool, LocalPool


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

    def __init__(self, threads: dict[str, int], kinds: dict[str, str]) -> None:
        self.threads, self.kinds = threads, kinds

    def nthreads(self):
        if self.threads is None:
            raise OSError("scheduler gone")
        return self.threads

    def run(self, _):
        return self.kinds


def cluster(client: Client) -> ClusterPool:
    pool = ClusterPool.__new__(ClusterPool)
    pool.client, pool.address = client, "tcp://there"  # type: ignore[assignment]
    pool.workers, pool._last_seen = list(client.threads), time.monotonic()
    return pool


def test_all_workers_are_gone() -> None:
    pool = cluster(Client({"a": 1}, {}))
    pool.check()
    pool.client.threads = {}
    pool.check()  # a manager may start others
    pool._last_seen -= 60
    with pytest.raises(ClssError, match="all workers of the cluster at tcp://there are gone"):
        pool.check()
    pool.client.threads = None
    with pytest.raises(ClssError, match="the dask scheduler at tcp://there is gone"):
        pool.check()


def test_one_run_uses_one_kind_of_processor() -> None:
    kinds = {"a": "skylake-1", "b": "zen4-2", "c": "skylake-1"}
    pool = cluster(Client(dict.fromkeys(kinds, 1), kinds))
    with pytest.warns(ClssWarning, match="1 of 3 workers have another processor than skylake-1"):
        assert pool._alike() == ["a", "c"]

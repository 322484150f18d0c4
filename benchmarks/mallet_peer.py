"""MALLET's samplers as peers of BiLDA: the same tokens in, turns of sweeps, the topics out.

MALLET 2.0.7 (Java) is carried by the source distribution of tethne 0.8 on PyPI::

    pip download tethne==0.8 --no-deps --no-binary :all:
    tar xf tethne-0.8.tar.gz          # MALLET is tethne-0.8/tethne/bin/mallet-2.0.7

Two of its models are run. `parallel` is its usual LDA (`train-topics --num-threads 1`) on joined
documents with language-tagged words. `polylingual` is BiLDA itself, by the same sparse sampler.
Neither optimises its parameters. Words are written as tagged ids, so no tokeniser can disagree;
sweeps begin at random topics.
"""

from __future__ import annotations

import gzip
import os
import re
import signal
import subprocess
from pathlib import Path
from time import perf_counter
from typing import Literal

import numpy as np

from clss.corpus import AlignedCorpus

Kind = Literal["parallel", "polylingual"]
#: sweeps between the lines by which MALLET tells how far it is, with the likelihood it then has
TURN = 10
#: what MALLET says when the initial topics stand and the first sweep is about to begin
_BEGINS = re.compile(r"^total tokens: (\d+)")
_TURN_ENDS = {
    "parallel": re.compile(r"^<\d*0> LL/token: "),
    "polylingual": re.compile(r"\t\d+\t-[\d.]+(E\d+)?$"),
}


class MalletChain:
    """A chain of MALLET in a process of its own, which runs only during its turns.

    Parameters
    ----------
    home : path
        Directory of MALLET, the one with `dist/mallet.jar`.
    corpus : AlignedCorpus
    topics, alpha, beta
        As of :class:`GibbsState`.
    turns : int
        Turns of ten sweeps.
    kind : {"parallel", "polylingual"}
    directory : path
        Where the files between MALLET and us are written.
    """

    def __init__(
        self,
        home: Path,
        corpus: AlignedCorpus,
        topics: int,
        alpha: float,
        beta: float,
        turns: int,
        kind: Kind,
        directory: Path,
    ) -> None:
        self._java = [
            "java",
            "-Xmx4g",
            "-cp",
            f"{home}/dist/mallet.jar:{home}/dist/mallet-deps.jar",
        ]
        self.corpus, self.kind, self.directory = corpus, kind, directory
        arguments = {
            "--num-topics": topics,
            "--alpha": topics * alpha,
            "--beta": beta,
            # the polylingual model makes one sweep more than it is asked for
            "--num-iterations": TURN * turns - (kind == "polylingual"),
            "--optimize-interval": 0,
            "--show-topics-interval": TURN * turns + 2,
            "--random-seed": 1,
            "--output-state": directory / "state.gz",
        }
        if kind == "parallel":
            command = ["cc.mallet.topics.tui.Vectors2Topics", "--num-threads", "1"]
            command += ["--input", self._import("joined", (0, 1))]
        else:
            command = ["cc.mallet.topics.PolylingualTopicModel", "--language-inputs"]
            command += [self._import("source", (0,)), self._import("target", (1,))]
        command += [str(part) for pair in arguments.items() for part in pair]
        self.process = subprocess.Popen(
            self._java + command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        found = int(self._wait(_BEGINS)[1])
        self._pause()
        if found != sum(side.n_tokens for side in corpus.sides):
            raise RuntimeError(f"MALLET read {found} tokens, not those of the corpus")

    def _import(self, name: str, sides: tuple[int, ...]) -> str:
        """Bring the documents of some sides, joined, into MALLET's own format."""
        text, packed = self.directory / f"{name}.txt", self.directory / f"{name}.mallet"
        with text.open("w") as stream:
            for d in range(len(self.corpus)):
                words = [f"{i}:{w}" for i in sides for w in self.corpus.sides[i].document(d)]
                stream.write(f"{d}\t{' '.join(words)}\n")
        reader = {
            "--input": text,
            "--output": packed,
            "--keep-sequence": "TRUE",
            "--token-regex": r"\S+",
            "--line-regex": r"^(\d+)\t(.*)$",
            "--name": 1,
            "--label": 0,
            "--data": 2,
        }
        command = ["cc.mallet.classify.tui.Csv2Vectors"]
        command += [str(part) for pair in reader.items() for part in pair]
        subprocess.run(self._java + command, check=True, stderr=subprocess.DEVNULL)
        return str(packed)

    def _wait(self, sign: re.Pattern[str]) -> re.Match[str]:
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            if found := sign.search(line.rstrip("\n")):
                return found
            said.append(line)
        raise RuntimeError(f"MALLET ended early: {''.join(said[-5:])}")

    def _pause(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def _processor(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def turn(self) -> np.ndarray:
        """Make ten sweeps; return seconds on the wall and of the processor."""
        begun = np.array([perf_counter(), self._processor()])
        self.process.send_signal(signal.SIGCONT)
        self._wait(_TURN_ENDS[self.kind])
        ended = np.array([perf_counter(), self._processor()])
        self._pause()
        return ended - begun

    def close(self) -> None:
        """End the process, which would otherwise stay paused for ever if a turn was broken off."""
        self.process.kill()
        self.process.wait()

    def assignments(self) -> tuple[np.ndarray, np.ndarray]:
        """Let the process end after its last turn; return the topics of the tokens, per side."""
        self.process.send_signal(signal.SIGCONT)
        self.process.communicate()
        topics: tuple[list[int], list[int]] = ([], [])
        words: tuple[list[int], list[int]] = ([], [])
        with gzip.open(self.directory / "state.gz", "rt") as stream:
            for line in stream:
                if line.startswith("#"):
                    continue
                *_, word, topic = line.split()
                language, _, number = word.partition(":")
                words[int(language)].append(int(number))
                topics[int(language)].append(int(topic))
        for side, found in zip(self.corpus.sides, words, strict=True):
            if not np.array_equal(side.tokens, found):
                raise RuntimeError(f"MALLET's {side.lang} tokens are not those of the corpus")
        return np.array(topics[0]), np.array(topics[1])

"""The kernels on processors without AVX-512: eight lanes instead of sixteen."""

import os
import subprocess
import sys

import numpy as np
import pytest

PROGRAM = """
import sys
import numpy as np
from baselines.skipgram._simd import LANES
from baselines.skipgram.trainer import SkipGramParameters, SkipGramTrainer

tokens = (40 * np.random.default_rng(0).random(120) ** 1.5).astype(np.int32)
parameters = SkipGramParameters(dim=20, window=13, sample=0.05, epochs=4, seed=5)
trainer = SkipGramTrainer(tokens, np.array([0, 60, 120]), 40, parameters).train()
np.savez(sys.argv[1], lanes=LANES, inputs=trainer.input_vectors, outputs=trainer.output_vectors)
"""


def trained(path, **settings):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(path.parent / "compiled"), **settings}
    subprocess.run([sys.executable, "-c", PROGRAM, path], env=environment, check=True)
    with np.load(path) as arrays:
        return dict(arrays)


@pytest.mark.slow
def test_eight_lanes_learn_what_sixteen_do(tmp_path):
    plain = trained(tmp_path / "plain.npz", NUMBA_CPU_NAME="generic")
    here = trained(tmp_path / "here.npz")
    assert plain["lanes"] == 8
    assert np.abs(here["outputs"]).max() > 0.01
    for name in ("inputs", "outputs"):
        np.testing.assert_allclose(plain[name], here[name], atol=1e-5)

"""Topics that two languages share: what they are about, and what a new document is about.

    python examples/bilda/topics.py

Trains a small BiLDA on the quickstart's help pages (some seconds), prints the
strongest topics with their words in both languages, guesses the topics of a page it has not seen
from either language alone, and leaves the state in MALLET's format.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from baselines.topics.bilda import BiLDA
from baselines.topics.mallet import write_state
from clss.corpus import AlignedCorpus

PAGES = Path(__file__).parents[1] / "quickstart"


def words_of_topic(model: BiLDA, topic: int, top: int = 6) -> str:
    space = model.space_
    parts = []
    for vocabulary, phi in zip((space.source, space.target), model.word_given_topic_, strict=True):
        parts.append(" ".join(vocabulary[i] for i in np.argsort(-phi[topic])[:top]))
    return " | ".join(parts)


def main(sweeps: int = 200) -> None:
    corpus = AlignedCorpus.from_files(
        PAGES / "nouns.es.txt.gz", PAGES / "nouns.en.txt.gz", langs=("es", "en")
    )
    model = BiLDA(topics=50, alpha=0.1, sweeps=sweeps, workers=2)
    model.fit(corpus)
    print(f"{corpus}: {model.log_likelihood_[-1]:.3f} a token after {sweeps} sweeps")
    weights = model.topic_given_document_.mean(axis=0)
    for topic in np.argsort(-weights)[:8]:
        print(f"{weights[topic]:6.1%}  {words_of_topic(model, topic)}")

    page = {"es": ["impresora", "impresión", "página"], "en": ["printer", "page", "print"]}
    for lang, theta in (
        ("es", model.infer(source=[page["es"]])),
        ("en", model.infer(target=[page["en"]])),
        ("es + en", model.infer([page["es"]], [page["en"]])),
    ):
        best = int(theta[0].argmax())
        print(f"printing, told in {lang}: {theta[0, best]:.0%} {words_of_topic(model, best)}")

    with tempfile.TemporaryDirectory() as directory:
        state = Path(directory) / "state.gz"
        write_state(state, corpus, model)
        print(f"MALLET state: {state.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

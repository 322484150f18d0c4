"""What a model does: it has parameters, learns a space from a corpus, and says what it used."""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.exceptions import NotFittedError

from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.idle_parameters import refuse_idle
from clss.matrices import Matrix, valid_rows
from clss.model.costs import TrainingCosts
from clss.parameters import Kind, check_values, kinds_of
from clss.persistence import atomic_directory
from clss.progress import ProgressCallback
from clss.registry import Registry
from clss.sides import SIDES
from clss.space import BilingualSpace

if TYPE_CHECKING:
    from clss.lexicon import Lexicon

_LOG = logging.getLogger(__name__)


class RepresentationModel(TrainingCosts, ABC):
    """Learns a :class:`BilingualSpace` from an :class:`AlignedCorpus`, as an estimator does.

    The constructor stores its parameters untouched, ``fit`` checks them, results end in an
    underscore, ``get_params`` and ``sklearn.base.clone`` work. A subclass gives itself a
    ``name`` and implements :meth:`_fit`; ``clss.check_model`` tells whether it keeps the rules.
    All else has a default that a model may replace.

    Three parameters have a meaning beyond the model that takes them: ``seed`` (what rows with
    several seeds vary), ``workers`` (the threads that a run reserves) and ``checkpoint`` (where a
    long training keeps its state, so that a run which was killed goes on from there). The
    properties :attr:`random_seed`, :attr:`threads` and :attr:`resumable` tell about them.

    Attributes
    ----------
    space_ : BilingualSpace
        What was learned.
    components_ : dict of str to RepresentationModel
        The fitted models that this one builds on.
    lexicon_ : Lexicon or None
        Translation pairs that were found on the way, for models that build on a lexicon; with
        None these take the mutual nearest neighbours of the space.
    """

    #: the name users type
    name: ClassVar[str]
    #: raise it when the same parameters give other results than before: cached runs expire
    algorithm_version: ClassVar[int] = 1
    #: the similarity that the model's space is meant for
    similarity: ClassVar[str] = "cosine"
    #: what to cite: keys of ``evaluation/tables/references.bib``, or whole BibTeX entries
    citations: ClassVar[tuple[str, ...]] = ()
    #: what the parameters may be, see :mod:`clss.parameters`
    parameters: ClassVar[Mapping[str, Kind]] = {}
    #: parameters whose default is None but without which nothing can be trained
    required: ClassVar[tuple[str, ...]] = ()

    space_: BilingualSpace
    components_: dict[str, RepresentationModel]
    lexicon_: Lexicon | None = None

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data, by which the public checks make the model."""
        return {}

    @classmethod
    def parameter_kinds(cls) -> dict[str, Kind]:
        """Return what each parameter may be: as declared, otherwise like its default."""
        return kinds_of(cls, cls.parameters)

    @property
    def supervision(self) -> frozenset[str]:
        """What ties the two languages: "documents", "sentences", "lexicon", "spelling", or nothing.

        The first is the corpus's alignment. A model that was trained elsewhere says "pretrained
        (NAME, HASH)".
        """
        return frozenset({"documents"})

    @property
    def version(self) -> int:
        """Of the algorithm with these parameters: what another version has made is not reused."""
        return self.algorithm_version

    @property
    def deterministic(self) -> bool:
        """Whether one seed gives the same bytes every time: where it does in all components."""
        return all(part.deterministic for part in self.components().values())

    @property
    def seed_matters(self) -> bool:
        """Whether another seed gives other vectors: not where it only begins what converges."""
        return True

    @property
    def sparse_vectors(self) -> bool:
        """Whether the space will hold sparse vectors, as far as the parameters tell."""
        return False

    @property
    def random_seed(self) -> int | None:
        """The seed that the vectors depend on, of this model or within it; None if on none."""
        given = self.get_params(deep=True)
        return next((given[name] for name in self.seed_parameters()), None)

    def seed_parameters(self) -> list[str]:
        """Return the parameters whose seed matters, of this model and (``base__seed``) within it.

        The model's own comes first.
        """
        given = self.get_params(deep=True)
        found = []
        for name in sorted(given, key=lambda name: name.count("__")):
            holder, _, last = name.rpartition("__")
            model = given[holder] if holder else self
            if last == "seed" and (
                not isinstance(model, RepresentationModel) or model.seed_matters
            ):
                found.append(name)
        return found

    @property
    def resumable(self) -> bool:
        """Whether training can go on from where it was killed: the model takes ``checkpoint``.

        The parameter is a directory that ``fit`` writes its state to now and then, and goes on
        from if there is something in it, with the same bytes in the end. From what it cannot go on
        from it raises :class:`clss.errors.UnusableCheckpoint`, and a run lets it begin again.
        """
        return "checkpoint" in self._get_param_names()

    def content_hashes(self) -> dict[str, str]:
        """Return hashes of what parameters name but do not hold, such as a directory's content.

        A run computes anew what depends on content that has changed. Parameters that name a file
        need not be here: runs hash files themselves.
        """
        return {}

    @property
    def is_fitted(self) -> bool:
        """Whether the model has been trained."""
        return hasattr(self, "space_")

    def components(self) -> dict[str, RepresentationModel]:
        """Return the models that must be fitted on the same corpus before this one."""
        return {}

    def all_citations(self) -> tuple[str, ...]:
        """Return :attr:`citations` and those of :meth:`components`, each once.

        Replaced where a parameter chooses between published methods.
        """
        within = (key for one in self.components().values() for key in one.all_citations())
        return tuple(dict.fromkeys((*self.citations, *within)))

    def check_parameters(self) -> None:
        """Refuse parameters that training would refuse; no corpus is needed. ``fit`` begins so.

        Raises
        ------
        InputError
            For the first parameter that is not as declared in :attr:`parameters`, does nothing
            beside the others, or does not go with another one, here or in a component that is
            still to be trained.
        """
        given = self.get_params(deep=False)
        for name in self.required:
            if given[name] is None:
                expected = self.parameters[name].description.removesuffix(" or none")
                raise InputError(f"{self.name} needs {name}, {expected}")
        check_values(self.parameters, given)
        refuse_idle(self, self.idle_parameters())
        self._check_combination()
        for component in self.components().values():
            if not component.is_fitted:
                component.check_parameters()

    def idle_parameters(self) -> dict[str, str]:
        """Return the parameters that do nothing beside the others, and when ("with backbone …").

        They are refused unless they have their defaults, and searches leave them alone. Those that
        a run sets whatever the model is, ``seed``, ``workers`` and ``checkpoint``, are never here.
        """
        return {}

    def _check_combination(self) -> None:
        """Refuse parameters, each of them allowed, that do not go together."""

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return the parameters that ought to depend on the size of the corpus, for this one.

        ``clss init`` writes them into the config; the constructor's defaults are those of large
        corpora.
        """
        return {}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return the values worth trying on a development set, the likeliest of each first.

        A comparison with ``[tune] trials = N`` tries the first values together and N - 1 other
        combinations of the space, the same N for every model, so a small space is searched well.
        A value may be a table such as ``{"model": "lsa", "dim": 100}``. By default
        :meth:`suited_parameters` alone.
        """
        return {name: [value] for name, value in cls.suited_parameters(statistics).items()}

    def fit(
        self,
        corpus: AlignedCorpus,
        *,
        progress: ProgressCallback | None = None,
        components: Mapping[str, RepresentationModel] | None = None,
    ) -> Self:
        """Learn from a corpus.

        Parameters
        ----------
        corpus : AlignedCorpus
        progress : callable, optional
            Called with a :class:`clss.progress.Progress` now and then.
        components : mapping, optional
            Some of :meth:`components`, already fitted on this corpus; the others are fitted here,
            and what several of them build on is trained once.
        """
        if not isinstance(corpus, AlignedCorpus):
            raise InputError(f"fit takes an AlignedCorpus, not {type(corpus).__name__}")
        self.check_parameters()
        for side in corpus.sides:
            if not side.n_tokens:
                raise InputError(f"the corpus is empty: it has no {side.lang} tokens")
        from clss.model.components import fitted  # which compares models by their parameters

        given = dict(components or {})
        trained = [component for component in given.values() if component.is_fitted]
        self.components_ = {
            key: fitted(given.get(key, component), corpus, trained, progress)
            for key, component in self.components().items()
        }
        _LOG.info("training %s on %r", self, corpus)
        begun = time.perf_counter()
        space = self._fit(corpus, progress)
        _LOG.info("trained %s in %.1f s", self.name, time.perf_counter() - begun)
        for lang, name in zip(corpus.langs, SIDES, strict=True):
            if not valid_rows(space.matrix(name)).any():
                raise InputError(
                    f"nothing was learned: no {lang} word has a vector; the corpus is too small"
                    " for the model, or its documents share no words"
                )
        self.space_ = self._signed(space)
        return self

    def _signed(self, space: BilingualSpace) -> BilingualSpace:
        """Note in the space which model made it, from what, and whether it can be repeated."""
        used = [component.space_.metadata for component in self.components_.values()]
        return space.described(
            model=self.name,
            supervision=sorted(self.supervision),
            deterministic=self.deterministic and all(m.get("deterministic", True) for m in used),
        )

    @abstractmethod
    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        """Learn; fitted components are in ``self.components_``, further results are attributes."""

    def _space_of(
        self, corpus: AlignedCorpus, source: Matrix, target: Matrix, **parts: Any
    ) -> BilingualSpace:
        """Make the space of a corpus's words, one row of a matrix each; what :meth:`_fit` returns.

        `parts` are further parameters of :class:`~clss.space.BilingualSpace`.
        """
        return BilingualSpace(
            corpus.source.vocabulary,
            corpus.target.vocabulary,
            source,
            target,
            langs=corpus.langs,
            similarity=self.similarity,
            **parts,
        )

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        """Return results beyond the space that a saved model must keep."""
        return {}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take back what :meth:`_extra_arrays` returned."""

    def save(self, path: str | PathLike[str]) -> None:
        """Write parameters and results to a directory, all or nothing."""
        if not self.is_fitted:
            raise NotFittedError(f"this {type(self).__name__} has not been fitted yet")
        with atomic_directory(path) as directory:
            self.write(directory)

    def write(self, directory: Path) -> None:
        """Write into a directory that is being made."""
        from clss.model.files import write_model  # reading models needs this class

        write_model(self, directory)


#: All models by name; packages add theirs by the entry-point group, as this one does.
MODELS: Registry[RepresentationModel] = Registry("model", group="clss.models")

"""The articles behind models and tests, as BibTeX."""

from __future__ import annotations

from collections.abc import Iterable


def _entry(kind: str, key: str, **fields: str) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


ENTRIES = {
    key: _entry(kind, key, **fields)
    for key, kind, fields in (
        (
            "vulic2016bilingual",
            "article",
            {
                "author": "Vuli{\\'c}, Ivan and Moens, Marie-Francine",
                "title": "Bilingual Distributed Word Representations from Document-Aligned"
                " Comparable Data",
                "journal": "Journal of Artificial Intelligence Research",
                "volume": "55",
                "pages": "953--994",
                "year": "2016",
            },
        ),
        (
            "mikolov2013distributed",
            "inproceedings",
            {
                "author": "Mikolov, Tomas and Sutskever, Ilya and Chen, Kai and Corrado, Greg and"
                " Dean, Jeffrey",
                "title": "Distributed Representations of Words and Phrases and their"
                " Compositionality",
                "booktitle": "Advances in Neural Information Processing Systems 26",
                "year": "2013",
            },
        ),
        (
            "mimno2009polylingual",
            "inproceedings",
            {
                "author": "Mimno, David and Wallach, Hanna M. and Naradowsky, Jason and Smith,"
                " David A. and McCallum, Andrew",
                "title": "Polylingual Topic Models",
                "booktitle": "Proceedings of EMNLP",
                "year": "2009",
            },
        ),
        (
            "vulic2011identifying",
            "inproceedings",
            {
                "author": "Vuli{\\'c}, Ivan and De Smet, Wim and Moens, Marie-Francine",
                "title": "Identifying Word Translations from Comparable Corpora Using Latent Topic"
                " Models",
                "booktitle": "Proceedings of ACL",
                "year": "2011",
            },
        ),
        (
            "vulic2013study",
            "inproceedings",
            {
                "author": "Vuli{\\'c}, Ivan and Moens, Marie-Francine",
                "title": "A Study on Bootstrapping Bilingual Vector Spaces from Non-Parallel Data"
                " (and Nothing Else)",
                "booktitle": "Proceedings of EMNLP",
                "year": "2013",
            },
        ),
        (
            "blei2003latent",
            "article",
            {
                "author": "Blei, David M. and Ng, Andrew Y. and Jordan, Michael I.",
                "title": "Latent {D}irichlet Allocation",
                "journal": "Journal of Machine Learning Research",
                "volume": "3",
                "pages": "993--1022",
                "year": "2003",
            },
        ),
        (
            "mikolov2013exploiting",
            "article",
            {
                "author": "Mikolov, Tomas and Le, Quoc V. and Sutskever, Ilya",
                "title": "Exploiting Similarities among Languages for Machine Translation",
                "journal": "arXiv:1309.4168",
                "year": "2013",
            },
        ),
        (
            "faruqui2014improving",
            "inproceedings",
            {
                "author": "Faruqui, Manaal and Dyer, Chris",
                "title": "Improving Vector Space Word Representations Using Multilingual"
                " Correlation",
                "booktitle": "Proceedings of EACL",
                "year": "2014",
            },
        ),
        (
            "hermann2014multilingual",
            "inproceedings",
            {
                "author": "Hermann, Karl Moritz and Blunsom, Phil",
                "title": "Multilingual Models for Compositional Distributed Semantics",
                "booktitle": "Proceedings of ACL",
                "year": "2014",
            },
        ),
        (
            "gouws2015bilbowa",
            "inproceedings",
            {
                "author": "Gouws, Stephan and Bengio, Yoshua and Corrado, Greg",
                "title": "{BilBOWA}: Fast Bilingual Distributed Representations without Word"
                " Alignments",
                "booktitle": "Proceedings of ICML",
                "year": "2015",
            },
        ),
        (
            "chandar2014autoencoder",
            "inproceedings",
            {
                "author": "Chandar, Sarath and Lauly, Stanislas and Larochelle, Hugo and Khapra,"
                " Mitesh and Ravindran, Balaraman and Raykar, Vikas C. and Saha, Amrita",
                "title": "An Autoencoder Approach to Learning Bilingual Word Representations",
                "booktitle": "Advances in Neural Information Processing Systems 27",
                "year": "2014",
            },
        ),
        (
            "levy2015improving",
            "article",
            {
                "author": "Levy, Omer and Goldberg, Yoav and Dagan, Ido",
                "title": "Improving Distributional Similarity with Lessons Learned from Word"
                " Embeddings",
                "journal": "Transactions of the Association for Computational Linguistics",
                "volume": "3",
                "pages": "211--225",
                "year": "2015",
            },
        ),
        (
            "artetxe2018robust",
            "inproceedings",
            {
                "author": "Artetxe, Mikel and Labaka, Gorka and Agirre, Eneko",
                "title": "A Robust Self-Learning Method for Fully Unsupervised Cross-Lingual"
                " Mappings of Word Embeddings",
                "booktitle": "Proceedings of ACL",
                "year": "2018",
            },
        ),
        (
            "artetxe2018generalizing",
            "inproceedings",
            {
                "author": "Artetxe, Mikel and Labaka, Gorka and Agirre, Eneko",
                "title": "Generalizing and Improving Bilingual Word Embedding Mappings with a"
                " Multi-Step Framework of Linear Transformations",
                "booktitle": "Proceedings of AAAI",
                "year": "2018",
            },
        ),
        (
            "haghighi2008learning",
            "inproceedings",
            {
                "author": "Haghighi, Aria and Liang, Percy and Berg-Kirkpatrick, Taylor and"
                " Klein, Dan",
                "title": "Learning Bilingual Lexicons from Monolingual Corpora",
                "booktitle": "Proceedings of ACL",
                "pages": "771--779",
                "year": "2008",
            },
        ),
        (
            "brown1993mathematics",
            "article",
            {
                "author": "Brown, Peter F. and Della Pietra, Stephen A. and Della Pietra, Vincent"
                " J. and Mercer, Robert L.",
                "title": "The Mathematics of Statistical Machine Translation: Parameter Estimation",
                "journal": "Computational Linguistics",
                "volume": "19",
                "number": "2",
                "pages": "263--311",
                "year": "1993",
            },
        ),
        (
            "deerwester1990indexing",
            "article",
            {
                "author": "Deerwester, Scott and Dumais, Susan T. and Furnas, George W. and"
                " Landauer, Thomas K. and Harshman, Richard",
                "title": "Indexing by Latent Semantic Analysis",
                "journal": "Journal of the American Society for Information Science",
                "volume": "41",
                "number": "6",
                "pages": "391--407",
                "year": "1990",
            },
        ),
        (
            "vulic2020probing",
            "inproceedings",
            {
                "author": "Vuli{\\'c}, Ivan and Ponti, Edoardo Maria and Litschko, Robert and"
                " Glava{\\v s}, Goran and Korhonen, Anna",
                "title": "Probing Pretrained Language Models for Lexical Semantics",
                "booktitle": "Proceedings of EMNLP",
                "pages": "7222--7240",
                "year": "2020",
            },
        ),
        (
            "conneau2018word",
            "inproceedings",
            {
                "author": "Conneau, Alexis and Lample, Guillaume and Ranzato, Marc'Aurelio and"
                " Denoyer, Ludovic and J{\\'e}gou, Herv{\\'e}",
                "title": "Word Translation without Parallel Data",
                "booktitle": "Proceedings of ICLR",
                "year": "2018",
            },
        ),
        (
            "mcnemar1947note",
            "article",
            {
                "author": "McNemar, Quinn",
                "title": "Note on the Sampling Error of the Difference between Correlated"
                " Proportions or Percentages",
                "journal": "Psychometrika",
                "volume": "12",
                "number": "2",
                "pages": "153--157",
                "year": "1947",
            },
        ),
        (
            "westfall1993resampling",
            "book",
            {
                "author": "Westfall, Peter H. and Young, S. Stanley",
                "title": "Resampling-Based Multiple Testing",
                "publisher": "Wiley",
                "year": "1993",
            },
        ),
        (
            "holm1979simple",
            "article",
            {
                "author": "Holm, Sture",
                "title": "A Simple Sequentially Rejective Multiple Test Procedure",
                "journal": "Scandinavian Journal of Statistics",
                "volume": "6",
                "number": "2",
                "pages": "65--70",
                "year": "1979",
            },
        ),
        (
            "tango1998equivalence",
            "article",
            {
                "author": "Tango, Toshiro",
                "title": "Equivalence Test and Confidence Interval for the Difference in"
                " Proportions for the Paired-Sample Design",
                "journal": "Statistics in Medicine",
                "volume": "17",
                "number": "8",
                "pages": "891--908",
                "year": "1998",
            },
        ),
    )
}

#: What to cite for a model, by its registered name.
MODELS = {
    "bwesg": ("vulic2016bilingual", "mikolov2013distributed"),
    "skipgram": ("mikolov2013distributed",),
    "bilda": ("mimno2009polylingual",),
    "basic-muptm": ("vulic2011identifying", "mimno2009polylingual"),
    "association-muptm": ("vulic2013study", "mimno2009polylingual"),
    "pseudo-lda": ("blei2003latent",),
    "traditional-ppmi": ("vulic2013study",),
    "mikolov": ("mikolov2013exploiting",),
    "cca": ("faruqui2014improving",),
    "bicvm": ("hermann2014multilingual",),
    "bilbowa": ("gouws2015bilbowa",),
    "autoencoder": ("chandar2014autoencoder",),
    "lsa": ("deerwester1990indexing",),
    "count-vectors": ("levy2015improving",),
    "self-learning": ("artetxe2018robust", "artetxe2018generalizing"),
    "spelling": ("haghighi2008learning",),
    "fusion": ("brown1993mathematics",),
    "encoder": ("vulic2020probing",),
}
#: What to cite for a retrieval, a test, a correction, a kind of interval.
METHODS = {
    "csls": ("conneau2018word",),
    "exact": ("mcnemar1947note",),
    "midp": ("mcnemar1947note",),
    "max-t": ("westfall1993resampling",),
    "step-down": ("westfall1993resampling",),
    "holm": ("holm1979simple",),
    "score": ("tango1998equivalence",),
}


def bibtex(names: Iterable[str]) -> str:
    """Return the entries behind models and methods, each once; unknown names have none.

    Examples
    --------
    >>> print(bibtex(["lsa", "a model of my own"]).splitlines()[0])
    @article{deerwester1990indexing,
    """
    keys = dict.fromkeys(
        k for name in names for k in (*MODELS.get(name, ()), *METHODS.get(name, ()))
    )
    return "\n\n".join(ENTRIES[key] for key in keys)


def cited(name: str) -> str:
    """Return the LaTeX citation of a model, empty if none is known."""
    keys = MODELS.get(name, ())
    return f"~\\cite{{{','.join(keys)}}}" if keys else ""

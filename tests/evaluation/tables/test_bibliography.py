import pytest

from clss.errors import InputError
from evaluation.tables.bibliography import Bibliography, entry_of, parse_bibtex, references

OWN = "@article{me2026own,\n  title = {A {Model} of One's Own},\n  year = {2026},\n}"


def test_an_entry_ends_at_the_brace_that_closes_it():
    other = "@book{b, title = {\\'{e}}}"
    text = f"a remark\n{OWN}\n% @ and }} in between\n{other}\nthe end"
    assert parse_bibtex(text) == {"me2026own": OWN, "b": other}


@pytest.mark.parametrize(
    ("citation", "reason"),
    [
        ("conneau2018wrod", "did you mean conneau2018word"),
        ("@article{open, title = {never closed}", "not closed"),
        (f"{OWN}\n{OWN}", "two BibTeX entries"),
        (f"{OWN}\n@misc{{other, year = 1}}", "one whole BibTeX entry"),
        ("me@example.org", "one whole BibTeX entry"),
        # a key goes into \cite{…}: nothing that LaTeX would take for a command
        ("@misc{x}\\input{y}, year = 1}", "one whole BibTeX entry"),
    ],
)
def test_what_is_no_citation_is_refused(citation, reason):
    with pytest.raises(InputError, match=reason):
        entry_of(citation)


def test_works_are_listed_once_in_the_order_of_their_mention():
    works = Bibliography()
    assert works.cite(()) == ""
    assert works.cite([OWN, "conneau2018word"]) == "~\\cite{me2026own,conneau2018word}"
    assert works.cite(["conneau2018word", "conneau2018word"]) == "~\\cite{conneau2018word}"
    assert works.bibtex() == f"{OWN}\n\n{references()['conneau2018word']}"

"""Do two dumps and a link table belong together?"""

from __future__ import annotations

from pathlib import Path

from clss.errors import InputError
from clss.sides import SideName
from clss.text.wikipedia.dump import Dump
from clss.text.wikipedia.links import database_of
from clss.text.wikipedia.page import DumpKind


def check_languages(source: Dump, target: Dump, langs: tuple[str, str] | None) -> tuple[Dump, Dump]:
    """Make sure that both dumps have a language and that it is the one asked for."""
    found = []
    for dump, wanted in zip((source, target), langs or ("", ""), strict=True):
        if not dump.code and not wanted:
            raise InputError("does not say its language; name both with --langs", dump.files[0])
        if dump.code and wanted and dump.code != wanted:
            raise InputError(f"is a dump in {dump.code!r}; --langs says {wanted!r}", dump.files[0])
        code = dump.code or wanted
        database = dump.database or f"{code.replace('-', '_')}wiki"
        found.append(Dump(dump.files, dump.kind, code, database, dump.unwritten))
    if found[0].code == found[1].code:
        raise InputError(f"is in {found[1].code!r}, as the source is", found[1].files[0])
    return found[0], found[1]


def find_anchor(table: Path | None, dumps: tuple[Dump, Dump]) -> SideName:
    """Return the side whose link table was given."""
    if table is None:
        other = next((dump for dump in dumps if dump.kind is not DumpKind.cirrus), None)
        if other is not None:
            raise InputError(
                f"a {other.kind} dump does not say which pages belong together: give "
                f"{dumps[0].database}'s langlinks.sql.gz by --langlinks",
                other.files[0],
            )
        return "source"
    if not table.is_file():
        raise InputError("no such file", table)
    database = database_of(table)
    if not database or database == dumps[0].database:
        return "source"
    if database == dumps[1].database:
        return "target"
    raise InputError(
        f"is the link table of {database!r}; expected that of {dumps[0].database!r} "
        f"or {dumps[1].database!r}",
        table,
    )

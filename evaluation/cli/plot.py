"""``clss plot``: figures for papers, with the numbers behind each beside it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clss.errors import InputError
from evaluation.cli.output import note
from evaluation.cli.run_directory import RunArgument
from evaluation.cli.table import PairOption, TaskOption
from evaluation.cli.together import goes_with

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evaluation.report.numbers.sheet import Sheet
    from evaluation.report.view import Panel, RunView

plots = typer.Typer(
    help="Draw a run directory for a paper: PDF, SVG or PNG, and the numbers as CSV beside it.",
    no_args_is_help=True,
)

FigureOption = Annotated[
    Path,
    typer.Option(
        "--out", "-o", metavar="FIG.pdf", help="The figure: .pdf, .svg, .eps, .ps or .png."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (scores, sweep, seeds, significance, ranks, cost, space):
        plots.command(command.__name__)(command)
    app.add_typer(plots, name="plot")


def scores(
    run_dir: RunArgument,
    out: FigureOption = Path("scores.pdf"),
    task: TaskOption = None,
    pair: PairOption = None,
) -> None:
    """Draw every row's score with its interval.

    Example: clss plot scores runs/quickstart --task ble -o scores.pdf
    """
    from evaluation.report.figures.scores import draw_scores
    from evaluation.report.numbers.intervals import scores as numbers

    _, panel = _open(run_dir, task, pair, out)
    found = numbers(panel.comparison)
    _save(draw_scores(found), found.sheet, out)


def sweep(
    run_dir: RunArgument,
    out: FigureOption = Path("sweep.pdf"),
    axis: Annotated[
        str | None,
        typer.Option("--axis", help="Parameter of the grid; window, if there is one."),
    ] = None,
    task: TaskOption = None,
    pair: PairOption = None,
) -> None:
    """Draw the score over a parameter of the grid, one line per value of the others.

    Example: clss plot sweep runs/windows --axis window -o window.pdf
    """
    from evaluation.report.figures.sweep import draw_sweep
    from evaluation.report.numbers.sweep import sweep as numbers

    _, panel = _open(run_dir, task, pair, out)
    found = numbers(panel, axis)
    _save(draw_sweep(found), found.sheet, out)


def seeds(
    run_dir: RunArgument,
    out: FigureOption = Path("seeds.pdf"),
    task: TaskOption = None,
    pair: PairOption = None,
) -> None:
    """Draw the spread over seeds of the rows that have several.

    Example: clss plot seeds runs/seeds -o seeds.pdf
    """
    from evaluation.report.figures.seeds import draw_seeds
    from evaluation.report.numbers.seeds import seeds as numbers

    _, panel = _open(run_dir, task, pair, out)
    found = numbers(panel)
    if not found.rows:
        raise InputError(f"{panel.title}: no row has several seeds; give a model seeds = 10")
    _save(draw_seeds(found), found.sheet, out)


def significance(
    run_dir: RunArgument,
    out: FigureOption = Path("significance.pdf"),
    task: TaskOption = None,
    pair: PairOption = None,
) -> None:
    """Draw who is significantly better than whom, all pairs tested as one family.

    Example: clss plot significance runs/quickstart --task ble -o pairs.pdf
    """
    from evaluation.report.figures.significance import draw_significance
    from evaluation.report.numbers.significance import significance as numbers

    _, panel = _open(run_dir, task, pair, out, rows=2)
    found = numbers(panel)
    _save(draw_significance(found), found.sheet, out)


def ranks(
    run_dir: RunArgument,
    out: FigureOption = Path("ranks.pdf"),
    task: TaskOption = None,
    pair: PairOption = None,
) -> None:
    """Draw the critical-difference diagram: rows by score, bars join those that do not differ.

    Of several language pairs without --pair: mean ranks over them, with Nemenyi's distance.
    Example: clss plot ranks runs/quickstart --task ble -o ranks.pdf
    """
    from evaluation.report.figures.ranks import draw_ranks
    from evaluation.report.numbers.ranks import ranks as numbers
    from evaluation.report.numbers.ranks import ranks_across
    from evaluation.report.numbers.significance import significance as tests

    view, panel = _open(run_dir, task, pair, out, rows=2)
    several = [one for one in view.panels if one.task == panel.task]
    across = pair is None and len(several) > 1
    found = ranks_across(several) if across else numbers(tests(panel))
    _save(draw_ranks(found), found.sheet, out)


def cost(
    run_dir: RunArgument,
    out: FigureOption = Path("cost.pdf"),
    task: TaskOption = None,
    pair: PairOption = None,
) -> None:
    """Draw the score against the time that training took.

    Example: clss plot cost runs/quickstart --task ble -o cost.pdf
    """
    from evaluation.report.figures.cost import draw_cost
    from evaluation.report.numbers.cost import cost as numbers

    view, panel = _open(run_dir, task, pair, out)
    found = numbers(view, panel)
    if not found.rows:
        raise InputError(f"{panel.title}: no training was measured in this run directory")
    _save(draw_cost(found), found.sheet, out)


def space(
    run_dir: RunArgument,
    out: FigureOption = Path("space.pdf"),
    row: Annotated[
        str | None, typer.Option("--row", metavar="LABEL", help="By default the best row.")
    ] = None,
    words: Annotated[
        str | None,
        typer.Option("--words", metavar="A,B,…", help="Only these words; else gold pairs."),
    ] = None,
    method: Annotated[
        str, typer.Option("--method", help="pca, tsne, or umap if it is installed.")
    ] = "pca",
    most: Annotated[
        int, typer.Option("--most", min=2, help="Gold pairs to show, the most frequent first.")
    ] = 30,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Of t-SNE and UMAP; by default 0.")
    ] = None,
    task: TaskOption = None,
    pair: PairOption = None,
) -> None:
    """Draw words of both languages in the plane, translations joined.

    With -o FILE.html, a page on which every point tells its word.
    Example: clss plot space runs/quickstart --row BMu --method tsne -o space.pdf
    """
    from evaluation.report.figures.space import draw_space
    from evaluation.report.planes import plane_page, row_plane

    goes_with("--method tsne or umap", method != "pca", seed=seed)
    hovering = out.suffix.lower() == ".html"
    view, panel = _open(run_dir, task, pair, None if hovering else out)
    wanted = [word.strip() for word in words.split(",")] if words else []
    found = row_plane(view, panel, row, wanted, method, seed or 0, most)
    if not hovering:
        _save(draw_space(found), found.sheet, out)
        return
    from clss.persistence import atomic_file

    with atomic_file(out) as stream:
        stream.write(plane_page(found))
    note(f"wrote {out}")


def _open(
    run_dir: Path, task: str | None, pair: str | None, out: Path | None, rows: int = 1
) -> tuple[RunView, Panel]:
    from evaluation.report.figures.style import check_format
    from evaluation.report.view import RunView

    if out is not None:
        check_format(out)
    view = RunView.open(run_dir)
    panel = view.panel(task, pair)
    if len(panel.comparison.labels) < rows:
        raise InputError(f"{panel.title}: there is one row only, nothing to compare")
    return view, panel


def _save(figure: AbstractContextManager[Figure], sheet: Sheet, out: Path) -> None:
    from evaluation.report.figures.style import save

    with figure as drawn:
        numbers = save(drawn, out, sheet)
    note(f"wrote {out} and {numbers}")

"""``clss explore``: a local page to ask the models of a run directory."""

from __future__ import annotations

from typing import Annotated

import typer

from evaluation.cli.output import note
from evaluation.cli.run_directory import RunArgument


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("explore")(explore)


def explore(
    run_dir: RunArgument,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="By default a free one.")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
) -> None:
    """Serve a page on this machine to ask the models: words, sentences, test items.

    Only this machine is answered, and only who knows the address that is printed. Ctrl-C ends it.
    Example: clss explore runs/quickstart
    """
    import webbrowser
    from threading import Thread

    from evaluation.explore.models import Models
    from evaluation.explore.server import ExploreServer
    from evaluation.report.view import RunView

    models = Models(RunView.open(run_dir))
    models.prepare("nn")
    Thread(target=models.prepare, daemon=True).start()  # what takes longer, while people look
    with ExploreServer(models, port) as server:
        print(server.url, flush=True)
        note("Ctrl-C ends it")
        if browser:
            webbrowser.open(server.url)
        server.serve_forever()

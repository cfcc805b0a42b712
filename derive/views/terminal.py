"""The terminal: where output goes, how wide it is, and whether it may move and have colours."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

import click
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from derive.words import Colour, row_of

WIDTH_OF_A_FILE = 100
NARROWEST = 30
"""Columns below which nothing can be laid out; a terminal that says it has fewer, such as 0, does not know."""
STYLES: Mapping[Colour, str] = {"good": "green", "open": "bold yellow", "bad": "bold red", "taken": "cyan"}
"""The colours of words; rich leaves them out where there is no terminal, and under NO_COLOR."""


def style(word: str) -> str:
    """Return the style of a word of a verdict."""
    return STYLES[row_of(word).colour]


def console(*, stderr: bool = False, width: int | None = None) -> Console:
    """Return a console that prints text as it is; into a file or a pipe, with a width that does not cut."""
    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if made.width < NARROWEST or not (made.is_terminal or "COLUMNS" in os.environ):
        made.width = width or WIDTH_OF_A_FILE
    return made


def laid_out(what: RenderableType, *, width: int | None = None) -> str:
    """Return something that rich lays out, as text; rich fills lines with blanks, which a file does not need."""
    made = console(width=width)
    with made.capture() as captured:
        made.print(what)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"


def show(what: RenderableType, *, width: int | None = None) -> None:
    """Print something that rich lays out."""
    click.echo(laid_out(what, width=width), nl=False, color=True if console().is_terminal else None)


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[], None]]:
    """Show a bar on a terminal, and nothing elsewhere, colours or not; what is yielded moves it by one."""
    shown = console(stderr=True)
    if shown.is_dumb_terminal or not sys.stderr.isatty():
        yield lambda: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=shown, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)

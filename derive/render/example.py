"""Worked examples as views: a table with its title and place, for the terminal, for pages and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.render.markdown import page, prose


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A worked example: its table, and the same table as text and in Markdown."""

    name: str
    title: str
    lecture: str
    line: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    text: str
    markdown: str


def example_page(view: ExampleView) -> str:
    """Return the page of a worked example."""
    about = f"`{view.name}`: [{view.lecture}](../lectures/{view.lecture}.md), line {view.line}."
    return page([f"# {prose(view.title)}", f"{about} Computed by the algorithms of `numeric`.", view.markdown])


def example_json(view: ExampleView) -> dict[str, Any]:
    """Return a worked example as JSON has it; cells are as they are printed."""
    names = ("name", "title", "lecture", "line", "columns", "rows", "notes")
    return {name: getattr(view, name) for name in names}

"""The templates of views, which are files beside this one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape


@cache
def templates_in(folder: Path) -> Environment:
    """Return the templates of a folder, set up as all of ours are; a name that is not given is an error."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(enabled_extensions=("html.j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def template(name: str) -> Template:
    """Return a template by its file name; values are escaped in HTML.

    >>> template("checked.html.j2").name
    'checked.html.j2'
    """
    return templates_in(Path(__file__).parent).get_template(name)

"""The templates of notes, which are files beside this one."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Template

from derive.views.templates import templates_in


def template(name: str) -> Template:
    """Return a template by its file name; values are escaped in HTML.

    >>> template("article.tex.j2").name
    'article.tex.j2'
    """
    return templates_in(Path(__file__).parent).get_template(name)

"""Links from these pages to Markdown outside of them: on a forge the file is shown, on the site it is a download."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

LINK = re.compile(r"\[([^\]`]+)\]\(((?:\.\./)+[^)#\s]+\.md)(?:#[^)]*)?\)")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the change of links, page by page, before a page is read."""
    _ = app.connect("source-read", _downloads)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _downloads(app: Sphinx, page: str, text: list[str]) -> None:
    top = Path(app.srcdir).resolve()
    folder = (top / page).parent

    def changed(link: re.Match[str]) -> str:
        inside = (folder / link[2]).resolve().is_relative_to(top)
        return link[0] if inside else f"{{download}}`{link[1]} <{link[2]}>`"

    text[0] = LINK.sub(changed, text[0])

"""The notebook of the documentation: it runs, and shows what it showed when it was committed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.notebook import NOTEBOOK, CellError, as_text, executed


def cell(source: str) -> dict[str, Any]:
    """Return a notebook with one code cell."""
    return {"cells": [{"cell_type": "code", "source": source.splitlines(keepends=True)}]}


def test_the_notebook_shows_what_it_showed() -> None:
    """All cells run, and their outputs are the committed ones: `python tests/notebook.py` writes them anew."""
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert as_text(executed(json.loads(text))) == text


def test_another_output_would_be_noticed() -> None:
    """What a cell shows is the value of its last line, in all forms that it has."""
    (found,) = executed(cell("x = 1\nx + 1"))["cells"]
    assert [output["data"] for output in found["outputs"]] == [{"text/plain": ["2"]}]
    assert executed(cell("x = 1"))["cells"][0]["outputs"] == []


@pytest.mark.parametrize("source", ["1 / 0", "undefined", "import derive\nderive.prove('x', 1)\n1"])
def test_a_cell_that_fails_fails_the_notebook(source: str) -> None:
    """Nothing is shown in the place of a result."""
    with pytest.raises(CellError, match="Error"):
        _ = executed(cell(source))

"""Notebooks without Jupyter: the code cells are run in order, and what they show is what Jupyter would show.

Run `python tests/notebook.py` at the top of the repository to write the outputs of `docs/derivation.ipynb` anew.
"""

from __future__ import annotations

import ast
import json
import sys
from code import InteractiveInterpreter
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "derivation.ipynb"


class CellError(AssertionError):
    """A cell raised an exception; the message has the cell and the traceback."""


class _Cells(InteractiveInterpreter):
    """One interpreter for all cells."""

    def __init__(self) -> None:
        """Begin with no names."""
        super().__init__({"__name__": "__main__"})
        self.trouble = ""

    def write(self, data: str) -> None:
        """Take what would be written to the console: a traceback."""
        self.trouble += data

    def run(self, source: str) -> list[Any]:
        """Return the value of the last line of a cell, if it is an expression that has one."""
        shown: list[Any] = []
        body = ast.parse(source).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        before, sys.displayhook = sys.displayhook, lambda value: shown.append(value) if value is not None else None
        try:
            if body:
                _ = self.runsource(ast.unparse(ast.Module(body, [])), symbol="exec")
            if last is not None:
                _ = self.runsource(ast.unparse(last), symbol="single")
        finally:
            sys.displayhook = before
        if self.trouble:
            raise CellError(f"{source}\n{self.trouble}")
        return shown


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with all code cells run, and their outputs. Raises `CellError` where one fails."""
    cells, number, held = _Cells(), 0, list[dict[str, Any]]()
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            held.append(cell)
            continue
        number += 1
        shown = [_output(value, number) for value in cells.run("".join(cell["source"]))]
        held.append({**cell, "execution_count": number, "outputs": shown})
    return {**notebook, "cells": held}


def _output(value: Any, number: int) -> dict[str, Any]:
    data = {kind: text.splitlines(keepends=True) for kind, text in _bundle(value).items()}
    return {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def _bundle(value: Any) -> dict[str, str]:
    """Return the forms of a value as a notebook asks for them."""
    if hasattr(value, "_repr_mimebundle_"):
        return value._repr_mimebundle_()
    latex = {"text/latex": value._repr_latex_()} if hasattr(value, "_repr_latex_") else {}
    return {"text/plain": repr(value)} | latex


def as_text(notebook: dict[str, Any]) -> str:
    """Return a notebook as the text of its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> None:
    """Run the notebook, and write its outputs."""
    held = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    _ = NOTEBOOK.write_text(as_text(executed(held)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

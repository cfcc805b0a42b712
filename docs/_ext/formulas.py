"""Formulas as MathML, made by KaTeX while the site is built: a page needs no script and no network.

KaTeX comes by `npm ci --prefix tests/katex`; `DERIVE_KATEX` names another folder that has it.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

SCRIPT = Path(__file__).with_name("formulas.mjs")
KATEX = Path(__file__).resolve().parents[2] / "tests" / "katex"
SECONDS = 120


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the renderer; it reads all formulas of the site at once, when the first one is written."""
    made: dict[tuple[str, bool], str] = {}

    def collect(app: Sphinx, env: Any) -> None:
        _ = app
        found = {formula for name in sorted(env.all_docs) for formula in _formulas(env.get_doctree(name))}
        made.update(rendered(sorted(found)))

    _ = app.connect("env-updated", collect)
    app.add_html_math_renderer("mathml", (_writer(made), None), (_writer(made), None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}


def rendered(formulas: list[tuple[str, bool]]) -> dict[tuple[str, bool], str]:
    """Return each formula as a `math` element; the flag says whether it is a display.

    Raises `ExtensionError` where KaTeX is missing, and for a formula that it does not read.
    """
    if not formulas:
        return {}
    node, folder = which("node"), Path(os.environ.get("DERIVE_KATEX", KATEX))
    if node is None or not (folder / "node_modules" / "katex").is_dir():
        message = "formulas need node and KaTeX: run npm ci --prefix tests/katex"
        raise ExtensionError(message)
    module = folder / "node_modules" / "katex" / "dist" / "katex.mjs"
    command = [node, str(SCRIPT), module.resolve().as_uri()]
    asked = json.dumps(formulas)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603 -- our own script
    if done.returncode:
        raise ExtensionError(done.stderr.strip())
    return dict(zip(formulas, json.loads(done.stdout), strict=True))


def _formulas(tree: nodes.document) -> list[tuple[str, bool]]:
    inline = [(node.astext(), False) for node in tree.findall(nodes.math)]
    return inline + [(node.astext(), True) for node in tree.findall(nodes.math_block)]


def _writer(made: dict[tuple[str, bool], str]) -> Callable[[Any, nodes.Element], None]:
    def write(translator: Any, node: nodes.Element) -> None:
        display = isinstance(node, nodes.math_block)
        formula = made[node.astext(), display]
        translator.body.append(f'<div class="math">{formula}</div>' if display else formula)
        raise nodes.SkipNode

    return write

"""KaTeX in strict mode as a judge of our LaTeX. It is installed by `npm ci` in `tests/katex`, and is no part of us."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which

import pytest

FOLDER = Path(os.environ.get("DERIVE_KATEX") or Path(__file__).with_name("katex"))
SECONDS = 120


def missing() -> str:
    """Return what is missing to ask KaTeX; empty where it can be asked."""
    if which("node") is None:
        return "node is not installed"
    return "" if (FOLDER / "node_modules" / "katex").is_dir() else "KaTeX is not installed: run npm ci in tests/katex"


needs_katex = pytest.mark.skipif(bool(missing()), reason=missing() or "KaTeX is there")


def complaints(formulas: Sequence[str]) -> dict[str, str]:
    """Return each formula that KaTeX does not accept, with what it says; one process reads all of them."""
    node = which("node") or ""
    done = subprocess.run(  # noqa: S603 -- our own script, with no arguments from elsewhere
        [node, "check.mjs"],
        cwd=FOLDER,
        input=json.dumps(list(formulas)),
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    )
    told: list[str] = json.loads(done.stdout)
    assert len(told) == len(formulas)
    return {formula: said for formula, said in zip(formulas, told, strict=True) if said}

"""PDF, by a TeX that is installed; nothing is fetched, and the LaTeX is kept where there is none."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from types import MappingProxyType

from derive.errors import DeriveError

QUIET = ("-interaction=nonstopmode", "-halt-on-error")
PROGRAMS: dict[str, tuple[tuple[str, ...], int]] = {
    "latexmk": (("-pdf", *QUIET), 1),
    "pdflatex": (QUIET, 2),
    "lualatex": (QUIET, 2),
    "xelatex": (QUIET, 2),
    "tectonic": (("--only-cached",), 1),
}
"""Programs that make PDF of LaTeX, with their options, and how often each must run until contents are right."""
SECONDS = 300
INSTALL = "install a TeX, such as the packages texlive-latex-recommended or tectonic, and run it on the .tex"


class NoTeXError(DeriveError):
    """There is no TeX, or it refused the document."""


def tex_program() -> str | None:
    """Return the name of the TeX that is installed; None where there is none."""
    return next((name for name in PROGRAMS if which(name)), None)


def make_pdf(tex: str, out: Path, files: Mapping[str, bytes] = MappingProxyType({})) -> None:
    """Write the PDF of a LaTeX document and the files that it includes.

    Raises `NoTeXError`, and keeps the LaTeX beside, where that cannot be done.
    """
    program = tex_program()
    if program is None:
        kept = _keep(tex, out, files)
        raise NoTeXError(str(out), reason=f"no TeX is installed; the LaTeX is kept in {kept}", way_out=INSTALL)
    with TemporaryDirectory() as folder:
        place = Path(folder)
        _ = (place / "notes.tex").write_text(tex, encoding="utf-8")
        put(files, place)
        if not _run(program, place):
            kept = _keep(tex, out, files)
            reason = f"{program} refused the document; the LaTeX is kept in {kept}"
            raise NoTeXError(str(out), reason=reason, way_out=f"run {program} on it, and read what it says")
        _ = out.write_bytes((place / "notes.pdf").read_bytes())


def _run(program: str, place: Path) -> bool:
    options, times = PROGRAMS[program]
    command = [str(which(program)), *options, "notes.tex"]
    for _ in range(times):
        try:
            done = subprocess.run(  # noqa: S603 -- a program of the table, in a folder of its own
                command, cwd=place, env=variables_of_tex(place), capture_output=True, check=False, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return False
        if done.returncode:
            return False
    return (place / "notes.pdf").is_file()


def variables_of_tex(place: Path) -> dict[str, str]:
    """Return the variables of TeX, which makes fonts in the home of its user; where there is none, beside its work."""
    home = os.environ.get("HOME", "")
    return dict(os.environ) if home and os.access(home, os.W_OK) else {**os.environ, "TEXMFVAR": str(place / "fonts")}


def put(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files into a folder, by their names in it."""
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        _ = (folder / name).write_bytes(content)


def _keep(tex: str, out: Path, files: Mapping[str, bytes]) -> Path:
    kept = out.with_suffix(".tex")
    put(files, out.parent)
    _ = kept.write_text(tex, encoding="utf-8", newline="\n")
    return kept

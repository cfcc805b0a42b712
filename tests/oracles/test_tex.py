"""A real LaTeX run: every note in every notation, no error, and no line that is too long by more than 10 pt."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest
from click.testing import CliRunner

from derive.cli import main
from derive.notes.pdf import NoTeXError, make_pdf, tex_program
from tests import samples
from tests.noted import NOTATIONS, page, printed

TOO_LONG = 10.0
pytestmark = [
    pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed"),
    pytest.mark.slow,  # runs TeX
]


def run(tex: str, folder: Path) -> tuple[int, str]:
    """Return the exit code of LaTeX, and its log."""
    _ = (folder / "notes.tex").write_text(tex, encoding="utf-8")
    command = [which("pdflatex") or "", "-interaction=nonstopmode", "-halt-on-error", "notes.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)  # noqa: S603 -- our own file
    return done.returncode, (folder / "notes.log").read_text(encoding="latin-1")


def overfull(log: str) -> list[float]:
    """Return by how many points lines are too long."""
    return [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", log)]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_note_is_set(notation: str, tmp_path: Path) -> None:
    """The article with all derivations, their pseudo-code and programs, in each notation."""
    code, log = run(page(notation, "latex"), tmp_path)
    assert code == 0, re.findall(r"^!.*(?:\n.*){3}", log, re.MULTILINE)[:1]
    assert [points for points in overfull(log) if points > TOO_LONG] == []
    assert "undefined" not in log.lower().replace("undefined references", "")


def test_a_long_line_is_noticed(tmp_path: Path) -> None:
    """The measure can fail."""
    code, log = run(r"\documentclass{article}\begin{document}\mbox{" + "x" * 500 + r"}\end{document}", tmp_path)
    assert code == 0
    assert max(overfull(log)) > TOO_LONG


def test_a_fragment_stands_in_ones_own_document(tmp_path: Path) -> None:
    """It needs amsmath, and nothing else."""
    own = r"\documentclass{article}\usepackage{amsmath}\begin{document}\input{part}\end{document}"
    _ = (tmp_path / "part.tex").write_text(printed(samples.rich(), "latex"), encoding="utf-8")
    assert run(own, tmp_path)[0] == 0


def test_the_pdf_is_written(tmp_path: Path) -> None:
    """Through whichever TeX there is, with its figures or the sentence in their place."""
    out = tmp_path / "sigmoid.pdf"
    arguments = ["notes", "sigmoid", "--notation", "cls", "--jobs", "1", "--out", str(out)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_a_document_that_tex_refuses_is_kept(tmp_path: Path) -> None:
    """The error names the program, and the LaTeX stays for the reader."""
    with pytest.raises(NoTeXError, match=f"{tex_program()} refused"):
        make_pdf(r"\documentclass{article}\begin{document}\nothing\end{document}", tmp_path / "x.pdf")
    assert (tmp_path / "x.tex").is_file()

"""The views of `derive check`, as TeX and a browser set them."""

from __future__ import annotations

from pathlib import Path
from shutil import which
from subprocess import run

import pytest

from derive.views.checked import written
from tests.documents import checked
from tests.oracles import test_browser as browser
from tests.tables.test_check_views import DOCUMENT

pytestmark = pytest.mark.slow  # starts TeX and a browser


def test_the_page_in_a_browser(tmp_path: Path) -> None:
    """Formulas have boxes, a telephone need not scroll sideways, nothing is fetched, dark is dark."""
    if not browser.BROWSER:
        pytest.skip("chromium is not installed")
    page = written([checked(DOCUMENT, parts=True)], "html")
    for width, options in ((1200, ()), (500, (browser.DARK,))):
        found, said = browser.opened(page, tmp_path, *options, width=width)
        assert [box for box in found["formulas"] if not (3 < box[0] < 1500 and 3 < box[1] < 200)] == []
        assert (found["wide"] <= 0, found["fetched"], "CONSOLE" in said) == (True, [], False)
        assert found["focusable"] == found["details"] == 9


@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_report_is_latex(tmp_path: Path) -> None:
    """It is set without an error, and what looked like LaTeX in the words is text."""
    report = written([checked(DOCUMENT, parts=True)], "latex")
    _ = (tmp_path / "report.tex").write_text(report, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"]
    done = run(command, cwd=tmp_path, capture_output=True, check=False, timeout=600)  # noqa: S603 -- our own report
    assert done.returncode == 0, done.stdout[-1500:]
    assert r"\textcolor{bad}" in report

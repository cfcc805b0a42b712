"""The page of HTML in a real browser: formulas have boxes, lines open and close, nothing is fetched."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from derive.notes.forms import written
from derive.notes.model import Figure, Note
from tests.noted import NAMES, NOTATIONS
from tests.noted import page as notes

BROWSER = which("chromium") or which("chromium-browser") or which("google-chrome") or ""
pytestmark = [
    pytest.mark.skipif(not BROWSER, reason="chromium is not installed"),
    pytest.mark.slow,  # starts a browser
]

OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--no-first-run", "--disable-sync", "--virtual-time-budget=4000", "--enable-logging=stderr"),
)
DARK = "--blink-settings=preferredColorScheme=0"
PROBE = """<script>
window.addEventListener("load", () => {
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.width, r.height]; };
  const details = [...document.querySelectorAll("details")];
  const states = details.slice(0, 20).map((d) => {
    const closed = box(d)[1], before = d.open;
    d.querySelector("summary").click();
    const opened = d.open, tall = box(d)[1];
    d.querySelector("summary").click();
    return [before, opened, d.open, tall > closed];
  });
  const summaries = details.map((d) => d.querySelector("summary"));
  const report = {
    formulas: [...document.querySelectorAll("math")].filter((m) => m.checkVisibility()).map(box),
    states,
    focusable: summaries.filter((s) => s.tabIndex >= 0).length,
    details: details.length,
    wide: document.documentElement.scrollWidth - window.innerWidth,
    paper: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
    fetched: performance.getEntriesByType("resource").map((e) => e.name),
    unlabelled: document.querySelectorAll("nav:not([aria-label])").length,
    language: document.documentElement.lang,
  };
  const held = document.createElement("pre");
  held.id = "report";
  held.textContent = JSON.stringify(report);
  document.body.append(held);
});
</script>"""


def page(notation: str) -> str:
    """Return the page with all notes in the neutral notation, and with every fourth in any other."""
    return notes(notation, "html", NAMES if notation == "neutral" else NAMES[::4])


def opened(html: str, folder: Path, *options: str, width: int = 1200) -> tuple[dict[str, Any], str]:
    """Return what the probe found, and what the browser said; it knows no host, so that it reaches none."""
    place = folder / "page.html"
    _ = place.write_text(html.replace("</body>", f"{PROBE}</body>"), encoding="utf-8")
    own = (
        f"--user-data-dir={folder / 'profile'}",
        f"--window-size={width},900",
        "--host-resolver-rules=MAP * ~NOTFOUND",
    )
    command = [BROWSER, *OPTIONS, *own, *options, "--dump-dom", place.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603 -- our own page
    found = re.search(r'<pre id="report">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-2000:]
    return json.loads(unescape(found[1])), done.stderr


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_formula_has_a_box(notation: str, tmp_path: Path) -> None:
    """No formula is empty, squeezed or endless; no console message, no request."""
    found, said = opened(page(notation), tmp_path)
    assert len(found["formulas"]) > (1000 if notation == "neutral" else 200)
    # The lowest is a minus sign in a sentence.
    assert [box for box in found["formulas"] if not (3 < box[0] < 1500 and 3 < box[1] < 200)] == []
    assert "CONSOLE" not in said
    assert found["fetched"] == []
    assert found["wide"] <= 0


def test_lines_open_and_close(tmp_path: Path) -> None:
    """By the mouse, and, as the summary takes the focus, by the keyboard."""
    found, _ = opened(page("cls"), tmp_path)
    assert found["states"] == [[False, True, False, True]] * 20
    assert found["focusable"] == found["details"] > 50
    assert (found["language"], found["unlabelled"]) == ("en", 0)


def test_a_telephone_needs_no_sideways_scrolling(tmp_path: Path) -> None:
    """Only what is too wide scrolls, in its own box; a drawing is as wide as there is room, whatever it says."""
    svg = '<svg width="3000pt" height="10pt" viewBox="0 0 3000 10"></svg>'
    wide = Note("wide", "Wide", ("Wide",), (), "proved", "", (Figure("wide", ("Wide.",), "A line.", svg, b""),))
    for html in (page("cse422"), page("cls"), written([wide], "Figures", ".html")):
        found, said = opened(html, tmp_path, width=500)
        assert (found["wide"] <= 0, "CONSOLE" in said) == (True, False)


def test_dark_is_dark(tmp_path: Path) -> None:
    """Paper and ink change places, and differ enough in both."""
    html = notes("neutral", "html", ("lms",))
    seen = [opened(html, tmp_path, *how)[0] for how in ((), (DARK,))]
    day, night = ({part: _brightness(found[part]) for part in ("paper", "ink")} for found in seen)
    assert (day["paper"] > 220, day["ink"] < 60, night["ink"] > 200, night["paper"] < 50) == (True,) * 4


def _brightness(colour: str) -> float:
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3]) / 3


def test_a_request_and_an_error_would_be_noticed(tmp_path: Path) -> None:
    """The checks can fail."""
    image = '<img src="http://127.0.0.1:9/missing.png" alt="">'
    lie = page("cls").replace("</body>", f'{image}<math></math><script>console.error("x")</script></body>')
    found, said = opened(lie, tmp_path)
    assert found["fetched"] == ["http://127.0.0.1:9/missing.png"]
    assert "CONSOLE" in said
    assert [0, 0] in [[round(side) for side in box] for box in found["formulas"]]

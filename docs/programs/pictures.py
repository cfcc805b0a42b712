"""The three pictures of the README, taken of the commands at work: `python -m docs.programs.pictures`.

A homework with a wrong line, a page of notes, a gradient with its mistake. It needs Chromium.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from click import ClickException

DOCS = Path(__file__).resolve().parents[1]
README = DOCS.parent / "README.md"
WIDTH, SHARPNESS = 860, 2
HEIGHTS = {"homework": 810, "notes": 592, "gradient": 378}
SESSION = ("grep -A 4 'def grad' model.py", "derive verify model.py:grad")
TERMINAL = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: #1d2430; color: #dbe2ea; }}
pre {{ margin: 0; padding: 22px; font: 14px/1.5 monospace; white-space: pre-wrap; }}
b {{ color: #ff8f88; }} i {{ color: #8fd0a0; font-style: normal; }}
</style><pre>{text}</pre>"""


def main() -> None:
    """Take all three pictures."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("homework.md", "model.py"):
            _ = (folder / file).write_text(file_of(README, file))
        _ = run(folder, "derive check --all --format html --out homework.html homework.md")
        _ = run(folder, "derive notes logistic-gradient --notation cse422 --out notes.html")
        _ = (folder / "gradient.html").write_text(terminal((command, run(folder, command)) for command in SESSION))
        for picture, height in HEIGHTS.items():
            photograph(folder / f"{picture}.html", DOCS / "pictures" / f"{picture}.png", height)


def file_of(page: Path, name: str) -> str:
    """Return a file as a page gives it."""
    found = re.search(
        rf"<!-- file: {re.escape(name)} -->\n+```\w+\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE
    )
    if found is None:
        raise ClickException(f"{page.name} does not show {name}")
    return found[1]


def run(folder: Path, command: str) -> str:
    """Return what a command prints; its exit code tells what was found, and is no failure."""
    program, *arguments = shlex.split(command)
    before = [sys.executable, "-m", "derive"] if program == "derive" else [program]
    return subprocess.run([*before, *arguments], cwd=folder, capture_output=True, text=True, check=False).stdout  # noqa: S603 -- ours


def terminal(session: Iterable[tuple[str, str]]) -> str:
    """Return a page that looks like a terminal, with the verdict and the diagnosis in colour."""
    text = escape("\n".join(f"$ {command}\n{told}" for command, told in session), quote=False)
    for word, colour in (("refuted", "b"), ("diagnosis", "b"), ("proved", "i")):
        text = re.sub(rf"^{word}\b.*$", rf"<{colour}>\g<0></{colour}>", text, flags=re.MULTILINE)
    return TERMINAL.format(text=text)


def photograph(page: Path, picture: Path, height: int) -> None:
    """Take a picture of a page. Raises where there is no Chromium."""
    browser = which("chromium") or which("google-chrome")
    if browser is None:
        message = "pictures are taken by Chromium, which is not installed"
        raise ClickException(message)
    size = f"--window-size={WIDTH},{height}"
    sharp = f"--force-device-scale-factor={SHARPNESS}"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", sharp, size]
    command = [browser, *flags, f"--screenshot={picture}", page.as_uri()]
    _ = subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603 -- ours


if __name__ == "__main__":
    main()

"""The three pictures of the README, taken of the commands at work: `python -m docs.programs.pictures`.

A homework with a wrong line, a page of notes, a gradient with its mistake. It needs Chromium.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html import escape
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from click import ClickException

DOCS = Path(__file__).resolve().parents[1]
WIDTH, SHARPNESS = 860, 2
HOMEWORK, NOTES, GRADIENT = 680, 520, 230
TERMINAL = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: #1d2430; color: #dbe2ea; }}
pre {{ margin: 0; padding: 22px; font: 14px/1.5 monospace; white-space: pre-wrap; }}
b {{ color: #ff8f88; }} i {{ color: #8fd0a0; font-style: normal; }}
</style><pre>{text}</pre>"""


def main() -> None:
    """Take all three pictures."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for page, file in (("check", "homework.md"), ("verify", "model.py")):
            _ = (folder / file).write_text(file_of(DOCS / "tutorials" / f"{page}.md", file))
        _ = derive(folder, "check", "--all", "--format", "html", "--out", "homework.html", "homework.md")
        _ = derive(folder, "notes", "lms", "--notation", "cse422", "--out", "notes.html")
        told = derive(folder, "verify", "model.py:grad")
        _ = (folder / "gradient.html").write_text(terminal("derive verify model.py:grad", told))
        for picture, height in (("homework", HOMEWORK), ("notes", NOTES), ("gradient", GRADIENT)):
            photograph(folder / f"{picture}.html", DOCS / "pictures" / f"{picture}.png", height)


def file_of(page: Path, name: str) -> str:
    """Return a file as a page gives it."""
    found = re.search(
        rf"<!-- file: {re.escape(name)} -->\n+```\w+\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE
    )
    if found is None:
        raise ClickException(f"{page.name} does not show {name}")
    return found[1]


def derive(folder: Path, *arguments: str) -> str:
    """Return what the command prints; its exit code tells what was found, and is no failure."""
    command = [sys.executable, "-m", "derive", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout  # noqa: S603 -- ours


def terminal(command: str, told: str) -> str:
    """Return a page that looks like a terminal, with the verdict and the diagnosis in colour."""
    text = escape(told)
    for word, colour in (("refuted", "b"), ("diagnosis", "b"), ("proved", "i")):
        text = re.sub(rf"^{word}\b.*$", rf"<{colour}>\g<0></{colour}>", text, flags=re.MULTILINE)
    return TERMINAL.format(text=f"$ {escape(command)}\n{text}")


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

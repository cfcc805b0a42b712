"""`derive list`: what it prints, and that what it keeps for the next time is believed of this engine alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from derive.cli import main
from derive.commands import listing
from derive.report import statuses
from tests import samples


def run(*arguments: str, **variables: str) -> Result:
    """Return what the command answers on a terminal of 80 columns."""
    return CliRunner().invoke(main, arguments, env={"COLUMNS": "80", **variables})


def data(*arguments: str) -> Any:
    """Return the JSON that a command prints."""
    return json.loads(run(*arguments).output)


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the command see two derivations, of which one is false, and a cache folder of its own; return its file."""
    samples.install(monkeypatch, samples.LIES)
    monkeypatch.setattr(listing, "JOBS", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "derive" / "statuses.json"


def test_list_shows_names_titles_lectures_and_status() -> None:
    """A row a derivation."""
    assert (
        run("list").output
        == """\
name    title                                  lecture  status
honest  The mean, as a least-squares estimate  l7       proved
lying   A sum that lost its factor             l7       refuted

worked examples, for `derive show`: blood-pressure, regression-points,
four-students, four-students-other-start, five-points, two-points, or-training,
xor-training, classifier-tables, iris
"""
    )
    honest = {"name": "honest", "title": "The mean, as a least-squares estimate", "lecture": "l7", "status": "proved"}
    lying = {"name": "lying", "title": "A sum that lost its factor", "lecture": "l7", "status": "refuted"}
    assert data("list", "--json") == [honest, lying]


def test_a_narrow_list_does_not_cut_names() -> None:
    """Each row is on lines of its own, because a name that is cut cannot be typed."""
    lines = run("list", COLUMNS="30").output.splitlines()
    assert lines[0] == "honest proved"
    assert "lying refuted" in lines


def decides(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> bool:
    """Return whether a list carries derivations out; either way its statuses are right."""
    asked = list[object]()
    decide = listing.run_tasks
    monkeypatch.setattr(listing, "run_tasks", lambda *given, **by: (asked.append(given), decide(*given, **by))[1])
    assert [row["status"] for row in data("list", "--json", *arguments)] == ["proved", "refuted"]
    monkeypatch.setattr(listing, "run_tasks", decide)
    return bool(asked)


def test_a_list_decides_once(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    """What was decided is kept for the next list, and for no longer than the engine is the same."""
    assert [decides(monkeypatch), decides(monkeypatch)] == [True, False]
    assert [decides(monkeypatch, "--check"), decides(monkeypatch)] == [True, False]
    assert [path.name for path in cache.parent.iterdir()] == ["statuses.json"]
    monkeypatch.setattr(statuses, "fingerprint", lambda: "another engine")
    assert [decides(monkeypatch), decides(monkeypatch)] == [True, False]


def test_another_engine_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another time or size of a file, a new file, a file less, another version, a library that is installed anew."""
    package = tmp_path / "package"
    (package / "kernel").mkdir(parents=True)
    file, other, library = package / "a.py", package / "kernel" / "b.py", tmp_path / "sympy.py"
    for path in (file, library):
        _ = path.write_text("1")
    monkeypatch.setattr(statuses, "_libraries", lambda: [library])
    found = [statuses.fingerprint(package), statuses.fingerprint(package)]
    assert found[0] == found[1]
    os.utime(file, ns=(1, 1))
    found.append(statuses.fingerprint(package))
    _ = file.write_text("12")
    os.utime(file, ns=(1, 1))
    found.append(statuses.fingerprint(package))
    _ = other.write_text("3")
    found.append(statuses.fingerprint(package))
    other.unlink()
    assert statuses.fingerprint(package) == found[3]
    os.utime(library, ns=(1, 1))
    found.append(statuses.fingerprint(package))
    monkeypatch.setattr(statuses, "__version__", "another")
    found.append(statuses.fingerprint(package))
    assert len(set(found)) == 6


def lie(**changed: object) -> str:
    """Return a cache that says of this engine that all is proved, with something changed."""
    found: dict[str, object] = {"honest": "proved", "lying": "proved"}
    return json.dumps({"engine": statuses.fingerprint(), "statuses": found, **changed})


BROKEN = {
    "empty": "",
    "torn": lie()[:40],
    "no text": b"\xff\xfe\x00",
    "a list": "[]",
    "nested": "[" * 100_000,
    "other fields": '{"source": 1}',
    "no statuses": lie(statuses=3),
    "another engine": lie(engine="another"),
    "a name too few": lie(statuses={"honest": "proved"}),
    "a name too many": lie(statuses={"honest": "proved", "lying": "proved", "other": "proved"}),
    "no status": lie(statuses={"honest": "proved", "lying": "right"}),
    "no word": lie(statuses={"honest": "proved", "lying": ["proved"]}),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_cache_that_is_not_of_this_engine_is_not_believed(
    text: str | bytes, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is decided, and what was there is replaced."""
    cache.parent.mkdir(parents=True)
    _ = cache.write_bytes(text.encode() if isinstance(text, str) else text)
    assert [decides(monkeypatch), decides(monkeypatch)] == [True, False]


def test_what_vouches_for_this_engine_is_believed(cache: Path) -> None:
    """Else the refusals above would say nothing."""
    cache.parent.mkdir(parents=True)
    _ = cache.write_text(lie())
    assert [row["status"] for row in data("list", "--json")] == ["proved", "proved"]


@pytest.mark.parametrize("place", ["a file", "a file above", "a folder", "no home"])
def test_a_cache_that_cannot_be_written_is_no_error(place: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs time, and nothing else."""
    blocked = {"a file": cache.parent, "a file above": cache.parents[1], "a folder": cache / "inside"}.get(place)
    if place == "a folder":
        cache.mkdir(parents=True)
    elif blocked is not None:
        blocked.parent.mkdir(parents=True, exist_ok=True)
        _ = blocked.write_text("in the way")
    else:
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("nobody")))
    assert [decides(monkeypatch), decides(monkeypatch)] == [True, True]
    assert list(cache.parent.glob(".*")) == []


@pytest.mark.parametrize(
    ("system", "variables", "folder"),
    [
        ("linux", {}, ".cache/derive"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, ".cache/derive"),
        ("darwin", {}, "Library/Caches/derive"),
        ("darwin", {"XDG_CACHE_HOME": "{0}/mine"}, "mine/derive"),
        ("win32", {"LOCALAPPDATA": "{0}/Local"}, "Local/derive/Cache"),
        ("win32", {}, "AppData/Local/derive/Cache"),
    ],
)
def test_the_cache_is_where_the_system_has_it(
    system: str, variables: dict[str, str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the folder of the user for what can be computed again."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(tmp_path))
    monkeypatch.setattr(statuses.sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert run("list").exit_code == 0
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("statuses.json")] == [
        f"{folder}/statuses.json"
    ]


def test_a_second_list_does_not_load_sympy(tmp_path: Path) -> None:
    """What is kept is shown at once."""
    program = (
        "import sys; from derive.cli import main; from derive.commands import listing;"
        "from derive.report import statuses;"
        "names = [entry.name for entry in listing.CATALOGUE];"
        "statuses.statuses(names, lambda: dict.fromkeys(names, 'proved'));"
        "main(['list'], standalone_mode=False); print('sympy' in sys.modules)"
    )
    variables = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", program]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=variables)  # noqa: S603 -- fixed
    assert answer.stdout.endswith("False\n")

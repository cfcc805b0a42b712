"""The statuses that were decided last, in the user's cache folder: deciding takes seconds, and listing may not.

What is kept holds for the files of the engine as they are, and is believed in no other case. A cache that cannot be
read or written costs time, and is no error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from derive import __version__
from derive.verdict import STATUSES

PACKAGE = Path(__file__).resolve().parents[1]
LIBRARIES = ("sympy", "flint")
"""What the engine decides with; another version of it is another engine."""
NAME = "statuses.json"


def statuses(
    names: Collection[str], decide: Callable[[], Mapping[str, str]], *, anew: bool = False
) -> Mapping[str, str]:
    """Return the status of each name: what is kept, if it is of this engine and these names, and else what is decided.

    With `anew`, all is decided. What was decided is kept.
    """
    engine = fingerprint()  # before deciding: a file that changes meanwhile makes what is kept stale
    kept = {} if anew else _kept(engine)
    if kept.keys() == set(names):
        return kept
    found = decide()
    _keep(engine, found)
    return found


def fingerprint(package: Path = PACKAGE) -> str:
    """Return what tells one engine from another: places, sizes and times of its files, and the versions of the rest."""
    found = [__version__, sys.version]
    for file in sorted([*package.rglob("*.py"), *_libraries()]):
        with suppress(FileNotFoundError):  # such as a lock of an editor, gone by now
            told = file.stat()
            found.append(f"{file}\0{told.st_size}\0{told.st_mtime_ns}")
    return sha256("\n".join(found).encode("utf-8", "surrogateescape")).hexdigest()


def _libraries() -> list[Path]:
    """Return the first file of each library, which is not loaded for that; an installation writes it anew."""
    found = (find_spec(name) for name in LIBRARIES)
    return [Path(spec.origin) for spec in found if spec is not None and spec.origin is not None]


def _kept(engine: str) -> Mapping[str, str]:
    try:
        held = json.loads((_folder() / NAME).read_text(encoding="utf-8"))
        found = dict(held["statuses"]) if held["engine"] == engine else {}
    except (OSError, ValueError, TypeError, KeyError, RecursionError, RuntimeError):
        return {}
    return found if all(status in STATUSES for status in found.values()) else {}


def _keep(engine: str, found: Mapping[str, str]) -> None:
    """Write the cache as a whole: another command that reads it meanwhile sees the old one or the new one."""
    with suppress(OSError, RuntimeError):  # the second: nobody knows where this user is at home
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f".{NAME}-{os.getpid()}"
        try:
            _ = draft.write_text(json.dumps({"engine": engine, "statuses": dict(found)}, indent=2), encoding="utf-8")
            _ = draft.replace(folder / NAME)
        finally:
            draft.unlink(missing_ok=True)


def _folder() -> Path:
    """Return the folder for what can be computed again, where each system has it; `XDG_CACHE_HOME` is heard on all."""
    told = os.environ.get("XDG_CACHE_HOME", "")
    if Path(told).is_absolute():
        return Path(told) / "derive"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "derive" / "Cache"
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "derive"

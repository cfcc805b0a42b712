"""The record: the status that each derivation had when everything was last decided, and for which source files.

`derive list` reads it, because deciding takes longer than listing may. It holds only as long as the files are the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
RECORD = PACKAGE / "lectures" / "record.json"
DECIDES = (
    *("calculus.py", "decide", "derivation", "errors.py", "facts.py", "kernel", "language"),
    *("lectures", "limits.py", "names.py", "recheck", "verdict.py"),
)
"""What a verdict depends on: the engine and the lectures, and not how results are shown."""
NOT_CHECKED = "not checked"


def source_hash(package: Path = PACKAGE) -> str:
    """Return a hash of the names and contents of all files that a verdict depends on."""
    found = sha256()
    roots = (package / name for name in DECIDES)
    files = (file for root in roots for file in ([root] if root.is_file() else root.rglob("*.py")))
    for file in sorted(files, key=lambda file: file.relative_to(package).as_posix()):
        # An end of line is the machine's choice, and no change.
        content = file.read_bytes().replace(b"\r\n", b"\n")
        found.update(file.relative_to(package).as_posix().encode() + b"\0" + content + b"\0")
    return found.hexdigest()


def recorded_statuses(record: Path = RECORD) -> Mapping[str, str]:
    """Return the recorded status of each derivation; nothing where the record is missing or of other files."""
    try:
        held = json.loads(record.read_text(encoding="utf-8"))
        source, statuses = held["source"], held["status"]
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    return statuses if source == source_hash() else {}


def write_record(statuses: Mapping[str, str], record: Path = RECORD) -> None:
    """Write what was decided for the files as they are now."""
    held = {"source": source_hash(), "status": dict(statuses)}
    _ = record.write_text(json.dumps(held, indent=2) + "\n", encoding="utf-8")


def is_source_tree(package: Path = PACKAGE) -> bool:
    """Return whether the package lies in its repository, and not where a program was installed."""
    return (package.parent / "pyproject.toml").is_file()

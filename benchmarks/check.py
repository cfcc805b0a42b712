"""What `derive check` finds in labelled homework, lecture displays and other people's notes, and how long it takes.

Run `python -m benchmarks.check --corpus FOLDER [--chains FILE] [--notes FILE] [--speed]`; it prints Markdown.

A corpus is a folder of documents, each with its labels beside it: for `001.md` the file `001.gold.json` with `steps`,
each of which has a `line`, a `col` where its right side begins (in notebooks a `cell` too) and a `truth`: true, false
or definition. Chains are lines of JSON with `latex` and a `verdict` that begins with "ok" where nothing is known to be
wrong with the display; each is judged alone, without what its lecture declared. Of notes (lines of JSON with `latex`)
only the reading is measured.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from derive.formula.read.statements import read_display
from derive.formula.read.tree import Chain, holes
from derive.judge.line import Checked, Line
from derive.judge.run import Task, check_all
from derive.words import ROWS

FOUND = [row.word for row in ROWS if row.claims and row.passes]
WRONG = [row.word for row in ROWS if row.wrong]
PAGES, STEPS_A_PAGE = 100, 20


def corpus_rows(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table for labelled documents."""
    golds = sorted(folder.rglob("*.gold.json"))
    paths = [_document(gold) for gold in golds]
    started = perf_counter()
    documents = check_all([Task(str(path), path.name) for path in paths])
    taken = perf_counter() - started
    pairs: list[tuple[dict[str, Any], str]] = []
    first = total = 0
    for gold, document in zip(golds, documents, strict=True):
        labels = json.loads(gold.read_text(encoding="utf-8"))
        pairs += [(label, _verdict(label, document.lines)) for label in labels["steps"]]
        false = [label for label in labels["steps"] if label["truth"] == "false"]
        if false:
            found = document.first_wrong
            total, first = total + 1, first + (found is not None and _is_at(found, false[0]))
    yield "documents", f"{len(documents)} in {taken:.1f} s"
    yield from _recall(pairs)
    yield "documents whose first wrong line is named", _share(first, total)


def _document(gold: Path) -> Path:
    stem = gold.name.removesuffix(".gold.json")
    return next(p for p in sorted(gold.parent.glob(f"{stem}.*")) if p.suffix in {".md", ".tex", ".ipynb", ".txt"})


def _verdict(label: dict[str, Any], steps: Iterable[Line]) -> str:
    return next((step.verdict for step in steps if _is_at(step, label)), "not found")


def _is_at(step: Line, label: dict[str, Any]) -> bool:
    return (step.line, step.column, step.cell) == (label["line"], label["col"], label.get("cell"))


def _recall(pairs: Sequence[tuple[dict[str, Any], str]]) -> Iterator[tuple[str, str]]:
    by_truth = {truth: Counter(v for label, v in pairs if label["truth"] == truth) for truth in ("true", "false")}
    right, wrong = by_truth["true"], by_truth["false"]
    yield "wrong steps refuted", _share(sum(wrong[v] for v in WRONG), wrong.total())
    yield "wrong steps proved or sampled", _share(sum(wrong[v] for v in FOUND), wrong.total())
    yield "true steps refuted", _share(sum(right[v] for v in WRONG), right.total())
    yield "true steps proved or sampled", _share(sum(right[v] for v in FOUND), right.total())
    yield "verdicts on true steps", ", ".join(f"{n} {v}" for v, n in right.most_common())


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def chain_rows(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the rows for displays of lectures, each judged alone."""
    chains = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with TemporaryDirectory() as folder:
        tasks: list[Task] = []
        for number, chain in enumerate(chains):
            file = Path(folder) / f"{number}.md"
            _ = file.write_text(f"$$\n{chain['latex']}\n$$\n", encoding="utf-8")
            tasks.append(Task(str(file), str(number)))
        documents = check_all(tasks)
    known = [str(chain["verdict"]).startswith("ok") for chain in chains]
    right = [document for document, fine in zip(documents, known, strict=True) if fine]
    wrong = [document for document, fine in zip(documents, known, strict=True) if not fine]
    yield "displays", f"{len(chains)}, of which {len(wrong)} are known to be wrong, or true under a convention only"
    yield "refuted among these", _share(_refuted(wrong), len(wrong))
    yield "refuted among the others", _share(_refuted(right), len(right))
    verdicts = Counter(step.verdict for document in documents for step in document.lines)
    yield "verdicts on their steps", ", ".join(f"{n} {v}" for v, n in verdicts.most_common())


def _refuted(documents: Iterable[Checked]) -> int:
    return sum(document.first_wrong is not None for document in documents)


def note_rows(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the rows for notes: how many sides are read without a hole."""
    sides = read = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        for statement in read_display(json.loads(line)["latex"]):
            members = statement.tree.members if isinstance(statement.tree, Chain) else (statement.tree,)
            present = [member for member in members if member is not None]
            sides += len(present)
            read += sum(not holes(member) for member in present)
    yield "sides read without a hole", _share(read, sides)


def speed_rows() -> Iterator[tuple[str, str]]:
    """Yield the rows for time: a page in a process that has just begun, and many pages with one and two processes."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number:03}.md" for number in range(PAGES)]
        for number, path in enumerate(paths):
            _ = path.write_text(_page(number), encoding="utf-8")
        taken = min(_timed(str(paths[0])) for _ in range(3))
        yield f"a page of {STEPS_A_PAGE} steps, cold", f"{taken:.2f} s"
        one, two = (_timed("--jobs", str(jobs), folder) for jobs in (1, 2))
        yield f"{PAGES} pages, --jobs 1", f"{one:.1f} s"
        yield f"{PAGES} pages, --jobs 2", f"{two:.1f} s, {one / two:.2f} times as fast"


def _page(number: int) -> str:
    said = "Let $x_i, w \\in \\mathbb{R}^D$ and $y_i \\in \\mathbb{R}$ for $i = 1, \\dots, N$.\n\n"
    steps = [
        rf"$$ \sum_{{i=1}}^N (w^\top x_i - {k} y_i)^2 = \sum_{{i=1}}^N (w^\top x_i)^2"
        rf" - {2 * k} \sum_{{i=1}}^N y_i w^\top x_i"
        rf" + {k * k} \sum_{{i=1}}^N y_i^2 $$"
        for k in range(number + 2, number + 2 + STEPS_A_PAGE)
    ]
    return said + "\n\n".join(steps) + "\n"


def _timed(*arguments: str) -> float:
    command = [sys.executable, "-m", "derive", "check", "--json", *arguments]
    started = perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 -- our own program
    if done.returncode:
        raise SystemExit(done.stdout.decode()[-2000:] + done.stderr.decode())
    return perf_counter() - started


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(description="What `derive check` finds, and how long it takes.")
    for name in ("corpus", "chains", "notes"):
        _ = parser.add_argument(f"--{name}", type=Path)
    _ = parser.add_argument("--speed", action="store_true", help="measure time too; two minutes")
    asked = parser.parse_args()
    tables = {"corpus": corpus_rows, "chains": chain_rows, "notes": note_rows}
    for name, rows in tables.items():
        if getattr(asked, name) is not None:
            _print(name, rows(getattr(asked, name)))
    if asked.speed:
        _print("speed", speed_rows())


def _print(name: str, rows: Iterable[tuple[str, str]]) -> None:
    print(f"\n| {name} | |\n|---|---|")
    for label, value in rows:
        print(f"| {label} | {value} |")


if __name__ == "__main__":
    main()

"""The faults that mutation testing puts into a module, and what it makes of the tests' answers."""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import FunctionType

import pytest

from benchmarks import mutation_run
from benchmarks.mutants import faulty, mutants
from benchmarks.mutation import chosen, interval, report
from benchmarks.mutation_run import Collected, Faulty, compiled, in_child
from benchmarks.mutation_tests import Coverers

FAULTS = {
    "the end of a range": ("x = a < b", {"x = a <= b", "x = a >= b"}),
    "a forgotten condition": ("x = a and b", {"x = a or b", "x = a", "x = b"}),
    "a forgotten filter": ("x = [c for c in d if c]", {"x = [c for c in d]"}),
    "a forgotten guard": ("if a:\n    b", {"if True:\n    b", "if False:\n    b", "if a:\n    pass"}),
    "a forgotten sign": ("x = -a", {"x = a"}),
    "a forgotten step": ("x = close(a)", {"x = a"}),
    "a forgotten row": ("x = {1: a, **b}", {"x = {**b}", "x = {1: a}", "x = {2: a, **b}", "x = {0: a, **b}"}),
    "a forgotten registration": ("@rule.register\ndef _(a): ...", {"def _(a): ..."}),
    "a forgotten refusal": ("raise Undefined", {"pass"}),
    "arguments in the wrong order": ("x = F(a, b)", {"x = F(b, a)"}),
    "a forgotten option": ("x = F(a, whole=b)", {"x = F(a)"}),
    "another operation": ("x = a - b", {"x = a + b"}),
    "another quantifier": ("x = any(a for a in b)", {"x = all((a for a in b))"}),
    "another number": ("x = f(1.5, 0.0)", {"x = f(3.0, 0.0)", "x = f(1.5, 1.0)", "x = f(0.0, 1.5)", "x = 0.0"}),
    "another name": ("x = 'log'", {"x = 'log~'"}),
}


def written(tmp_path: Path, text: str) -> Path:
    """Return the path of a module with this text."""
    path = tmp_path / "module.py"
    _ = path.write_text(dedent(text), encoding="utf-8")
    return path


@pytest.mark.parametrize(("text", "faults"), FAULTS.values(), ids=FAULTS)
def test_every_fault_is_made_once(tmp_path: Path, text: str, faults: set[str]) -> None:
    """The mutants of a line are exactly the faults of its nodes."""
    found = [ast.unparse(faulty(mutant)) for mutant in mutants(written(tmp_path, text))]
    assert sorted(map(normal, found)) == sorted(map(normal, faults))


def normal(text: str) -> str:
    """Return a program as `unparse` writes it."""
    return ast.unparse(ast.parse(text))


@pytest.mark.parametrize(
    "text",
    ['"""A docstring."""', "import a", "from a import b", "x: Literal['a']", "__all__ = ['a']", "x = cast('A', a)"],
)
def test_what_says_nothing_to_the_program_is_left_alone(tmp_path: Path, text: str) -> None:
    """A docstring, an import, an annotation have no mutants."""
    assert list(mutants(written(tmp_path, text))) == []


def test_a_mutant_knows_the_lines_of_its_fault(tmp_path: Path) -> None:
    """Tests are chosen by the lines that the fault stands on."""
    found = list(mutants(written(tmp_path, "x = (\n    a\n    < b\n)\n")))
    assert {mutant.lines for mutant in found} == {(2, 3)}


def test_a_module_is_imported_with_its_fault_and_the_file_stays(tmp_path: Path) -> None:
    """The finder answers for the one module; its text on disk is as it was."""
    path = written(tmp_path, "x = 1 < 2\n")
    finder = Faulty(str(path), ast.parse("x = 1 > 2"))
    name = str(path).removesuffix(".py").replace("/", ".")
    spec = finder.find_spec(name, None)
    assert spec is not None
    assert finder.find_spec("another", None) is None
    assert path.read_text(encoding="utf-8") == "x = 1 < 2\n"


def test_a_function_that_another_returned_before_gets_the_fault_too(tmp_path: Path) -> None:
    """Tables hold such functions, and nothing makes them again."""
    path = written(tmp_path, "def times(n):\n    return lambda x: n * x\nTWICE = times(2)\n")
    names: dict[str, FunctionType] = {}
    exec(compiled(ast.parse(path.read_text(encoding="utf-8")), str(path)), names)  # noqa: S102 -- the module above
    living = {function.__code__: [function] for function in (names["times"], names["TWICE"])}
    (mutant,) = [m for m in mutants(path) if m.after == "n + x"]
    for function, code in Collected(lambda _: None, living=living).patches(mutant):
        function.__code__ = code
    assert (names["TWICE"](5), names["times"](3)(5)) == (7, 8)


COVERERS = Coverers({"dear": 9.0, "cheap": 1.0, "middling": 3.0}, {"a.py": {1: ("dear", "cheap"), 2: ("middling",)}})


def test_the_cheapest_tests_of_a_line_come_first() -> None:
    """A line that no test runs has none; a file has those of all its lines."""
    assert COVERERS.of("a.py", [1]) == ["cheap", "dear"]
    assert COVERERS.of("a.py", [7]) == []
    assert COVERERS.of_file("a.py") == ["cheap", "middling", "dear"]
    assert COVERERS.of("b.py", [1]) == []


def test_tests_are_taken_until_the_seconds_are_spent(tmp_path: Path) -> None:
    """One is taken in any case."""
    (mutant, *_) = mutants(written(tmp_path, "x = -a"))
    coverers = Coverers(COVERERS.seconds, {mutant.path: {1: ("dear", "cheap", "middling")}})
    assert chosen(coverers, mutant, 5.0) == ["cheap", "middling"]
    assert chosen(coverers, mutant, 0.5) == ["cheap"]


def test_a_row_of_a_table_is_tried_on_all_tests_of_its_file(tmp_path: Path) -> None:
    """It is run when the module is imported, which no single test does."""
    (inside,) = mutants(written(tmp_path, "def f(): return -a"))
    (outside,) = mutants(written(tmp_path, "x = -a"))
    coverers = Coverers(COVERERS.seconds, {inside.path: {5: ("cheap", "dear")}})
    assert chosen(coverers, inside, 20.0) == []
    assert chosen(coverers, outside, 20.0) == ["cheap", "dear"]


def test_a_map_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Two maps are joined, and a line has the tests of both."""
    COVERERS.save(tmp_path / "one.json")
    Coverers({"other": 2.0}, {"a.py": {1: ("other",)}}).save(tmp_path / "two.json")
    assert Coverers.load(tmp_path / "one.json") == COVERERS
    joined = Coverers.joined([tmp_path / "one.json", tmp_path / "two.json"])
    assert joined.of("a.py", [1]) == ["cheap", "other", "dear"]


def test_a_score_comes_with_its_interval() -> None:
    """A mutant that the tests never end on is noticed, one that they wait for is not; the interval is Wilson's."""
    rows = [{"result": "killed"}] * 8 + [{"result": result} for result in ("late", "stalled")]
    assert report(rows) == "| 10 | 8 | 1 | 1 | 0 | 0.900 | 0.596 to 0.982 |"
    assert interval(0, 10)[0] == pytest.approx(0, abs=1e-12)


def turn() -> None:
    """Use processor time, and never end."""
    while True:
        pass


def grow() -> None:
    """Take memory, and never end."""
    rows = [0]
    while True:
        rows *= 2


WORK: dict[str, Callable[[], object]] = {
    "survived": lambda: time.sleep(0.01),
    "killed": lambda: sys.exit(1),
    "late": turn,
    "stalled": lambda: time.sleep(60),
}


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize(("result", "work"), WORK.items(), ids=WORK)
def test_what_became_of_a_child(monkeypatch: pytest.MonkeyPatch, result: str, work: Callable[[], object]) -> None:
    """It has a second of processor time, and the patience of the clock is another matter."""
    monkeypatch.setattr(mutation_run, "PATIENCE", 2.0 if result == "stalled" else 60.0)
    assert in_child(lambda: (work(), None)[1], 1.0) == result


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_that_takes_too_much_memory_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has other work to do."""
    monkeypatch.setattr(mutation_run, "MEMORY", 2**30)
    assert in_child(grow, 10.0) == "killed"


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_the_clock_of_a_child_counts_its_processor_time() -> None:
    """A limit of the program is not reached because other programs are running."""

    def work() -> None:
        begin = time.monotonic()
        time.sleep(0.2)
        assert time.monotonic() - begin < 0.1

    assert in_child(work, 10.0) == "survived"

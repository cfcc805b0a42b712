"""One mutant, tried on tests: a child process of a warm parent gets the fault, runs the tests, and ends at a failure.

Two ways. A fault inside of a function is put into the living function, where all modules are imported and all tests are
collected. One at the level of a module (a row of a table, a registration) is there when the child imports the module.
Nothing is written to the sources.
"""

from __future__ import annotations

import ast
import gc
import importlib
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from math import ceil
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NoReturn

import pytest

from benchmarks.mutants import Mutant, faulty
from benchmarks.mutation_tests import OPTIONS, ShortLaws, count_processor_time

QUICK = (*OPTIONS, "-s", "--no-header", "--tb=no")
WARM = ("sympy", "numpy", "scipy.optimize", "scipy.sparse", "flint", "hypothesis.strategies", "click", "rich.console")
PATIENCE = 20.0  # times its processor time that a child may take by the clock: other programs want the processor too
MEMORY = 8 * 2**30  # bytes that a child may take: a fault can make a list grow without end
ENDS = {0: "survived", -signal.SIGXCPU: "late", -signal.SIGALRM: "stalled"}


@dataclass(eq=False)
class Collected:
    """A plugin of pytest that collects all tests and gives them to a function in place of running them."""

    work: Callable[[Collected], None]
    items: dict[str, pytest.Item] = field(default_factory=dict[str, pytest.Item])
    living: dict[CodeType, list[FunctionType]] = field(default_factory=dict[CodeType, list[FunctionType]])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work."""
        self.items = {item.nodeid: item for item in session.items}
        for function in (thing for thing in gc.get_objects() if isinstance(thing, FunctionType)):
            self.living.setdefault(function.__code__, []).append(function)
        self.work(self)
        return True

    def patches(self, mutant: Mutant) -> list[tuple[FunctionType, CodeType]]:
        """Return the living functions that a fault is in, with their code; none if it is at the level of the module."""
        sound = ast.parse(Path(mutant.path).read_text(encoding="utf-8"))
        before, after = (compiled(tree, mutant.path) for tree in (sound, faulty(mutant)))
        return [(f, new) for old, new in _altered(before, after, self.living) for f in self.living[old]]

    def run(self, tests: Sequence[str]) -> None:
        """Run tests in this process, which ends with 1 at the first failure."""
        items = [item for test in tests for item in self.found(test)]
        for item, following in zip(items, [*items[1:], None], strict=True):
            _ = item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def found(self, test: str) -> list[pytest.Item]:
        """Return a test, or all tests of a file, imported anew: what the import computes may be wrong now."""
        if "::" in test:
            return [self.items[test]] if test in self.items else []
        for name, module in list(sys.modules.items()):
            if getattr(module, "__file__", None) == str(Path(test).resolve()):
                del sys.modules[name]
        return list(next(iter(self.items.values())).session.perform_collect([test]))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """End where a file cannot be imported: that is a failure too."""
        if report.failed:
            os._exit(1)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End at a failure: one is enough."""
        if report.failed:
            os._exit(1)


def compiled(tree: ast.Module, path: str) -> CodeType:
    """Return the code of a module, as if it were imported from its file."""
    return compile(tree, str(Path(path).resolve()), "exec", dont_inherit=True)


def _altered(
    before: CodeType, after: CodeType, living: dict[CodeType, list[FunctionType]]
) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the functions whose code differs, those inside of others too, if both modules have the same functions."""
    pair = [[c for c in code.co_consts if isinstance(c, CodeType)] for code in (before, after)]
    if len(pair[0]) != len(pair[1]):
        return
    for old, new in zip(*pair, strict=True):
        if old != new:
            if old in living and old.co_freevars == new.co_freevars:
                yield old, new
            yield from _altered(old, new, living)  # functions that it returned before go on living


class Faulty(MetaPathFinder, Loader):
    """Imports one module from a tree with a fault in it, and no other."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        """Take the path of the module from the root of the repository, and its tree."""
        self._name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self._path = Path(path).resolve()
        self._code = compiled(tree, path)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answer for the one module."""
        del path, target
        if fullname != self._name:
            return None
        spec = spec_from_loader(fullname, self, origin=str(self._path), is_package=self._path.name == "__init__.py")
        if spec is not None:
            spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with the fault."""
        exec(self._code, module.__dict__)  # noqa: S102 -- this is what importing a module means


def in_child(work: Callable[[], None], seconds: float) -> str:
    """Return what became of a child process.

    It was killed (it failed), late (it used up its seconds of processor time) or stalled (it waited, and used none), or
    it survived.
    """
    child = multiprocessing.get_context("fork").Process(target=_bounded, args=(work, seconds))
    child.start()
    child.join()
    return ENDS.get(child.exitcode or 0, "killed")


def _bounded(work: Callable[[], None], seconds: float) -> NoReturn:
    for limit, value in ((resource.RLIMIT_CPU, ceil(seconds)), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(limit, (value, resource.getrlimit(limit)[1]))
    _ = signal.alarm(ceil(PATIENCE * seconds))
    count_processor_time()
    _silent(work)


def _silent(work: Callable[[], None]) -> NoReturn:
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        _ = os.dup2(silence, stream)
    try:
        work()
    except BaseException:  # noqa: BLE001 -- whatever it was, the child failed
        os._exit(1)
    os._exit(0)


def in_function(collected: Collected, mutant: Mutant, tests: Sequence[str]) -> None:
    """Give the function that a fault is in its new code, and run the tests."""
    for function, code in collected.patches(mutant):
        function.__code__ = code
    collected.run(tests)


def in_module(mutant: Mutant | None, tests: Sequence[str]) -> None:
    """Import a module with its fault, and run the tests; None is no fault."""
    if mutant is not None:
        sys.meta_path.insert(0, Faulty(mutant.path, faulty(mutant)))
    code = pytest.main([*QUICK, "-x", *tests], plugins=[ShortLaws()])
    os._exit(int(code))


def warm() -> None:
    """Import what the sources import, and nothing of the sources."""
    for name in WARM:
        _ = importlib.import_module(name)


def collect(tests: Sequence[str], work: Callable[[Collected], None]) -> None:
    """Import everything, collect the tests of these files, and do the work there."""
    files = sorted({test.split("::")[0] for test in tests})
    code = pytest.main([*QUICK, *files], plugins=[ShortLaws(), Collected(work)])
    if code:
        sys.exit(f"the tests could not be collected: {code!r}")

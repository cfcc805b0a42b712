"""The repository keeps its own rules: what lies where, and what the files say. Each rule names all who break it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import derive
from tests.house import checks
from tests.house.files import ROOT, documents, name, sources, texts

README = (ROOT / "README.md").read_text()
PYPROJECT = (ROOT / "pyproject.toml").read_text()
PROGRAMS = sorted(path for folder in ("benchmarks", "docs/programs") for path in (ROOT / folder).glob("*.py"))


def offenders(files: Iterable[Path], check: Callable[[str], list[str]]) -> Mapping[str, list[str]]:
    """Return the files about whose text a check complains, with the complaints."""
    said = {name(path): check(path.read_text(encoding="utf-8")) for path in files}
    return {file: complaints for file, complaints in said.items() if complaints}


def test_the_top_level_and_the_project_are_in_order() -> None:
    """What lies there; what CI runs; the reasons of the linter's exceptions; public names; the newest version."""
    names = [p.name for p in ROOT.iterdir()]
    assert checks.stray_names(names) == []
    assert checks.missing_names(names) == []
    assert checks.different_command(README, (ROOT / ".ci" / "run").read_text()) == []
    assert checks.unexplained_exceptions(PYPROJECT) == []
    assert checks.unlisted(derive.__all__, (ROOT / "docs" / "reference" / "api.md").read_text()) == []
    version = tomllib.loads(PYPROJECT)["project"]["version"]
    assert checks.wrong_version(version, (ROOT / "CHANGELOG.md").read_text()) == []


RULES: dict[str, tuple[Iterable[Path], Callable[[str], list[str]]]] = {
    "no function over 60 lines, no file over 600": (sources(), checks.too_long),
    "no text is run, and no sum is rewritten by SymPy's `diff`, `doit`, `simplify`, `subs`": (
        sources(),
        checks.runs_text,
    ),
    "a `noqa` or a type-checker's `ignore` names its rule and its reason": (sources(), checks.unexplained_noqa),
    "the kernel imports the standard library, flint, the table of functions, and itself": (
        sorted((ROOT / "derive" / "kernel").rglob("*.py")),
        lambda text: checks.foreign_imports(text, allowed=("flint", "derive.functions", "derive.kernel")),
    ),
    "the table of functions imports the standard library": (
        [ROOT / "derive" / "functions.py"],
        lambda text: checks.foreign_imports(text, allowed=()),
    ),
    "no note to oneself is left lying": (texts(), checks.leftovers),
    "no path of one machine": (texts(), checks.machine_paths),
    "no package registry is named": (texts(), checks.registry_hosts),
    "a module says at its top what it owns": ([*sources(), *PROGRAMS], checks.unclear_module),
}


def test_no_file_breaks_a_rule() -> None:
    """Each file of each kind; and no two modules say the same: then one of them is one too many."""
    broken = {rule: offenders(files, check) for rule, (files, check) in RULES.items()}
    assert {rule: found for rule, found in broken.items() if found} == {}
    assert checks.said_twice(path.read_text(encoding="utf-8") for path in sources()) == []


def test_links_lead_somewhere() -> None:
    """A relative link in a document points to a file that exists."""
    dead = {name(page): checks.dead_links(page.read_text(), page.parent) for page in documents()}
    assert {page: links for page, links in dead.items() if links} == {}


def test_a_file_that_breaks_a_rule_is_named() -> None:
    """The checks are fed lies elsewhere; here it is the walk over files that could lose one."""
    assert offenders(sources()[:3], lambda text: [text[:3]]) == {name(path): ['"""'] for path in sources()[:3]}

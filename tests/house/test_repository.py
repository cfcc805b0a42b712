"""The repository keeps its own rules: what lies where, and what the files say."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import derive
from tests.house import checks
from tests.house.files import ROOT, documents, name, sources, texts

README = (ROOT / "README.md").read_text()
PYPROJECT = (ROOT / "pyproject.toml").read_text()

# Where a rule must be broken, with the reason; an entry that is no longer needed fails as well.
BANNED_CALLS_ALLOWED: dict[tuple[str, str], str] = {}

each_source = pytest.mark.parametrize("path", sources(), ids=name)
each_text = pytest.mark.parametrize("path", texts(), ids=name)
each_document = pytest.mark.parametrize("path", documents(), ids=name)


def test_the_top_level_holds_what_it_should_and_nothing_else() -> None:
    """A newcomer sees eleven names."""
    names = [p.name for p in ROOT.iterdir()]
    assert checks.stray_names(names) == []
    assert checks.missing_names(names) == []


def test_ci_runs_the_command_of_the_readme() -> None:
    """What the README promises is what is tested."""
    assert checks.different_command(README, (ROOT / ".ci" / "run").read_text()) == []


def test_every_exception_has_its_reason() -> None:
    """The ignore lists of the linter and the type checker can be read as documentation."""
    assert checks.unexplained_exceptions(PYPROJECT) == []


def test_the_public_names_are_listed() -> None:
    """`derive.__all__` and the table on the page about Python are the same set."""
    assert checks.unlisted(derive.__all__, (ROOT / "docs" / "reference" / "api.md").read_text()) == []


def test_the_changelog_begins_with_this_version() -> None:
    """A version without an entry is not released."""
    version = tomllib.loads(PYPROJECT)["project"]["version"]
    assert checks.wrong_version(version, (ROOT / "CHANGELOG.md").read_text()) == []


@each_source
def test_public_things_have_docstrings(path: Path) -> None:
    """Modules, public classes and public functions say what they are for."""
    assert checks.undocumented(path.read_text()) == []


@each_source
def test_files_and_functions_are_short(path: Path) -> None:
    """No function over 60 lines, no file over 400."""
    assert checks.too_long(path.read_text()) == []


@each_source
def test_no_text_is_run_and_no_sum_is_rewritten_by_sympy(path: Path) -> None:
    """Strings are never evaluated; `diff`, `doit`, `simplify` and `subs` of SymPy are never called."""
    allowed = {call for file, call in BANNED_CALLS_ALLOWED if file == name(path)}
    found = checks.runs_text(path.read_text())
    assert [f for f in found if f.partition(": ")[2] not in allowed] == []
    assert allowed <= {f.partition(": ")[2] for f in found}


@each_source
def test_what_is_silenced_is_explained(path: Path) -> None:
    """A `noqa` or a type-checker's `ignore` names its rule and its reason."""
    assert checks.unexplained_noqa(path.read_text()) == []


@pytest.mark.parametrize("path", sorted((ROOT / "derive" / "kernel").rglob("*.py")), ids=name)
def test_the_kernel_stands_alone(path: Path) -> None:
    """The kernel imports the standard library, flint, and itself."""
    assert checks.foreign_imports(path.read_text(), allowed=("flint", "derive.kernel")) == []


@each_text
def test_no_leftovers(path: Path) -> None:
    """No note to oneself is left lying in a file."""
    assert checks.leftovers(path.read_text()) == []


@each_text
def test_no_path_of_one_machine(path: Path) -> None:
    """The repository works wherever it is cloned to."""
    assert checks.machine_paths(path.read_text()) == []


@each_text
def test_no_package_registry_is_named(path: Path) -> None:
    """Where packages come from is the setting of the machine."""
    assert checks.registry_hosts(path.read_text()) == []


@each_document
def test_links_lead_somewhere(path: Path) -> None:
    """A relative link in a document points to a file that exists."""
    assert checks.dead_links(path.read_text(), path.parent) == []

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


def test_files_and_functions_are_short() -> None:
    """No function over 60 lines, no file over 600."""
    assert offenders(sources(), checks.too_long) == {}


def test_no_text_is_run_and_no_sum_is_rewritten_by_sympy() -> None:
    """Strings are never evaluated; `diff`, `doit`, `simplify` and `subs` of SymPy are never called."""
    assert offenders(sources(), checks.runs_text) == {}


def test_what_is_silenced_is_explained() -> None:
    """A `noqa` or a type-checker's `ignore` names its rule and its reason."""
    assert offenders(sources(), checks.unexplained_noqa) == {}


def test_the_kernel_stands_alone() -> None:
    """The kernel imports the standard library, flint, and itself."""
    kernel = (ROOT / "derive" / "kernel").rglob("*.py")
    assert offenders(kernel, lambda text: checks.foreign_imports(text, allowed=("flint", "derive.kernel"))) == {}


def test_no_leftovers() -> None:
    """No note to oneself is left lying in a file."""
    assert offenders(texts(), checks.leftovers) == {}


def test_no_path_of_one_machine() -> None:
    """The repository works wherever it is cloned to."""
    assert offenders(texts(), checks.machine_paths) == {}


def test_no_package_registry_is_named() -> None:
    """Where packages come from is the setting of the machine."""
    assert offenders(texts(), checks.registry_hosts) == {}


def test_links_lead_somewhere() -> None:
    """A relative link in a document points to a file that exists."""
    dead = {name(page): checks.dead_links(page.read_text(), page.parent) for page in documents()}
    assert {page: links for page, links in dead.items() if links} == {}


def test_a_module_says_what_it_owns() -> None:
    """In one sentence, at its top, and no two say the same: then one of the files is one too many."""
    assert offenders([*sources(), *PROGRAMS], checks.unclear_module) == {}
    assert checks.said_twice(path.read_text(encoding="utf-8") for path in sources()) == []


def test_a_file_that_breaks_a_rule_is_named() -> None:
    """The checks are fed lies elsewhere; here it is the walk over files that could lose one."""
    assert offenders(sources()[:3], lambda text: [text[:3]]) == {name(path): ['"""'] for path in sources()[:3]}

"""The rules of the house as functions: each takes a text or a few names and returns its complaints.

`test_lies.py` feeds every one of them something bad, and fails when it does not complain.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ALLOWED_AT_TOP = {
    *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"),
    *("derive", "numeric", "tests", "reports", "docs", "benchmarks"),
}
FUNCTION_LINES = 60
FILE_LINES = 600
FEWEST_WORDS = 3
# Each rewrites or evaluates in a way that is wrong across a Sum, or that runs text as a program.
BANNED_SYMPY = {"diff", "doit", "integrate", "parse_expr", "parse_latex", "simplify", "subs", "sympify"}
BANNED_BUILTINS = {"__import__", "compile", "eval", "exec"}
TAKES_TEXT = {"S", "lambdify"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def stray_names(names: Iterable[str]) -> list[str]:
    """Complain about what does not belong at the top of the repository. Names with a dot in front are not looked at."""
    allowed = ALLOWED_AT_TOP | {"PKG-INFO"}  # what a source distribution adds
    return [f"{n} does not belong at the top" for n in sorted(names) if n not in allowed and n[0] != "."]


def missing_names(names: Iterable[str]) -> list[str]:
    """Complain about what must be at the top of the repository and is not."""
    return [f"{n} is missing at the top" for n in sorted(ALLOWED_AT_TOP - set(names))]


def command_for_tests(readme: str) -> str:
    """Return the one command of the README that runs the tests; empty if there is none, or more than one."""
    shell = "\n".join(re.findall(r"```sh\n(.*?)```", readme, re.DOTALL))
    found = re.findall(r"^.*python -m pytest.*$", shell, re.MULTILINE)
    return found[0] if len(found) == 1 else ""


def different_command(readme: str, ci: str) -> list[str]:
    """Complain when the script for continuous integration does not run exactly the README's test command."""
    command = command_for_tests(readme)
    if not command:
        return ["the README has not exactly one test command"]
    # `a && b` does not stop a script under `set -e` when a fails; hence the `|| exit 1`.
    return [] if f"{command} || exit 1" in ci.splitlines() else [f"the script does not run: {command}"]


def unclear_module(source: str) -> list[str]:
    """Complain about a module whose docstring does not begin with a sentence that says something."""
    sentence = _first_sentence(source)
    complaints = [] if sentence.endswith((".", "?", ":")) else ["it does not end as a sentence does"]
    return complaints + (["it says too little"] if len(sentence.split()) < FEWEST_WORDS else [])


def said_twice(sources: Iterable[str]) -> list[str]:
    """Complain about first sentences that two modules share."""
    return [sentence for sentence, count in Counter(map(_first_sentence, sources)).items() if count > 1]


def too_long(source: str) -> list[str]:
    """Complain about a file or a function of more lines than a reader keeps in mind."""
    lines = len(source.splitlines())
    complaints = [f"the file has {lines} lines, more than {FILE_LINES}"] if lines > FILE_LINES else []
    for node in ast.walk(ast.parse(source)):
        length = _length(node)
        if isinstance(node, Function) and length > FUNCTION_LINES:
            complaints.append(f"{node.name} has {length} lines, more than {FUNCTION_LINES}")
    return complaints


def leftovers(text: str) -> list[str]:
    """Complain about notes to oneself: they belong where somebody will see them."""
    return [f"line {n}: {line.strip()}" for n, line in _lines(text) if re.search(r"\b(?:TO[D]O|FIX[M]E|X[X]X)\b", line)]


def machine_paths(text: str) -> list[str]:
    """Complain about a path that exists on one machine only."""
    pattern = re.compile(r"(?<![\w.~$}])(?:/(?:home|root|work|Users|tmp|opt|mnt|srv)/\w|[A-Z]:\\+\w+\\)")
    return [f"line {n}: {line.strip()}" for n, line in _lines(text) if pattern.search(line)]


def registry_hosts(text: str) -> list[str]:
    """Complain about a named package registry: where packages come from is the machine's setting, not ours."""
    pattern = re.compile(r"py[p]i\.org|python[h]osted\.org|registry\.npm[j]s|anaconda\.[o]rg|--(?:extra-)?index-[u]rl")
    return [f"line {n}: {line.strip()}" for n, line in _lines(text) if pattern.search(line)]


def unexplained_exceptions(pyproject: str) -> list[str]:
    """Complain about a rule of the linter or of the type checker that is switched off without a reason beside it."""
    complaints, inside = [], False
    for number, line in _lines(pyproject):
        entry = line.strip()
        opens = entry == "ignore = [" or (entry.startswith('"') and entry.endswith("= ["))
        relaxed = re.match(r'report\w+ = (?:"none"|false)', entry) or (inside and entry.startswith('"'))
        if relaxed and not re.search(r"# .{6,}", entry):
            complaints.append(f"line {number}: {entry}")
        inside = opens or (inside and entry != "]")
    return complaints


def unexplained_noqa(source: str) -> list[str]:
    """Complain about a comment that silences a tool and neither names the rule nor says why."""
    reason = re.compile(r"(?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*|(?:type|pyright): ignore\[[\w, -]+\])\s*(?:--|#) .{8,}")
    silencer = re.compile(r"noqa|(?:type|pyright): ignore")
    comments = [(t.start[0], t.string) for t in _comments(source) if silencer.search(t.string)]
    return [f"line {n}: {comment}" for n, comment in comments if not reason.search(comment)]


def runs_text(source: str) -> list[str]:
    """Complain about a call that evaluates a string, or that rewrites a sum by SymPy's own unsound rules."""
    tree = ast.parse(source)
    harmless = set(_not_of_sympy(tree))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [f"line {c.lineno}: {ast.unparse(c.func)}(...)" for c in calls if _banned(c, harmless)]


def foreign_imports(source: str, allowed: Iterable[str]) -> list[str]:
    """Complain about an import that is neither of the standard library nor inside one of the `allowed` packages."""
    known = tuple(allowed)
    return [
        f"line {line}: imports {module}"
        for line, module in _modules(ast.parse(source))
        if module.partition(".")[0] not in sys.stdlib_module_names
        and not any(module == k or module.startswith(f"{k}.") for k in known)
    ]


def listed_names(page: str) -> set[str]:
    """Return the names in a page's table of public names: every name in backquotes of a row's first cell."""
    section = page.partition("\n## Public names\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)", cell)}


def unlisted(exported: Iterable[str], page: str) -> list[str]:
    """Complain about a public name that a page does not list, and about a listed one that does not exist."""
    have, told = set(exported), listed_names(page)
    gone = [f"{n} is on the page and not in __all__" for n in sorted(told - have)]
    return [f"{n} is in __all__ and not on the page" for n in sorted(have - told)] + gone


def dead_links(text: str, folder: Path) -> list[str]:
    """Complain about a link to a file that is not there."""
    targets = re.findall(r"\]\((?!\w+:)([^)#\s]+)[^)]*\)", text)
    return [f"{t} does not exist" for t in targets if not (folder / t).exists()]


def wrong_version(version: str, changelog: str) -> list[str]:
    """Complain when the newest entry of the changelog is about another version."""
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    told = newest[1] if newest else "nothing"
    return [] if told == version else [f"the changelog begins with {told}, the version is {version}"]


def wrong_wheel(names: Iterable[str]) -> list[str]:
    """Complain about a wheel that lacks the type marker or the licence, or that ships more than the two packages."""
    held = list(names)
    wanted = ("derive/py.typed", "numeric/py.typed", ".dist-info/licenses/LICENSE", ".dist-info/entry_points.txt")
    lacking = [f"the wheel lacks {w}" for w in wanted if not any(n.endswith(w) for n in held)]
    return lacking + [f"the wheel ships {n}" for n in held if not re.match(r"(?:derive|numeric|derive_ml-[^/]*)/", n)]


def heavy_modules(loaded: Iterable[str], heavy: Iterable[str], reason: str) -> list[str]:
    """Complain about a module that must not be loaded, with the reason."""
    return [f"{m} is loaded: {reason}" for m in sorted(set(loaded) & set(heavy))]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return enumerate(text.splitlines(), start=1)


def _first_sentence(source: str) -> str:
    """Return the first paragraph of the docstring of a module, in one line."""
    return " ".join((ast.get_docstring(ast.parse(source)) or "").partition("\n\n")[0].split())


def _comments(source: str) -> Iterator[tokenize.TokenInfo]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return (t for t in tokens if t.type == tokenize.COMMENT)


def _length(node: ast.AST) -> int:
    if not isinstance(node, Function):
        return 0
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return (node.end_lineno or node.lineno) - first + 1


def _modules(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def _not_of_sympy(tree: ast.Module) -> Iterator[str]:
    """Yield the names that the module imports from elsewhere than SymPy, and the functions that it defines itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] != "sympy":
            yield from (alias.asname or alias.name for alias in node.names)
        if isinstance(node, ast.Import):
            yield from (a.asname or a.name for a in node.names if a.name.partition(".")[0] != "sympy")
        if isinstance(node, Function) and node in tree.body:
            yield node.name


def _banned(call: ast.Call, harmless: set[str]) -> bool:
    if isinstance(call.func, ast.Attribute):
        owner = call.func.value
        return call.func.attr in BANNED_SYMPY and not (isinstance(owner, ast.Name) and owner.id in harmless)
    if not isinstance(call.func, ast.Name):
        return False
    given_text = any(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in call.args)
    name = call.func.id
    return (
        name in BANNED_BUILTINS
        or (name in BANNED_SYMPY and name not in harmless)
        or (name in TAKES_TEXT and given_text)
    )

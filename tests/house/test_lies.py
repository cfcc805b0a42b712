"""Every check is fed something bad and must complain; a check that nothing can make complain protects nothing."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path

from tests.house import checks

README = "```sh\npython -m pytest\n```\n"
TABLE = "\n## Public names\n\n| name | what |\n| `prove(lhs, rhs)`, `size` | two |\n\n## More\n| `not_this` | - |\n"
LONG = "def f():\n" + "    x = 1\n" * 60
WHEEL = ["derive/py.typed", "numeric/py.typed", "derive_ml-1.dist-info/licenses/LICENSE"]
ENTRY = "derive_ml-1.dist-info/entry_points.txt"
IGNORED = 'ignore = [\n    "E501",{}\n]\n'

# The check, what it is given, and a part of what it must say; an empty part: it must be content.
LIES: list[tuple[Callable[..., list[str]], tuple[object, ...], str]] = [
    (checks.stray_names, (["derive", "scratch.py"],), "scratch.py"),
    (checks.stray_names, (["derive", ".gitignore"],), ""),
    (checks.missing_names, (["derive"],), "LICENSE"),
    (checks.different_command, (README, "pytest || exit 1"), "does not run: python -m pytest"),
    (checks.different_command, (README, "python -m pytest"), "does not run"),
    (checks.different_command, (README * 2, "python -m pytest || exit 1"), "not exactly one"),
    (checks.different_command, (README, "set -e\npython -m pytest || exit 1\nls"), ""),
    (checks.unclear_module, ('"""Utilities."""\n',), "too little"),
    (checks.unclear_module, ('"""no end to this one"""\n',), "does not end"),
    (checks.unclear_module, ('"""It says what it owns.\n\nAnd more"""\n',), ""),
    (checks.said_twice, (['"""One."""', '"""One.\n\nTwo"""'],), "One."),
    (checks.said_twice, (['"""One."""', '"""Two."""'],), ""),
    (checks.too_long, (LONG,), "f has 61 lines"),
    (checks.too_long, ("x = 1\n" * 601,), "601 lines"),
    (checks.too_long, ("x = 1\n" * 600,), ""),
    (checks.leftovers, ("x = 1  # TO" + "DO: later",), "line 1"),
    (checks.leftovers, ("method",), ""),
    (checks.machine_paths, ('open("/' + 'home/anna/x")',), "line 1"),
    (checks.machine_paths, ("C:" + "\\Users\\anna",), "line 1"),
    (checks.machine_paths, ("see docs/home/page.md, or ~/work/x",), ""),
    (checks.registry_hosts, ("https://py" + "pi.org/simple",), "line 1"),
    (checks.registry_hosts, ("pip install --index-" + "url x",), "line 1"),
    (checks.unexplained_exceptions, (IGNORED.format(""),), "E501"),
    (checks.unexplained_exceptions, (IGNORED.format(" #"),), "E501"),
    (checks.unexplained_exceptions, ('"tests/**" = [\n    "S101",\n]\n',), "S101"),
    (checks.unexplained_exceptions, ('reportAny = "none"\n',), "reportAny"),
    (checks.unexplained_exceptions, ("reportAny = false\n",), "reportAny"),
    (checks.unexplained_exceptions, (IGNORED.format(" # the editor wraps"),), ""),
    (checks.unexplained_noqa, ("x = 1  # noqa",), "line 1"),
    (checks.unexplained_noqa, ("x = 1  # noqa: E501",), "line 1"),
    (checks.unexplained_noqa, ("x = f()  # type: ignore",), "line 1"),
    (checks.unexplained_noqa, ("x = 1  # noqa: E501 -- a table reads better wide",), ""),
    (checks.unexplained_noqa, ("x = f()  # pyright: ignore[reportAny]",), "line 1"),
    (checks.unexplained_noqa, ("x = f()  # pyright: ignore[reportAny] -- the library says so",), ""),
    (checks.unexplained_noqa, ('x = "noqa"',), ""),
    (checks.runs_text, ("eval(text)",), "eval"),
    (checks.runs_text, ("exec(text)",), "exec"),
    (checks.runs_text, ("from sympy import sympify\nsympify(x)",), "sympify"),
    (checks.runs_text, ("from sympy import S\nS('x + 1')",), "S(...)"),
    (checks.runs_text, ("lambdify(x, 'x + 1')",), "lambdify"),
    (checks.runs_text, ("import sympy\nsympy.parse_expr(x)",), "sympy.parse_expr"),
    (checks.runs_text, ("expr.subs(x, 1)",), "expr.subs"),
    (checks.runs_text, ("from sympy import simplify as simplify\nsimplify(e)",), "simplify"),
    (
        checks.runs_text,
        ("from derive.kernel import calculus\nfrom derive.x import diff\ncalculus.diff(f)\ndiff(f)",),
        "",
    ),
    (checks.runs_text, ("import numpy as np\nnp.diff(f)\nS(1)",), ""),
    (checks.foreign_imports, ("import sympy.core", ["flint"]), "sympy.core"),
    (checks.foreign_imports, ("from derive.errors import E", ["flint", "derive.kernel"]), "derive.errors"),
    (checks.foreign_imports, ("from derive.kernels import E", ["derive.kernel"]), "derive.kernels"),
    (checks.foreign_imports, ("def f():\n    import numpy", ["flint"]), "line 2"),
    (checks.foreign_imports, ("from . import ring", ["flint"]), "imports ."),
    (checks.foreign_imports, ("import re, flint\nfrom derive.kernel.ring import R", ["flint", "derive.kernel"]), ""),
    (checks.unlisted, (["prove", "size", "tensor"], TABLE), "tensor is in __all__"),
    (checks.unlisted, (["prove"], TABLE), "size is on the page"),
    (checks.unlisted, (["prove", "size"], TABLE), ""),
    (checks.dead_links, ("see [this](gone.md#part)", Path(__file__).parent), "gone.md"),
    (checks.dead_links, ("[a](checks.py) [b](https://example.org) [c](#here)", Path(__file__).parent), ""),
    (checks.wrong_version, ("0.2.0", "# Changes\n\n## 0.1.0\n"), "begins with 0.1.0"),
    (checks.wrong_version, ("0.2.0", "# Changes\n"), "begins with nothing"),
    (checks.wrong_wheel, (WHEEL,), "lacks .dist-info/entry_points.txt"),
    (checks.wrong_wheel, ([*WHEEL[1:], ENTRY],), "lacks derive/py.typed"),
    (checks.wrong_wheel, ([*WHEEL, ENTRY, "tests/conftest.py"],), "ships tests/conftest.py"),
    (checks.wrong_wheel, ([*WHEEL, ENTRY],), ""),
    (checks.heavy_modules, (["re", "sympy"], ["sympy"], "slow"), "sympy is loaded: slow"),
    (checks.heavy_modules, (["re"], ["sympy"], "slow"), ""),
]


def test_a_check_sees_through_a_lie() -> None:
    """A bad sample is complained about in words that name it; a good one is not."""
    found = [(check.__name__, given, said, "\n".join(check(*given))) for check, given, said in LIES]
    assert [row for row in found if row[2] not in row[3] or bool(row[3]) != bool(row[2])] == []


def test_every_check_is_lied_to() -> None:
    """No check is without a lie."""
    tree = ast.parse(inspect.getsource(checks))
    returns_complaints = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "list[str]"
    }
    assert returns_complaints == {check.__name__ for check, _, said in LIES if said}

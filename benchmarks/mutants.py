"""Mutants: one small fault in a module, of the kinds that a person makes.

The faults of a node are what the function registered for its kind yields. None of them only breaks a type (a value that
becomes None): every test that runs the line would see it, and the score would flatter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch
from pathlib import Path

Fault = tuple[str, ast.AST | None]  # its kind, and what stands in the place of the node; None takes it out of its list

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
STATEMENTS: dict[type[ast.AST], type[ast.stmt]] = {
    ast.Expr: ast.Pass,
    ast.Raise: ast.Pass,
    ast.Continue: ast.Break,
    ast.Break: ast.Continue,
}
UNSEEN = {"annotation", "returns", "decorator_list", "bases"}
COMMUTATIVE = {"multiply", "add", "min", "max", "gcd", "lcm"}
WIDTH = 100  # of the code that a record shows
OTHER_TYPES = {"isinstance", "len", "range", "type", "enumerate", "zip", "str", "repr", "hash", "id", "getattr", "next"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands: a field of its parent, its position if the field is a list, and whether in a function."""

    parent: ast.AST
    field: str
    position: int | None
    node: ast.AST
    inside: bool

    def put(self, other: ast.AST | None) -> None:
        """Put another node there, or take the node out of its list."""
        if self.position is None:
            setattr(self.parent, self.field, other)
            return
        nodes = getattr(self.parent, self.field)
        nodes[self.position : self.position + 1] = [] if other is None else [other]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one fault: where it is, whether inside of a function, its kind, the code before and after."""

    path: str
    number: int
    lines: tuple[int, ...]
    inside: bool
    kind: str
    before: str
    after: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a module, in the order of its text."""
    for number, (place, (kind, other)) in enumerate(_faults(ast.parse(path.read_text(encoding="utf-8")))):
        first = getattr(place.node, "lineno", None) or getattr(place.parent, "lineno", 0)
        last = first if isinstance(place.node, ast.stmt) else getattr(place.node, "end_lineno", first)
        after = "nothing" if other is None else ast.unparse(ast.fix_missing_locations(other))
        lines, before = tuple(range(first, last + 1)), ast.unparse(place.node)
        yield Mutant(str(path), number, lines, place.inside, kind, _short(before), _short(after))


def faulty(mutant: Mutant) -> ast.Module:
    """Return the module of a mutant, with the fault in it."""
    tree = ast.parse(Path(mutant.path).read_text(encoding="utf-8"))
    place, (_, other) = next(fault for n, fault in enumerate(_faults(tree)) if n == mutant.number)
    place.put(other)
    return ast.fix_missing_locations(tree)


def _short(text: str) -> str:
    return text if len(text) < WIDTH else f"{text[:WIDTH]}..."


def _faults(tree: ast.Module) -> Iterator[tuple[Place, Fault]]:
    for place in _places(tree):
        for kind, other in faults(place.node):
            if kind == "call" and isinstance(place.parent, ast.Expr):
                continue  # the same as the statement left out
            if other is not None:
                _ = ast.copy_location(other, place.node)
            yield place, (kind, other)


def _places(parent: ast.AST, *, inside: bool = False) -> Iterator[Place]:
    for name, value in ast.iter_fields(parent):
        if name in UNSEEN or (isinstance(parent, ast.ClassDef) and name == "keywords"):
            continue
        within = inside or (isinstance(parent, ast.FunctionDef | ast.Lambda) and name == "body")
        nodes = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for position, node in nodes:
            if isinstance(node, ast.AST) and not _is_silent(node):
                yield Place(parent, name, position, node, within)
                yield from () if isinstance(node, ast.Raise) else _places(node, inside=within)


def _is_silent(node: ast.AST) -> bool:
    """Whether a node says nothing to the program: a docstring, an import, a type, what is only for its checker."""
    match node:
        case ast.Expr(ast.Constant()) | ast.If(ast.Name("TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Call(ast.Name("cast")):
            return True
        case ast.Assign([ast.Name("__all__")]) | ast.Assign(value=ast.BinOp(op=ast.BitOr(), right=ast.Name())):
            return True
        case _:
            return False


@singledispatch
def faults(node: ast.AST) -> Iterator[Fault]:
    """Yield the faults of a node.

    >>> [(kind, ast.unparse(other)) for kind, other in faults(ast.parse("a and b").body[0].value)]
    [('condition', 'a or b'), ('condition', 'a'), ('condition', 'b')]
    """
    if type(node) in STATEMENTS:
        yield "statement", STATEMENTS[type(node)]()


@faults.register
def _(node: ast.Compare) -> Iterator[Fault]:
    for n, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield "comparison", ast.Compare(node.left, [*node.ops[:n], other(), *node.ops[n + 1 :]], node.comparators)


@faults.register
def _(node: ast.BinOp) -> Iterator[Fault]:
    if isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Add | ast.Mult):
        yield "part", node.left
        yield "part", node.right
    if type(node.op) in ARITHMETIC:
        yield "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)


@faults.register
def _(node: ast.AugAssign) -> Iterator[Fault]:
    yield "statement", ast.Pass()
    yield "arithmetic", ast.Assign([node.target], node.value)


@faults.register
def _(node: ast.BoolOp) -> Iterator[Fault]:
    yield "condition", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for n in range(len(node.values)):
        rest = node.values[:n] + node.values[n + 1 :]
        yield "condition", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


@faults.register
def _(node: ast.UnaryOp) -> Iterator[Fault]:
    yield "sign", node.operand


@faults.register
def _(node: ast.If) -> Iterator[Fault]:
    for answer in (True, False):
        yield "guard", ast.If(ast.Constant(answer), node.body, node.orelse)


@faults.register
def _(node: ast.IfExp) -> Iterator[Fault]:
    yield "guard", node.body
    yield "guard", node.orelse


@faults.register
def _(node: ast.While) -> Iterator[Fault]:
    yield "guard", ast.While(ast.Constant(value=False), node.body, node.orelse)


@faults.register
def _(node: ast.comprehension) -> Iterator[Fault]:
    for n in range(len(node.ifs)):
        yield "guard", ast.comprehension(node.target, node.iter, node.ifs[:n] + node.ifs[n + 1 :], node.is_async)


@faults.register
def _(node: ast.Constant) -> Iterator[Fault]:
    match node.value:
        case bool(value):
            yield "constant", ast.Constant(not value)
        case int(value):
            yield "constant", ast.Constant(value + 1)
            if value > 0:
                yield "constant", ast.Constant(value - 1)
        case float(value):
            yield "constant", ast.Constant(2 * value or 1.0)
        case str(value):
            yield "text", ast.Constant(f"{value}~")
        case _:
            return


@faults.register
def _(node: ast.JoinedStr) -> Iterator[Fault]:
    for n, part in enumerate(node.values):
        if isinstance(part, ast.FormattedValue):
            yield "text", ast.JoinedStr(node.values[:n] + node.values[n + 1 :])


@faults.register
def _(node: ast.Call) -> Iterator[Fault]:
    if isinstance(node.func, ast.Name) and node.func.id in TWINS:
        yield "call", ast.Call(ast.Name(TWINS[node.func.id], ast.Load()), node.args, [])
    if len(node.args) > 1 and _look_alike(*node.args[-2:]) and _called(node.func) not in COMMUTATIVE:
        yield "call", ast.Call(node.func, [*node.args[:-2], node.args[-1], node.args[-2]], node.keywords)
    if node.args and _keeps_type(node.func) and not isinstance(node.args[-1], ast.Starred | ast.GeneratorExp):
        yield "call", node.args[-1]
    for n in range(len(node.keywords)):
        yield "call", ast.Call(node.func, node.args, node.keywords[:n] + node.keywords[n + 1 :])


def _look_alike(one: ast.expr, other: ast.expr) -> bool:
    """Whether two arguments are of one form and differ, so that they may be of one type."""
    first, second = ast.unparse(one), ast.unparse(other)
    return type(one) is type(other) and first != second and {first, second}.isdisjoint({"ring", "self", "session"})


def _keeps_type(function: ast.expr) -> bool:
    """Whether a call may give what its last argument is: no constructor, and none of the functions that never do."""
    name = _called(function)
    return name[:1].islower() and name not in OTHER_TYPES


def _called(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@faults.register
def _(node: ast.Assign) -> Iterator[Fault]:
    if isinstance(node.targets[0], ast.Subscript | ast.Attribute):
        yield "statement", ast.Pass()


@faults.register
def _(node: ast.Dict) -> Iterator[Fault]:
    for n in range(len(node.keys)):
        yield "row", ast.Dict(node.keys[:n] + node.keys[n + 1 :], node.values[:n] + node.values[n + 1 :])


@faults.register
def _(node: ast.Set) -> Iterator[Fault]:
    for n in range(len(node.elts) if len(node.elts) > 1 else 0):
        yield "row", ast.Set(node.elts[:n] + node.elts[n + 1 :])


@faults.register
def _(node: ast.Match) -> Iterator[Fault]:
    for n in range(len(node.cases) if len(node.cases) > 1 else 0):
        yield "row", ast.Match(node.subject, node.cases[:n] + node.cases[n + 1 :])


@faults.register
def _(node: ast.FunctionDef) -> Iterator[Fault]:
    kept = [d for d in node.decorator_list if not (isinstance(d, ast.Attribute) and d.attr == "register")]
    if len(kept) < len(node.decorator_list):
        yield "row", ast.FunctionDef(node.name, node.args, node.body, kept, node.returns)

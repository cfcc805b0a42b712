"""What the two sides of a step may mean: every reading that survives, with all that it takes for granted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from sympy import (
    Add,
    Basic,
    Eq,
    Ge,
    Gt,
    Idx,
    IndexedBase,
    Integer,
    KroneckerDelta,
    Le,
    Lt,
    Pow,
    Rational,
    Sum,
    Symbol,
)
from sympy import Derivative as Slope
from sympy.core.function import AppliedUndef

from derive import facts
from derive.calculus import normalize
from derive.documents.axes import declared_axes
from derive.documents.qualities import ORDERING
from derive.documents.squares import even_in
from derive.errors import DeriveError
from derive.latex.read.axes import Axis, Ends, Trail
from derive.latex.read.differentials import both_vary, varied_in
from derive.latex.read.elaborate import elaborate
from derive.latex.read.entries import any_letter, place_of
from derive.latex.read.heads import key_of, names_in
from derive.latex.read.here import Here
from derive.latex.read.infer import reshaped
from derive.latex.read.probabilities import call_of, is_measure
from derive.latex.read.scene import Assumption, Scene
from derive.latex.read.table import Constraint, Known, Property, Table
from derive.latex.read.tree import Derivative, Hole, Name, Node, Number, Span
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, align, lazy

MOST_READINGS = 16
MOMENTS = frozenset({"blackboard E", "E", "Var", "Cov"})
"""What a mean and a variance are said of: they matter to steps that take one."""
RELATIONS: dict[str, Any] = {"=": Eq, "<=": Le, "<": Lt, ">=": Ge, ">": Gt}


@dataclass(frozen=True, slots=True)
class Reading:
    """Two sides as SymPy expressions, the choices and assumptions they rest on, and what the reader could not know.

    Where `unknown` is not empty, the reading says less than its author knew: it may be proved, never refuted.
    `axes` are those that the document declares of its names.
    """

    lhs: Any
    rhs: Any
    assumptions: tuple[Assumption, ...]
    choices: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    axes: Mapping[Any, tuple[Ends, ...]] = field(default_factory=dict[Any, tuple[Ends, ...]])


@dataclass(frozen=True, slots=True)
class Sides:
    """What a step relates, under which constraints."""

    lhs: Node
    rhs: Node
    constraints: tuple[Constraint, ...] = ()
    ordered: bool = False
    unknown: tuple[str, ...] = ()


def readings_of(sides: Sides, table: Table) -> tuple[tuple[Reading, ...], tuple[Hole, ...]]:
    """Return the readings of a step, and the holes of those that failed if none survived."""
    found: list[Reading] = []
    holes: dict[Hole, None] = {}
    tried: list[dict[str, str]] = []
    waiting: list[dict[str, str]] = [{}]
    names = [known for each in table.known.values() for known in each if known.declared]
    declared = tuple(a for known in names for a in (*known.places, known.rows, known.cols) if a is not None)
    while waiting and len(tried) < MOST_READINGS:
        choices = waiting.pop(0)
        tried.append(choices)
        scene = Scene(Trail(), choices, taken=_taken(table), ranges=table.ranges, axes=declared)
        count = len(found)
        try:
            found.append(_reading(sides, table, scene))
        except NotReadError as trouble:
            holes[trouble.hole] = None
        except (DeriveError, TypeError, ValueError, ZeroDivisionError, RecursionError, AttributeError) as trouble:
            holes[Hole(sides.lhs.span | sides.rhs.span, f"it cannot be built: {str(trouble)[:200]}")] = None
        scene.trail.take_back(0)
        waiting += [c for c in _others(scene, read=len(found) > count) if c not in tried and c not in waiting]
    return _different(found), () if found else tuple(holes)


def _taken(table: Table) -> set[str]:
    """Return the names that an index or a size made up here must not have."""
    usage = table.usage
    return {*usage.letters, *usage.subscripts, *usage.names, *table.ranges, *table.sizes, *table.shown.values()}


def _others(scene: Scene, *, read: bool) -> Iterator[dict[str, str]]:
    """Yield the other answers to what was asked; those held in reserve only where the reading failed."""
    questions = [
        (question, (scene.choices.get(question, options[0]),) if read and question in scene.reserved else options)
        for question, options in scene.asked.items()
    ]
    for answers in product(*(options for _, options in questions)):
        yield {question: answer for (question, _), answer in zip(questions, answers, strict=True)}


def _different(found: list[Reading]) -> tuple[Reading, ...]:
    kept: dict[tuple[str, str], Reading] = {}
    for reading in found:
        _ = kept.setdefault((str(reading.lhs), str(reading.rhs)), reading)
    return tuple(kept.values())


def _reading(sides: Sides, table: Table, scene: Scene) -> Reading:
    here = Here(table, scene, elaborate)
    scene.varied, scene.both_vary = tuple(varied_in([sides.lhs, sides.rhs])), both_vary(sides.lhs, sides.rhs)
    _same_letters(sides.constraints, here)
    left, right = here.read(sides.lhs), here.read(sides.rhs)
    if left.is_number != right.is_number:
        left = reshaped(sides.lhs, right, here) or left if left.is_number else left
        right = reshaped(sides.rhs, left, here) or right if right.is_number else right
    left, right = _fitted(scene, left, right, sides.lhs.span | sides.rhs.span)
    names = _names(sides, table)
    imposed = list(_imposed(sides.constraints, names, here))
    row = scene.fresh_index(left.rows, "r")() if left.rows is not None else None
    col = scene.fresh_index(left.cols, "c")() if left.cols is not None else None
    lhs, rhs = left.at(row, col), right.at(row, col)
    given = [made for constraint, pair in imposed for made in _facts(constraint, pair, here)]
    used = [lhs, rhs, *(a.fact for a in [*given, *scene.assumed.values()] if isinstance(a.fact, Basic))]
    given += _properties(table, _symbols(used), here)
    given += even_in([lhs, rhs], [a.fact for a in [*given, *scene.assumed.values()]])
    taken = _with_slopes(lhs, scene), _with_slopes(rhs, scene)
    unknown = (
        *sides.unknown,
        *_lost(taken, scene),
        *_tied(*taken, scene),
        *_one_sided(*taken, table, scene, ordered=sides.ordered, tied=_stationary(imposed)),
        *_unread(names, table, ordered=sides.ordered),
    )
    chosen = tuple(f"{q}: {scene.choices.get(q, options[0])}" for q, options in scene.asked.items())
    axes = declared_axes(table, scene)
    return Reading(lhs, rhs, (*given, *scene.assumed.values()), chosen, tuple(dict.fromkeys(unknown)), axes)


def _with_slopes(side: Any, scene: Scene) -> Any:
    """Return a side with its derivatives taken: only what these depend on stands on it."""
    if not side.has(Slope):
        return side
    with suppress(DeriveError):
        side = normalize(side)
    defined = [a.fact for a in scene.assumed.values() if a.text.startswith("definition ")]
    known = {base: fact.rhs for fact in defined for base in fact.lhs.atoms(IndexedBase) or {fact.lhs}}
    return Add(side, *(known[name] for name in known if side.has(name)), evaluate=False)


def _same_letters(constraints: Iterable[Constraint], here: Here) -> None:
    """Where the case of `i = j` is spoken of, both letters are one index."""
    for constraint in constraints:
        letters = _letters_of(constraint, here.table)
        if letters:
            here.scene.free[letters[1]] = here.scene.letter(letters[0], here.table.hint(letters[0]))


def _letters_of(constraint: Constraint, table: Table) -> tuple[str, ...]:
    sides = (constraint.lhs, constraint.rhs)
    if constraint.relation != "=" or not all(isinstance(side, Name) and len(side.text) == 1 for side in sides):
        return ()
    keys = tuple(key_of(side) for side in sides if isinstance(side, Name))
    letters = all(table.is_letter(key) or key in table.usage.subscripts for key in keys)
    return keys if letters and not set(keys) & table.sizes else ()


def _fitted(scene: Scene, left: Value, right: Value, span: Span) -> tuple[Value, Value]:
    """Give both sides one shape: 0 has any."""
    for one, other in ((left, right), (right, left)):
        if one.is_number and not other.is_number and one.at(None, None) == 0:
            zero = Value(other.rows, other.cols, lambda r, c: Integer(0))
            return (zero, right) if one is left else (left, zero)
    align(scene, left, right, span)
    return left, right


def _names(sides: Sides, table: Table) -> set[str]:
    """Return the names that a step is about, also through definitions."""
    return table.closed(names_in(sides.lhs) | names_in(sides.rhs))


def _imposed(
    constraints: Iterable[Constraint], names: set[str], here: Here
) -> Iterator[tuple[Constraint, tuple[Value, Value]]]:
    """Yield the constraints that speak of the names of a step, elaborated."""
    dull = here.table.sizes | here.table.usage.letters | here.table.ranges.keys()
    waiting = list(constraints)
    grown = True
    while grown:
        grown = False
        for constraint in list(waiting):
            if _letters_of(constraint, here.table) or (constraint.names & MOMENTS and not names & MOMENTS):
                continue
            if _is_of_other_function(constraint, names):
                continue
            if constraint.section is not None and not names_in(constraint.lhs) & (names - dull):
                continue  # how something goes on says nothing of anything else
            about = set(constraint.names)
            if isinstance(constraint.lhs, Derivative):
                about = here.table.closed(about)
            unequal = constraint.relation == "!=" and about <= names
            if not (about & names - dull or unequal):
                continue
            waiting.remove(constraint)
            grown, names = True, names | about
            before = dict(here.scene.lost)
            try:
                left, right = _related(constraint, here)
                yield constraint, _fitted(here.scene, left, right, constraint.origin.span)
            except NotReadError as trouble:
                here.scene.lose(f"an assumption is not understood: {constraint.origin.text} ({trouble.hole.reason})")
            if constraint.section is not None and constraint.section not in here.table.open:
                here.scene.lost = before


def _is_of_other_function(constraint: Constraint, names: set[str]) -> bool:
    """Return whether a constraint says what a function is that a step is not about: nothing of its arguments."""
    call = call_of(constraint.lhs) if constraint.relation == "=" else None
    if call is None or call[0].primes or isinstance(constraint.rhs, Number) or is_measure(call[0]):
        return False
    return call[0].key not in names | MOMENTS


def _related(constraint: Constraint, here: Here) -> tuple[Value, Value]:
    """Return both sides of a constraint; two letters that differ are indices."""
    places = [place_of(s, here) or any_letter(s, here) for s in (constraint.lhs, constraint.rhs)]
    first, second = places if constraint.relation == "!=" else (None, None)
    if first is not None and second is not None:
        return lazy(first.get), lazy(second.get)
    return here.read(constraint.lhs), here.read(constraint.rhs)


def _facts(constraint: Constraint, pair: tuple[Value, Value], here: Here) -> Iterator[Assumption]:
    left, right = pair
    scene = here.scene
    row = scene.fresh_index(left.rows, "r")() if left.rows is not None else None
    col = scene.fresh_index(left.cols, "c")() if left.cols is not None else None
    lhs, rhs = left.at(row, col), right.at(row, col)
    if constraint.relation == "!=":
        if isinstance(lhs, Idx) and isinstance(rhs, Idx):
            yield Assumption(
                constraint.origin.text,
                Eq(KroneckerDelta(lhs, rhs), 0),
                constraint.origin.span,
                constraint.origin.source,
            )
        return
    if constraint.relation in {"=", "<=", "<"} and isinstance(lhs, Pow) and lhs.exp == Rational(1, 2):
        lhs, rhs = lhs.base, rhs**2
    relation = RELATIONS[constraint.relation](lhs, rhs, evaluate=False)
    if lhs != rhs:
        yield Assumption(constraint.origin.text, relation, constraint.origin.span, constraint.origin.source)


def _symbols(used: Iterable[Any]) -> set[str]:
    """Return the names of all symbols and tensors in some expressions."""
    return {str(s) for expr in used for s in expr.free_symbols if isinstance(s, Symbol)} | {
        str(base) for expr in used for base in expr.atoms(IndexedBase)
    }


def _tied(lhs: Any, rhs: Any, scene: Scene) -> Iterator[str]:
    """A determinant is a number of its own, unless its matrix stands beside it."""
    beside = _symbols([lhs, rhs])
    of = [_symbols([d.written]) for d in scene.determinants.values()]
    if any(names & beside or len(names) != 1 for names in of) or len(set().union(*of)) < len(of):
        yield "of determinants only the rules are used"


def _lost(sides: Sequence[Any], scene: Scene) -> Iterator[str]:
    """Yield what the author knew; a function that nothing is said of matters only where it stands."""
    names = _symbols(sides) | {str(call.func) for side in sides for call in side.atoms(AppliedUndef)}
    for reason, about in scene.lost.items():
        if about is None or any(name.split("(")[0] == about for name in names):
            yield reason


def _stationary(imposed: Iterable[tuple[Constraint, tuple[Value, Value]]]) -> set[str]:
    """Return the names of which it is said where a derivative by them is zero."""
    return {name for constraint, _ in imposed if constraint.stationary for name in constraint.names}


def _one_sided(lhs: Any, rhs: Any, table: Table, scene: Scene, *, ordered: bool, tied: set[str]) -> Iterator[str]:
    """An undeclared name on one side only may stand for something that the document does not define."""
    left, right = _symbols([lhs]), _symbols([rhs])
    varied = {name for known in table.definitions.values() for d in known for name in d.arguments or ()}
    solved = {str(part) for side in (lhs, rhs) for part in (side, getattr(side, "base", side))}
    for name in sorted(scene.sets & (left ^ right)):
        yield f"which members {name} has is not known"
    for key, names in table.known.items():
        for known in names:
            name = table.name(key, known.pattern)
            sized = key in table.sizes and not known.pattern
            if known.declared or not (name in left or name in right) or sized:
                continue
            if (key in varied and name not in solved) or (key in tied and name in solved):
                continue
            if (name in left) != (name in right):
                yield f"nothing is said of {name}, which stands on one side only"
            elif ordered or known.rank == 2:
                yield f"nothing is said of {name}"


def _unread(names: set[str], table: Table, *, ordered: bool) -> Iterator[str]:
    for name in sorted(names & table.unread.keys()):
        yield table.unread[name]
    for name, word in table.doubted(names):
        if ordered or word not in ORDERING:
            yield f"what '{word}' says of {name} is not used"


def _properties(table: Table, used: set[str], here: Here) -> list[Assumption]:
    """Return what was said of whole names that occur."""
    found: list[Assumption] = []
    for item in table.properties:
        for known in table.known.get(item.key, []):
            name = table.name(known.key, known.pattern)
            whole = not item.pattern and not known.declared and set(known.pattern) == {"*"}
            if (known.pattern == item.pattern or whole) and name in used:
                found += [
                    Assumption(item.origin.text, fact, item.origin.span, item.origin.source)
                    for fact in _made(item, known, name, here)
                ]
    return list({str(a.fact): a for a in found}.values())


def _made(item: Property, known: Known, name: str, here: Here) -> Iterator[Any]:
    axes = [*known.places, *(a for a in (known.rows, known.cols) if a is not None)]
    tensor: Any = IndexedBase(name) if axes else Symbol(name, real=True)
    simple = _SIMPLE.get(item.kind)
    if item.kind == "symmetric" and not _is_square(axes):
        return
    if simple is not None and (axes or item.kind in {"sign", "binary", "positive", "nonnegative"}):
        yield simple(tensor)
    elif item.kind in {"below one", "at most one"}:
        entry = tensor[tuple(_index(a, here) for a in axes)] if axes else tensor
        yield (Lt if item.kind == "below one" else Le)(entry, 1)
    elif item.kind == "unit" and axes:
        outer, last = tuple(_index(a, here) for a in axes[:-1]), _index(axes[-1], here)
        yield Eq(Sum(tensor[(*outer, last)] ** 2, (last, *here.scene.ends(axes[-1]))), 1)
    elif item.kind == "orthogonal" and len(axes) == 2:
        one, other, over = _index(axes[1], here), _index(axes[1], here), _index(axes[0], here)
        total = Sum(tensor[over, one] * tensor[over, other], (over, *here.scene.ends(axes[0])))
        yield Eq(total, KroneckerDelta(one, other))


def _is_square(axes: Sequence[Axis]) -> bool:
    """Return whether the last two axes may be the same: nothing else can be symmetric, whatever the words say."""
    ends = [axis.known() for axis in axes[-2:]]
    return len(ends) == 2 and (None in ends or ends[0] == ends[1])


_SIMPLE: dict[str, Any] = {
    "positive": facts.positive,
    "nonnegative": facts.nonnegative,
    "sign": facts.sign,
    "binary": facts.binary,
    "symmetric": facts.symmetric,
    "one-hot": facts.one_hot,
    "simplex": facts.simplex,
}


def _index(axis: Axis, here: Here) -> Any:
    return here.scene.fresh_index(axis)()

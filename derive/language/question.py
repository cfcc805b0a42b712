"""The one door between SymPy and the kernel: a question, its assumptions, and answers in either language."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from sympy import Basic, Expr, Ge, Gt, ImmutableDenseMatrix, Indexed, Integer, MatrixBase, Ne, Pow, Rational, S
from sympy.core.relational import Relational

from derive import kernel
from derive.errors import (
    LimitError,
    NotAnExpressionError,
    ReadError,
    ShapeMismatchError,
    UndefinedError,
    UnsupportedError,
)
from derive.facts import Assumption, Fact
from derive.kernel import nodes
from derive.kernel.known import is_nonzero, settled_sign, sign_of, vanishes_at_coincidence
from derive.kernel.label import dim_of
from derive.language.assume import (
    Known,
    definition_of,
    difference,
    known_of,
    matrix_difference,
    rules_of_fact,
    solved_for_entry,
    tie_axes,
    trait_of_relation,
    traits_from_facts,
)
from derive.language.matrices import axis, is_matrix, read_scalar
from derive.language.ranges import resolve
from derive.language.read import entry_of
from derive.language.recursions import Definition, apart
from derive.language.session import WHOLE, Need, Session, Ways
from derive.language.solving import solved_with_factor
from derive.language.survey import survey
from derive.language.write import normal_expression
from derive.limits import check_limits
from derive.verdict import Condition


@dataclass(slots=True)
class Question:
    """A session with its assumptions in force: reads expressions, tells what they rest on, writes answers."""

    session: Session
    known: list[Known] = field(default_factory=list)
    defining: set[int] = field(default_factory=set)

    def is_definition(self, number: int) -> bool:
        """Return whether the assumption of that number, counted from 1, was taken as a definition."""
        return number in self.defining

    @property
    def ring(self) -> kernel.Ring:
        """Return the ring of this question."""
        return self.session.ring

    def read(self, expr: Any) -> kernel.Poly:
        """Return an expression in the kernel's language, assumed definitions put in."""
        return self.settle(read_scalar(expr, self.session, {}))

    def read_at(self, matrix: Any, at: tuple[kernel.Index, kernel.Index]) -> kernel.Poly:
        """Return an entry of a matrix in the kernel's language."""
        return self.settle(entry_of(matrix, at, self.session, {}))

    def read_sides(self, lhs: Any, rhs: Any) -> tuple[kernel.Poly, kernel.Poly]:
        """Return both sides of a relation; matrices at a common row and column. Raises `ShapeMismatchError`."""
        if not (is_matrix(lhs) or is_matrix(rhs)):
            return self.read(lhs), self.read(rhs)
        shape = common_shape(lhs, rhs)
        at = axis(self.session, shape[0]), axis(self.session, shape[1])
        left, right = (self.read_at(side, at) if is_matrix(side) else self.read(side) for side in (lhs, rhs))
        return left, right

    def settle(self, poly: kernel.Poly) -> kernel.Poly:
        """Return a polynomial with all assumed definitions put in."""
        return self.session.settle(poly)

    def conditions(self) -> tuple[Condition, ...]:
        """Return the side conditions that nothing discharges, simple ones first; what these imply is left out.

        Raises `UndefinedError` for one that can never hold.
        """
        found = dict(self.session.extra)
        signs, needs = list(self.ring.positive), list(self.session.needs)
        nonzero: set[kernel.Terms] = set()
        for need, first in self._settled_needs():
            news = len(self.ring.positive) > len(signs) and need.kind != "invertible"
            value = self._read_again(need) if news else first
            if need.kind == "nonzero" and kernel.freeze(value) in nonzero:
                continue
            condition = self._condition(need, value)
            if condition is not None:
                if need.kind == "nonzero":
                    nonzero |= {kernel.freeze(value), kernel.freeze(kernel.scale(value, -1))}
                _ = found.setdefault(str(condition), condition)
                self._take_sign(need, value)
        self.ring.positive[:], self.session.needs[:] = signs, needs
        return tuple(found.values())

    def _read_again(self, need: Need) -> kernel.Poly:
        self.session.group = need.group
        value = self.settle(read_scalar(need.expr, self.session, need.scope))
        self.session.group = 0
        return value

    def _settled_needs(self) -> list[tuple[Need, kernel.Poly]]:
        settled = [(need, self.settle(need.value)) for need in self.session.needs]
        return sorted(settled, key=lambda item: (len(item[1]), sum(len(mono.spelling) for mono in item[1])))

    def _take_sign(self, need: Need, value: kernel.Poly) -> None:
        if need.kind in {"positive", "nonnegative"}:
            self.ring.positive.append((kernel.freeze(value), need.kind == "positive"))

    def notes(self) -> tuple[Condition, ...]:
        """Return what the computation took for granted on its way."""
        return tuple(Condition(note, "used in the computation") for note in self.ring.notes)

    def _condition(self, need: Need, value: kernel.Poly) -> Condition | None:
        if need.kind == "invertible":
            return Condition(f"{need.expr} is invertible", need.reason)
        self._refuse_impossible(need, value)
        holds = {
            "positive": lambda: settled_sign(self.ring, value) == kernel.POSITIVE,
            "nonnegative": lambda: settled_sign(self.ring, value) >= kernel.NONNEGATIVE,
            "nonzero": lambda: is_nonzero(self.ring, value),
        }
        return None if holds[need.kind]() else Condition(_statement(need), _reason(need))

    def _refuse_impossible(self, need: Need, value: kernel.Poly) -> None:
        way_out = "leave the undefined terms out"
        negative = value.keys() == {self.ring.one} and value[self.ring.one] < 0
        if (not value and need.kind != "nonnegative") or (negative and need.kind != "nonzero"):
            raise UndefinedError(
                str(need.expr), reason=f"it stands {need.reason} but is never {need.kind}", way_out=way_out
            )
        meeting = vanishes_at_coincidence(self.ring, value, need.bound) if need.kind != "nonnegative" else None
        if meeting is not None:
            reason = f"it stands {need.reason} but is 0 where two of its indices meet, which the sum includes"
            raise UndefinedError(str(need.expr), reason=reason, way_out=way_out)

    def assume_defined(self) -> bool:
        """Assume that every argument of a logarithm is positive, and so on. Returns whether that was news."""
        before = len(self.ring.positive)
        for need, value in self._settled_needs():
            wanted = kernel.POSITIVE if need.kind == "positive" else kernel.NONNEGATIVE
            if value and sign_of(self.ring, value) < wanted:
                self._take_sign(need, value)
        return len(self.ring.positive) > before

    def write(self, poly: kernel.Poly, *, own_names: bool = True) -> Any:
        """Return a polynomial as a SymPy expression, bound indices named as the author did or canonically."""
        return normal_expression(poly, self.session, own_names=own_names)


def _statement(need: Need) -> object:
    if getattr(need.expr, "is_Matrix", False):
        return f"{need.expr} is {need.kind}"
    if need.kind == "nonzero":
        return Ne(need.expr, S.Zero, evaluate=False)
    return (Gt if need.kind == "positive" else Ge)(need.expr, S.Zero, evaluate=False)


def _reason(need: Need) -> str:
    moving = nodes.free_of(need.value)
    pairs = zip(need.names, need.bound, strict=True)
    names = ", ".join(f"{name} in {dim_of(i).name}" for name, i in pairs if i in moving)
    return f"{need.reason}, for every {names}" if names else need.reason


def common_shape(lhs: Any, rhs: Any) -> tuple[Expr, Expr]:
    """Return the shape of two matrices that are compared; the number 0 stands for a zero matrix."""
    if is_matrix(lhs) and is_matrix(rhs):
        if any((a - b) != 0 for a, b in zip(lhs.shape, rhs.shape, strict=True)):
            reason = f"a {lhs.shape[0]} x {lhs.shape[1]} matrix cannot equal a {rhs.shape[0]} x {rhs.shape[1]} matrix"
            raise ShapeMismatchError(f"{lhs} = {rhs}", reason=reason, way_out="transpose one side or correct a size")
        return tuple(lhs.shape)
    matrix, scalar = (lhs, rhs) if is_matrix(lhs) else (rhs, lhs)
    if scalar != 0:
        reason = f"a {matrix.shape[0]} x {matrix.shape[1]} matrix cannot equal a number"
        raise ShapeMismatchError(
            f"{lhs} = {rhs}", reason=reason, way_out="multiply the number by Identity or OneMatrix"
        )
    return tuple(matrix.shape)


def ask(
    expressions: Iterable[Any],
    *,
    assuming: tuple[Assumption, ...] = (),
    limits: kernel.Limits | None = None,
    ways: Ways = WHOLE,
) -> Question:
    """Return a question about the expressions, with the assumptions read and in force.

    With `ways`, ranges are taken apart. Raises the `DeriveError` that fits for what cannot be read.
    """
    relations: list[Any] = [fact for fact in assuming if isinstance(fact, Relational)]
    given = tuple(as_expression(e) for e in expressions)
    seen = survey([given, *((r.lhs, r.rhs) for r in relations)])
    tie_axes(seen, assuming)
    session = Session(kernel.Ring(limits=check_limits(limits)), seen, resolve(seen), ways)
    session.ring.aligned = ways.align
    traits_from_facts(session, assuming)
    special = {r for n, r in enumerate(relations, 1) if _is_trait(r, n, session)}
    question = Question(session)
    for fact in assuming:
        if isinstance(fact, Fact):
            rules_of_fact(fact, session)
    for number, relation in _in_order(relations, session):
        if relation not in special:
            session.group = number
            _assume(question, relation, number)
    session.group = 0
    return question


def _in_order(relations: list[Any], session: Session) -> list[tuple[int, Any]]:
    """Return the relations with their numbers; where equations are solved, those with entries below fractions first."""
    numbered = list(enumerate(relations, 1))
    return sorted(numbered, key=lambda each: not _has_fraction(each[1])) if session.ways.solve else numbered


def _has_fraction(relation: Relational) -> bool:
    return any(power.exp.is_negative and power.base.has(Indexed) for power in relation.atoms(Pow))


def _is_trait(relation: Relational, number: int, session: Session) -> bool:
    """Read a relation by itself and note the trait it states; the scratch ring is dropped."""
    scratch = Session(kernel.Ring(limits=session.ring.meter.limits), session.seen, session.ranges, group=number)
    found = trait_of_relation(relation, scratch)
    if found is None:
        return False
    key, traits = found
    session.ring.traits[key] = session.ring.traits.get(key, frozenset()) | traits
    return True


def _assume(question: Question, relation: Relational, number: int) -> None:
    if relation.rel_op != "==":
        known = known_of(relation, question.session)
        known = Known(known.statement, question.settle(known.poly), known.strict)
        question.known.append(known)
        question.ring.positive.append((kernel.freeze(known.poly), known.strict))
        return
    session = question.session
    definition = definition_of(relation, session)
    if definition is not None and all(apart(session.ring, definition[0], place) for place, _ in session.definitions):
        _eliminate(question, *definition, str(relation))
        question.defining.add(number)
    else:
        _assume_equation(question, relation)


def _assume_equation(question: Question, relation: Relational) -> None:
    """Use an equation to eliminate a scalar where it can, else as a rule."""
    if is_matrix(relation.lhs) or is_matrix(relation.rhs):
        poly = question.settle(matrix_difference(relation, question.session))
        solved = None
    else:
        poly = question.settle(difference(relation, question.session))
        solved = solved_for_entry(poly)
    if solved is None and not is_matrix(relation.lhs):
        solved = _solved_at_last(question, poly)
    if solved is not None:
        _eliminate(question, *solved, str(relation))
    else:
        # The sides have values, so what stands below a fraction is not zero.
        _ = kernel.assume_zero(question.ring, kernel.clear(question.ring, poly, every=True), str(relation))


def _solved_at_last(question: Question, poly: kernel.Poly) -> Definition | None:
    """Return what an equation says of one entry with a factor, where that is asked for; else remember that it does."""
    solved = solved_with_factor(question.ring, poly)
    question.session.soluble |= solved is not None
    return solved if question.session.ways.solve else None


def _eliminate(question: Question, place: kernel.Place, value: kernel.Poly, statement: str) -> None:
    """Put the value for the entry everywhere; what is known of the entry's sign is then known of the value."""
    session, settled = question.session, question.settle(value)
    traits = session.ring.traits.get(place[0], frozenset())
    if traits & {"positive", "nonnegative"}:
        strict = "positive" in traits
        session.ring.positive.append((kernel.freeze(settled), strict))
        question.known.append(Known(f"{statement}, and its sign", settled, strict))
    session.definitions.append((place, settled))


def as_expression(given: Any) -> Any:
    """Return a SymPy expression; a plain number is one. Raises `NotAnExpressionError`, for a string above all."""
    if isinstance(given, bool | str | bytes) or given is None:
        way_out = "build it with SymPy: text is never evaluated"
        raise NotAnExpressionError(
            repr(given), reason=f"this is a {type(given).__name__}, not an expression", way_out=way_out
        )
    if isinstance(given, int):
        return Integer(given)
    if isinstance(given, float) and isfinite(given):
        return Rational(str(given))
    if isinstance(given, Basic) and (isinstance(given, Expr) or getattr(given, "is_Matrix", False)):
        return given
    if isinstance(given, MatrixBase):
        return ImmutableDenseMatrix(given)
    reason = f"this is a {type(given).__name__}, not an expression"
    raise NotAnExpressionError(repr(given)[:80], reason=reason, way_out="pass a SymPy expression")


@contextmanager
def guarded(expr: object) -> Generator[None]:
    """Turn what ends a computation inside into an error of the family, for calls that return no verdict."""
    try:
        yield
    except kernel.LimitReached as reached:
        way_out = "give larger limits or a smaller expression"
        raise LimitError(str(expr)[:80], reason=str(reached), way_out=way_out) from None
    except RecursionError:
        raise LimitError(type(expr).__name__, reason="it is nested too deeply", way_out="split it into parts") from None
    except kernel.Undefined:
        raise UndefinedError(
            str(expr)[:80], reason="it has no value: it divides by 0 or takes log 0", way_out="correct it"
        ) from None
    except kernel.UnstableLabelError:
        raise UnsupportedError(
            str(expr)[:80], reason="its sums have no stable form", way_out="simplify a denominator"
        ) from None
    except kernel.NoDerivativeError as missing:
        reason = f"the derivative of {missing} is outside of the engine"
        raise UnsupportedError(
            str(expr)[:80], reason=reason, way_out="differentiate where the function is smooth"
        ) from None


__all__ = ["Question", "ReadError", "as_expression", "ask", "common_shape", "guarded"]

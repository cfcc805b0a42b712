"""Certificates: multiplier * goal = a sum of parts, each nonnegative for a reason that anybody can check again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive import kernel
from derive.decide.bounds import BOUNDS
from derive.decide.ground import Ground, instances, is_multiple, stand_on
from derive.decide.kinds import KINDS, MONOTONE, VERBS, order_of
from derive.decide.written import written_difference, written_sign
from derive.errors import DeriveError
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.tree import Node
from derive.expr.vocabulary import Vocabulary
from derive.functions import BY_NAME
from derive.kernel import NONNEGATIVE, POSITIVE, UNKNOWN
from derive.kernel.nodes import free_of, integral
from derive.names import expression
from derive.normal import WHOLE, Scope, Ways
from derive.statements import Statement
from derive.verdict import Condition

WRITTEN, EQUATION, ANY = "written form", "equation", "any number"
NO_PROOF = (
    kernel.LimitReached,
    kernel.Undefined,
    kernel.UnstableLabelError,
    kernel.NoDerivativeError,
    RecursionError,
    DeriveError,
)
TEXT: Mapping[str, str] = {
    "square": "({0})**2",
    **{bound.name: f"({bound.difference('{p}')})" for bound in BOUNDS},
    "exp below its chord": "(({2} - ({0}))*exp({1}) + ({0} - ({1}))*exp({2}) - ({2} - ({1}))*exp({0}))",
    "mean of exponentials": "(({2})*exp({0}) + (1 - ({2}))*exp({1}) - exp(({2})*({0}) + (1 - ({2}))*({1})))",
    "Bernoulli": "(({0})**({1}) - 1 - ({1})*({0} - 1))",
    "power and its tangent": "(({0})**({2}) - ({1})**({2}) - ({2})*({1})**({2} - 1)*({0} - ({1})))",
    "Weierstrass": "({0} - 1 - (sum of its factors, each less 1))",
    "powers increase": "(({0})**({2}) - ({1})**({2}))",
    **{f"{row.name} {VERBS[row.monotone]}": f"({order_of(row)})" for row in MONOTONE},
    "sum of nonnegative terms": "(sum over {1} of {0}, without that at {1})",
    "absolute value": "(Abs({0}) - ({0}))",
    "triangle": "({several})",
    "means": "({several})",
    "maximum": "({0} - ({1}))",
    "minimum": "({0} - {1})",
    "end of a range": "({end} - {0})",
    "beginning of a range": "({0} - ({end}))",
}
"""How each kind of reason is printed; the others are printed as they are."""


def _sizes(parts: Sequence[Any]) -> str:
    return " + ".join(f"Abs({each})" for each in parts) + f" - Abs({sum(parts)})"


def _means(parts: Sequence[Any]) -> str:
    pairs = list(zip(parts[::2], parts[1::2], strict=True))
    return " + ".join(f"{weight}*({p})" for p, weight in pairs) + " - " + "*".join(f"({p})**({w})" for p, w in pairs)


SEVERAL: Mapping[str, Callable[[Sequence[Any]], str]] = {"triangle": _sizes, "means": _means}
"""How reasons are printed that speak of any number of expressions."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One factor of a part: a kind from the table `KINDS`, and the expressions that it speaks of."""

    kind: str
    about: tuple[Node, ...]

    def shown(self, names: Vocabulary) -> str:
        """Return the factor as mathematics."""
        about = [to_sympy(node, names, evaluate=True) for node in self.about]
        text = TEXT.get(self.kind, "{p}")
        first = f"({about[0]})" if getattr(about[0], "is_Add", False) else about[0]
        several = SEVERAL[self.kind](about) if self.kind in SEVERAL else ""
        return text.format(*about, p=first, end=_end_of_range(self), several=several)


def _end_of_range(reason: Reason) -> Any:
    """Return where the range of the function begins or ends that a reason speaks of."""
    about = reason.about[0]
    row = BY_NAME.get(about.function) if isinstance(about, tree.Call) else None
    end = None if row is None else row.range.high if reason.kind == "end of a range" else row.range.low
    return "" if end is None else expression(end)


@dataclass(frozen=True, slots=True)
class Part:
    """`coefficient` times the product of the factors, summed over `over`, a tuple of (index, first, last)."""

    coefficient: Fraction
    over: tuple[tuple[str, Node, Node], ...]
    reasons: tuple[Reason, ...]

    @property
    def kind(self) -> str:
        """Return the kinds of the factors."""
        return ", ".join(dict.fromkeys(reason.kind for reason in self.reasons)) or "number"

    def description(self, names: Vocabulary) -> str:
        """Return what the coefficient multiplies, as mathematics."""
        body = "*".join(reason.shown(names) for reason in self.reasons) or "1"
        limits = (
            f", ({name}, {', '.join(str(to_sympy(end, names, evaluate=True)) for end in ends)})"
            for name, *ends in self.over
        )
        return f"Sum({body}{''.join(limits)})" if self.over else body

    def shown(self, names: Vocabulary) -> str:
        """Return the part as it stands in the sum."""
        described = self.description(names)
        return f"[{described}]" if self.coefficient == 1 else f"{self.coefficient}*[{described}]"


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why `statement` holds: `multiplier`, which is positive, times the goal is the sum of the parts.

    Nothing is remembered of how it was found: `check` reads the statement, its hypotheses and the parts afresh; with
    `ways`, ranges are taken apart.

    >>> from derive import prove
    >>> from sympy import symbols
    >>> a, b = symbols("a b", real=True)
    >>> print(prove(a**2 + b**2 >= 2 * a * b).certificate)
    a**2 - 2*a*b + b**2 = [(-a + b)**2]
    """

    statement: Statement
    multiplier: Node
    parts: tuple[Part, ...]
    limits: kernel.Limits
    ways: Ways = WHOLE

    @property
    def goal(self) -> Node:
        """Return what is to be nonnegative, the larger side minus the smaller one."""
        return goal_of(self.statement)

    def check(self) -> bool:
        """Return whether the parts are nonnegative and add up to the goal exactly, and a strict one is above zero."""
        try:
            return verified(self) is not None
        except NO_PROOF:
            return False

    def __str__(self) -> str:
        """Return the identity as one line of mathematics."""
        names = self.statement.vocabulary
        goal = str(to_sympy(self.goal, names, evaluate=True))
        if self.multiplier is not tree.ONE:
            goal = f"({to_sympy(self.multiplier, names, evaluate=True)})*({goal})"
        return f"{goal} = {' + '.join(part.shown(names) for part in self.parts) or 0}"


def goal_of(statement: Statement) -> Node:
    """Return the larger side minus the smaller one, as written."""
    large, small = (statement.left, statement.right)[:: -1 if statement.sign in {"<=", "<"} else 1]
    return written_difference(large, small)


def verified(certificate: Certificate) -> tuple[Condition, ...] | None:
    """Return the conditions on which a certificate proves its statement, or None where it does not.

    Raises what reading and computing may raise.
    """
    ground = stand_on(certificate.statement, certificate.limits, certificate.ways)
    session = ground.question.session
    before = len(session.needs)
    multiplier = ground.question.read(certificate.multiplier)
    read = [_read_part(part, ground) for part in certificate.parts]
    if ground.sign(multiplier) != POSITIVE or any(part is None for part in read):
        return None
    parts = [part for part in read if part is not None]
    if not all(ground.is_defined(need) for need in session.needs[before:]):
        return None
    rest = kernel.multiply(ground.ring, ground.goal, multiplier)
    for _, value in parts:
        rest = kernel.subtract(rest, value)
    if kernel.vanishes(ground.ring, rest) is None:
        return None
    if ground.strict and all(sign != POSITIVE for sign, _ in parts):
        return None
    return (*ground.conditions, *ground.question.notes())


def _read_part(part: Part, ground: Ground) -> tuple[int, kernel.Poly] | None:
    """Return the sign and the value of a part, or None where nothing shows that it is nonnegative."""
    session, ring = ground.question.session, ground.ring
    coefficient: Any = part.coefficient
    if not isinstance(coefficient, Fraction):
        return None
    fresh = {tree.Index(name): ring.fresh(session.dim(first, last)) for name, first, last in part.over}
    scope = Scope(bound={**fresh})
    value, signs = ring.constant(integral(part.coefficient)), [POSITIVE]
    for reason in part.reasons:
        sign, factor = _read_reason(reason, ground, scope)
        signs.append(sign)
        value = kernel.multiply(ring, value, factor)
    total = kernel.sum_over(ring, list(fresh.values()), value)
    if any(reason.kind == EQUATION and signs[n] == POSITIVE for n, reason in enumerate(part.reasons, 1)):
        return NONNEGATIVE, total
    if part.coefficient <= 0 or UNKNOWN in signs:
        return None
    nonempty = all(index.dim is not None and index.dim.nonempty for index in fresh.values())
    return min(*signs, POSITIVE if nonempty else NONNEGATIVE), total


def _read_reason(reason: Reason, ground: Ground, scope: Scope) -> tuple[int, kernel.Poly]:
    polys = tuple(ground.question.read(node, scope) for node in reason.about)
    if reason.kind == WRITTEN:
        return written_sign(reason.about[0], ground, scope), polys[0]
    if reason.kind == EQUATION:
        return POSITIVE if _is_equation(polys[0], ground) else UNKNOWN, polys[0]
    kind = KINDS.get(reason.kind)
    if kind is None:
        return UNKNOWN, polys[0]
    return kind.sign(ground, polys), kind.value(ground, polys)


def _is_equation(poly: kernel.Poly, ground: Ground) -> bool:
    """Return whether an assumption states that the polynomial is zero."""
    if not poly:
        return True
    images = (
        image for each in ground.equations for image in instances(ground.ring, each, free_of(each), free_of(poly))
    )
    return any(is_multiple(poly, image) or is_multiple(poly, kernel.scale(image, -1)) for image in images)

"""Certificates: multiplier * goal = a sum of parts, each nonnegative for a reason that anybody can check again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Add, Identity, Sum

from derive import kernel
from derive.decide.ground import Ground, instances, is_multiple, stand_on
from derive.decide.kinds import KINDS, MONOTONE, VERBS, order_of
from derive.decide.statement import Statement
from derive.decide.written import written_difference, written_sign
from derive.errors import DeriveError
from derive.functions import BY_NAME
from derive.kernel import NONNEGATIVE, POSITIVE, UNKNOWN
from derive.kernel.nodes import free_of, integral
from derive.language import as_expression
from derive.language.matrices import read_scalar
from derive.language.session import WHOLE, Ways
from derive.language.symbols import name_of
from derive.names import expression
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
    "exp above its tangent": "(exp({0}) - 1 - ({0}))",
    "log below its tangent": "({0} - 1 - log({0}))",
    **{f"{row.name} {VERBS[row.monotone]}": f"({order_of(row)})" for row in MONOTONE},
    "sum of nonnegative terms": "(sum over {1} of {0}, without that at {1})",
    "absolute value": "(Abs({0}) - ({0}))",
    "maximum": "({0} - ({1}))",
    "minimum": "({0} - {1})",
    "end of a range": "({end} - {0})",
    "beginning of a range": "({0} - ({end}))",
}
"""How each kind of reason is printed; the others are printed as they are."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One factor of a part: a kind from the table `KINDS`, and the expressions that it speaks of."""

    kind: str
    about: tuple[Any, ...]

    def __str__(self) -> str:
        """Return the factor as mathematics."""
        text = TEXT.get(self.kind, "({0})" if isinstance(self.about[0], Add) else "{0}")
        return text.format(*self.about, end=_end_of_range(self))


def _end_of_range(reason: Reason) -> Any:
    """Return where the range of the function begins or ends that a reason speaks of."""
    row = BY_NAME.get(type(reason.about[0]).__name__)
    end = None if row is None else row.range.high if reason.kind == "end of a range" else row.range.low
    return "" if end is None else expression(end)


@dataclass(frozen=True, slots=True)
class Part:
    """`coefficient` times the product of the factors, summed over `over`, a tuple of (index, low, high)."""

    coefficient: Fraction
    over: tuple[tuple[Any, Any, Any], ...]
    reasons: tuple[Reason, ...]

    @property
    def kind(self) -> str:
        """Return the kinds of the factors."""
        return ", ".join(dict.fromkeys(reason.kind for reason in self.reasons)) or "number"

    @property
    def description(self) -> str:
        """Return what the coefficient multiplies, as mathematics."""
        body = "*".join(str(reason) for reason in self.reasons) or "1"
        limits = "".join(f", {limit}" for limit in self.over)
        return f"Sum({body}{limits})" if self.over else body

    def __str__(self) -> str:
        """Return the part as it stands in the sum."""
        return f"[{self.description}]" if self.coefficient == 1 else f"{self.coefficient}*[{self.description}]"


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why `statement` holds: `multiplier`, which is positive, times the goal is the sum of the parts.

    Nothing is remembered of how it was found: `check` reads the statement, its assumptions and the parts afresh; with
    `ways`, ranges are taken apart.

    >>> from derive import prove
    >>> from sympy import symbols
    >>> a, b = symbols("a b", real=True)
    >>> print(prove(a**2 + b**2 >= 2 * a * b).certificate)
    a**2 - 2*a*b + b**2 = [(-a + b)**2]
    """

    statement: Statement
    multiplier: Any
    parts: tuple[Part, ...]
    limits: kernel.Limits
    ways: Ways = WHOLE

    @property
    def goal(self) -> Any:
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
        goal = str(self.goal) if self.multiplier == 1 else f"({self.multiplier})*({self.goal})"
        return f"{goal} = {' + '.join(str(part) for part in self.parts) or 0}"


def goal_of(statement: Statement) -> Any:
    """Return the larger side minus the smaller one, as written."""
    large, small = (statement.lhs, statement.rhs)[:: -1 if statement.relation in {"<=", "<"} else 1]
    if any(getattr(side, "is_Matrix", False) for side in (large, small)):
        large, small = (side if side.is_Matrix else side * Identity(1) for side in (large, small))
        return large - small
    return written_difference(large, small)


def verified(certificate: Certificate) -> tuple[Condition, ...] | None:
    """Return the conditions on which a certificate proves its statement, or None where it does not.

    Raises what reading and computing may raise.
    """
    ground = stand_on(certificate.statement, certificate.limits, _mentioned(certificate), certificate.ways)
    session = ground.question.session
    before, extra = len(session.needs), set(session.extra)
    multiplier = ground.question.read(certificate.multiplier)
    read = [_read_part(part, ground) for part in certificate.parts]
    if ground.sign(multiplier) != POSITIVE or any(part is None for part in read):
        return None
    parts = [part for part in read if part is not None]
    if set(session.extra) != extra or not all(ground.is_defined(need) for need in session.needs[before:]):
        return None
    rest = kernel.multiply(ground.ring, ground.goal, multiplier)
    for _, value in parts:
        rest = kernel.subtract(rest, value)
    if kernel.vanishes(ground.ring, rest) is None:
        return None
    if ground.strict and all(sign != POSITIVE for sign, _ in parts):
        return None
    return (*ground.conditions, *ground.question.notes())


def _mentioned(certificate: Certificate) -> Iterator[Any]:
    yield certificate.multiplier
    for part in certificate.parts:
        for reason in part.reasons:
            yield from (Sum(expr, *part.over) if part.over else expr for expr in reason.about)


def _read_part(part: Part, ground: Ground) -> tuple[int, kernel.Poly] | None:
    """Return the sign and the value of a part, or None where nothing shows that it is nonnegative."""
    session, ring = ground.question.session, ground.ring
    coefficient: Any = part.coefficient
    if not isinstance(coefficient, Fraction):
        return None
    over = [(name_of(name), as_expression(low), as_expression(high)) for name, low, high in part.over]
    scope = {name: ring.fresh(session.dim((low, high))) for name, low, high in over}
    value, signs = ring.constant(integral(part.coefficient)), [POSITIVE]
    for reason in part.reasons:
        sign, factor = _read_reason(reason, ground, scope)
        signs.append(sign)
        value = kernel.multiply(ring, value, factor)
    total = kernel.sum_over(ring, list(scope.values()), value)
    if any(reason.kind == EQUATION and signs[n] == POSITIVE for n, reason in enumerate(part.reasons, 1)):
        return NONNEGATIVE, total
    if part.coefficient <= 0 or UNKNOWN in signs:
        return None
    nonempty = all(index.dim is not None and index.dim.nonempty for index in scope.values())
    return min(*signs, POSITIVE if nonempty else NONNEGATIVE), total


def _read_reason(reason: Reason, ground: Ground, scope: Mapping[str, kernel.Index]) -> tuple[int, kernel.Poly]:
    question = ground.question
    about = [as_expression(expr) for expr in reason.about]
    polys = tuple(question.settle(read_scalar(expr, question.session, scope)) for expr in about)
    if reason.kind == WRITTEN:
        return written_sign(about[0], ground, scope), polys[0]
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

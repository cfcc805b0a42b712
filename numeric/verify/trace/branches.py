"""A value that depends on a sign: what decides the sign, and what becomes a case of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Idx, Indexed, Integer, Mul, Rational, Sum

from derive import binary
from numeric.verify.trace import signs
from numeric.verify.trace.cases import Cases, Entry, apply
from numeric.verify.trace.families import Family, arrangements, bound_in, entry_of, tensor_over
from numeric.verify.trace.signs import is_positive

if TYPE_CHECKING:
    from numeric.verify.trace.session import Trace


def choose(trace: Trace, expr: Any, below: Entry, at: Entry, above: Entry) -> Entry:
    """Return one of three entries, by the sign of an expression.

    A number decides at once. Labels with two values decide by interpolation. A hyper-parameter's sign is taken from
    the example, as a condition. What remains becomes an atom.
    """
    if below == at == above:
        return at
    switch, rest = _switched(trace, expr)
    if switch is not None:
        on = choose(trace, rest, below, at, above)
        return apply(trace, lambda a, b: switch * a + (1 - switch) * b, on, at)
    expr = trace.normal(expr)
    if expr.is_number:
        return below if expr < 0 else above if expr > 0 else at
    if is_positive(expr) or is_positive(-expr):
        return above if is_positive(expr) else below
    labels = _over_labels(trace, expr, below, at, above)
    sign = _known_sign(trace, expr) if labels is None else None
    if labels is not None or sign is not None:
        return labels if sign is None else above if sign > 0 else below
    atom, flipped = _atom(trace, expr)
    return Cases(atom, above, at, below) if flipped else Cases(atom, below, at, above)


def _switched(trace: Trace, expr: Any) -> tuple[Any, Any]:
    """Return a factor of a product that is 0 or 1, as a label's code, and the rest; or None and the product."""
    for factor in expr.args if isinstance(expr, Mul) else ():
        if factor.has(Indexed):
            plain = trace.plain(factor)
            entry = plain if isinstance(plain, Indexed) else 1 - plain
            if isinstance(entry, Indexed) and entry.base in trace.codes:
                trace.conditions[f"{str(entry.base).removesuffix('_is')} holds class labels"] = ""
                return trace.refreshed(plain), expr / factor
    return None, expr


def _over_labels(trace: Trace, expr: Any, below: Any, at: Any, above: Any) -> Any:
    entries = expr.atoms(Indexed)
    bases = {entry.base for entry in entries}
    if len(entries) != 1 or not bases <= trace.values.keys() or expr.free_symbols & set(trace.numbers):
        return None
    (entry,) = entries
    low, high = trace.values[entry.base]
    ends = [trace.normal(expr.xreplace({entry: value})) for value in (low, high)]
    if not all(end.is_number for end in ends) or any(isinstance(e, Cases) for e in (below, at, above)):
        return None
    first, second = (below if end < 0 else above if end > 0 else at for end in ends)
    trace.conditions[f"the entries of {entry.base} are {low} or {high}"] = "as in the example"
    return first + (second - first) * (entry - low) / (high - low)


def _known_sign(trace: Trace, expr: Any) -> int | None:
    """Return the sign of what is built from sizes and hyper-parameters only, as in the example."""
    scalars = expr.free_symbols - set(trace.symbols.values())
    if expr.atoms(Indexed) or expr.atoms(Sum) or not scalars <= set(trace.numbers):
        return None
    sizes = {s: Integer(trace.table.example[n]) for n, s in trace.symbols.items()}
    value = expr.xreplace({**sizes, **{s: Rational(str(trace.numbers[s])) for s in scalars}})
    if value == 0:
        raise trace.end(expr, "a branch on a number that is exactly zero in the example")
    sign = 1 if value > 0 else -1
    trace.positive.append(sign * expr)
    trace.seen.clear()
    plain = sum(Rational(c.numerator, c.denominator) * m for m, c in primitive(trace, sign * expr).items())
    trace.conditions[f"{plain} > 0"] = "as in the example"
    return sign


def _atom(trace: Trace, expr: Any) -> tuple[Any, bool]:
    """Return the atom of an expression's sign, and whether the atom is about its negative."""
    indices = tuple(sorted((s for s in expr.atoms(Idx) if s not in bound_in(expr)), key=str))
    for family in trace.atoms:
        for arrangement in arrangements(family.indices, indices):
            known = family.at(arrangement)
            for sign in (1, -1):
                if primitive(trace, expr) == primitive(trace, sign * known):
                    return entry_of(family.base, arrangement), sign < 0
    return _new_atom(trace, expr, indices), False


def primitive(trace: Trace, expr: Any) -> signs.Form:
    """Return a quantity's form without the positive numbers and sizes that multiply all of it."""
    form, sizes = trace.form(expr), set(trace.symbols.values())
    lead = min(form, key=str)
    common = Mul(*(base**power for base, power in lead.as_powers_dict().items() if base in sizes))
    inner = form if common == 1 else trace.form(expr / common)
    first = abs(inner[min(inner, key=str)])
    return {monomial: coefficient / first for monomial, coefficient in inner.items()}


def _new_atom(trace: Trace, expr: Any, indices: tuple[Any, ...]) -> Any:
    base = tensor_over(f"positive_{len(trace.atoms)}", indices)
    trace.atoms.append(Family(indices, expr, base))
    trace.facts[binary(base)] = ""
    return entry_of(base, indices)

"""The gradient that a derivation of the lectures arrives at, put in the symbols of a trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import permutations, product
from typing import Any

import numpy as np
from sympy import Derivative, Indexed, Product, Sum, Symbol

from derive import substitute
from derive.lectures import BY_NAME
from numeric.verify.trace import blocks
from numeric.verify.trace.errors import Learned, UnknownDerivationError, untraceable
from numeric.verify.trace.inputs import Inputs, Leaf
from numeric.verify.trace.run import Written


@dataclass(frozen=True, slots=True)
class Formula:
    """One derivative of a derivation: by which entry, and what it is."""

    variable: Any
    expr: Any


@dataclass(frozen=True, slots=True)
class Role:
    """Which leaf plays a tensor of a formula: its axes in this order, or its labels as one-hot rows."""

    leaf: Leaf
    order: tuple[int, ...]
    hot: bool = False


def formulas(name: str) -> dict[Any, Formula]:
    """Return the derivatives that a derivation proves, by variable: the last one by each.

    Raises `UnknownDerivationError` for a name that no derivation has, or one that derives no gradient.

    >>> [str(base) for base in formulas("logistic-gradient")]
    ['w']
    """
    if name not in BY_NAME:
        near = get_close_matches(name, BY_NAME, n=3, cutoff=0.5)
        way_out = f"the nearest names are {', '.join(near)}" if near else "`derive list` shows the names"
        raise UnknownDerivationError(name, reason="no derivation has this name", way_out=way_out)
    derivation = BY_NAME[name].derive()
    definitions = [s for s in derivation.steps if s.kind == "definition" and isinstance(s.lhs, Indexed)]
    found: dict[Any, Formula] = {}
    for step in (*derivation.steps, derivation.result):
        formula = _gradient(step)
        if formula is not None:
            found[_base(formula.variable)] = Formula(formula.variable, _known(formula.expr, definitions, found))
    if not found:
        those = ", ".join(other for other in BY_NAME if other.endswith("gradient"))
        way_out = f"name one that does, such as {those}"
        raise UnknownDerivationError(name, reason="it derives no gradient", way_out=way_out)
    return found


def _gradient(step: Any) -> Formula | None:
    """Return what a step says of a first derivative of a number, or None."""
    left = next((s for s in (step.lhs, step.shown) if isinstance(s, Derivative)), None)
    if left is None or step.relation != "==" or step.rhs is None or step.rhs.has(Derivative):
        return None
    (variable, count), *more = left.variable_count
    plain = isinstance(variable, Indexed | Symbol) and not more and count == 1 and step.rhs.is_Matrix is not True
    return Formula(variable, step.rhs) if plain and not _free_indices(left.expr) else None


def _free_indices(expr: Any) -> set[Any]:
    used = {i for entry in expr.atoms(Indexed) for i in entry.indices if isinstance(i, Symbol)}
    return used - {limit[0] for s in expr.atoms(Sum, Product) for limit in s.limits}


def _base(variable: Any) -> Any:
    return variable.base if isinstance(variable, Indexed) else variable


def _known(expr: Any, definitions: list[Any], variables: dict[Any, Formula]) -> Any:
    for step in reversed(definitions):
        if step.lhs.base not in variables and any(e.base == step.lhs.base for e in expr.atoms(Indexed)):
            expr = substitute(expr, step.lhs, step.rhs)
    return expr


def right_gradient(name: str, written: Written, inputs: Inputs) -> dict[tuple[int, Any], Any]:
    """Return for each leaf and position of the parameters what the derivation says the gradient is.

    Tensors are matched with leaves by name, else by rank and size, as noted in the conditions. Raises
    `UntraceableError` where no match or more than one fits.
    """
    found = formulas(name)
    roles = _matched(name, found, inputs)
    sizes = _sizes(written, found, roles)
    words = ", ".join(f"{tensor} is {role.leaf.name}" for tensor, role in roles.items())
    written.trace.conditions[f"in {name}, {words}"] = "matched by name and shape"
    result: dict[tuple[int, Any], Any] = {}
    for (number, at), cell in written.gradient.items():
        base = next((b for b in found if roles[b].leaf.number == number), None)
        if base is None or any(at):
            raise untraceable(inputs.leaves[number].name, f"{name} has no gradient for it, or not for its parts")
        indices = [place[0] for place in cell.places]
        variable = found[base].variable
        own = [indices[axis] for axis in roles[base].order]
        env = dict(zip(variable.indices, own, strict=True)) if isinstance(variable, Indexed) else {}
        result[number, at] = _put(found[base].expr, written, roles, sizes, env)
    return result


def _tensors(found: dict[Any, Formula]) -> dict[Any, int]:
    """Return the tensors and numbers of all formulas, with their ranks; sizes and indices are none."""
    ranks: dict[Any, int] = {base: len(getattr(f.variable, "indices", ())) for base, f in found.items()}
    for formula in found.values():
        limits = [limit for s in formula.expr.atoms(Sum) for limit in s.limits]
        other = {s for limit in limits for part in limit for s in part.free_symbols}
        entries = sorted(formula.expr.atoms(Indexed), key=str)
        ranks.update({entry.base: len(entry.indices) for entry in entries})
        labels = {entry.base.label for entry in entries} | {i for entry in entries for i in entry.indices}
        plain = sorted((s for s in formula.expr.atoms(Symbol) if s not in other | labels), key=str)
        ranks.update(dict.fromkeys(plain, 0))
    return ranks


def _matched(name: str, found: dict[Any, Formula], inputs: Inputs) -> dict[Any, Role]:
    """Return which leaf plays each tensor."""
    ranks = _tensors(found)
    choices = [list(_roles(rank, inputs, is_param=base in found)) for base, rank in ranks.items()]
    fitting: list[dict[Any, Role]] = []
    for chosen in product(*choices):
        roles = dict(zip(ranks, chosen, strict=True))
        if len({role.leaf.number for role in chosen}) == len(chosen) and _lengths_fit(found, roles):
            fitting.append(roles)
    best = sorted(fitting, key=_strangeness)
    if not best or (len(best) > 1 and _strangeness(best[0]) == _strangeness(best[1])):
        why = "nothing among the arguments fits" if not best else "more than one match fits"
        raise untraceable(", ".join(map(str, ranks)), f"these are what {name} is about, and {why}")
    return best[0]


def _roles(rank: int, inputs: Inputs, *, is_param: bool) -> Iterator[Role]:
    for leaf in inputs.leaves:
        own = np.ndim(leaf.value) if leaf.kind != "fixed" else -1
        if leaf.is_param == is_param and own == rank:
            yield from (Role(leaf, order) for order in permutations(range(rank)))
        if not is_param and own == rank - 1 and leaf.is_whole and own > 0:
            yield Role(leaf, tuple(range(rank)), hot=True)


def _strangeness(roles: dict[Any, Role]) -> tuple[int, int]:
    other = sum(str(base).lower() != role.leaf.name.lower() for base, role in roles.items())
    return other, sum(list(role.order) != sorted(role.order) for role in roles.values())


def _axes(found: dict[Any, Formula]) -> Iterator[tuple[Any, int, Any]]:
    """Return each axis of each tensor with the upper end of an index that runs along it."""
    for formula in found.values():
        ends = {limit[0]: limit[2] for s in formula.expr.atoms(Sum) for limit in s.limits}
        for entry in formula.expr.atoms(Indexed):
            for axis, i in enumerate(entry.indices):
                if i in ends:
                    yield entry.base, axis, ends[i]
                elif isinstance(formula.variable, Indexed) and i in formula.variable.indices:
                    yield entry.base, axis, (_base(formula.variable), formula.variable.indices.index(i))


def _groups(found: dict[Any, Formula]) -> list[set[Any]]:
    """Return which axes and sizes must be equal."""
    groups: list[set[Any]] = []
    for base, axis, end in _axes(found):
        pair = {(base, axis), end}
        touching = [g for g in groups if g & pair]
        groups = [g for g in groups if not g & pair] + [pair.union(*touching)]
    return groups


def _lengths_fit(found: dict[Any, Formula], roles: dict[Any, Role]) -> bool:
    for group in _groups(found):
        lengths = {_length(roles[a[0]], a[1]) for a in group if isinstance(a, tuple)} - {None}
        if len(lengths) > 1:
            return False
    return True


def _length(role: Role, axis: int) -> int | None:
    shape = np.shape(role.leaf.value)
    return None if role.hot and axis == len(shape) else shape[role.order[axis]]


def _sizes(written: Written, found: dict[Any, Formula], roles: dict[Any, Role]) -> dict[Any, Any]:
    """Return the trace's size for each size and axis of the formulas; learns which axes must be equal."""
    sizes: dict[Any, Any] = {}
    trace = written.trace
    for group in _groups(found):
        here = [(roles[a[0]], a[1]) for a in group if isinstance(a, tuple)]
        axes = [_axis(written, role, axis) for role, axis in here if _length(role, axis) is not None]
        for other in axes[1:]:
            blocks.unify(trace, axes[0], other)
        if not axes or len(axes[0]) != 1 or len(axes[0][0]) != 1:
            raise untraceable(group, "an axis of several parts")
        (size,) = axes[0][0]
        _learn_labels(written, [role for role, axis in here if _length(role, axis) is None], size)
        sizes.update(dict.fromkeys(group, size))
    return sizes


def _axis(written: Written, role: Role, axis: int) -> blocks.Axis:
    table, symbols = written.trace.table, written.trace.symbols
    segments = table.segments(table.of_axis[role.leaf.number, role.order[axis]])
    return tuple(tuple(symbols[factor] for factor in segment) for segment in segments)


def _learn_labels(written: Written, roles: list[Role], size: Any) -> None:
    number = next(n for n, symbol in written.trace.symbols.items() if symbol == size)
    for role in roles:
        leaf = role.leaf.number
        if leaf not in written.trace.table.labels:
            raise Learned(lambda table, leaf=leaf: table.labels.update({leaf: number}))


def _put(expr: Any, written: Written, roles: dict[Any, Role], sizes: dict[Any, Any], env: dict[Any, Any]) -> Any:
    """Return a formula with the trace's tensors, sizes and indices."""
    if isinstance(expr, Sum):
        inner = {limit[0]: written.trace.fresh(sizes[limit[2]]) for limit in expr.limits}
        return Sum(_put(expr.function, written, roles, sizes, {**env, **inner}), *inner.values())
    if isinstance(expr, Indexed):
        return _entry(written, roles[expr.base], [env[i] for i in expr.indices])
    if expr in roles:
        return written.tensors.bases[roles[expr].leaf.number, ()]
    if not expr.args or expr in env:
        return env.get(expr, sizes.get(expr, expr))
    return expr.func(*(_put(part, written, roles, sizes, env) for part in expr.args))


def _entry(written: Written, role: Role, indices: list[Any]) -> Any:
    base = written.tensors.bases[role.leaf.number, (0,) * len(indices)]
    return base[tuple(indices[role.order.index(axis)] for axis in range(len(indices)))]

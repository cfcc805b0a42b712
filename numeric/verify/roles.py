"""What the arrays of the examples are, so that others of the same kind can be made.

Axes that have the same size in every example belong together. Labels stay labels: whole numbers stay whole, what is
positive stays positive, rows that sum to one keep doing so, symmetric matrices stay symmetric.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from numeric.verify.point import Array, Point, is_array, is_float

Kind = Literal[
    "real",
    "positive",
    "unit interval",
    "labels",
    "whole",
    "one-hot",
    "simplex",
    "joint",
    "symmetric",
    "definite",
    "identity",
    "flags",
    "fixed",
]

MATRIX = 2
FEW = 2
"""A matrix of whole numbers of two rows is symmetric by chance."""
MOST_VALUES = 1000
"""A range of whole numbers up to this length is taken to be the set of values."""


@dataclass(frozen=True, slots=True)
class Role:
    """What one leaf is: its kind, its axes by their classes, and the values or the range it takes."""

    kind: Kind
    axes: tuple[int, ...] = ()
    values: tuple[float, ...] = ()
    of_axis: int | None = None
    dtype: Any = np.float64
    mirrored: bool = False
    """Whether it is a symmetric matrix of whole numbers, such as who is linked with whom."""
    along: int = -1
    """The axis along which entries that are one-hot, or add up to 1, do so."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The sizes of all classes of axes in the first example, and the role of each leaf."""

    sizes: tuple[int, ...]
    roles: dict[str, Role] = field(default_factory=dict[str, Role])
    params: tuple[str, ...] = ()
    batch: int | None = None

    def shape(self, name: str, sizes: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of a leaf at other sizes."""
        return tuple(sizes[axis] if axis >= 0 else 1 for axis in self.roles[name].axes)


def layout(examples: Sequence[Point]) -> Layout:
    """Return the layout that all examples share, read off the first and corrected by the others."""
    first = examples[0]
    alike = [e for e in examples if _ranks(e) == _ranks(first)]
    classes = _classes(alike)
    sizes = tuple(size[0] for size in classes)
    numbers = {signature: at for at, signature in enumerate(classes)}
    named: dict[str, Role] = {}
    for name in (*first.params, *first.data):
        given = [_leaf(e, name) for e in alike]
        axes = tuple(numbers.get(s, -1) for s in _signatures(given)) if is_array(given[0]) else ()
        named[name] = _role(given, axes, sizes, is_param=name in first.params)
    told = _with_labels_of_examples(_with_class_axes(named, alike), tuple(first.params))
    return Layout(sizes, told, tuple(first.params), _batch(first, named))


def _leaf(example: Point, name: str) -> Any:
    return example.params[name] if name in example.params else example.data[name]


def _ranks(example: Point) -> dict[str, int]:
    return {name: np.ndim(leaf) if is_array(leaf) else 0 for name, leaf in {**example.data, **example.params}.items()}


def _signatures(given: Sequence[Any]) -> Iterator[tuple[int, ...]]:
    """Yield for each axis its sizes in all examples."""
    for axis in range(given[0].ndim):
        yield tuple(leaf.shape[axis] for leaf in given)


def _classes(examples: Sequence[Point]) -> list[tuple[int, ...]]:
    """Return the different signatures of axes; an axis that is always 1 is no class."""
    found: dict[tuple[int, ...], None] = {}
    for name in (*examples[0].data, *examples[0].params):
        given = [_leaf(e, name) for e in examples]
        if is_array(given[0]):
            found |= {s: None for s in _signatures(given) if set(s) != {1}}
    return list(found)


def _batch(first: Point, roles: dict[str, Role]) -> int | None:
    """Return the class of the axis that runs over examples: the first of the data arrays, and of no parameter."""
    used = {axis for name in first.params for axis in roles[name].axes}
    leading = [roles[name].axes[0] for name in first.data if roles[name].axes]
    free = [axis for axis in leading if axis >= 0 and axis not in used]
    return max(set(free), key=free.count) if free else None


def _role(given: Sequence[Any], axes: tuple[int, ...], sizes: tuple[int, ...], *, is_param: bool) -> Role:
    if not all(isinstance(leaf, np.ndarray | float | int | np.generic) for leaf in given) or isinstance(given[0], bool):
        return Role("fixed", axes)
    flat = np.concatenate([np.ravel(leaf) for leaf in given])
    dtype = np.asarray(given[0]).dtype
    if not axes and not (is_param and is_float(given[0])):
        return _scalar_role(given[0], sizes, dtype)
    if flat.size == 0 or not np.isfinite(flat).all():
        return Role("fixed", axes)
    if is_param:
        return Role("positive" if flat.min() > 0 and flat.size > 1 else "real", axes, dtype=dtype)
    return _data_role(given, flat, axes, dtype)


def _scalar_role(value: Any, sizes: tuple[int, ...], dtype: Any) -> Role:
    if not is_float(value):
        linked = [axis for axis, size in enumerate(sizes) if size == int(value)]
        return Role("whole", (), of_axis=linked[0], dtype=dtype) if linked else Role("fixed")
    if 0 < float(value) < 1:
        return Role("unit interval", dtype=dtype)
    return Role("positive" if float(value) > 0 else "fixed", dtype=dtype)


def _data_role(given: Sequence[Array], flat: Array, axes: tuple[int, ...], dtype: Any) -> Role:
    if dtype.kind == "b":
        return Role("flags", axes, dtype=dtype)
    square = _matrix_kind(given, axes)
    if np.array_equal(flat, np.round(flat)):
        one = square is not None and all(np.array_equal(leaf, np.eye(len(leaf))) for leaf in given)
        whole = Role("identity", axes, dtype=dtype) if one else _whole_role(given, flat, axes, dtype)
        return replace(whole, mirrored=square is not None and len(given[0]) > FEW)
    if square is not None:
        return Role(square, axes, dtype=dtype)
    along = _adding_up(given)
    if along is not None:
        return Role("simplex", axes, dtype=dtype, along=along)
    joint = flat.min() >= 0 and all(leaf.size > 1 and np.isclose(leaf.sum(), 1) for leaf in given)
    return Role("joint" if joint else _range_kind(flat), axes, dtype=dtype)


def _adding_up(given: Sequence[Array]) -> int | None:
    """Return the axis along which nonnegative entries add up to 1, in each row or else in each column."""
    if any(leaf.min() < 0 for leaf in given):
        return None
    axes = (-1, 0) if given[0].ndim == MATRIX else (-1,)
    return next((a for a in axes if all(m.shape[a] > 1 and np.allclose(m.sum(a), 1) for m in given)), None)


def _whole_role(given: Sequence[Array], flat: Array, axes: tuple[int, ...], dtype: Any) -> Role:
    values = {float(v) for v in np.unique(flat)}
    along = _adding_up(given) if values <= {0.0, 1.0} else None
    if along is not None:
        return Role("one-hot", axes, dtype=dtype, along=along)
    if values <= {0.0, 1.0} or values <= {-1.0, 1.0}:
        return Role("labels", axes, (-1.0, 1.0) if -1.0 in values else (0.0, 1.0), dtype=dtype)
    between = range(int(flat.min()), int(flat.max()) + 1) if np.ptp(flat) < MOST_VALUES else sorted(values)
    return Role("labels" if dtype.kind in "iu" else "whole", axes, tuple(float(v) for v in between), dtype=dtype)


def _matrix_kind(given: Sequence[Array], axes: tuple[int, ...]) -> Kind | None:
    """Return whether square matrices are symmetric, or even have no negative eigenvalue."""
    square = len(axes) == MATRIX and axes[0] == axes[1]
    if not square or not all(np.allclose(m, m.T, rtol=1e-9, atol=0) for m in given):
        return None
    definite = all(np.linalg.eigvalsh(m).min() >= -1e-9 * np.abs(m).max() for m in given)
    return "definite" if definite else "symmetric"


def _range_kind(flat: Array) -> Kind:
    if flat.min() <= 0:
        return "real"
    return "unit interval" if flat.max() < 1 else "positive"


def _with_labels_of_examples(roles: dict[str, Role], params: tuple[str, ...]) -> dict[str, Role]:
    """Let zeros with a single 1 be labels where they do not stand along an axis of a parameter, also as a column.

    The target of one example has an entry for each class; of one label for each example a single 1 is chance.
    """
    classes = {axis for name in params for axis in roles[name].axes}
    held = [n for n, role in roles.items() if role.kind == "one-hot" and (len(role.axes) == 1 or role.along == 0)]
    loose = [n for n in held if roles[n].axes[roles[n].along] not in classes]
    return {**roles, **{n: replace(roles[n], kind="labels", values=(0.0, 1.0), along=-1) for n in loose}}


def _with_class_axes(roles: dict[str, Role], examples: Sequence[Point]) -> dict[str, Role]:
    """Tie integer labels 0..K-1 to the axis of size K of a parameter, so that they stay below K when K changes."""
    tied = dict(roles)
    for name, role in roles.items():
        if role.kind != "labels" or np.dtype(role.dtype).kind not in "iu" or min(role.values) < 0:
            continue
        spare = {axis: left for axis, left in _spare(name, roles, examples) if axis not in role.axes and left >= 0}
        if spare:
            tied[name] = Role("labels", role.axes, role.values, min(spare, key=spare.__getitem__), role.dtype)
    return tied


def _spare(name: str, roles: dict[str, Role], examples: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Yield the axes that may count the classes, and how many classes then have no example; negative where impossible.

    Labels 0 and 1 beside a vector of weights are no numbers of its entries: there the axis is that of a matrix.
    """
    binary = max(roles[name].values) <= 1
    for param in examples[0].params:
        axes = roles[param].axes
        for place, axis in enumerate(axes):
            left = [_leaf(e, param).shape[place] - 1 - int(np.max(_leaf(e, name), initial=0)) for e in examples]
            exact = sum(left) == 0
            if axis >= 0 and (exact or not binary) and (len(axes) > 1 or (exact and not binary)):
                yield axis, sum(left) if min(left) >= 0 else -1

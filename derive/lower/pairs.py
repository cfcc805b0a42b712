"""The product of two arrays summed over axes: a matrix product where it is one, else `tensordot` or `einsum`."""

from __future__ import annotations

from string import ascii_lowercase

from derive.lower.code import Code, function, reduction
from derive.lower.elementwise import Value, product, transpose_to
from derive.lower.terms import Axis

Axes = tuple[Axis, ...]


def contracted(one: Value, other: Value, kept: frozenset[Axis]) -> Value:
    """Return the product of two values, summed over the axes that are not kept."""
    one, other = summed_alone(one, kept | set(other.axes)), summed_alone(other, kept | set(one.axes))
    inner = tuple(axis for axis in one.axes if axis in other.axes and axis not in kept)
    shared = tuple(axis for axis in one.axes if axis in other.axes and axis in kept)
    if not inner:
        return product([one, other], [])
    left = tuple(axis for axis in one.axes if axis not in other.axes)
    right = tuple(axis for axis in other.axes if axis not in one.axes)
    if shared:
        return _batched(one, other, shared + left + right)
    if not left and not right and len(inner) > 1:
        return Value(function("np.vdot", one.code, transpose_to(other, one.axes)))
    if max(len(left), len(right), len(inner)) == 1:
        return _matrix_product(one, other, left, inner, right)
    places = tuple([value.axes.index(axis) for axis in inner] for value in (one, other))
    return Value(Code.of("tensordot", str(places), one.code, other.code), left + right)


def _matrix_product(one: Value, other: Value, left: Axes, inner: Axes, right: Axes) -> Value:
    """Return a product by `@`; a vector stands on the side where the matrix needs no transposition."""
    if not left and right and other.axes[0] != inner[0]:
        return _matrix_product(other, one, right, inner, left)
    if left and not right and one.axes[0] == inner[0]:
        return _matrix_product(other, one, right, inner, left)
    code = Code.of("matmul", "", transpose_to(one, left + inner), transpose_to(other, inner + right))
    return Value(code, left + right)


def _batched(one: Value, other: Value, result: Axes) -> Value:
    """Return a product with an axis that both have and the result keeps."""
    letters = dict(zip(dict.fromkeys(one.axes + other.axes), ascii_lowercase, strict=False))
    inputs, output = (
        ["".join(letters[a] for a in value.axes) for value in (one, other)],
        "".join(letters[axis] for axis in result),
    )
    return Value(Code.of("einsum", f"{','.join(inputs)}->{output}", one.code, other.code), result)


def summed_alone(value: Value, kept: frozenset[Axis]) -> Value:
    """Return a value summed over the axes that are not kept."""
    if len(value.axes) > 1 and not kept & set(value.axes):
        return Value(function("np.sum", value.code))
    for axis in [axis for axis in value.axes if axis not in kept]:
        value = reduced("np.sum", value, axis)
    return value


def reduced(text: str, value: Value, axis: Axis) -> Value:
    """Return a value reduced along one axis; over the only one, nothing need be said of it."""
    rest = tuple(own for own in value.axes if own != axis)
    if not rest and text == "np.sum":
        return Value(function(text, value.code))
    return Value(reduction(text, value.code, value.axes.index(axis)), rest)

"""The rules of what is not entry by entry: sums, products of matrices, parts, shapes, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from numeric.verify.tape.node import Array, Link, Taped, UntapedError


def unbroadcast(slope: Array, shape: tuple[int, ...]) -> Array:
    """Return the slope summed over the axes that broadcasting added or stretched."""
    if np.shape(slope) == shape:
        return slope
    summed = np.sum(slope, axis=tuple(range(np.ndim(slope) - len(shape)))) if np.ndim(slope) > len(shape) else slope
    stretched = tuple(n for n, size in enumerate(shape) if size == 1 and np.shape(summed)[n] != 1)
    return np.broadcast_to(np.sum(summed, axis=stretched, keepdims=True) if stretched else summed, shape)


def _plain(item: Any) -> Any:
    return item.value if isinstance(item, Taped) else item


def _linear(name: str, source: Any, function: Callable[[Array], Array]) -> Any:
    """Return the result of a function that only moves entries; the slope is moved back by where each came from.

    Places are counted from 1, because 0 is what a function may fill in.
    """
    answer = function(source.value)
    places = function(1 + np.arange(source.size).reshape(source.shape))

    def _pull(slope: Array) -> Array:
        return np.bincount(np.ravel(places), np.ravel(slope), 1 + source.size)[1:].reshape(source.shape)

    return Taped(answer, name, (Link(source, _pull),))


def _expanded(slope: Array, shape: tuple[int, ...], axis: Any, *, keepdims: bool) -> Array:
    if axis is None:
        return np.broadcast_to(np.reshape(slope, (1,) * len(shape)), shape)
    return np.broadcast_to(slope if keepdims else np.expand_dims(slope, axis), shape)


def _sum(a: Any, axis: Any = None, *_: Any, keepdims: bool = False, **__: Any) -> Any:
    answer = np.sum(a.value, axis=axis, keepdims=keepdims)
    return Taped(answer, "sum", (Link(a, lambda slope: _expanded(slope, a.shape, axis, keepdims=keepdims)),))


def _mean(a: Any, axis: Any = None, *_: Any, keepdims: bool = False, **__: Any) -> Any:
    answer = np.mean(a.value, axis=axis, keepdims=keepdims)
    count = a.size / max(np.size(answer), 1)
    return Taped(answer, "mean", (Link(a, lambda slope: _expanded(slope, a.shape, axis, keepdims=keepdims) / count),))


def _extreme(function: Callable[..., Array]) -> Callable[..., Any]:
    def _rule(a: Any, axis: Any = None, *_: Any, keepdims: bool = False, **__: Any) -> Any:
        top = function(a.value, axis=axis, keepdims=True)
        hit = (a.value == top) / np.sum(a.value == top, axis=axis, keepdims=True)
        answer = top if keepdims else function(a.value, axis=axis)
        return Taped(
            answer, function.__name__, (Link(a, lambda g: _expanded(g, a.shape, axis, keepdims=keepdims) * hit),)
        )

    return _rule


def _prod(a: Any, axis: Any = None, *_: Any, keepdims: bool = False, **__: Any) -> Any:
    answer = np.prod(a.value, axis=axis, keepdims=True)
    others = answer / a.value
    shown = answer if keepdims else np.prod(a.value, axis=axis)
    return Taped(shown, "prod", (Link(a, lambda slope: _expanded(slope, a.shape, axis, keepdims=keepdims) * others),))


def logsumexp(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """Return the logarithm of the sum of exponentials, recorded as one step."""
    top = np.max(a.value, axis=axis, keepdims=True)
    kept = top + np.log(np.sum(np.exp(a.value - top), axis=axis, keepdims=True))
    share = np.exp(a.value - kept)
    answer = kept if keepdims else np.squeeze(kept, axis=axis)
    return Taped(
        answer, "logsumexp", (Link(a, lambda slope: _expanded(slope, a.shape, axis, keepdims=keepdims) * share),)
    )


def _einsum(spec: str, *operands: Any, **_: Any) -> Any:
    inputs, _arrow, output = spec.replace(" ", "").partition("->")
    letters = inputs.split(",")
    if not _arrow:
        every = "".join(letters)
        output = "".join(sorted(c for c in set(every) if every.count(c) == 1))
    if "." in spec or any(len(set(part)) < len(part) for part in letters):
        raise UntapedError(spec, reason="the record does not know it", way_out="no way is needed")
    plain = [np.asarray(_plain(o), float) for o in operands]
    links: list[Link] = []
    for n, operand in enumerate(operands):
        if isinstance(operand, Taped):
            links.append(_einsum_link(n, letters, output, operands))
    return Taped(np.einsum(f"{','.join(letters)}->{output}", *plain), "einsum", tuple(links))


def _einsum_link(n: int, letters: Sequence[str], output: str, operands: Sequence[Any]) -> Link:
    plain = [np.asarray(_plain(o), float) for o in operands]
    pull = _einsum_pull(n, letters, output, plain)
    if len(operands) != 2:  # noqa: PLR2004 -- a product of two
        return Link(operands[n], pull)

    def _pull_with(value: Array) -> Callable[[Array], Array]:
        return _einsum_pull(n, letters, output, [plain[0], value] if n == 0 else [value, plain[1]])

    return Link(operands[n], pull, None, operands[1 - n], _pull_with)


def _einsum_pull(n: int, letters: Sequence[str], output: str, plain: Sequence[Array]) -> Callable[[Array], Array]:
    others = [part for at, part in enumerate(letters) if at != n]
    arrays = [array for at, array in enumerate(plain) if at != n]
    seen = set(output).union(*others) if others else set(output)
    kept = "".join(c for c in letters[n] if c in seen)
    shape = [plain[n].shape[letters[n].index(c)] if c in kept else 1 for c in letters[n]]

    def _pull(slope: Array) -> Array:
        part = np.einsum(f"{','.join([output, *others])}->{kept}", slope, *arrays)
        return np.broadcast_to(part.reshape(shape), plain[n].shape)

    return _pull


LETTERS = "abcdefghijklmnop"


def _matmul(a: Any, b: Any, **_: Any) -> Any:
    rank = (np.ndim(_plain(a)), np.ndim(_plain(b)))
    specs = {(1, 1): "j,j->", (2, 1): "ij,j->i", (1, 2): "j,jk->k", (2, 2): "ij,jk->ik"}
    if rank not in specs:
        if 0 in rank:
            return a * b
        raise UntapedError("matmul", reason="the record knows vectors and matrices", way_out="no way is needed")
    made = _einsum(specs[rank], a, b)
    made.name = "matmul"
    return made


def _outer(a: Any, b: Any, **_: Any) -> Any:
    return _einsum("i,j->ij", _ravel(a), _ravel(b))


def _ravel(a: Any, *_: Any, **__: Any) -> Any:
    return _linear("ravel", a, np.ravel) if isinstance(a, Taped) else np.ravel(a)


def _tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    left, right = LETTERS[: np.ndim(_plain(a))], LETTERS[8 : 8 + np.ndim(_plain(b))]
    first = list(range(-axes, 0)) if isinstance(axes, int) else np.atleast_1d(axes[0]).tolist()
    second = list(range(axes)) if isinstance(axes, int) else np.atleast_1d(axes[1]).tolist()
    joined = list(right)
    for i, j in zip(first, second, strict=True):
        joined[j] = left[i]
    summed = {left[i] for i in first}
    output = "".join(c for c in (*left, *joined) if c not in summed)
    return _einsum(f"{left},{''.join(joined)}->{output}", a, b)


def _where(condition: Any, a: Any, b: Any) -> Any:
    chosen = np.asarray(_plain(condition), bool)
    answer = np.where(chosen, _plain(a), _plain(b))
    links: list[Link] = []
    for item, mask in ((a, chosen), (b, ~chosen)):
        if isinstance(item, Taped):
            local = np.broadcast_to(mask, answer.shape).astype(float)
            links.append(Link(item, lambda g, m=local, s=item.shape: unbroadcast(np.where(m > 0, g, 0.0), s), local))
    return Taped(answer, "where", tuple(links))


def _clip(a: Any, low: Any = None, high: Any = None, **options: Any) -> Any:
    low, high = options.get("a_min", options.get("min", low)), options.get("a_max", options.get("max", high))
    made = a if low is None else np.maximum(a, low)
    return made if high is None else np.minimum(made, high)


def _joined(name: str, function: Callable[..., Array]) -> Callable[..., Any]:
    def _rule(parts: Any, *args: Any, **options: Any) -> Any:
        plain = [np.asarray(_plain(p)) for p in parts]
        offsets = np.cumsum([0, *(p.size for p in plain)])
        places = function(
            [np.arange(p.size).reshape(p.shape) + o for p, o in zip(plain, offsets, strict=False)], *args, **options
        )
        links = [
            Link(part, lambda g, o=int(o), s=part.size, shape=part.shape: _gathered(places, g, o, s).reshape(shape))
            for part, o in zip(parts, offsets, strict=False)
            if isinstance(part, Taped)
        ]
        return Taped(function(plain, *args, **options), name, tuple(links))

    return _rule


def _gathered(places: Array, slope: Array, offset: int, size: int) -> Array:
    return np.bincount(np.ravel(places), np.ravel(slope), offset + size)[offset : offset + size]


def _moved(name: str, function: Callable[..., Array]) -> Callable[..., Any]:
    return lambda a, *args, **options: _linear(name, a, lambda x: function(x, *args, **options))


def _var(a: Any, axis: Any = None, *_: Any, ddof: int = 0, keepdims: bool = False, **__: Any) -> Any:
    centred = a - _mean(a, axis=axis, keepdims=True)
    total = _sum(centred * centred, axis=axis, keepdims=keepdims)
    return total / (a.size / total.size - ddof)


def _norm(x: Any, ord: Any = None, axis: Any = None, *, keepdims: bool = False) -> Any:  # noqa: A002 -- NumPy's name
    if ord == 1 and (x.ndim == 1 or isinstance(axis, int)):
        return _sum(np.abs(x), axis=axis, keepdims=keepdims)
    if ord not in (None, 2, "fro") or (ord == 2 and x.ndim == 2 and axis is None):  # noqa: PLR2004 -- the spectral norm
        raise UntapedError(f"norm of order {ord}", reason="the record does not know it", way_out="no way is needed")
    return np.sqrt(_sum(x * x, axis=axis, keepdims=keepdims))


def _inv(a: Any) -> Any:
    answer = np.linalg.inv(a.value)
    return Taped(answer, "inv", (Link(a, lambda g: -answer.T @ g @ answer.T),))


def _solve(a: Any, b: Any) -> Any:
    return _matmul(_inv(a) if isinstance(a, Taped) else np.linalg.inv(a), b)


def _det(a: Any) -> Any:
    answer = np.linalg.det(a.value)
    return Taped(answer, "det", (Link(a, lambda g: g * answer * np.linalg.inv(a.value).T),))


def _slogdet(a: Any) -> Any:
    sign, answer = np.linalg.slogdet(a.value)
    return sign, Taped(answer, "log det", (Link(a, lambda g: g * np.linalg.inv(a.value).T),))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sum": _sum,
    "mean": _mean,
    "average": lambda a, axis=None, weights=None: (
        _mean(a, axis) if weights is None else _sum(a * weights, axis) / np.sum(weights)
    ),
    "amax": _extreme(np.max),
    "max": _extreme(np.max),
    "amin": _extreme(np.min),
    "min": _extreme(np.min),
    "prod": _prod,
    "dot": _matmul,
    "matmul": _matmul,
    "inner": lambda a, b: _einsum("j,j->", a, b),
    "vdot": lambda a, b: _einsum("j,j->", _ravel(a), _ravel(b)),
    "outer": _outer,
    "einsum": _einsum,
    "tensordot": _tensordot,
    "where": _where,
    "clip": _clip,
    "var": _var,
    "std": lambda *args, **options: np.sqrt(_var(*args, **options)),
    "norm": _norm,
    "inv": _inv,
    "solve": _solve,
    "det": _det,
    "slogdet": _slogdet,
    "ravel": _ravel,
    **{
        name: _moved(name, getattr(np, name))
        for name in (
            "transpose",
            "reshape",
            "squeeze",
            "expand_dims",
            "swapaxes",
            "moveaxis",
            "broadcast_to",
            "repeat",
            "tile",
            "roll",
            "flip",
            "take",
            "take_along_axis",
            "diagonal",
            "diag",
            "diagflat",
            "tril",
            "triu",
            "atleast_1d",
            "atleast_2d",
        )
    },
    **{name: _joined(name, getattr(np, name)) for name in ("concatenate", "stack", "hstack", "vstack", "column_stack")},
    "trace": lambda a: _sum(_linear("diagonal", a, np.diagonal)),
    "copy": lambda a, **_: a,
    "cumsum": lambda a, axis=0: (
        _matmul(np.tril(np.ones((len(a), len(a)))), a)
        if axis in (0, None)
        else np.swapaxes(FUNCTIONS["cumsum"](np.swapaxes(a, 0, 1)), 0, 1)
    ),
    "square": lambda a: a * a,
}

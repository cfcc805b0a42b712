"""`verify_gradient`: whether a gradient is right, and if not, what is wrong with it."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from numeric.verify import frameworks, tree
from numeric.verify.against import by_derivation
from numeric.verify.errors import BadInputsError, LossFailedError, NotCallableError
from numeric.verify.point import Point, argument_names, is_float, point
from numeric.verify.result import Verification
from numeric.verify.search import Search
from numeric.verify.subject import Subject
from numeric.verify.verdict import Given, verdict_of

BUDGET = 60
DRAWS = 5

Inputs = Sequence[tuple[Any, ...]] | Callable[[np.random.Generator], tuple[Any, ...]]


def verify_gradient(
    loss: Callable[..., Any] | None,
    grad: Callable[..., Any] | None,
    params: Any,
    *data: Any,
    inputs: Inputs = (),
    against: str | None = None,
    budget: int = BUDGET,
    seed: int = 0,
    generate: bool = True,
    trace: bool = True,
) -> Verification:
    """Return whether `grad` is the gradient of `loss`, and if not, what is wrong with it.

    `loss(params, *data)` returns a number, `grad(params, *data)` arrays of the form of `params`: an array, or dicts,
    tuples and lists of them, nested at will, of NumPy, torch or JAX. `grad` may return `(value, gradient)`, and
    `loss` may be None then; a `loss` that returns the pair itself goes with `grad=None`. `fun(x)` and `jac(x)` as SciPy
    takes them will do. For torch and JAX `grad=None` verifies what their own differentiation makes of the loss and
    its custom rules.

    `inputs` are further `(params, *data)`, or a function of a random generator that makes such a tuple. Inputs like
    those given are made besides: of other sizes and scales, with zeros and ties; `generate=False` forbids that, for a
    gradient that is right on some inputs only. `against` names a derivation whose gradient it must be as well; the loss
    may be None then, and tracing alone decides. A gradient that passes costs about `budget` evaluations of the loss,
    more with further inputs; a suspicion is followed up beyond that. With `trace` off nothing is proved, only sampled.

    The functions are run. Raises `NotCallableError` where they do not take these arguments, `LossFailedError` where the
    loss has no finite value at what is given, and `BadInputsError` where the parameters hold no floats.

    >>> import numpy as np
    >>> X, y = np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.2]]), np.array([1.0, 0.0, 2.0])
    >>> loss = lambda w, X, y: np.mean((X @ w - y) ** 2)
    >>> slope = lambda w, X, y: 2 * X.T @ (X @ w - y)
    >>> found = verify_gradient(loss, slope, np.array([0.3, -0.4]), X, y)
    >>> found.verdict, found.diagnosis.label
    ('refuted', 'scale:N')
    """
    if loss is None and against is not None and grad is not None:
        return by_derivation(grad, (params, *data), against)
    names = argument_names((grad, loss), 1 + len(data))
    first = _point(params, data, names, "the inputs given")
    subject = Subject(loss, grad, _framework(params, data))
    for function in (loss, grad):
        _check_call(function, names, 1 + len(data))
    _check_gradient(subject, first)
    rng = np.random.default_rng(seed)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        _check_loss(subject, first)
        search = Search(subject, first, _further(inputs, names, rng), rng=rng, budget=budget, generate=generate)
        search.run()
        return verdict_of(search, Given(loss, grad, (params, *data), names, against, trace))


def _further(inputs: Inputs, names: tuple[str, ...], rng: np.random.Generator) -> list[Point]:
    given: Iterable[tuple[Any, ...]] = (inputs(rng) for _ in range(DRAWS)) if callable(inputs) else inputs
    made: list[Point] = []
    for number, one in enumerate(given, 1):
        arguments: Any = one
        if not isinstance(arguments, tuple | list) or len(arguments) != len(names):
            reason, way_out = f"this is no tuple of {len(names)} arguments", f"give ({', '.join(names)})"
            raise BadInputsError(repr(arguments)[:80], place=f"inputs[{number - 1}]", reason=reason, way_out=way_out)
        made.append(_point(arguments[0], tuple(arguments[1:]), names, f"input {number}"))
    return made


def _point(params: Any, data: tuple[Any, ...], names: tuple[str, ...], tag: str) -> Point:
    made = point(params, data, names, tag)
    if not any(is_float(leaf) and np.size(leaf) for leaf in made.params.values()):
        told = ", ".join(dict.fromkeys(_kind(leaf) for leaf in made.params.values()))
        reason = f"the parameters hold no floating-point number, but {told}" if told else "there are no parameters"
        way_out = "give floats: arrays of them, or dicts, lists, tuples and dataclasses of such arrays"
        raise BadInputsError(repr(params)[:80], place=names[0], reason=reason, way_out=way_out)
    return made


def _kind(leaf: Any) -> str:
    if isinstance(leaf, np.ndarray) and not leaf.size:
        return "an empty array"
    return f"an array of {leaf.dtype}" if isinstance(leaf, np.ndarray) else type(leaf).__name__


def _check_call(function: Callable[..., Any] | None, names: tuple[str, ...], count: int) -> None:
    """Refuse a function that does not take so many arguments."""
    try:
        taken = inspect.signature(function) if function is not None else None
    except (TypeError, ValueError):
        return  # a function written in C may not say what it takes
    try:
        _ = taken.bind(*range(count)) if taken is not None else None
    except TypeError as error:
        reason = f"it is called with {', '.join(names)}: {error}"
        way_out = "let the loss and the gradient take (params, *data); several parameters are one tuple, list or dict"
        if "too many" in str(error):
            way_out += ", which a function for --inputs can make"
        raise NotCallableError(getattr(function, "__name__", "a function"), reason=reason, way_out=way_out) from None


def _check_gradient(subject: Subject, first: Point) -> None:
    """Refuse to take a loss for its own gradient where it returns a number alone."""
    if subject.given_grad is not None or subject.given_loss is None or subject.framework != "numpy":
        return
    try:
        returned = subject.given_loss(*first.arguments())
    except Exception:  # noqa: BLE001 -- the check of the loss says what it raises
        return
    if not isinstance(returned, tuple):
        reason = "there is none, and the loss returns a value alone; NumPy does not differentiate by itself"
        way_out = "give a gradient, or a loss that returns (value, gradient)"
        raise NotCallableError("None", place="grad", reason=reason, way_out=way_out)


def _framework(params: Any, data: tuple[Any, ...]) -> str:
    kinds = {frameworks.kind(leaf) for leaf in tree.leaves((params, data), "").values()}
    return next((kind for kind in ("torch", "jax") if kind in kinds), "numpy")


def _check_loss(subject: Subject, first: Point) -> None:
    try:
        returned = subject.raw_value(first)
        value = subject.number(returned, first)
    except LossFailedError:
        raise
    except Exception as error:
        reason = f"it raises {type(error).__name__}: {str(error)[:120]}"
        raise LossFailedError(
            "loss", place=first.tag, reason=reason, way_out="give parameters and data that it takes"
        ) from error
    if np.asarray(frameworks.plain(returned)).dtype.kind in "iub":
        reason, way_out = "its value is a whole number, which has no slope", "return a float that varies smoothly"
        raise LossFailedError("loss", place=first.tag, reason=reason, way_out=way_out)
    if not np.isfinite(value):
        reason, way_out = f"its value is {value}", "give parameters and data where it is finite"
        raise LossFailedError("loss", place=first.tag, reason=reason, way_out=way_out)

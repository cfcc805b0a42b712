"""Other checkers of gradients behind one signature: SciPy, torch and JAX, at their defaults and with care.

With care means double precision, central differences where there is a choice, several directions, and tolerances that
go with the size of the gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

Checker = Callable[[Any, Any, dict[str, Any], dict[str, Any]], bool]
TOLERANCE = 1e-6


def flat(loss: Any, grad: Any, p: dict[str, Any], d: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Return the functions of one vector, and the vector."""
    names, shapes = list(p), {name: np.shape(v) for name, v in p.items()}
    ends = np.cumsum([0, *(int(np.prod(shapes[n])) for n in names)])

    def whole(x: Any) -> dict[str, Any]:
        return {n: np.asarray(x[a:b]).reshape(shapes[n]) for n, a, b in zip(names, ends, ends[1:], strict=False)}

    def copied() -> dict[str, Any]:
        return {n: np.array(v) if isinstance(v, np.ndarray) else v for n, v in d.items()}

    def joined(slopes: dict[str, Any]) -> Any:
        return np.concatenate([np.ravel(slopes[n]) for n in names])

    x = np.concatenate([np.ravel(p[n]) for n in names])
    return lambda x: loss(whole(x), copied()), lambda x: joined(grad(whole(x), copied())), x


def scipy_default() -> Checker:
    """Return `check_grad` as it comes; a norm below 1e-6 passes."""
    from scipy.optimize import check_grad  # noqa: PLC0415 -- loaded where it is measured

    def check(loss: Any, grad: Any, p: Any, d: Any) -> bool:
        f, g, x = flat(loss, grad, p, d)
        return bool(check_grad(f, g, x) <= TOLERANCE)

    return check


def scipy_careful() -> Checker:
    """Return three-point differences with relative steps, in double precision, compared by the size of the gradient."""
    from scipy.optimize._numdiff import approx_derivative  # noqa: PLC0415 -- loaded where it is measured

    def check(loss: Any, grad: Any, p: Any, d: Any) -> bool:
        f, g, x = flat(loss, grad, p, d)
        wide = x.astype(float)
        found, claimed = np.ravel(approx_derivative(f, wide, method="3-point")), np.ravel(g(x))
        return bool(np.all(np.abs(found - claimed) <= TOLERANCE * max(1e-3, float(np.max(np.abs(found))))))

    return check


def torch_check(*, careful: bool) -> Callable[[], Checker | None]:
    """Return `gradcheck` of a function whose backward is the gradient under test; None where torch is absent."""

    def make() -> Checker | None:
        if find_spec("torch") is None:
            return None
        torch: Any = import_module("torch")

        def check(loss: Any, grad: Any, p: Any, d: Any) -> bool:
            f, g, x = flat(loss, grad, p, d)

            class Under(torch.autograd.Function):
                @staticmethod
                def forward(ctx: Any, x: Any) -> Any:
                    ctx.save_for_backward(x)
                    return torch.tensor(float(f(x.detach().numpy().copy())), dtype=x.dtype)

                @staticmethod
                def backward(ctx: Any, slope: Any) -> Any:
                    return slope * torch.tensor(np.asarray(g(ctx.saved_tensors[0].detach().numpy().copy())))

            at = torch.tensor(x.astype(float) if careful else x, requires_grad=True)
            top = float(np.max(np.abs(g(x)), initial=0.0))
            options: dict[str, Any] = {"eps": 1e-6, "atol": max(1e-9, TOLERANCE * top), "rtol": 1e-5} if careful else {}
            return bool(torch.autograd.gradcheck(Under.apply, (at,), raise_exception=False, **options))

        return check

    return make


def jax_check(*, careful: bool) -> Callable[[], Checker | None]:
    """Return `check_grads` of a function whose rule is the gradient under test; None where JAX is absent."""

    def make() -> Checker | None:
        if find_spec("jax") is None:
            return None
        jax: Any = import_module("jax")
        check_grads: Any = import_module("jax.test_util").check_grads

        jax.config.update("jax_enable_x64", careful)

        def check(loss: Any, grad: Any, p: Any, d: Any) -> bool:
            f, g, x = flat(loss, grad, p, d)
            like = jax.ShapeDtypeStruct((), jax.numpy.asarray(x).dtype)
            many = jax.ShapeDtypeStruct(x.shape, like.dtype)

            def value(x: Any) -> Any:
                return jax.pure_callback(lambda x: np.asarray(f(np.array(x)), like.dtype), like, x)

            def back(x: Any, slope: Any) -> Any:
                return (slope * jax.pure_callback(lambda x: np.asarray(g(np.array(x)), like.dtype), many, x),)

            under: Any = jax.custom_vjp(value)
            under.defvjp(lambda x: (under(x), x), back)
            try:
                for _ in range(3 if careful else 1):
                    check_grads(under, (jax.numpy.asarray(x),), order=1, modes=("rev",))
            except AssertionError:
                return False
            return True

        return check

    return make


PEERS: dict[str, Callable[[], Checker | None]] = {
    "SciPy check_grad, defaults": scipy_default,
    "SciPy differences, careful": scipy_careful,
    "torch gradcheck, defaults": torch_check(careful=False),
    "torch gradcheck, careful": torch_check(careful=True),
    "JAX check_grads, defaults": jax_check(careful=False),
    "JAX check_grads, careful": jax_check(careful=True),
}

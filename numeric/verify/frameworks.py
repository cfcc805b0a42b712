"""torch and JAX at the door: arrays of theirs become NumPy arrays inside, and what they were when a function is called.

Neither is imported here: whoever hands in an array of theirs has imported them.
"""

from __future__ import annotations

import contextlib
import copy
import sys
from collections.abc import Callable, Generator
from typing import Any

import numpy as np

from numeric.verify import tree

MOST_COPIED = 20_000


def kind(leaf: Any) -> str:
    """Return "torch", "jax", or "numpy" for everything else."""
    torch, jax = sys.modules.get("torch"), sys.modules.get("jax")
    if torch is not None and isinstance(leaf, torch.Tensor):
        return "torch"
    return "jax" if jax is not None and isinstance(leaf, jax.Array) else "numpy"


def plain(leaf: Any) -> Any:
    """Return a leaf as a NumPy array of its own, a plain number, or a copy of the object."""
    framework = kind(leaf)
    if framework == "torch":
        return leaf.detach().cpu().numpy().copy()
    if framework == "jax":
        return np.array(leaf)
    if isinstance(leaf, np.ndarray):
        return leaf.copy()
    return leaf if callable(leaf) else copy.deepcopy(leaf)


def like(given: Any, leaf: Any, *, shared: bool = False) -> Any:
    """Return a fresh copy of a leaf in the framework of what was given; the floating type is that of the leaf.

    A large array that may be shared is passed itself, protected against changes.
    """
    framework = kind(given)
    if framework == "torch":
        torch = sys.modules["torch"]
        tensor = torch.tensor(_narrow(leaf), device=given.device)
        return tensor.requires_grad_(given.requires_grad) if tensor.is_floating_point() else tensor
    if framework == "jax":
        return sys.modules["jax"].numpy.asarray(_narrow(leaf))
    if isinstance(leaf, np.ndarray) or isinstance(given, np.ndarray):
        return np.array(leaf) if np.size(leaf) <= MOST_COPIED or not shared else _read_only(leaf)
    if isinstance(given, float) and isinstance(leaf, np.floating) and leaf.dtype == np.float64:
        return float(leaf)
    return leaf if callable(leaf) else copy.copy(leaf)


@contextlib.contextmanager
def double_precision(framework: str) -> Generator[None]:
    """Let JAX compute in double precision inside; the others do so anyway when they are given doubles."""
    if framework != "jax":
        yield
        return
    jax = sys.modules["jax"]
    switch = jax.enable_x64 if hasattr(jax, "enable_x64") else jax.experimental.enable_x64
    with switch(True):  # noqa: FBT003 -- the switch of JAX takes its value by position
        yield


def autodiff(framework: str, loss: Callable[..., Any]) -> Callable[..., Any]:
    """Return the gradient of the loss as the framework computes it, by the rules of the user where there are any."""
    return sys.modules["jax"].grad(loss) if framework == "jax" else _torch_gradient(loss)


def _torch_gradient(loss: Callable[..., Any]) -> Callable[..., Any]:
    def _gradient(params: Any, *data: Any) -> Any:
        torch = sys.modules["torch"]
        held = {name: leaf.detach().requires_grad_() for name, leaf in tree.leaves(params, "params").items()}
        value = loss(tree.rebuild(params, held, "params"), *data)
        slopes = torch.autograd.grad(value, list(held.values()), allow_unused=True)
        pairs = zip(held.items(), slopes, strict=True)
        return tree.rebuild(params, {n: torch.zeros_like(x) if g is None else g for (n, x), g in pairs}, "params")

    return _gradient


def _read_only(leaf: Any) -> Any:
    view = np.asarray(leaf).view()
    view.flags.writeable = False
    return view


def _narrow(leaf: Any) -> Any:
    array = np.asarray(leaf)
    return array.astype(np.float64) if array.dtype == np.longdouble else array

"""What a file or module holds: the gradient, its loss and inputs, found by clear rules or asked for by name."""

from __future__ import annotations

import codecs
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from derive.errors import DeriveError
from numeric.verify.shapes import described, drawn

INPUTS = ("inputs", "make_inputs", "example_inputs")
LOSSES = ("loss", "cost", "objective", "nll", "fun", "f")
NAMES = (
    ("value_and_gradient", "loss"),
    ("value_and_grad", "loss"),
    ("gradient", "loss"),
    ("grad", "loss"),
    ("jac", "fun"),
)
"""How the name of a loss follows from the name of its gradient: `ridge_grad` belongs to `ridge_loss`, or to `ridge`."""
WIDE = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE
"""Marks at the start of a text that Python does not read; the other one of UTF-32 begins as the first."""
MOST_BYTES = 100_000
MOST = 8
"""So many functions of a file are named where none is like the one that is wanted."""
WRITE = "write `def inputs(rng): return (params, *data)` beside it, or give --params 'w:D X:N,D y:N'"


class NotFoundError(DeriveError):
    """A file, a module, or a name in it that is not there."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The functions, the first inputs, and a function that makes more if there is one."""

    loss: Callable[..., Any] | None
    grad: Callable[..., Any]
    arguments: tuple[Any, ...]
    more: Callable[[np.random.Generator], tuple[Any, ...]] | None = None


def load(
    target: str, *, loss: str | None, inputs: str | None, params: str | None, seed: int, against: str | None = None
) -> Loaded:
    """Return what `FILE_OR_MODULE:NAME` stands for. Raises `NotFoundError` and whatever the file raises."""
    module, name = _module(target)
    grad = _named(module, name, "a gradient")
    found = _named(module, loss, "a loss") if loss else _loss_beside(module, name, needed=against is None)
    rng = np.random.default_rng(seed)
    if params is not None:
        return Loaded(found, grad, _ordered(drawn(described(params), rng), grad))
    maker = _named(module, inputs, "a function for the inputs") if inputs else _first(module, INPUTS)
    if maker is not None:
        make = _maker(maker)
        arguments = make(rng)
        return Loaded(found, grad, tuple(arguments), make)
    return Loaded(found, grad, _from_names(module, grad))


def _module(target: str) -> tuple[ModuleType, str]:
    place, colon, name = target.rpartition(":")
    if not colon or not place or not name:
        reason = "it names no gradient"
        raise NotFoundError(target, reason=reason, way_out="write FILE.py:NAME or MODULE:NAME")
    path = Path(place)
    if path.suffix == ".py" or path.exists():
        return _from_file(path), name
    try:
        return importlib.import_module(place), name
    except ModuleNotFoundError as error:
        if error.name is not None and not place.startswith(error.name):
            raise
        reason, way_out = "there is no such file and no such module", "give the path of a .py file, or a module"
        raise NotFoundError(place, reason=reason, way_out=way_out) from None


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        reason = "it is a folder" if path.is_dir() else "it is no file" if path.exists() else "there is no such file"
        raise NotFoundError(str(path), reason=reason, way_out="give the path of a .py file")
    # A file called random.py, or derive.py, must not take the place of that module.
    own = f"{path.stem}_under_test" if path.stem in sys.modules else path.stem
    spec = importlib.util.spec_from_file_location(own, path)
    if spec is None or spec.loader is None:
        raise NotFoundError(str(path), reason="it is no Python file", way_out="give the path of a .py file")
    _check_text(path)
    sys.path.insert(0, str(path.parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[own] = module
    spec.loader.exec_module(module)
    return module


def _check_text(path: Path) -> None:
    """Refuse what Python cannot read as a program, and say what it is."""
    start = path.read_bytes()[:MOST_BYTES]
    if start.startswith(WIDE):
        raise NotFoundError(str(path), reason="its text is in UTF-16 or UTF-32", way_out="save it in UTF-8")
    if b"\0" in start:
        reason = "it holds bytes that are no text"
        raise NotFoundError(str(path), reason=reason, way_out="give a file of Python source")


def _named(module: ModuleType, name: str, what: str) -> Callable[..., Any]:
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        own = [f for f, held in vars(module).items() if inspect.isfunction(held) and held.__module__ == module.__name__]
        have = get_close_matches(name, own, n=5, cutoff=0.5) or own[:MOST]
        reason = f"{what} of this name is {'not there' if found is None else 'no function'}"
        way_out = f"functions there are {', '.join(have)}" if have else "define it there"
        raise NotFoundError(name, place=module.__name__, reason=reason, way_out=way_out)
    return found


def _loss_beside(module: ModuleType, name: str, *, needed: bool) -> Callable[..., Any] | None:
    """Return the loss that belongs to a gradient by its name; None where it returns the value as well.

    Where a derivation stands for the loss, one that belongs to another gradient is not taken.
    """
    if "value_and" in name or "loss_and" in name:
        return None
    beside: list[str] = []
    for ending, loss in NAMES:
        if ending in name:
            rest = name.replace(ending, "").strip("_")
            beside += [name.replace(ending, loss), f"{rest}_loss", f"loss_{rest}", rest]
    found = _first(module, (*[b for b in beside if b and b != name], *(LOSSES if needed else ())))
    if found is None and needed:
        raise NotFoundError(
            name, place=module.__name__, reason="no loss is found beside it", way_out="give --loss NAME"
        )
    return found


def _first(module: ModuleType, names: tuple[str, ...]) -> Callable[..., Any] | None:
    return next((found for name in names if callable(found := getattr(module, name, None))), None)


def _maker(function: Callable[..., Any]) -> Callable[[np.random.Generator], tuple[Any, ...]]:
    """Return a function of a generator, whether or not the given one takes it; a pytest fixture is unwrapped."""
    inner: Any = inspect.unwrap(getattr(function, "_fixture_function", function))
    takes = bool(inspect.signature(inner).parameters)
    return lambda rng: tuple(inner(rng) if takes else inner())


def _from_names(module: ModuleType, grad: Callable[..., Any]) -> tuple[Any, ...]:
    """Return the values of the module that have the names of the gradient's arguments."""
    parameters = inspect.signature(grad).parameters.values()
    wanted = [p for p in parameters if p.kind in {p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD}]
    shapes = {
        p.name: p.annotation
        for p in wanted
        if isinstance(p.annotation, str) and ":" in f":{p.annotation}" and _is_shape(p.annotation)
    }
    if wanted and len(shapes) == len(wanted):
        line = " ".join(f"{name}:{shape.strip('()').replace(' ', '')}" for name, shape in shapes.items())
        return _ordered(drawn(described(line), np.random.default_rng(0)), grad)
    missing = [p.name for p in wanted if not hasattr(module, p.name) and p.default is p.empty]
    if missing or not wanted:
        reason = f"there are no inputs: the file has no function `inputs`, and no {' and no '.join(missing)}"
        raise NotFoundError(getattr(grad, "__name__", "grad"), place=module.__name__, reason=reason, way_out=WRITE)
    return tuple(getattr(module, p.name) for p in wanted if hasattr(module, p.name))


def _is_shape(annotation: str) -> bool:
    """Return whether an annotation is a shape such as "(N, D)" or "D" and no name of a type."""
    parts = annotation.strip("()").replace(" ", "").split(",")
    return all(part == "" or part.isdigit() or (part.isalpha() and part.isupper()) for part in parts)


def _ordered(made: dict[str, Any], grad: Callable[..., Any]) -> tuple[Any, ...]:
    """Return described arrays in the order of the gradient's arguments, or as they were described."""
    names = list(inspect.signature(grad).parameters)
    if set(made) <= set(names):
        return tuple(made[name] for name in names if name in made)
    return tuple(made.values())

"""What the traced code can reach: the modules it looks names up in, and the state it keeps between calls."""

from __future__ import annotations

import copy
import dis
import math
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from numeric.verify.trace.creation import LIBRARIES, builtin_names, substitutes

_ONE_AT_A_TIME = threading.RLock()


def functions_of(*roots: Callable[..., Any]) -> list[FunctionType]:
    """Return the Python functions that these reach through closures, defaults and the names they use.

    >>> def outer():
    ...     return inner()
    >>> def inner():
    ...     return 1
    >>> [f.__name__ for f in functions_of(outer)][:1]
    ['outer']
    """
    found: dict[int, FunctionType] = {}
    waiting: list[Any] = list(roots)
    while waiting:
        here = waiting.pop()
        if isinstance(here, partial):
            waiting += [here.func, *here.args, *here.keywords.values()]
            continue
        plain = _function(here)
        if plain is None or id(plain) in found or _is_library(plain):
            continue
        found[id(plain)] = plain
        names = _names(plain.__code__)
        waiting += [plain.__globals__[name] for name in names if name in plain.__globals__]
        waiting += [cell.cell_contents for cell in plain.__closure__ or () if _is_filled(cell)]
        waiting += list(plain.__defaults__ or ())
        waiting += [
            value
            for module in plain.__globals__.values()
            if isinstance(module, ModuleType) and not _is_library_name(module.__name__)
            for name in names
            if (value := module.__dict__.get(name)) is not None
        ]
    return list(found.values())


def _names(code: Any) -> set[str]:
    inner = [_names(const) for const in code.co_consts if hasattr(const, "co_names")]
    return set(code.co_names).union(*inner)


def _function(value: Any) -> FunctionType | None:
    plain = getattr(value, "__wrapped__", value)
    plain = plain.__func__ if isinstance(plain, MethodType) else plain
    if isinstance(plain, FunctionType):
        return plain
    call = type(plain).__dict__.get("__call__")
    return call if isinstance(call, FunctionType) else None


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _is_library(function: FunctionType) -> bool:
    return _is_library_name(str(function.__globals__.get("__name__", "")))


def _is_library_name(name: str) -> bool:
    root = name.partition(".")[0]
    return root in sys.stdlib_module_names - {"__main__"} or root in LIBRARIES


@contextmanager
def patched(*roots: Callable[..., Any]) -> Generator[None]:
    """Let the traced code find functions that know traced arrays, and put everything back afterwards.

    What stands in for a function does the same as before for everybody who is not tracing.
    """
    with _ONE_AT_A_TIME:
        modules = list({id(f.__globals__): f.__globals__ for f in functions_of(*roots)}.values())
        places = [np.__dict__, np.random.__dict__, math.__dict__, *(_special()), *modules]
        swaps, names = substitutes(), builtin_names()
        changed = [(p, name, value) for p in places for name, value in list(p.items()) if id(value) in swaps]
        added = [(module, name) for module in modules for name in names if name not in module]
        try:
            for place, name, value in changed:
                place[name] = swaps[id(value)][1]
            for module, name in added:
                module[name] = names[name]
            yield
        finally:
            for place, name, value in changed:
                place[name] = value
            for module, name in added:
                del module[name]


def _special() -> list[dict[str, Any]]:
    from scipy import special  # noqa: PLC0415 -- heavy, and not always needed

    return [special.__dict__]


@contextmanager
def unchanged(*roots: Callable[..., Any]) -> Generator[None]:
    """Put back what the traced code keeps in closures, defaults, objects and module variables."""
    kept = [(holder, copy.copy(holder)) for holder in _holders(*roots)]
    cells = [(c, c.cell_contents) for f in functions_of(*roots) for c in f.__closure__ or () if _is_filled(c)]
    variables = [
        (f.__globals__, {n: f.__globals__[n] for n in _written(f) if n in f.__globals__}) for f in functions_of(*roots)
    ]
    try:
        yield
    finally:
        for cell, value in cells:
            cell.cell_contents = value
        for module, before in variables:
            module.update(before)
        for holder, before in kept:
            _restore(holder, before)


def keeps_state(*roots: Callable[..., Any]) -> bool:
    """Return whether code can remember something between calls: by a container, an object or a variable it writes.

    >>> keeps_state(lambda x: x + 1)
    False
    """
    writes = {"STORE_GLOBAL", "STORE_ATTR"}
    functions = functions_of(*roots)
    codes = [code for f in functions for code in _codes(f.__code__)]
    if any(instruction.opname in writes for code in codes for instruction in dis.get_instructions(code)):
        return True
    if any(set(_stored(f.__code__)) & set(f.__code__.co_freevars) for f in functions) or not all(
        map(functions_of, roots)
    ):
        return True
    return bool(_holders(*roots)) or any(isinstance(v, np.ndarray) for f in functions for v in _reached(f))


def kept_by(*roots: Callable[..., Any]) -> list[Any]:
    """Return the values that code reaches by its names, closures, defaults and objects, those in containers included.

    >>> box = {"inner": [1.5]}
    >>> 1.5 in kept_by(lambda: box)
    True
    """
    direct = [value for function in functions_of(*roots) for value in _reached(function)]
    return direct + [
        v for holder in _holders(*roots) for v in (holder.values() if isinstance(holder, dict) else holder)
    ]


def _codes(code: Any) -> list[Any]:
    return [code, *(inner for const in code.co_consts if hasattr(const, "co_code") for inner in _codes(const))]


def _stored(code: Any) -> list[str]:
    return [i.argval for c in _codes(code) for i in dis.get_instructions(c) if i.opname == "STORE_DEREF"]


def _reached(function: FunctionType) -> list[Any]:
    reached = [c.cell_contents for c in function.__closure__ or () if _is_filled(c)]
    reached += [function.__globals__.get(name) for name in _names(function.__code__)]
    return reached + list(function.__defaults__ or ())


def _written(function: FunctionType) -> set[str]:
    return {name for name in _names(function.__code__) if not callable(function.__globals__.get(name))}


def _holders(*roots: Callable[..., Any]) -> list[Any]:
    """Return the dictionaries, lists and sets that are reached, and the attributes of objects."""
    found: dict[int, Any] = {}
    for function in functions_of(*roots):
        found.update({id(h): h for value in _reached(function) for h in _containers(value)})
    found.update({id(h): h for root in roots for h in _containers(getattr(root, "__self__", root))})
    return list(found.values())


def _containers(value: Any, depth: int = 3) -> list[Any]:
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list | set):
        inner = list(value)
    elif isinstance(value, type | ModuleType | FunctionType) or not hasattr(value, "__dict__"):
        return []
    else:
        return _containers(value.__dict__, depth - 1) if depth else []
    return [value, *(h for part in inner if depth for h in _containers(part, depth - 1))]


def _restore(holder: Any, before: Any) -> None:
    holder.clear()
    if isinstance(holder, list):
        holder.extend(before)
    else:
        holder.update(before)

"""Nested parameters: dicts, lists, tuples and dataclasses of arrays, read as named leaves and put together again.

>>> leaves({"W": 1, "layers": [2, 3]}, "params")
{'W': 1, 'layers[0]': 2, 'layers[1]': 3}
>>> rebuild((1, {"b": 2}), {"p[0]": 10, "p[1].b": 20}, "p")
(10, {'b': 20})
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def leaves(tree: Any, name: str) -> dict[str, Any]:
    """Return the leaves by name; a tree that is one leaf has the name that is given."""
    return dict(_walk(tree, "", name))


def leaves_like(tree: Any, model: Any, name: str) -> dict[str, Any] | None:
    """Return what stands in a tree where the model has its leaves; None where the tree branches in another way.

    >>> leaves_like({"W": [1, 2], "b": 3}, {"W": "an array", "b": "a number"}, "params")
    {'W': [1, 2], 'b': 3}
    >>> leaves_like([1, 2], {"W": "an array"}, "params") is None
    True
    """
    found: dict[str, Any] = {}
    return found if _cut(tree, model, "", name, found) else None


def rebuild(tree: Any, values: Mapping[str, Any], name: str) -> Any:
    """Return a tree of the same form with these leaves. Raises `KeyError` where one is missing."""
    return _build(tree, values, "", name)


def _walk(tree: Any, prefix: str, root: str) -> Iterator[tuple[str, Any]]:
    inner = _children(tree, prefix, root)
    if inner is None:
        yield prefix or root, tree
        return
    for path, child in inner:
        yield from _walk(child, path, root)


def _cut(tree: Any, model: Any, prefix: str, root: str, found: dict[str, Any]) -> bool:
    inner = _children(model, prefix, root)
    if inner is None:
        found[prefix or root] = tree
        return True
    own = _children(tree, prefix, root)
    parts = dict(own or ())
    if own is None or set(parts) != {path for path, _ in inner}:
        return False
    return all(_cut(parts[path], child, path, root, found) for path, child in inner)


def _build(tree: Any, values: Mapping[str, Any], prefix: str, root: str) -> Any:
    inner = _children(tree, prefix, root)
    if inner is None:
        return values[prefix or root]
    built = [_build(child, values, path, root) for path, child in inner]
    if isinstance(tree, Mapping):
        return dict(zip(tree, built, strict=True))
    if hasattr(tree, "_fields"):
        return type(tree)(*built)
    if is_dataclass(tree):
        return _with_fields(tree, built)
    return type(tree)(built)


def _with_fields(tree: Any, values: list[Any]) -> Any:
    """Return a copy of an instance of a dataclass with these fields; it is not initialised anew."""
    made = copy.copy(tree)
    for field, value in zip(fields(tree), values, strict=True):
        object.__setattr__(made, field.name, value)
    return made


def _children(tree: Any, prefix: str, root: str) -> list[tuple[str, Any]] | None:
    """Return the children with their names, or None for a leaf; the keys of a dict at the top need no prefix."""
    if isinstance(tree, Mapping):
        return [(f"{prefix}.{key}" if prefix else str(key), child) for key, child in tree.items()]
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return [(f"{prefix}.{key}" if prefix else key, getattr(tree, key)) for key in getattr(tree, "_fields", ())]
    if is_dataclass(tree) and not isinstance(tree, type):
        return [(f"{prefix}.{f.name}" if prefix else f.name, getattr(tree, f.name)) for f in fields(tree)]
    if isinstance(tree, list | tuple):
        return [(f"{prefix or root}[{at}]", child) for at, child in enumerate(tree)]
    return None

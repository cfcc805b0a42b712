"""What a notebook shows of a result: the one place where a room below names the room above that typesets it."""

from __future__ import annotations

from importlib import import_module


def mimebundle(shown: object) -> dict[str, str]:
    """Return text, LaTeX and HTML of a result, as far as it has them; what typesets it is loaded only now.

    >>> from derive import prove
    >>> from sympy.abc import x
    >>> sorted(mimebundle(prove(x + x, 2 * x)))
    ['text/html', 'text/plain']
    """
    return import_module("derive.notes.jupyter").mimebundle(shown)

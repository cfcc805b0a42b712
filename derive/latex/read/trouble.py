"""Why something written has no meaning here. It becomes a `Hole` of the step, never an answer."""

from __future__ import annotations

from derive.errors import DeriveError
from derive.latex.read.tree import Hole, Span


class NotReadError(DeriveError):
    """What is written is a tree, but nobody told what it means; `hole` says where and why.

    >>> NotReadError(Span(0, 1), "nothing is known of x").hole.reason
    'nothing is known of x'
    """

    def __init__(self, span: Span, reason: str) -> None:
        """Keep the place and the reason."""
        self.hole = Hole(span, reason)
        super().__init__("formula", reason=reason, way_out="declare what is used, or write it in index form")

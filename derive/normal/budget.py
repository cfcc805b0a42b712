"""How often something is put in or written out while a statement is read: a row for each bound."""

from __future__ import annotations

from derive.kernel import Bound

DEFINED = Bound(12, "definitions put in, one in the other")
REPEATED = Bound(12, "steps of a recursion that has no end")
UNROLLED = Bound(8, "terms of a short sum written out")

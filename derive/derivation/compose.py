"""Verdicts about several verdicts: a whole is proved only where every part is."""

from __future__ import annotations

from collections.abc import Sequence

from derive.verdict import Verdict, issue

INCOMPLETE = "not every part is proved"


def joint(parts: Sequence[tuple[str, Verdict]], method: str) -> Verdict:
    """Return *proved* by `method` if every named part is proved, else *undecided* with the part that is not.

    The conditions and assumptions of all parts are those of the whole.
    """
    conditions = tuple(dict.fromkeys(c for _, verdict in parts for c in verdict.conditions))
    assumptions = tuple(dict.fromkeys(a for _, verdict in parts for a in verdict.assumptions))
    missing = [f"{name} is {verdict.status}" for name, verdict in parts if verdict.status != "proved"]
    if missing or not parts:
        reason = "; ".join(missing) or "there is no part that could be proved"
        return issue("undecided", INCOMPLETE, reason=reason, conditions=conditions, assumptions=assumptions)
    return issue("proved", method, conditions=conditions, assumptions=assumptions)

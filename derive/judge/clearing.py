"""A line that fails in one reading: what clears it, such as a custom, a doubt or a convention, or that it is wrong."""

from __future__ import annotations

from dataclasses import replace

from derive.decide.zeros import Zeros
from derive.formula.read.tree import Node
from derive.judge.claim import Claim, Finding
from derive.judge.conventions import convention_of
from derive.judge.customs import Custom, customs_for
from derive.judge.edits import Edit
from derive.judge.evidence import Evidence
from derive.judge.gates import held_back
from derive.judge.hypotheses import told
from derive.judge.prose import said_so_far
from derive.judge.words import leaves_out, without_formulas
from derive.meaning.errors import Clash
from derive.statements import Statement

Asks = tuple[tuple[str, str], ...]
CONSTANT = frozenset(
    {"factor 2", "missing factor", "extra factor", "lost 1/N", "extra term", "missing term", "n - 1 for n", "lost sum"}
)
"""The repairs by a factor or a term, which a page may have said that it leaves out."""


def cleared(found: Finding, evidence: Evidence) -> Finding:
    """Return a refutation if nothing clears the line: no custom, no other reading, no condition; else what does."""
    claim, reading = evidence.claim, evidence.reading
    custom = evidence.customary()
    rows = evidence.stacked() if custom is None else None
    if rows is not None and rows[0]:
        method = "a hypothesis in words"
        return replace(found, verdict="proved", method=method, customs=(rows[1],), counterexample=None)
    doubts = tuple(held_back(claim, reading, evidence.conditions, evidence.engine))
    repair, meant = evidence.repaired(doubts) or (None, None)
    if custom is not None and meant is not None and not fits(custom[1], meant):
        custom = None
    if repair is not None:
        found = replace(found, should_be=repair.tree, slip=repair.what, slip_says=repair.says, slip_parts=repair.parts)
    opened = replace(found, verdict="undecided", counterexample=None, doubts=doubts)
    reason, asks = _excused(claim, repair) or _if_only(custom, rows)
    if reason:
        return replace(opened, reason=reason, asks=asks, says_custom=custom is not None and custom[0] == "meant")
    left_out = next((without_formulas(words) for words in said_so_far(claim) if leaves_out(words)), "")
    goes_on = not left_out and evidence.goes_on(doubts)
    zeros = evidence.zeros() if repair is not None or not doubts or goes_on else Zeros()
    is_sure = repair is not None or (goes_on and evidence.is_degenerate(zeros))
    if doubts and not is_sure:
        why = f"words leave something out: {left_out}" if left_out and doubts[0].is_of_words else doubts[0].says
        return replace(opened, reason=f"it fails as it is read, but {why}")
    if not evidence.survives(told(claim.earlier, reading.here), repaired=is_sure):
        return replace(opened, reason="it may follow from what stands above")
    return replace(found, holds_where=zeros.at)


def fits(custom: Custom, meant: Statement) -> bool:
    """Return whether a hypothesis makes sense of a line that is mended: `X` that is not square is not symmetric."""
    names = {each.name: each for each in meant.names}
    own = [names[key] for key in custom.about if key in names]
    if len(own) < len(custom.about):
        return True
    return any(each.name == custom.name for each in customs_for(*own))


def _excused(claim: Claim, repair: Edit | None) -> tuple[str, Asks] | None:
    """Return why what a repair repairs may be no error: a convention, or what the page leaves out; None else."""
    if repair is None:
        return None
    convention = convention_of(repair, *_both(claim))
    if convention is not None:
        return f"it differs by a convention: {convention.question}", ()
    if repair.what in CONSTANT and any(map(leaves_out, said_so_far(claim))):
        return f"it differs by what the page says it leaves out: {repair.what}", ()
    return None


def _both(claim: Claim) -> tuple[Node, Node]:
    """Return both sides of a claim. Raises `Clash` where one is missing."""
    if claim.left is None or claim.right is None:
        raise Clash("one side is missing")
    return claim.left, claim.right


def _if_only(custom: tuple[str, Custom] | None, rows: tuple[bool, str] | None) -> tuple[str, Asks]:
    """Return what a line is true under that nothing says, and what to ask then; nothing where it is true under none."""
    if custom is None:
        return "" if rows is None else f"it is true if {rows[1]}, which nothing says", ()
    what = str(custom[1].directive).replace("~", "")
    if custom[0] == "meant":
        return f"it says that {what}, which nothing else says", ()
    return f"it is true if {what}, which nothing says", ((what, "proved"),)

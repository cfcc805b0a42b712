"""What a document imposes: relations that hold because it says so, for good or for one case."""

from __future__ import annotations

from dataclasses import replace

from derive.documents.forms import is_recurrence
from derive.documents.parts import Formula
from derive.documents.progress import Progress, say, text_of
from derive.documents.readings import RELATIONS
from derive.latex.read.alike import alike
from derive.latex.read.heads import names_in
from derive.latex.read.table import Constraint, Origin
from derive.latex.read.tree import Chain, Node, Number, holes


def impose(progress: Progress, tree: Chain, part: Formula, *, claimed: bool = False, stationary: bool = False) -> None:
    """Take in what the document assumes: each member of a chain is related to the last one of its equalities."""
    if progress.mode == "when" and not claimed:
        begin_case(progress)
    for number, sign in enumerate(tree.relations):
        lhs, rhs = tree.members[number], tree.members[number + 1]
        if lhs is None or rhs is None or sign.kind not in RELATIONS:
            continue
        if all(s.kind == "=" for s in tree.relations) and tree.members[-1] is not None:
            rhs = tree.members[-1]
        text = text_of(part, tree.span)
        constraint = Constraint(lhs, sign.kind, rhs, Origin(tree.span, part.source, text), stationary)
        if is_recurrence(lhs, rhs):
            constraint = replace(constraint, section=progress.table.section)
        if isinstance(rhs, Number) and sign.kind == "=":
            _forget_value(progress, lhs)
        progress.table.constraints.append(constraint)
        if progress.mode == "when" and not claimed:
            progress.cases.append(constraint)
        if progress.continued and not part.display and not claimed:
            progress.early.append(constraint)
        for key in names_in(lhs) | names_in(rhs) if holes(lhs) or holes(rhs) else ():
            progress.table.unread[key] = f"an assumption about it is not understood: {text}"
        say(progress, text, part.source, tree.span)


def _forget_value(progress: Progress, lhs: Node) -> None:
    """A number that is given to a name takes the place of an earlier one."""
    kept = [c for c in progress.table.constraints if not (isinstance(c.rhs, Number) and alike(c.lhs, lhs))]
    progress.table.constraints = kept


def begin_case(progress: Progress) -> None:
    """Begin another case: the one before is over, once something was said of it."""
    if progress.case_used:
        end_cases(progress)


def end_cases(progress: Progress) -> None:
    """Forget what was said of one case, such as "for $i = j$"."""
    over = [id(item) for item in (*progress.cases, *progress.case_properties)]
    progress.table.constraints = [c for c in progress.table.constraints if id(c) not in over]
    progress.table.properties = [p for p in progress.table.properties if id(p) not in over]
    progress.cases, progress.case_properties, progress.case_used = [], [], False

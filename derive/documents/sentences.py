"""A document from front to back: words say what a formula is, formulas declare or claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from derive.documents.bounds import is_bounded, take_bound
from derive.documents.chances import said_of_chances, take_moment
from derive.documents.claims import chain, each, hides_claim, unread
from derive.documents.cues import (
    DEFINITE,
    begins_condition,
    brings_in,
    definite_in,
    holds_fixed,
    is_at_optimum,
    is_bare_condition,
    is_counted,
    is_held_fixed,
    is_if,
    is_of_numbers,
    is_scalar_before,
    mode_of,
    only_joins,
    properties_in,
    sentence_tail,
    sets_to_zero,
    speaks_in_general,
    speaks_of_shape,
    unused_in,
)
from derive.documents.declared import conditions, count, numbers, shaped, take_function, take_member, take_property
from derive.documents.forms import is_derivative, named_call, used_names
from derive.documents.impositions import end_cases
from derive.documents.lines import take_lines
from derive.documents.parts import Formula, Part, Prose
from derive.documents.progress import Progress, say
from derive.documents.qualities import odd_before, odd_behind
from derive.documents.readings import RELATIONS
from derive.documents.sections import enter, headings
from derive.documents.sets import members
from derive.latex.read.heads import head_of
from derive.latex.read.statements import Statement, is_range
from derive.latex.read.tree import Bracket, Chain, Factors, Node, Sequence
from derive.latex.read.words import joined_words

BARE = "a condition in words"
FAR = 2_000
"""How many characters before and behind a formula are looked at."""


def read_parts(
    progress: Progress, parts: list[tuple[Part, tuple[Statement, ...]]], earlier: Progress | None = None
) -> None:
    """Read all parts, in order; `earlier` is what a first reading of them found."""
    for number, (part, statements) in enumerate(parts):
        behind = parts[number + 1][0] if number + 1 < len(parts) else part
        progress.behind = re.split(r"[.,;:]", behind.text[:FAR])[0] if isinstance(behind, Prose) else ""
        if isinstance(part, Prose):
            _sections(progress, part, earlier)
        else:
            _look_ahead(progress, parts[number + 1 :])
            _formula(progress, part, statements)
            _ = progress.doubts.pop(BARE, None)


def _look_ahead(progress: Progress, behind: list[tuple[Part, tuple[Statement, ...]]]) -> None:
    """Take in what a formula holds for, where this is said behind it, as in "for distributions p and q"."""
    words = behind[0][0].text[:FAR] if behind and isinstance(behind[0][0], Prose) else ""
    if is_bare_condition(words):
        progress.doubts[BARE] = f"it holds under a condition in words: {words.strip()[:40]}"
    if not begins_condition(words):
        return
    if progress.trailed:
        end_cases(progress)
        progress.mode = ""
    ahead = replace(progress, emit=False, seen=set(progress.seen), said=[], words="", mode="", subjects=())
    for part, statements in _clause(behind):
        if isinstance(part, Prose):
            _prose(ahead, part)
        else:
            _formula(ahead, part, statements)
    progress.cases, progress.case_properties, progress.case_used = ahead.cases, ahead.case_properties, ahead.case_used
    progress.trailed = "if" if is_if(words) else "for"


def _clause(behind: list[tuple[Part, tuple[Statement, ...]]]) -> Iterator[tuple[Part, tuple[Statement, ...]]]:
    """Yield the words that begin a condition, and the formulas that are joined in it."""
    for number, (part, statements) in enumerate(behind):
        if isinstance(part, Prose) and number and not only_joins(part.text):
            return
        if isinstance(part, Formula) and (
            part.display or part.aside or (number > 1 and _has_own(behind[number + 1 :]))
        ):
            return
        yield part, statements


def _has_own(behind: list[tuple[Part, tuple[Statement, ...]]]) -> bool:
    """Return whether a formula has a condition of its own behind it: then it is a claim, and no condition."""
    return bool(behind) and isinstance(behind[0][0], Prose) and begins_condition(behind[0][0].text[:FAR])


def _sections(progress: Progress, part: Prose, earlier: Progress | None) -> None:
    """Read words up to each heading in them, and go on in its section."""
    at = 0
    for heading in headings(part.text) if not part.aside else ():
        _prose(progress, replace(part, text=part.text[at : heading.start]))
        enter(progress, heading, earlier)
        at = heading.end
    _prose(progress, replace(part, text=part.text[at:]) if at else part)


def _prose(progress: Progress, part: Prose) -> None:
    text = part.text if len(part.text) <= 2 * FAR else part.text[:FAR] + "\n\n" + part.text[-FAR:]
    tail, ended = sentence_tail(text)
    head = text[: len(text) - len(tail)] if ended else text
    _said_of_subjects(progress, head, part)
    progress.zeroing = progress.zeroing or sets_to_zero(text)
    if speaks_in_general(text):
        end_cases(progress)
    unused = unused_in(progress.words[-FAR:] + text)
    if unused is not None and not _are_defined(progress):
        progress.doubts[unused] = f"what is said by '{unused}' is not used"
    definite = definite_in(progress.words[-FAR:] + text)
    if definite is not None:
        progress.doubts[DEFINITE] = f"it is said that a matrix is {definite}, which is not used"
    if ended and progress.trailed == "if":
        end_cases(progress)
    if ended:
        progress.mode, progress.words, progress.subjects, progress.shape, progress.continued = "", tail, (), None, False
        progress.chances, progress.trailed = (), ""
    else:
        progress.words = (progress.words + text)[-FAR:]


def _are_defined(progress: Progress) -> bool:
    """Return whether a formula defines what is spoken of: then words add nothing to it, they claim."""
    heads = [head_of(subject) for subject in progress.subjects]
    return bool(heads) and all(h is not None and progress.table.definitions.get(h.key) for h in heads)


def _said_of_subjects(progress: Progress, words: str, part: Prose) -> None:
    """Take in what follows a name: that it is symmetric, that it is a matrix of the shape just named."""
    for kind in properties_in(words) if progress.subjects else ():
        for subject in progress.subjects:
            take_property(progress, kind, subject, part.source, words.strip())
    odd = odd_behind(words, claimed=progress.mode == "claim", shaped=progress.shape is not None)
    _doubt(progress, odd, progress.subjects)
    said_of_chances(progress, words, part)
    for subject in progress.subjects if is_of_numbers(words) else ():
        numbers(progress, subject)
    for subject in progress.subjects if is_counted(words) else ():
        count(progress, subject, part.source)
    for subject in progress.subjects if is_held_fixed(words) else ():
        _fix(progress, subject, part)
    if progress.shape is not None and progress.subjects and speaks_of_shape(words):
        shaped(progress, progress.subjects, progress.shape)
        progress.shape = None


def _formula(progress: Progress, part: Formula, statements: tuple[Statement, ...]) -> None:
    progress.mode = "let" if part.aside else mode_of(progress.words, progress.mode, named=progress.only_named)
    progress.between = progress.between and bool(progress.words.strip())
    held = progress.zeroing
    progress.zeroing = held or (not part.display and is_at_optimum(progress.behind))
    statements = tuple(_with_words(progress, s) for s in statements)
    for statement in statements:
        tree = statement.tree
        if isinstance(tree, Chain) and tree.relations[0].kind == "in" and tree.members[0] is not None:
            take_lines(progress, tree.members[0], part)
        conditions(progress, statement, part)
        if isinstance(tree, Chain) and tree.relations[0].kind == "in" and tree.members[0] is not None:
            for kind in _kinds_before(progress.words[-60:]):
                take_property(progress, kind, tree.members[0], part.source, progress.words[-60:])
            _doubt(progress, odd_before(progress.words[-60:]), (tree.members[0],))
    for statement in statements:
        _statement(progress, statement, part)
    if not part.display and len(statements) == 1 and not isinstance(statements[0].tree, Chain):
        _noun(progress, statements[0].tree, part)
    if part.display:
        progress.mode, progress.zeroing = "", False
        progress.case_used = bool(progress.cases or progress.case_properties)
        progress.continued, progress.between = True, False
        progress.fresh = set()
    else:
        progress.between, progress.zeroing = True, held
        progress.only_named = all(_only_names(statement.tree) for statement in statements)
    progress.words = ""


def _only_names(tree: Node) -> bool:
    """Return whether a formula in the words only names something, or says from which set it is."""
    return not isinstance(tree, Chain) or tree.relations[0].kind == "in"


def _with_words(progress: Progress, statement: Statement) -> Statement:
    guards = tuple(joined_words(g, progress.table.words) for g in statement.guards)
    return replace(statement, tree=joined_words(statement.tree, progress.table.words), guards=guards)


def _noun(progress: Progress, tree: Node, part: Formula) -> None:
    """A formula without a relation names something, or gives the shape of what is named."""
    sizes = isinstance(tree, Factors) and set(tree.signs[1:]) == {"times"}
    if sizes and (progress.subjects or re.search(r"\b(?:an?|the)\s*$", progress.words)):
        progress.shape = tree
        return
    take_lines(progress, tree, part)
    take_moment(progress, tree, part)
    progress.named = (*progress.named[-4:], tree)
    named = head_of(tree) is not None or isinstance(tree, Sequence) or named_call(tree) is not None
    named = named and re.search(r"\bconstants?\s*$", progress.words) is None
    joined = named and bool(progress.subjects) and only_joins(progress.words)
    progress.subjects = (*(progress.subjects if joined else ()), tree) if named else ()
    near = progress.words[-60:]
    if named and progress.shape is not None and re.search(r"matri|vector", near):
        shaped(progress, (tree,), progress.shape)
        progress.shape = None
    if named and brings_in(near):
        for head, _ in members(tree, progress.table):
            progress.table.introduce(head.key)
    if named and is_scalar_before(near):
        numbers(progress, tree)
    if not joined:
        progress.kinds = _kinds_before(near) if named else ()
    for kind in progress.kinds:
        take_property(progress, kind, tree, part.source, near)
    _doubt(progress, odd_before(near) if named and not joined else (), progress.subjects)
    if named and holds_fixed(near):
        _fix(progress, tree, part)


def _doubt(progress: Progress, said: tuple[str, ...], subjects: tuple[Node, ...]) -> None:
    """Take in words about names, which nobody here understands."""
    for subject in subjects if said else ():
        for head, _ in members(subject, progress.table):
            if head.key in progress.table.sizes or (not head.atoms and progress.table.is_letter(head.key)):
                continue
            progress.table.doubts |= dict.fromkeys(((head.key, word) for word in said), progress.table.section)


def _kinds_before(words: str) -> tuple[str, ...]:
    """Return what the phrase directly before a name says of it, as in "for a symmetric matrix"."""
    phrase = re.split(r"[,;:.]|\b(?:and|with|has|have|having|whose)\b", words)[-1]
    return properties_in(phrase) if re.search(r"\w+\s*$", phrase) else ()


def _fix(progress: Progress, tree: Node, part: Prose | Formula) -> None:
    for head, _ in members(tree, progress.table):
        progress.table.fixed.add(head.key)
        say(progress, f"{head.key} is held fixed", part.source, head.span)


def _statement(progress: Progress, statement: Statement, part: Formula) -> None:
    tree = statement.tree
    if is_range(tree) or (isinstance(tree, Bracket) and is_range(tree)):
        return
    if not isinstance(tree, Chain):
        if hides_claim(tree, part):
            unread(progress, tree, part)
        if not (isinstance(tree, Sequence) and not tree.items):
            progress.last, progress.slope = tree, is_derivative(tree)
        progress.seen |= used_names(tree) if head_of(tree) is None else set()
        return
    kind = tree.relations[0].kind
    if kind == "in":
        take_member(progress, tree, part)
        return
    if kind in {"to", "mapsto"}:
        take_function(progress, tree)
    elif part.display and is_bounded(progress, tree):
        _ = take_bound(progress, tree, part)
    elif isinstance(tree.members[0], Sequence) and tree.relations[0].kind in RELATIONS:
        each(progress, tree, statement, part)
    else:
        chain(progress, tree, statement, part)
    progress.seen |= used_names(tree)

"""What a document declares: ranges, spaces, definitions, and what it imposes."""

from __future__ import annotations

from dataclasses import replace

from sympy import Integer

from derive.documents.bounds import take_bound, take_indices
from derive.documents.chances import is_distribution, take_distribution, take_random
from derive.documents.cues import CENTRED, mode_of, unused_in
from derive.documents.forms import (
    Form,
    by_diagonal,
    definable,
    is_total,
    label_key,
    mentions,
    named_call,
    range_letters,
    root_of_square,
)
from derive.documents.impositions import impose
from derive.documents.parts import Formula
from derive.documents.places import Source
from derive.documents.progress import Progress, say, text_of
from derive.documents.readings import RELATIONS
from derive.documents.sections import is_another
from derive.documents.sets import declare_member, members, note_kinds
from derive.latex.read.applications import ENTRYWISE, LOGISTIC
from derive.latex.read.heads import head_of, key_of, names_in
from derive.latex.read.sizes import axes_of, range_of, size_of
from derive.latex.read.statements import Statement, is_range
from derive.latex.read.table import Definition, Known, Origin
from derive.latex.read.tree import (
    Big,
    Bracket,
    Chain,
    Factors,
    Name,
    Node,
    Number,
    Scripted,
    Sequence,
    holes,
    walk,
)
from derive.latex.read.trouble import NotReadError

IMPOSING = frozenset({"let", "assume", "when"})


def shaped(progress: Progress, subjects: tuple[Node, ...], shape: Node) -> None:
    """Give names the shape that words said of them."""
    try:
        rows, cols = (*axes_of(shape, progress.table), None)[:2]
    except NotReadError:
        return
    for subject in subjects:
        for head, _ in members(subject, progress.table):
            if not head.atoms:
                progress.table.declare(Known(head.key, (), (), rows, cols))


def numbers(progress: Progress, subject: Node) -> None:
    """Take in that names are numbers, where nothing else was said of them."""
    for head, _ in members(subject, progress.table):
        progress.table.introduce(head.key)
        if not head.atoms and head.key not in progress.table.known and head.key not in progress.table.sizes:
            progress.table.declare(Known(head.key))


def count(progress: Progress, subject: Node, source: Source) -> None:
    """Take in that a name is a size; an index with the small letter of it runs up to it, where nothing else is said."""
    table = progress.table
    for head, _ in members(subject, table):
        if head.atoms or any(known.declared for known in table.known.get(head.key, [])):
            continue
        letter = head.key.lower()
        found = size_of(Name(head.span, head.key), table)
        if letter != head.key and letter in table.usage.subscripts and table.hint(letter) is None:
            table.ranges[letter] = (Integer(1), found)
            say(progress, f"{letter} runs up to {head.key}", source, head.span)


def take_property(progress: Progress, kind: str, subject: Node, source: Source, words: str) -> None:
    """Note what words say of a name."""
    if kind == "random":
        take_random(progress, subject, source)
        progress.chances = (*progress.chances, subject)
        return
    if kind == "simplex" and (call := named_call(subject)) is not None and len(call.atoms) != 1:
        return  # the numbers p(x, y) sum to 1 over both
    before = len(progress.table.properties)
    for head, _ in members(subject, progress.table):
        pattern = ("*",) * len(head.atoms)
        for known in progress.table.known.get(head.key, [])[:1] or [Known(head.key, pattern)]:
            note_kinds((kind,), known, progress.table, Origin(head.span, source, f"{head.key}: {words[:60]}"))
            say(progress, f"{head.key} is {kind}", source, head.span)
    if mode_of(words, "") == "when":
        said = progress.table.properties[before:]
        progress.case_properties += said
        progress.table.withdraw(said)


def conditions(progress: Progress, statement: Statement, part: Formula) -> None:
    """Take in ranges first, wherever in a formula they stand."""
    for tree in (statement.tree, *statement.guards):
        bare = tree.body if isinstance(tree, Bracket) and tree.body is not None else tree
        if is_range(bare):
            take_range(progress, bare, part)


def take_range(progress: Progress, tree: Node, part: Formula) -> None:
    r"""Take in `i = 1, \dots, N`."""
    text = text_of(part, tree.span)
    if isinstance(tree, Chain) and tree.relations[0].kind == "in":
        take_member(progress, tree, part)
        return
    first = tree.items[0] if isinstance(tree, Sequence) else tree
    if not isinstance(first, Chain) or not isinstance(tree, Sequence) or first.members[1] is None:
        return
    ends = range_of(replace(tree, items=(first.members[1], *tree.items[1:])), progress.table)
    if ends is not None:
        for letter in range_letters(tree):
            progress.table.ranges[letter] = ends
        say(progress, text, part.source, tree.span)


def take_member(progress: Progress, tree: Chain, part: Formula) -> None:
    """Take in that something is from a set."""
    subject, space = tree.members[0], tree.members[1]
    if subject is None or space is None:
        return
    text = text_of(part, tree.span)
    try:
        if declare_member(subject, space, progress.table, Origin(tree.span, part.source, text)):
            say(progress, text, part.source, tree.span)
    except NotReadError as trouble:
        reason = f"the set it is from is not understood: {text} ({trouble.hole.reason})"
        progress.table.unread.update(dict.fromkeys(names_in(subject), reason))
    if isinstance(subject, Name | Scripted | Sequence | Factors):
        progress.subjects = (subject,)
        progress.named = (*progress.named[-4:], subject)


def take_function(progress: Progress, tree: Chain) -> None:
    r"""Take in `f: \mathbb{R}^D \to \mathbb{R}`."""
    head = head_of(tree.members[0]) if tree.members[0] is not None else None
    if head is not None:
        progress.table.functions.add(head.key)


def is_declared(progress: Progress, tree: Chain, part: Formula) -> bool:
    """Take in an inline relation that declares; return whether it is one, and no claim."""
    lhs, rhs, sign = tree.members[0], tree.members[1], tree.relations[0]
    if lhs is None or rhs is None:
        return False
    drawn = sign.kind == "sim" or (sign.kind == "=" and is_distribution(rhs))
    if drawn:
        take_distribution(progress, tree, part)
    if drawn or take_indices(progress, tree, part) or sign.kind == "!=" or take_bound(progress, tree, part):
        return True
    if sign.kind == "=" and _is_equation_declared(progress, tree, part):
        return True
    centred = _is_centred(progress, tree)
    if not centred and (progress.mode not in IMPOSING or sign.kind not in RELATIONS):
        return False
    impose(progress, tree, part)
    return True


def _is_centred(progress: Progress, tree: Chain) -> bool:
    """Take in that a sum or a mean is zero, where words just said so; then they are understood."""
    lhs, rhs, sign = tree.members[0], tree.members[-1], tree.relations[-1]
    if lhs is None:
        return False
    total = head_of(lhs) is not None or any(isinstance(part, Big) for part in walk(lhs))
    zero = isinstance(rhs, Number) and rhs.text == "0" and sign.kind == "="
    said = unused_in(progress.words)
    if not (total and zero and said is not None and said.lower() in CENTRED):
        return False
    _ = progress.doubts.pop(said, None)
    names, words = names_in(lhs), {*CENTRED, "zero", "mean"}
    progress.table.doubts = {
        at: where for at, where in progress.table.doubts.items() if at[0] not in names or at[1] not in words
    }
    return True


def _is_equation_declared(progress: Progress, tree: Chain, part: Formula) -> bool:
    """Take in an inline equation that defines something, or says that two sizes are the same."""
    lhs, rhs = tree.members[0], tree.members[1]
    if lhs is None or rhs is None:
        return False
    made = by_diagonal(lhs, rhs) if "diagonal" in progress.words else None
    if made is not None:
        _ = progress.doubts.pop("diagonal", None)
    root = root_of_square(lhs, rhs)
    fresh = root is not None and all(not progress.table.known.get(key) for key in names_in(root[0]))
    lhs, rhs = made or (root if fresh and root is not None else (lhs, rhs))
    if _same_sizes(progress, lhs, rhs) or _fixed_size(progress, lhs, rhs):
        return True
    new = len(tree.relations) == 1 and is_new(progress, lhs, rhs) and not progress.zeroing
    imposed = progress.mode in IMPOSING and _replaces(progress, lhs, rhs)
    if not new and not imposed:
        return False
    define(progress, lhs, rhs, part, lasting=new or made is not None or progress.mode == "let")
    progress.subjects = (lhs,) if head_of(lhs) is not None else ()
    if len(tree.relations) > 1:
        impose(progress, replace(tree, members=tree.members[1:], relations=tree.relations[1:]), part)
    return True


def _same_sizes(progress: Progress, lhs: Node, rhs: Node) -> bool:
    """Take in that two sizes are the same; return whether this is what was said."""
    keys = [key_of(n) for n in (lhs, rhs) if isinstance(n, Name)]
    if len(keys) != 2 or not set(keys) <= progress.table.sizes:
        return False
    progress.table.equate(*keys)
    return True


def _fixed_size(progress: Progress, lhs: Node, rhs: Node) -> bool:
    """Take in that a size is a number here: claims about it are proved for every size, and not refuted by another."""
    key = key_of(lhs) if isinstance(lhs, Name) else ""
    if key not in progress.table.sizes or not isinstance(rhs, Number):
        return False
    progress.table.unread[key] = f"{key} may be {rhs.text} only"
    return True


def _replaces(progress: Progress, lhs: Node, rhs: Node) -> bool:
    """Return whether an equation that is imposed on a name can be put in its place from here on."""
    form = definable(lhs, progress.table, rhs)
    if form is None or mentions(rhs, lhs):
        return False
    if form[0] not in progress.table.sizes and form[0] in progress.table.closed(names_in(rhs)):
        return False
    labelled = any(p.startswith("=") for p in form[1])
    return progress.mode == "let" or not (
        labelled or isinstance(rhs, Number) or progress.table.definitions.get(form[0])
    )


def define(progress: Progress, lhs: Node, rhs: Node, part: Formula, *, lasting: bool = True) -> None:
    """Take in an equation as the definition of its left side, if it can be one."""
    form = definable(lhs, progress.table, rhs)
    if form is None:
        return
    key, params, arguments = form
    progress.seen |= {f"{key} as a total"} if is_total(lhs, rhs) else set()
    text = text_of(part, lhs.span | rhs.span)
    for hole in holes(rhs)[:1]:
        progress.table.unread[key] = f"the definition of {key} is not understood: {hole.reason}"
    progress.table.define(Definition(key, params, arguments, rhs, lhs.span | rhs.span, part.source, text))
    at = (progress.section, label_key(form))
    progress.counts[at] = progress.counts.get(at, 0) + (1 if lasting else 2)
    if arguments is not None:
        progress.table.functions.add(key)
        progress.functions.add((progress.section, key))
    say(progress, text, part.source, lhs.span | rhs.span)


def _is_undefined_function(progress: Progress, form: Form) -> bool:
    """Return whether nothing defined a function so far, so that nothing could be claimed of it."""
    here = {(section, form[0]) for section in progress.table.open}
    return form[2] is not None and not here & progress.functions and form[0] not in {*ENTRYWISE, *LOGISTIC}


def _has_other_arguments(progress: Progress, form: Form) -> bool:
    r"""Return whether `p(k \mid \lambda)` has other arguments than what is known of p: then it is another function.

    So it is where they have no name in common, or where there are more or fewer of them, as in H(p) and H(p, q).
    """
    known = [d.arguments for d in progress.table.definitions.get(form[0], []) if d.arguments is not None]
    mine = form[2]
    if mine is None or not known:
        return False
    return not any(set(names) & set(mine) for names in known) or all(len(names) != len(mine) for names in known)


def is_new(progress: Progress, lhs: Node, rhs: Node) -> bool:
    """Return whether an equation introduces its left side: a name that was not used before."""
    form = definable(lhs, progress.table, rhs)
    if form is None or mentions(rhs, lhs):
        return False
    if is_total(lhs, rhs):
        return f"{form[0]} as a total" not in progress.seen
    if (
        is_another(progress, form, rhs)
        or _is_undefined_function(progress, form)
        or _has_other_arguments(progress, form)
    ):
        return True
    labelled = any(p.startswith("=") for p in form[1])
    return (label_key(form) if labelled else form[0]) not in progress.seen

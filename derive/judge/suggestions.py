"""Directives that would decide a line that is open: each is tried by judging the line again with it in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import thread_time

from derive.errors import DeriveError
from derive.formula.read import tree as surface
from derive.judge.claim import Claim, Finding
from derive.judge.directed import take_in, with_names
from derive.judge.directives import Directive, parse_directive
from derive.judge.editing.rows import quantities
from derive.judge.gates import is_hard
from derive.meaning.keys import head_of, letters, name_key, named, names_in
from derive.meaning.scope import Scope
from derive.meaning.written import is_matrix_letter

SECONDS = 0.25
"""What all questions about one line may take."""
OPEN = frozenset({"undecided", "not understood"})
DECIDED = frozenset({"proved", "refuted"})
SIZES = "DKMLH"
"""Letters for sizes that nothing names."""
MOST = 12
SHORT = 4
"""How long a name of several letters may be."""


def suggested(
    claim: Claim, found: Finding, quick: Callable[[Claim], Finding], judge: Callable[[Claim], Finding]
) -> Finding:
    """Return a finding of an open line with what would decide it; nothing where a repair does, or it is known."""
    if found.asks:
        return replace(found, asks=tuple(ask for ask in found.asks if is_decided_by(ask, claim, judge)))
    if found.verdict not in OPEN or found.should_be is not None or claim.kind != "claim":
        return found
    until, wrong = thread_time() + SECONDS, list[Directive]()
    for count, directive in enumerate(candidates(claim)):
        if thread_time() > until or count >= MOST:
            break
        looked = quick(with_directive(claim, directive))
        if looked.verdict == "proved" and judge(with_directive(claim, directive)).verdict == "proved":
            return replace(found, asks=((str(directive), "proved"),))
        # A doubt is cleared by a repair; where one was looked for in the line as it stands, there is none.
        if looked.verdict == "refuted" and not (looked.doubts and (found.doubts or is_hard(looked.doubts))):
            wrong.append(directive)
    for directive in wrong[:1]:  # whether a line that fails is wrong takes longer, and is asked once
        if judge(with_directive(claim, directive)).verdict == "refuted":
            return replace(found, asks=((str(directive), "refuted"),))
    return found


def is_decided_by(ask: tuple[str, str], claim: Claim, judge: Callable[[Claim], Finding]) -> bool:
    """Return whether a sentence decides a claim as it is said, once it is read again as an author would paste it."""
    said, verdict = ask
    try:
        return judge(with_directive(claim, parse_directive(said))).verdict == verdict
    except DeriveError:
        return False


def with_directive(claim: Claim, directive: Directive) -> Claim:
    """Return a claim as it would be with a directive before it."""
    scope = Scope(claim.scope, "asked")
    take_in(directive, str(directive), scope, claim.usage, "asked")
    if directive.kind != "names":
        return replace(claim, scope=scope)
    left, right = (None if each is None else with_names(each, directive.names) for each in (claim.left, claim.right))
    return replace(claim, scope=scope, left=left, right=right)


def candidates(claim: Claim) -> Iterator[Directive]:
    """Yield the directives that may decide a claim, the cheapest first."""
    words = tuple(dict.fromkeys(_words(claim)))
    if words:
        yield Directive("names", words)
    called, plain = _called(claim), _undeclared(claim)
    for name in called:
        yield Directive("functions", (name,))
    sizes = [each for each in sorted(claim.usage.sizes) if len(each) == 1 and each.isupper()]
    fresh = next((each for each in SIZES if each not in claim.usage.values | claim.usage.bare | _all(claim)), "M")
    size = (sizes or [fresh])[0]
    for name in plain:
        for ends in ((size, size),) if is_matrix_letter(name) else ((), (size,)):
            yield Directive("axes", (name,), ends=ends)
    if len(plain) > 1:
        yield Directive("axes", plain, ends=())
        yield Directive("axes", plain, ends=(size,))
    for letter in _letters(claim):
        yield Directive("range", (letter,), ends=("1", next((each for each in sizes), "N")))


def _nodes(claim: Claim) -> Iterator[surface.Node]:
    for side in (claim.left, claim.right):
        yield from surface.walk(side)


def _all(claim: Claim) -> frozenset[str]:
    return frozenset(name_key(each) for each in _nodes(claim) if isinstance(each, surface.Name))


def _words(claim: Claim) -> Iterator[str]:
    """Yield runs of capital letters side by side that nothing declares, such as `TP`."""
    for node in _nodes(claim):
        if not isinstance(node, surface.Factors) or any(node.signs):
            continue
        texts = [each.text for each in node.parts if isinstance(each, surface.Name) and not each.font]
        word = "".join(texts)
        is_word = 1 < len(texts) == len(node.parts) <= SHORT and word.isalpha() and word.isupper()
        if is_word and all(_is_unknown(claim, each) for each in texts):
            yield word


def _called(claim: Claim) -> tuple[str, ...]:
    """Return the names with a bracket behind them that nothing declares or defines."""
    found = [key for key in sorted(_all(claim)) if key in claim.usage.calls and _is_unknown(claim, key)]
    return tuple(each for each in found if " " not in each)


def _undeclared(claim: Claim) -> tuple[str, ...]:
    """Return the names that nothing declares or defines, but those that are claimed themselves."""
    head = None if claim.left is None else named(claim.left)
    losses = {key for each in _nodes(claim) if isinstance(each, surface.Derivative) for key in names_in(each.body)}
    own = losses | ({name_key(head)} if head is not None else set[str]())  # a loss that is declared has no slopes
    found: dict[str, None] = {}
    for node in (each for side in (claim.left, claim.right) for each in quantities(side)):
        base = named(node)
        if base is None or isinstance(node, surface.Scripted) or claim.usage.is_index(base):
            continue
        taken = head_of(node, claim.usage.is_index, claim.usage.sizes)
        key = name_key(base)
        is_free = taken is not None and key not in own | claim.usage.sizes | claim.usage.calls.keys()
        if is_free and _is_unknown(claim, key):
            found[key] = None
    return tuple(found)


def _is_unknown(claim: Claim, key: str) -> bool:
    return claim.scope.declaration(key) is None and not any(claim.scope.definitions_of(key))


def _letters(claim: Claim) -> Iterator[str]:
    """Yield the letters in scripts over which nothing runs."""
    bound = {name_key(each) for node in _nodes(claim) if isinstance(node, surface.Big) and node.upper is not None
             for each in surface.walk(node.lower) if isinstance(each, surface.Name)}  # fmt: skip
    seen: dict[str, None] = {}
    for node in _nodes(claim):
        for each in (letters(node.sub) or ()) if isinstance(node, surface.Scripted) else ():
            if (
                isinstance(each, surface.Name)
                and claim.usage.is_index(each)
                and claim.scope.range_of(each.text) is None
            ):
                seen[each.text] = None
    yield from (each for each in seen if each not in bound)

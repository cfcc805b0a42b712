"""What a document says of random quantities: that they are, how they are distributed, their mean and variance."""

from __future__ import annotations

import re
from itertools import combinations

from derive.documents.parts import Formula, Prose
from derive.documents.places import Source
from derive.documents.progress import Progress, say, text_of
from derive.documents.sets import members
from derive.latex.read.heads import head_of
from derive.latex.read.table import Constraint, Known, Origin
from derive.latex.read.tree import Bracket, Chain, Factors, Name, Node, Number, Sequence, Span

_MOMENT = re.compile(
    r"\b(?P<which>mean|expectation|expected value|variance)(?: is| of| equal to)?\s*(?:vector|parameter)?\s*$",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"\b(?:normal|gaussian|bernoulli|binomial|poisson|uniform|exponential|laplace|gamma|beta)\w*\b", re.IGNORECASE
)
_INDEPENDENT = re.compile(r"(?<!linearly )\b(?:independent|uncorrelated)\b", re.IGNORECASE)


def take_random(progress: Progress, subject: Node, source: Source) -> None:
    """Take in that a name is random."""
    for head, _ in members(subject, progress.table):
        _ = progress.table.random.setdefault(head.key, "")
        say(progress, f"{head.key} is random", source, head.span)


def take_distribution(progress: Progress, tree: Chain, part: Formula) -> None:
    r"""Take in `X \sim \mathcal{N}(\mu, \sigma^2)`: what is random, and a mean and a variance that are written."""
    subject, given = tree.members[0], tree.members[1]
    head = head_of(subject) if subject is not None else None
    if subject is None or head is None or given is None:
        return
    text = text_of(part, tree.span)
    progress.table.random[head.key] = text
    moments = _of_normal(given)
    if not head.atoms and moments is not None:
        for operator, value in zip(("E", "Var"), moments, strict=True):
            _moment(progress, operator, subject, value, Origin(tree.span, part.source, text))
    say(progress, text, part.source, tree.span)


def is_distribution(given: Node) -> bool:
    r"""Return whether a side is a distribution by its name, as `\mathcal{N}(0, 1)` is.

    >>> from derive.latex.read.parser import read
    >>> is_distribution(read(r"\mathcal{N}(0, 1)")), is_distribution(read("f(x)"))
    (True, False)
    """
    if not isinstance(given, Factors) or len(given.parts) != 2 or any(given.signs):
        return False
    law, bracket = given.parts
    drawn = isinstance(law, Name) and law.font == "calligraphic" and law.text in {"N", "U"}
    named = isinstance(law, Name) and _KIND.fullmatch(law.text) is not None
    single = isinstance(bracket, Bracket) and not _conditional(bracket)
    return (drawn or named) and single


def _conditional(bracket: Bracket) -> bool:
    """Return whether a density is meant, as in `N(x | 0, 1)`, and no distribution."""
    return isinstance(bracket.body, Sequence) and bool(set(bracket.body.separators) & {"|", ";"})


def _of_normal(given: Node) -> tuple[Node, Node] | None:
    if not isinstance(given, Factors) or len(given.parts) != 2:
        return None
    law, bracket = given.parts
    named = isinstance(law, Name) and law.text == "N"
    body = bracket.body if isinstance(bracket, Bracket) else None
    if not named or not isinstance(body, Sequence) or len(body.items) != 2:
        return None
    return body.items[0], body.items[1]


def _moment(progress: Progress, operator: str, subject: Node, value: Node, origin: Origin) -> None:
    name = Name(subject.span, operator, "blackboard" if operator == "E" else "roman")
    call = Factors(subject.span, ("", ""), (name, Bracket(subject.span, "[", "[", subject)))
    progress.table.constraints.append(Constraint(call, "=", value, origin))


def take_moment(progress: Progress, value: Node, part: Formula) -> None:
    """Take in "with mean m and variance v" of the random quantities just named."""
    found = _MOMENT.search(progress.words)
    if found is None:
        return
    origin = Origin(value.span, part.source, f"{progress.words.strip()} {text_of(part, value.span)}"[-60:])
    for head, _ in members(value, progress.table) if progress.chances else ():
        if not head.atoms and head.key not in progress.table.known:
            progress.table.declare(Known(head.key))
    for subject in progress.chances:
        operator = "Var" if found["which"].lower() == "variance" else "E"
        _moment(progress, operator, subject, value, origin)


def said_of_chances(progress: Progress, words: str, part: Prose) -> None:
    """Take in what words say of random quantities: of which kind they are, that they are independent, have no mean."""
    for subject in progress.chances:
        head, kind = head_of(subject), _KIND.search(words)
        if head is not None and kind is not None:
            progress.table.random[head.key] = f"it is {kind[0]}"
        if re.search(r"\b(?:zero[- ]mean|mean (?:zero|0)|cent(?:er|r)ed)\b", words, re.IGNORECASE):
            origin = Origin(subject.span, part.source, words.strip()[:60])
            _moment(progress, "E", subject, Number(Span(0, 0), "0"), origin)
    if _INDEPENDENT.search(words):
        for one, other in combinations(progress.chances, 2):
            _uncorrelated(progress, one, other, Origin(one.span, part.source, words.strip()[:60]))


def _uncorrelated(progress: Progress, one: Node, other: Node, origin: Origin) -> None:
    pair = Bracket(one.span, "(", "(", Sequence(one.span, (one, other), (",",)))
    call = Factors(one.span, ("", ""), (Name(one.span, "Cov", "roman"), pair))
    progress.table.constraints.append(Constraint(call, "=", Number(Span(0, 0), "0"), origin))

r"""What words say of a notation: to which base a logarithm is, what double bars mean, how a gradient is laid out.

A sentence that says what a sign means changes every line with that sign. A row holds the nouns of a notation, the parts
of a line in which it stands, and words that say its usual meaning, or nothing of it; a sentence about it with another
word that nobody understands leaves a line with the sign open, whether it fails as it is read or is proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from derive.discourse.page import Formula
from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import Claim, Finding
from derive.judge.engine import Engine
from derive.judge.prose import may_restrict
from derive.judge.words import without_formulas
from derive.meaning.chain import graph_of
from derive.meaning.keys import is_transposed, names_in, stem

BARS = "||"
NOTHING = r"\Z."
"""A pattern that nothing matches."""
AGREEING = ("agrees to the digits", "disagrees to the digits")


class Notation(NamedTuple):
    """A sign whose meaning is a convention: its name, its nouns in words, how it is written alone, and where it stands.

    The words of `usual` say what it usually means, or nothing of its meaning, those of `other` another meaning. The
    nouns of `own` are used of nothing else; with any other, words must say that the sentence is about all that follows.
    """

    name: str
    nouns: str
    alone: str
    stands: Callable[[Node], bool]
    usual: str
    other: str = NOTHING
    own: str = NOTHING


def _applies(*heads: str) -> Callable[[Node], bool]:
    """Return what tells whether a node applies one of some functions, without a base or an index below it."""
    return lambda node: (
        node.head in heads and node.sub is None
        if isinstance(node, surface.Apply)
        else isinstance(node, surface.Name) and node.text in heads
    )


def _is_norm(node: Node) -> bool:
    return isinstance(node, surface.Bracket) and node.left == BARS


def _is_product(node: Node) -> bool:
    is_big = isinstance(node, surface.Big) and node.head == "prod"
    return is_big or (isinstance(node, surface.Factors) and len(node.parts) > 1)


def _is_primed(node: Node) -> bool:
    return isinstance(node, surface.Scripted) and node.primes > 0


def _is_raised(node: Node) -> bool:
    return isinstance(node, surface.Scripted) and isinstance(node.sup, surface.Number)


def _is_counted(node: Node) -> bool:
    if isinstance(node, surface.Big):
        return node.head in {"sum", "prod"} and (node.upper is None or isinstance(node.upper, surface.Number))
    return isinstance(node, surface.Scripted) and isinstance(node.sub, surface.Number)


def _is_length(node: Node) -> bool:
    return is_transposed(node) or (isinstance(node, surface.Bracket) and node.left in {BARS, "|"})


def _text(node: surface.Name | surface.Apply) -> str:
    return node.text if isinstance(node, surface.Name) else node.head


_LAWS = "normals?|gaussians?|laws?|distributions?|gammas?|poissons?|exponentials?|bernoullis?"
_COMPLEX = (
    r"complex (?:numbers?|vectors?|matri\w+|entr\w+|coordinates|plane|conjugat\w+|roots?|pairs?|eigen\w+|solutions?)"
    r"|complex-valued|imaginary|off the real|complex number sign"
)
NOTATIONS: tuple[Notation, ...] = (
    Notation(
        "logarithm",
        r"log(?:arithm)?s?(?![- ]\w*(?:likelihood|odds|sum|prob|linear|conca|loss|densit|posterior|ratio|softmax))",
        r"\\log|\\operatorname\{log\}",
        _applies("log", "lg"),
        r"natural|base e|nats|monoton\w+|increasing|concave|strictly",
        r"base (?!e\b)|bits|binary|decimal|common log",
    ),
    Notation(
        "sine",
        NOTHING,
        r"\\(?:sin|cos|tan)",
        _applies("sin", "cos", "tan"),
        r"radians?",
        r"degrees?",
        r"sines?|cosines?|angles?",
    ),
    Notation(
        "norm",
        r"bars|norms?|lengths?",
        r"(?:\\lVert|\\Vert|\\\||\|\|).*",
        _is_norm,
        r"euclid\w+|(?:2|two)[- ]norm|usual|square root|all-ones",
        r"norm sign\b.*\b(?:(?:one|1|l_?1|taxicab|max(?:imum)?|infinity|sup(?:remum)?|spectral|operator|nuclear|trace"
        r"|mahalanobis|weighted)[ -]?(?:norm|length|size)|absolute (?:values?|entr\w+)"
        r"|largest (?:entry|singular value))",
        r"double bars",
    ),
    Notation(
        "gradient",
        r"gradients?|derivatives?|jacobians?|slopes",
        r"\\nabla(?:\s*\w)?|\\partial",
        lambda node: isinstance(node, surface.Derivative),
        r".*\bshape\b.*|with respect to|vanish\w*|zero|exist\w*|continuous|finite|bounded|first|partial",
        r"(?:gradients?|derivatives?) (?:\w+ ){0,3}(?:is|are|as) (?:\w+ ){0,2}rows?|numerator",
    ),
    Notation(
        "product",
        r"products?|multiplications?|multiplied|multipl(?:y|ies)",
        r"\*|\\cdot|\\star|[A-Z]\s*[A-Z]",
        _is_product,
        r"matrix|matrices|inner|outer|dot|scalar|independent|kronecker|hadamard",
        own=r"side by side|next to (?:each other|one another)|juxtapos\w+|asterisks?|stars?|(?:raised|fat) dots?",
    ),
    Notation(
        "inner product",
        r"inner products?|pairings?",
        r"\\langle\s*\\cdot.*\\rangle",
        lambda node: isinstance(node, surface.Bracket) and node.left in {"langle", "<"},
        r"usual|euclid\w+|standard",
        own=r"angle brackets|pointed brackets",
    ),
    Notation(
        "vector",
        r"vectors|lists|arrows",
        NOTHING,
        _is_length,
        r"columns?|unit|real|same size|letters|bold\w*|lower ?case|stand\w*|up\w*",
    ),
    Notation(
        "law",
        NOTHING,
        NOTHING,
        lambda _: True,
        r"variances?",
        own=r"slots?|(?:second|first) (?:argument|parameter)|number in|between the brackets"
        rf"|(?:{_LAWS}).*\bparametri[sz]\w+|parametri[sz]\w+ .*\b(?:{_LAWS})",
    ),
    Notation("prime", NOTHING, "'", _is_primed, r"derivatives?", own=r"primes?|dash(?:es)?|apostrophes?|strokes?"),
    Notation(
        "power",
        r"powers?|exponents?|superscripts?|squares?",
        NOTHING,
        _is_raised,
        r"powers? of (?:two|ten)|squares? (?:loss|error)",
    ),
    Notation(
        "index",
        r"ind(?:ex|ices)|subscripts?|count(?:ing|ed)?|number(?:ing|ed)|labels?|lists?|entr(?:y|ies)",
        NOTHING,
        _is_counted,
        r"written out|class\w*|true|binary|real|one-hot",
        r"(?:from|at|with|label|number|index|called)(?: the)?(?: label| number| index)? (?:zero|0|nought)\b(?!/)",
    ),
    Notation(
        "sum",
        r"sums?|products?",
        r"\\(?:sum|prod)(?:_\{?\w+\}?)?",
        lambda node: isinstance(node, surface.Big),
        r"all|examples?|classes|zero|one|terms?|contributions?|independent|matrix|matrices|inner|outer|dot|scalar",
        r"left out|leav\w+ out|skip\w*|exclud\w+|except\w*",
    ),
    Notation(
        "softmax",
        r"softmax",
        r"\\(?:operatorname|mathrm|text)\{softmax\}.*",
        lambda node: isinstance(node, surface.Name | surface.Apply) and "softmax" in _text(node),
        r"rows?|logits?|usual",
        r"columns",
    ),
    Notation(
        "complex number",
        NOTHING,
        r".*\\mathbb\s*\{?C\b.*",
        _is_length,
        NOTHING,
        _COMPLEX,
        _COMPLEX,
    ),
    Notation(
        "arithmetic",
        r"additions?|numbers|arithmetic(?! mean)",
        NOTHING,
        lambda _: True,
        r"real|random|arithmetic mean",
        own=r"modulo|(?:modular|clock) arithmetic|remainders?|clock",
    ),
)
"""The notations that words speak of, and what they usually mean."""
_PLAIN = re.compile(
    rf"\b(?:{'|'.join(part for each in NOTATIONS for part in (each.nouns, each.own, each.usual))})", re.IGNORECASE
)
"""What in a sentence about notations says nothing unusual of any."""
_HERE = re.compile(
    r"\bin th(?:is|ese|e) (?:whole |entire )?(?:note|sheet|text|chapter|section|course|page|document|exercise|problem"
    r"|lecture|solution|homework|post|story|world|house)s?\b|\bthroughout\b"
    r"|^\W*here (?:an?|the|every|all|each|our|any)\b|\bwe (?:mean|read|understand|agree)\b|\bconventions?\b",
    re.IGNORECASE,
)
"""Words of a sentence that is about all that follows."""
_TELLS = (
    r"(?:every|each|all|any)\s+(?:\w+\s+)?(?:{nouns})\s+(?:sign\s+)?(?:here|in|is|are|has|have|lies?|goes?|takes?|stands?)",
    r"(?<!.)\W*in (?:an? |the |every )?(?:{nouns})",
    r"(?:{nouns})\s+(?:\w+\s+){{0,2}}?(?:counts?|asks?|tells?|stands? for|denotes?|means|says|looks (?:at|only)|sees)",
    (
        r"(?<!.)\W*(?:an?|the|every|all) (?:\w+ ){{0,2}}?(?:{nouns}) (?:\w+ ){{0,6}}?"
        r"(?:counts?|tells?|stands? for|denotes?|means|says|acts?)"
    ),
    r"(?:{nouns})\s+(?:\w+\s+){{0,2}}?(?:is|are) (?:short|written|read|measured|laid|understood|meant|worth|told)",
)
"""What is said of every thing of a kind, or of what one means."""


_OF_SIGN = r"(?:let|write|read|mean) (?:\w+ ){0,2}?\w+ sign|\w+ sign (?:is|means|stands|denotes|carr\w+|counts|has)"
"""What is said of a sign that stands alone."""


@lru_cache(maxsize=4096)
def spoken_of(words: str) -> tuple[str, ...]:
    """Return the notations of which a sentence says what nobody understands.

    >>> spoken_of("In this note the logarithm counts bits."), spoken_of("All logarithms here are natural.")
    (('logarithm',), ())
    """
    return tuple(each.name for each in NOTATIONS if _speaks(each, words))


def _speaks(notation: Notation, words: str) -> bool:
    """Return whether a sentence says of a notation what is not its usual meaning."""
    is_own = _is_in(notation.own, words)
    if words.rstrip().endswith("?") or not (is_own or _is_in(notation.nouns, words)):
        return False
    if _is_in(notation.other, words):
        return True
    if _is_in(rf"(?:{notation.nouns})\s+(?:(?:is|are|all|both|must|be)\s+)+(?:{notation.usual})", words):
        return False  # such as "all gradients are zero at ...": that says what is so, and not what is meant
    telling = (each.format(nouns=notation.nouns) for each in _TELLS)
    is_told = is_own or _HERE.search(words) or any(_is_in(each, words) for each in (*telling, _OF_SIGN))
    return bool(is_told) and may_restrict(_PLAIN.sub(" ", words.replace(" sign", " ")))


def _is_in(pattern: str, words: str) -> bool:
    return re.search(rf"\b(?:{pattern})\b", words, re.IGNORECASE) is not None


def with_notations(words: str, formulas: Sequence[Formula]) -> str:
    r"""Return words with the noun of a notation for each formula that is a sign alone, such as `\log`."""
    for number, formula in enumerate(formulas):
        written = formula.text().strip().strip("$").strip()
        for notation in NOTATIONS:
            if re.fullmatch(notation.alone, written):
                words = words.replace(f"\x01{number}\x02", f"{notation.name} sign")
    return words


RENAMED = re.compile(
    r"\b(?:call|write|denote|name|use|reuse)\w*\s+(?:\w+\s+){0,3}?\x01(?P<number>\d+)\x02[^.;]{0,20}?"
    r"\b(?:as well|too|again|also|instead|from (?:here|now) on|henceforth)\b"
    r"|\b(?:from (?:here|now|today|this \w+) on|henceforth),?\s+\x01(?P<anew>\d+)\x02"
    r"\s+(?:is|denotes?|means|stands for)\s+(?:the|an?|another)\b",
    re.IGNORECASE,
)
"""Words that give a name to something else than before."""


FOR_BASE = 1.0
"""Seconds for a proof to one base."""


def without_notation(claim: Claim, found: Finding, engine: Engine) -> Finding:
    """Return that a line is open where words give a sign in it a meaning that is not understood; else what is found."""
    if found.verdict not in {"proved", "refuted", *AGREEING}:
        return found
    own = names_in(claim.left) | names_in(claim.right)
    for heard in claim.heard:
        anew = RENAMED.search(heard.words)
        if anew is not None and heard.names[int(anew["number"] or anew["anew"])] & {stem(key) for key in own}:
            reason = f"words give a name another meaning: {without_formulas(heard.words)}"
            return Finding(verdict="undecided", reason=reason, statement=found.statement, read_as=found.read_as)
    said = {name: heard.words for heard in claim.heard for name in spoken_of(heard.words)}
    doubted = next((each for each in NOTATIONS if each.name in said and any(map(each.stands, _nodes(claim)))), None)
    if doubted is None or (doubted.name == "logarithm" and _is_of_any_base(found, engine)):
        return found
    reason = f"what words say of the {doubted.name} is not understood: {without_formulas(said[doubted.name])}"
    return Finding(verdict="undecided", reason=reason, statement=found.statement, read_as=found.read_as)


def _is_of_any_base(found: Finding, engine: Engine) -> bool:
    """Return whether a line is proved to whatever base its logarithms are."""
    stated = found.statement
    if found.verdict != "proved" or stated is None or stated.hypotheses:
        return False
    sides = [(to_base(stated.left, base), to_base(stated.right, base)) for base in (2, 10)]
    return all(engine.proves(replace(stated, left=left, right=right), FOR_BASE) for left, right in sides)


def to_base(node: tree.Node, base: int) -> tree.Node:
    """Return a value with its logarithms to another base.

    >>> to_base(tree.Call("log", (tree.Scalar("x"),)), 2) == tree.Call("log", (tree.Scalar("x"),))
    False
    """
    inner = tree.with_children(node, lambda part: to_base(part, base))
    if isinstance(inner, tree.Call) and inner.function == "log":
        return tree.multiply(inner, tree.reciprocal(tree.Call("log", (tree.number(base),))))
    return inner


def _nodes(claim: Claim) -> Iterator[Node]:
    """Yield the parts of a line, and of the definitions of its names."""
    names = names_in(claim.left) | names_in(claim.right)
    graph = graph_of(claim.scope, claim.usage)
    below = names.union(*(graph.below(key) for key in names))
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, names)) or NOTHING})\b")  # of what stands before brackets
    bodies = [e.body for e in claim.scope.latest() if e.key in below or (e.is_pattern and words.search(e.key))]
    told = [each.relation for each in claim.scope.held_true() if names & names_in(each.relation)]
    for side in (claim.left, claim.right, *bodies, *told):
        nodes = list(surface.walk(side))
        told = {id(each.base) for each in nodes if isinstance(each, surface.Scripted) and each.sub is not None}
        yield from (each for each in nodes if id(each) not in told)  # `\|v\|_2` says which norm it is

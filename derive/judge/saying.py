r"""Words that say a custom of a name, or deny it; they fail closed: a negation or a condition says none.

Words are data: a pattern that says each custom, one that denies it, and the words that turn a sentence around. Formulas
stand in the words as `\x01k\x02`; a property belongs to the formulas next to it, and to no other of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_SEMI = r"(?:positive|negative)[- ](?:semi-?)?definite|p\.?s\.?d|s\.?p\.?d"
_DISTRIBUTION = (
    r"(?:sums?|summing|adds?(?: up)?|adding(?: up)?|normali[sz]ed)(?: up)? to (?:one|1|unity)"
    r"|probability vectors?|(?:on|in) the (?:probability |unit )?simplex"
    r"|(?:probability|categorical|discrete) distributions?"
)
_UNIT = r"unit[- ](?:norm|length|vectors?)|of unit (?:norm|length)|(?:norm|length) (?:one|1)|unit[- ]normed"
_CENTRED = r"(?:mean[- ])?(?:centred|centered)|zero[- ]mean|mean[- ](?:zero|free)|with mean (?:0|zero)"
SAYS: dict[str, str] = {
    "symmetric": rf"symmetric|hermitian|{_SEMI}|covariance matri\w+|gram matri\w+|hessians?|(?:graph )?laplacians?"
    r"|kernel matri\w+|equals? its (?:own )?transpose",
    "positive definite": r"positive[- ]definite|s\.?p\.?d|p\.?d",
    "idempotent": r"idempotent|(?:a |orthogonal )?projection matri\w+",
    "diagonal": r"diagonal(?! (?:entr|elem|part|of))",
    "orthogonal": r"orthogonal matri\w+|orthogonal(?! (?:to|complement|projection))|rotation matri\w+",
    "orthonormal columns": r"orthonormal|semi-?orthogonal",
    "orthonormal rows": r"orthonormal",
    "invertible": r"invertible|non-?singular|full[- ]rank|positive[- ]definite",
    "sums to one": _DISTRIBUTION,
    "rows sum to one": rf"{_DISTRIBUTION}|row[- ]stochastic|stochastic matri\w+|transition (?:\w+ )?matri\w+",
    "columns sum to one": rf"{_DISTRIBUTION}|column[- ]stochastic",
    "unit norm": _UNIT,
    "rows of unit norm": _UNIT,
    "centred": _CENTRED,
    "centred columns": _CENTRED,
    "one-hot": r"one[- ]hot(?:[- ]encod\w+)?|1-of-k",
    "0 or 1": r"bernoulli (?:random )?(?:variables?|labels?)|0[/ -]1|0 or 1|zero or one|zero[- ]one|boolean",
    "+1 or -1": r"\+? ?1 (?:or|and) [-\u2212] ?1|[-\u2212] ?1 (?:or|and) \+? ?1|\u00b11|\+/-1|plus or minus (?:one|1)",
    "positive": r"(?:strictly )?positive(?! (?:semi|definite|part|class|label|example|sample|pair))"
    r"|greater than (?:0|zero)",
    "nonnegative": r"non-?negative|not negative|at least (?:0|zero)",
    "independent": r"independent(?:ly)?|i\.?i\.?d",
    "even": r"even function|even in|is even|are even",
    "odd": r"odd function|odd in|is odd|are odd|antisymmetric function",
    "symmetric in its arguments": r"symmetric (?:function|kernel|bilinear|in its|in both|in the two)"
    r"|(?:mercer|reproducing) kernels?",
    "mean": r"(?:sample |empirical |overall )?(?:means?|averages?)",
    "commuting": r"commut(?:e|es|ing)",
    "stationary": r"stationary|invariant distribution",
    "eigenpair": r"eigen-?(?:vector|value|pair)s?",
}
"""What says each custom: stems of a field's words. A prefix such as "skew-" makes another word of one."""
_ANY = re.compile("|".join(f"(?:{pattern})" for pattern in SAYS.values()), re.IGNORECASE)
NEEDS: dict[str, str] = {
    "rows sum to one": r"\brow|stochastic|transition",
    "columns sum to one": r"\bcolumn",
    "rows of unit norm": r"\brow",
    "orthonormal columns": r"\bcolumn|semi-?orthogonal",
    "orthonormal rows": r"\brow",
    "centred columns": r"\b(?:column|feature|data|design)",
}
"""What must stand in the sentence as well: of which part it is said."""
CONTRARY: dict[str, str] = {
    "symmetric": r"(?:a|non-?|un|skew-?|anti-?)symmetric|lower[- ]triangular|upper[- ]triangular",
    "sums to one": r"unnormali[sz]ed|un-?normali[sz]ed",
    "rows sum to one": r"unnormali[sz]ed",
    "unit norm": r"un-?normali[sz]ed",
    "centred": r"un-?cent(?:er|re)d|non-?cent(?:er|re)d",
    "invertible": r"singular|rank[- ]deficient|non-?invertible",
    "independent": r"(?<!in)dependent|correlated",
    "positive": r"negative|non-?positive",
    "orthogonal": r"non-?orthogonal",
}
STRUCTURAL = frozenset(SAYS) - {
    *("independent", "even", "odd", "stationary", "eigenpair", "mean", "commuting", "invertible")
}
"""What an arbitrary matrix or vector has not; the others are no properties of one, or nearly all have them."""
ARBITRARY = r"arbitrary|(?:general|any|every) (?:\w+ )?(?:matri\w+|vectors?)"
"""What leaves a name free of every property that the sentence does not give it."""
ALL_ARBITRARY = re.compile(r"\ball (?:\w+ )?(?:matrices|vectors)\b[^.;]*\b(?:arbitrary|general)\b", re.IGNORECASE)
"""What leaves all names so."""
NEGATIONS = _words(
    "not no never neither nor none nothing nobody nowhere hardly cannot without non fails fail lacks lack unlike",
    "instead rather drop drops dropped isn't aren't doesn't don't needn't wasn't won't can't violates violate relax",
    "relaxed lose loses lost",
)
CONDITIONS = _words(
    "if when whenever unless case cases otherwise except provided perhaps or whether iff until",
)
"""What makes a sentence say nothing of its own, wherever it stands in it."""
MODALS = _words(
    "may might could would can should sometimes usually often typically almost approximately nearly",
    "roughly once",
)
"""What takes the certainty from the word that it stands before."""
GOALS = _words(
    "show prove verify check deduce conclude demonstrate find",
)
GIVING = _words(
    "for where with let assume assuming suppose given since because as under having",
)
"""What gives a property in a sentence that asks for something else."""
BETWEEN = _words(
    "necessarily be been being is are was were assumed assume assuming assumes required require requiring",
    "that the a an to longer always generally in general have has having need needs known do does does we",
    "it its their rows columns entries row column each matrix matrices vector vectors taken supposed say",
    "said any even of for and both",
)
"""What may stand between a negation and the word that it denies."""
NOUNS = _words(
    "matrix matrices vector vectors scalar scalars constant constants number numbers function functions",
    "real reals integer integers variable variables parameter parameters weight weights value values data",
    "entry entries column columns row rows label labels target targets encoding encoded encodings",
    "distribution distributions kernel definite semidefinite with a an by square complex random fixed given known",
)
"""What may stand between a property and the name behind it that has it."""
ADJECTIVES = _words(
    "symmetric definite positive diagonal orthogonal orthonormal invertible square real nonzero nonnegative",
    "unit normal independent centered centred one-hot constant constants scalar number function labels",
    "probabilities also then thus hence therefore which lies lie where with all strictly such ( ,",
)
"""What may stand between a name and a property behind it that it has, beside what may stand behind a negation."""
FOLLOWING = _words(
    "and for with in so because then since as by on at too here everywhere along under of , . ; : ) ! & \u2014",
    "to from over but while whereas if when unless or not is are we it this that thus hence almost sure surely",
)
"""What may stand behind a property that was said of the name before it: no noun that has it instead."""
_SHAPES = frozenset({"real", "column", "row"})
_TOKEN = re.compile(r"\x01(?P<formula>\d+)\x02|[^\W_][\w'\u2019.+/-]*|[^\s\w]")
_SENTENCE = re.compile(r"(?<=[!?;])\s+|(?<=[\w)\x02]{2}\.)\s+(?=[A-Z\x01])|(?<=[\w)\x02]{2}\.\))\s+")
_OTHER = re.compile(r"(?:skew|anti|non|un|semi)\W*$", re.IGNORECASE)


class _Hit(NamedTuple):
    """A word or phrase in a sentence: where it begins and ends."""

    start: int
    end: int


def said(words: str, custom: str, about: int | None = None) -> bool:
    r"""Return whether words say a custom, of the formula with the number `about` where that is given.

    >>> said("Let \x010\x02 be a symmetric matrix and \x011\x02 a vector.", "symmetric", about=0)
    True
    >>> said("\x010\x02 is not necessarily symmetric.", "symmetric"), said("If \x010\x02 is symmetric,", "symmetric")
    (False, False)
    """
    plain = any(_is_plain(sentence, hit) for sentence, hit in _said_of(words, custom, about))
    return plain and not denied(words, custom, about)


def is_called(words: str, noun: str, about: int) -> bool:
    r"""Return whether words call a formula by a noun, without doing so under a condition.

    >>> is_called("Let \x010\x02 be an orthogonal matrix.", "matrix", 0)
    True
    """
    return any(_is_plain(sentence, hit) for sentence, hit in _hits(words, noun, about, _SHAPES))


def is_any_said(words: str) -> bool:
    """Return whether words hold any word that says a custom: a quick look, which says nothing of whom."""
    return _ANY.search(words) is not None


def denied(words: str, custom: str, about: int | None = None) -> bool:
    r"""Return whether words deny a custom: by a negation of the very word, by its contrary, or by "arbitrary".

    >>> denied("for an arbitrary square matrix \x010\x02", "symmetric", about=0)
    True
    >>> denied("\x010\x02 is not zero and \x011\x02 is symmetric", "symmetric")
    False
    """
    named = list(_said_of(words, custom, about))
    against = [CONTRARY[custom]] if custom in CONTRARY else []
    against += [ARBITRARY] if custom in STRUCTURAL and not named else []
    return any(_is_negated(*each) for each in named) or any(
        _is_plain(*each) for pattern in against for each in _hits(words, pattern, about)
    )


def _said_of(words: str, custom: str, about: int | None) -> Iterator[tuple[str, _Hit]]:
    parts = frozenset({"of", "the"}) if custom in NEEDS else frozenset[str]()
    for sentence, hit in _hits(words, SAYS[custom], about, NOUNS | parts):
        if custom not in NEEDS or re.search(NEEDS[custom], sentence, re.IGNORECASE):
            yield sentence, hit


def _hits(words: str, pattern: str, about: int | None, between: frozenset[str] = NOUNS) -> Iterator[tuple[str, _Hit]]:
    """Yield the sentences in which a pattern stands as words of their own, and belongs to the formula."""
    for sentence in _SENTENCE.split(words):
        for found in re.finditer(rf"(?<![\w-])(?:{pattern})(?![\w-])", sentence, re.IGNORECASE):
            hit = _Hit(found.start(), found.end())
            other = _OTHER.search(sentence[: hit.start])
            if other is None and (about is None or about in _owners(sentence, hit, between)):
                yield sentence, hit


def _owners(sentence: str, hit: _Hit, between: frozenset[str]) -> frozenset[int]:
    """Return the formulas that a property belongs to: those right behind it, else those that it is said of."""
    tokens = [each for each in _TOKEN.finditer(sentence) if each.start() >= hit.end]
    behind, rest = _group(tokens, between)
    if behind and rest and _word(rest[0]) in MATRICES:  # `a symmetric n x n matrix A`: first its size, then itself
        behind, _ = _group(rest[1:], frozenset())
    if behind:
        return behind
    if tokens and tokens[0]["formula"] is None and _word(tokens[0]) not in FOLLOWING | NOUNS:
        return frozenset()
    before = _before(sentence, hit)[::-1]
    named, rest = _group(before, BETWEEN | NEGATIONS | MODALS | CONDITIONS | ADJECTIVES)
    nearest = next((at for at, each in enumerate(before) if each["formula"] is not None), 0)
    shared = SHARING & set(map(_word, before[:nearest])) or _PLURAL.search(sentence[hit.start : hit.end])
    if len(named) > 1 and not shared:  # `x, and y one-hot` says nothing of x
        named = frozenset({int(before[nearest]["formula"])})
    owned = len(rest) > 1 and _word(rest[0]) == "of" and _word(rest[1]) not in PARTS  # the Jacobian of f is no f
    return frozenset() if owned else named


def _before(sentence: str, hit: _Hit) -> list[re.Match[str]]:
    return [each for each in _TOKEN.finditer(sentence) if each.end() <= hit.start]


def _group(tokens: list[re.Match[str]], between: frozenset[str]) -> tuple[frozenset[int], list[re.Match[str]]]:
    """Return the formulas with which tokens begin, after words that may stand between, and the tokens behind them."""
    found: set[int] = set()
    for at, token in enumerate(tokens):
        if token["formula"] is not None:
            found.add(int(token["formula"]))
        elif _word(token) not in (JOINTS if found else between):
            return frozenset(found), tokens[at:]
    return frozenset(found), []


SHARING = frozenset({"are", "be", "both", "all", "were", "each"})
"""What stands before a property that several names share; without it, it belongs to the nearest."""
_PLURAL = re.compile(r"(?:means|averages|vectors|variables|labels|functions|kernels)$", re.IGNORECASE)
"""How a property ends that is said of several names, as in `the sample means`."""
JOINTS = frozenset({",", "and", "&"})
"""What stands between formulas that share a property."""
PARTS = _words("row rows column columns entry entries component components element elements each all both values")
"""What is said of these parts of a name is said of the name."""
MATRICES = frozenset({"matrix", "matrices", "vector", "vectors"})


def _word(token: re.Match[str]) -> str:
    return token.group().lower().replace("\u2019", "'").rstrip(".")


def _is_plain(sentence: str, hit: _Hit) -> bool:
    """Return whether a sentence says what it says: no negation, no condition, no question, no task."""
    tokens = [each for each in _TOKEN.finditer(sentence) if each.end() <= hit.start or each.start() >= hit.end]
    words = [_word(each) for one, each in zip([None, *tokens], tokens, strict=False) if not _is_special(one, each)]
    if "?" in sentence or (NEGATIONS | CONDITIONS) & {*words} or _stands_before(sentence, hit, MODALS):
        return False
    before = list(map(_word, _before(sentence, hit)))
    asked = max((at for at, word in enumerate(before) if word in GOALS), default=-1)
    return asked < 0 or any(word in GIVING for word in before[asked + 1 :])


def _is_special(before: re.Match[str] | None, token: re.Match[str]) -> bool:
    """Return whether a word is that of a special case, which is an example and no condition."""
    return before is not None and _word(before) == "special" and _word(token) in {"case", "cases"}


def _is_negated(sentence: str, hit: _Hit) -> bool:
    """Return whether a negation stands before a word, with nothing between but what belongs to both."""
    conditional = any(_word(each) in CONDITIONS for each in _TOKEN.finditer(sentence))
    return "?" not in sentence and not conditional and _stands_before(sentence, hit, NEGATIONS)


def _stands_before(sentence: str, hit: _Hit, words: frozenset[str]) -> bool:
    """Return whether one of some words stands before a word, with nothing between but what belongs to both."""
    for token in reversed(_before(sentence, hit)):
        if _word(token) in words:
            return True
        if token["formula"] is None and _word(token) not in BETWEEN:
            return False
    return False

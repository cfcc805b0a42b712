"""Prose that may restrict a name: what nobody understands beside a name is a doubt about a line that fails.

A hypothesis may be said in words that stand in no table. So words that are known to restrict nothing are data here, and
any other word in the sentences around a name leaves open whether the line is meant for all its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sympy import GreaterThan, StrictGreaterThan

from derive.discourse.page import Place
from derive.formula.read.tree import Node
from derive.judge.claim import Claim, Heard
from derive.judge.editing.rows import quantities
from derive.judge.saying import ADJECTIVES, BETWEEN, GIVING, GOALS, NOUNS, SAYS
from derive.judge.words import HYPOTHESIS, MARK, NO_SCALE, WORD, ZEROED, without_formulas
from derive.meaning.keys import name_key, named, names_in, spelled, stem
from derive.verdict import Condition as Need

_GRAMMAR = """
a about above after again all also although an and any are as at be because been before behind being below both but by
can do does done each either else every few first following follows for from further get gets give given gives
giving go had hand has have having he hence her here his how however i if in indeed into is it its itself just last
later least left less lets let's like made make makes many may me more most much must my namely new next now of on once
one only or other others our out over own part parts per please rather recall right same second see seen she should
show shows simply since so some still such than that the their them then there therefore these they thing third this
those three through thus to too together two under up us use used uses using very via was way we well were what when
where whether which while who whole whose why will with within would yet you your
"""
_TALK = """
answer answers apply applying calculate calculation chapter check claim collect collecting compare compute computed
computing conclude consider deduce define defined defines denote denoted denotes denoting derivation derive derived
deriving determine differentiate differentiating discussion equation equations establish evaluate example examples
exercise expand expanded expanding explain expression expressions fact figure find finds form formula formulas hint
holds homework identity insert introduce lecture lemma line lines mean means multiply multiplying notation note notes
observe obtain obtained obtaining order page plug plugging problem proof prove proved question reads rearrange
rearranging remark respect result results rewrite rule rules say says section set setting sheet simplifies simplify
solution solutions solve solving stands state statement step steps substitute substituting suppose task term terms
everything trick between take put depend depends exactly maximise maximize minimise minimize maximising minimising
maximizing minimizing maximises minimises comes completing matter subject start lower upper times usual computation
sanity look becomes keep around easy work practice adding add valid gibbs jensen shifted shift enough closed not nothing
theorem verify want write writing written yields zero chain product sum sums power acts applied elementwise entrywise
componentwise pointwise
"""
_THINGS = """
algorithm algorithms axes axis batch bias biases bound case class classes classification classifier coefficient
coefficients component components constant constants cost coordinate coordinates criterion data dataset density
derivative derivatives descent design difference dimension dimensional dimensions distance element elements energy
entries entry error errors estimate estimator estimators expectation exponent feature features fit function functions
gradient gradients hessian hyperparameter index indices inner input inputs jacobian kernel label labels layer layers
learning least length likelihood linear log logarithm logistic logits loss losses matrices matrix maximum mean method
minimiser minimizer minimum mixture model models moment moments network networks neural norm number numbers objective
observation observations operator output outputs parameter parameters penalty perceptron point points polynomial
posterior prediction predictions predictor prior probability quadratic quantity random rate real regression regularised
regularized regulariser regularizer residual residuals ridge row rows column columns sample samples scalar scalars score
scores sequence series sigmoid size sizes slope softmax space square squared squares student students target targets
test tensor total training trace transpose unknown unknowns update updates value values variable variables variance
vector vectors weight weights width entropy cross average naive bayes kl pass backward forward back gaussian gaussians
dual counts divergence inequality time noise query intercept odds lagrangian lagrange multiplier multipliers factor
version code evidence baseline logs word priors precision softplus quotient densities encoder decoder policy action
hidden embedding embeddings attention constraint mixture mle map estimation distribution distributions
"""


@cache
def harmless() -> frozenset[str]:
    """Return the words that restrict no name beside them, in small letters."""
    listed = frozenset(word for text in (_GRAMMAR, _TALK, _THINGS) for word in text.split())
    return (listed | BETWEEN | NOUNS | ADJECTIVES | GIVING | GOALS | HYPOTHESIS) - {"even"}


_NORMALISED = "normali[sz](?:e|ed|es|ing|ation)"
LOSES = re.compile(
    r"\b(?:orthogonal\w*|perpendicular|inner products?|zero|vanish\w*|same|equal|kernel of|null|trace|modulo|no|without"
    rf"|penalty|negative|mean over|means? of|averag(?:es? (?:over|as|of)|ed|ing)|per|last|first|{_NORMALISED}"
    r"|independent|uncorrelated|eigen\w*"
    r"|conjugate|residuals?|score|decay|ignor\w*|neglect\w*|drop\w*|omit\w*|discard\w*|throw\w*|up to|away"
    r"|batch|minibatch|bias|cent(?:re|er)ed|quadratic form|constant times|fit)\b",
    re.IGNORECASE,
)
"""Words beside a name under which a term vanishes or a factor comes in: a true line then looks like a slip."""
ANYWHERE = re.compile(
    r"\b(?:orthogonal\w*|perpendicular|inner product|same norm|kernel of|modulo|no penalty|uncorrelated"
    r"|(?:are|is an|its|unit|be|as) eigenvectors?"
    r"|throughout|what follows|understood|conventions?|per (?:sample|example)|averages|minibatch|customary"
    r"|negative gradient|from (?:here|now) on|drop\w*|omit\w*|ignor\w*|neglect\w*|discard\w*|throw\w*|up to"
    r"|left (?:out|away)|leave (?:out|away)"
    r"|(?:switched|turned) off|without (?:the |any )?(?:penalty|regulari\w+|bias|intercept|offset))\b",
    re.IGNORECASE,
)
"""Such words that stand in a sentence without a name, which may be about any."""
SCALED = re.compile(
    r"\b(?:absorb\w*|up to|conventions?|understood|customary|negat(?:ed|ion)"
    r"|(?:negative|minus|opposite)(?: of)? (?:the |its )?(?:gradient|slope|derivative)|descent direction|reversed?"
    r"|orthogonal(?:ly|ity)?|perpendicular|uncorrelated|anti-?(?:symmetric|commut\w+|hermitian)|skew\w*|odd)\b",
    re.IGNORECASE,
)
"""Words under which a side may be a multiple of what it seems to be by a number, or what is written vanishes."""
AVERAGED = re.compile(
    rf"\b(?:per|means? (?:over|of)|averag(?:es? (?:over|as|of)|ed|ing)|single|{_NORMALISED}"
    r"|absorb\w*|up to|conventions?|rescal\w+|scaled|understood|customary)\b",
    re.IGNORECASE,
)
"""Words under which a size may be a factor that is not written, or none that is."""


FACTORED = re.compile(
    r"\b(?:unit\w*|(?:is|are|be|to|equals?|norm|length|variance|rate|at|with) one|absorb\w*|ignor\w*|neglect\w*|drop\w*"
    rf"|omit\w*|left out|up to|{_NORMALISED}|rescal\w+|scal(?:ed|ing)|conventions?|customary|understood"
    r"|(?:switched|turned) off)\b",
    re.IGNORECASE,
)
"""Words under which a factor may be one."""
RELATING = re.compile(
    r"\b(?:orthogonal\w*|perpendicular|uncorrelated|independent\w*|same|equal|inner products?|conjugate)\b",
    re.IGNORECASE,
)
"""Such words that say something between two quantities: where a sentence names two, a line may hold both."""


class Excuse(NamedTuple):
    """By what words a line with a slip may be true as it stands: beside its names, or in a sentence without a name.

    With `of_parts`, the names are those of what the slip is about.
    """

    words: re.Pattern[str]
    anywhere: re.Pattern[str]
    of_parts: bool = False


WRITTEN, COUNTED = Excuse(SCALED, SCALED), Excuse(AVERAGED, AVERAGED)
TERM, FACTOR = Excuse(LOSES, ANYWHERE, of_parts=True), Excuse(FACTORED, FACTORED, of_parts=True)
ANY = Excuse(LOSES, ANYWHERE)
VANISHING = Excuse(
    re.compile(r"\b(?:zero|vanish\w*|null|orthogonal\w*|ignor\w*|neglect\w*)\b", re.IGNORECASE), ANYWHERE
)
EXCUSES: Mapping[str, Excuse] = {
    "sign": WRITTEN,
    "factor 2": WRITTEN,
    "wrong number": WRITTEN,
    "lost 1/N": COUNTED,
    "lost sum": COUNTED,
    "n - 1 for n": COUNTED,
    "missing term": TERM,
    "extra term": TERM,
    "missing factor": FACTOR,
    "extra factor": FACTOR,
}
"""What could excuse the slip of a label. A multiple is the same only of zero, which nobody writes out; but a term, or a
factor, is left away where words say why."""


def is_excused(claim: Claim, slip: str, parts: Iterable[Node], *, is_linear: bool, whole: bool = True) -> bool:
    """Return whether words may make a line with a slip true as it stands.

    `parts` are what the slip is about. Only where a side is linear in what is edited, is known what could excuse it:
    elsewhere any words about the parts may. What is counted differently is so in the side as a `whole`, and not in one
    of its terms.
    """
    excuse = EXCUSES.get(slip)
    if excuse is None or (excuse is COUNTED and is_linear and not whole):
        return False
    of_parts = excuse.of_parts or not is_linear
    about = frozenset(stem(key) for part in parts for key in names_in(part)) if of_parts else frozenset[str]()
    if any(_about(each) & about and valued(each.words) for each in claim.heard):
        return True  # what words say a name is, is read by nobody
    if excuse is TERM and any(len(_about(each) & about) > 1 and may_restrict(each.words) for each in claim.heard):
        return True  # what two names are to each other may make a term of both vanish
    is_known = is_linear and (about or not excuse.of_parts)
    if excuse is WRITTEN and not about and not is_linear:  # words are about names, and a number is none
        return _is_said(claim, _stems(claim), VANISHING)
    return _is_said(claim, about or _stems(claim), excuse if is_known else ANY)


def is_by_number(slip: str, *, is_linear: bool) -> bool:
    """Return whether a slip makes a multiple of what is meant, by a number: whatever else holds, it is wrong.

    >>> is_by_number("sign", is_linear=True), is_by_number("missing term", is_linear=True)
    (True, False)
    """
    return is_linear and EXCUSES.get(slip) is WRITTEN


def may_lose(claim: Claim) -> bool:
    """Return whether words around a line may take a term or a factor from it, in a way that nobody understands.

    What is counted is taken as it is written, unless the sentence before it says more.
    """
    names = names_in(claim.left) | names_in(claim.right)
    own = replace(claim, heard=()) if names <= claim.usage.sizes else claim
    return _is_said(own, _stems(claim), ANY)


def _is_said(claim: Claim, stems: frozenset[str], excuse: Excuse) -> bool:
    """Return whether words of an excuse stand in a sentence about some names, or in one that may be about any."""
    for heard in _around(claim):
        about = _about(heard)
        pattern = excuse.words if about else excuse.anywhere
        is_near = (not about or bool(about & stems)) and _says(heard.words, pattern)
        if is_near and (not RELATING.search(heard.words) or _says(_of_line(claim, heard, about), pattern)):
            return True
    return False


def _of_line(claim: Claim, heard: Heard, about: frozenset[str]) -> str:
    """Return the words of a sentence without those that relate two of its formulas, where a claim has but one."""
    both = (each for side in (claim.left, claim.right) for each in quantities(side))
    own = {spelled(each) for each in both if (base := named(each)) is not None and stem(name_key(base)) in about}
    between = len(MARK.findall(heard.words)) > 1 and len(own) == 1
    return RELATING.sub(" ", heard.words) if between else heard.words


def _around(claim: Claim) -> tuple[Heard, ...]:
    return (*claim.heard, Heard(claim.words, ()))


def against_words(claim: Claim, conditions: Iterable[Need]) -> str:
    """Return what words say of a name that a proof takes for positive; nothing where they say nothing against it."""
    orders: list[Any] = [each.statement for each in conditions]
    taken = [each for each in orders if isinstance(each, GreaterThan | StrictGreaterThan)]
    signed = [heard for heard in claim.heard if SIGNED.search(heard.words)]
    pairs = ((each, heard) for each in taken for heard in signed if str(each.lhs) in _about(heard))
    each, heard = next(pairs, (None, None))
    return "" if heard is None else f"it holds only where {each}, and words say: {without_formulas(heard.words)}"


def said_so_far(claim: Claim) -> Iterator[str]:
    """Yield the sentences in which a page says of a line what it leaves out: before it, or in the words next below it.

    What a later section ignores, it ignores from there on.
    """
    own = _order(claim.formula.place())
    below = min((at for each in claim.heard if (at := _order(each.place)) > own), default=own)
    yield claim.words
    yield from (each.words for each in claim.heard if _order(each.place) <= below)


def _order(place: Place | None) -> tuple[int, int]:
    return (-1, -1) if place is None else (place.cell or 0, place.line)


@lru_cache(maxsize=4096)
def _says(words: str, pattern: re.Pattern[str]) -> bool:
    """Return whether a sentence has one of some words, beside its formulas and what sets an equation to zero."""
    return pattern.search(NO_SCALE.sub(" ", ZEROED.sub(" ", MARK.sub(" ", words)))) is not None


def _about(heard: Heard) -> frozenset[str]:
    """Return the names that the formulas in a sentence are about."""
    marks = set(map(int, MARK.findall(heard.words)))
    return frozenset[str]().union(*(names for at, names in enumerate(heard.names) if at in marks))


def _stems(claim: Claim) -> frozenset[str]:
    keys = names_in(claim.left) | names_in(claim.right)
    return frozenset(name for key in keys if not (name := stem(key)).isdigit())


SIGNED = re.compile(
    r"(?<!non)(?<!non-)\bnegative\b|\bnon-?zero\b|\bnot necessarily positive\b|\b(?:any|either|arbitrary) sign\b",
    re.IGNORECASE,
)
"""Words of a number that need not be positive."""
VALUED = re.compile(
    MARK.pattern + r"\s+(?:is|are|equals?|becomes?|has the value)\s+(?:now\s+|then\s+)?[-\u2212]?\d+(?![-\w])"
)
"""A value in words: it may be another one than that of a formula."""


@lru_cache(maxsize=4096)
def may_restrict(words: str) -> bool:
    """Return whether a sentence holds a word of which nobody knows whether it restricts something.

    >>> may_restrict("Let u and v be the weights of the model."), may_restrict("Both live on the sphere.")
    (False, True)
    """
    if VALUED.search(words):
        return True
    found = {word.lower() for word in WORD.findall(re.sub(r"['\u2019-]s?\b|['\u2019]", " ", without_customs(words)))}
    return any(len(word) > 1 and word not in harmless() for word in found)


VALUED_BY = re.compile(
    rf"{MARK.pattern},?\s+(?:(?:is|be|are|denotes?|as|being)\s+)?the\s+(?P<told>[\w-]+)\s+(?:\w+\s+)?(?:of|between|with(?!\s+respect))\b",
    re.IGNORECASE,
)
"""What a name is, told by what it is of others, as in "with \u03c1 the correlation of X and Y"."""


@lru_cache(maxsize=4096)
def valued(words: str) -> bool:
    r"""Return whether a sentence says of a name what it is of others, by a word that nobody knows.

    >>> valued("with \x010\x02 the correlation of \x011\x02"), valued("\x010\x02 is the vector of weights")
    (True, False)
    """
    return any(match["told"].lower() not in harmless() for match in VALUED_BY.finditer(words))


def without_customs(words: str) -> str:
    """Return words without those that say customs, and without formulas."""
    text = MARK.sub(" ", words)
    for custom, pattern in SAYS.items():
        text = (
            re.sub(rf"(?<![\w-])(?:{pattern})(?![\w-])", " ", text, flags=re.IGNORECASE) if custom != "even" else text
        )
    return text


def restricted(claim: Claim, stems: frozenset[str] | None = None) -> frozenset[str]:
    """Return which names words may restrict in a way nobody understands.

    They are names of the claim and of its definitions, by their letters, unless others are given.
    """
    own = _behind(claim) if stems is None else stems
    found: set[str] = set()
    for heard in claim.heard:
        marks = set(map(int, MARK.findall(heard.words)))
        about = (_about(heard) if marks else frozenset[str]().union(*heard.names)) & own
        if not about <= found and may_restrict(heard.words):
            found |= about
    return frozenset(found)


def _behind(claim: Claim) -> set[str]:
    """Return the letters of the names of a claim, and of the numbers in the definitions of these."""
    names = names_in(claim.left) | names_in(claim.right)
    inside = (names_in(each.body) for each in claim.scope.latest() if each.key in names)
    return {stem(key) for key in names.union(*inside)}

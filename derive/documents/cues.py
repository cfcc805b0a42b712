"""What the words before a formula say of it: that it is declared, assumed, or claimed."""

from __future__ import annotations

import re
from typing import Literal

Mode = Literal["let", "assume", "when", "given", "claim", ""]

_CUES: tuple[tuple[Mode, str], ...] = (
    ("let", r"let|denot\w*|defin\w*|writ(?:e|ing)|put|set|call(?:ed)?|introduc\w*|consider|where|here"),
    ("let", r"abbreviat\w*|notation"),
    ("assume", r"assum\w*|suppos\w*|with|such that|subject to|satisfy(?:ing)?|provided|given|constraints?|being"),
    ("assume", r"at(?!\s+(?:once|all|least|most|first|last|every|any|each))|in(?=\s*$)"),
    ("assume", r"mistake (?:means?(?: that)?|occurs (?:when|if)|is made (?:when|if))"),
    ("assume", r"substitut\w*|insert\w*|using|s\.t\."),
    ("when", r"if|when|whenever|for|under|since|because|as"),
    ("when", r"(?:after|on|upon|at) (?:an?|each|every|the) (?:\w+ )?(?:mistake|error)"),
    ("given", r"we use|we know|know that|recall(?: that)?|remember|use that|note that|by the fact"),
    (
        "claim",
        r"gives?|yields?|obtain\w*|get|hence|thus|therefore|so|then|find|have|follows|becomes?|conclude|says|show\w*",
    ),
    (
        "claim",
        r"implies|equals|leads to|this is|means that|we see|observe\w*|reads|claims?|prove\w*|expand\w*|completing",
    ),
    ("claim", r"satisfies"),
)
_CUE = re.compile("|".join(rf"(?P<c{n}>\b(?:{words})(?!\w))" for n, (_, words) in enumerate(_CUES)), re.IGNORECASE)
_MODES: tuple[Mode, ...] = tuple(mode for mode, _ in _CUES)
_COMMA = re.compile(r"\s*,\s*$")
_END = re.compile(r"[.!?](?=\s|$|[\"')\]])|\n\s*\n|^\s*#|;|\n\s*[-*]\s", re.MULTILINE)
_ABBREVIATED = re.compile(r"\b(?:i\.e|e\.g|resp|cf|w\.r\.t|s\.t|Eq|Fig|Sec|vs|Dr|no)\.", re.IGNORECASE)
_JOINS = re.compile(r"^[\s,]*(?:and|or|,|\s)*[\s,]*$", re.IGNORECASE)
_ZERO = re.compile(
    r"\b(?:set(?:ting)?|equat\w*|put(?:ting)?|mak\w*)\b.{0,60}?(?:\bzero\b|\b0\b|=\s*0)|stationar\w*|\bsolv\w*|\bvanish\w*"
    r"|first[- ]order condition|\boptim(?:um|a|al|ality)\b|\b(?:mini|maxi)mi[sz]ers?\b|\bnormal equations?\b"
    r"|\bsolution\b"
    r"|\bat (?:the|a|an|its) (?:local |global )?(?:minimum|maximum|extremum)\b|\bcritical points?\b|\bKKT\b"
    r"|\b(?:attained|maximal|minimal|maximi[sz]ed|minimi[sz]ed) (?:at|for|by|when|if)\b"
    r"|\bestimat(?:e|or) (?:is|becomes)\b"
    r"|\b(?:derivative|gradient)s? (?:is|are|be|equals?) (?:equal to )?(?:zero|0)\b",
    re.IGNORECASE | re.DOTALL,
)


def sentence_tail(text: str) -> tuple[str, bool]:
    """Return what follows the last end of a sentence in a text, and whether there was an end.

    >>> sentence_tail("It is so. Let ")
    (' Let ', True)
    """
    masked = _ABBREVIATED.sub(lambda m: m.group().replace(".", "_"), text)
    ends = [match.end() for match in _END.finditer(masked)]
    return (masked[ends[-1] :], True) if ends else (masked, False)


def mode_of(words: str, before: Mode, *, named: bool = False) -> Mode:
    """Return what the words before a formula make of it; words that only join carry on what was before.

    A comma ends a condition: in "if a, b" it is b that is claimed; not so if a was only a name (`named`).

    >>> mode_of("Let ", ""), mode_of(" and ", "let"), mode_of(" we obtain ", "assume")
    ('let', 'let', 'claim')
    """
    if words.lstrip().startswith(":"):
        before = ""
    if _JOINS.match(words):
        return "" if before == "when" and _COMMA.match(words) and not named else before
    found: Mode = ""
    for match in _CUE.finditer(words):
        found = _MODES[int(str(match.lastgroup)[1:])]
    return found or before


def only_joins(words: str) -> bool:
    """Return whether words only join two things that are spoken of together.

    >>> only_joins(" and "), only_joins(" is ")
    (True, False)
    """
    return _JOINS.match(words) is not None


_TRAILS = re.compile(
    r"^\s*,?\s*(?:holds? )?(?:for|if|when|whenever|since|because|provided|as long as)\b(?! and only if)", re.IGNORECASE
)
_BARE_CONDITION = re.compile(
    r"^\s*,?\s*(?:but )?(?:only )?(?:if|when|whenever|unless|provided|as long as)\b[^.,;:]*\w[^.,;:]*[.,;:]",
    re.IGNORECASE,
)
_IMPLIES = re.compile(
    r"^\s*(?:(?:holds )?(?:if and only if|iff|exactly (?:when|if))|implies|is equivalent to|means)(?: that)?\s*$",
    re.IGNORECASE,
)


_REQUIRED = re.compile(r"\b(?:need|require|demand|want|must have|must hold)(?: that)?\s*:?\s*$", re.IGNORECASE)


def is_required(words: str) -> bool:
    """Return whether the words before an equation ask for it, and do not claim it.

    >>> is_required("so we need "), is_required("we need to show that ")
    (True, False)
    """
    return _REQUIRED.search(words) is not None


def begins_condition(words: str) -> bool:
    """Return whether the words behind a formula begin what it holds for, or why.

    >>> begins_condition(" for distributions "), begins_condition(" if "), begins_condition(" and ")
    (True, True, False)
    """
    return _TRAILS.match(words) is not None and not sentence_tail(words)[1]


def is_if(words: str) -> bool:
    """Return whether a condition is of one case, and does not say of what all is spoken.

    >>> is_if(" whenever "), is_if(" for all ")
    (True, False)
    """
    return re.match(r"^\s*,?\s*(?:holds? )?(?:if|when|whenever)\b", words, re.IGNORECASE) is not None


def is_bare_condition(words: str) -> bool:
    """Return whether a formula is said to hold under a condition that is put in words alone.

    >>> is_bare_condition(" if the moon is full."), is_bare_condition(" if ")
    (True, False)
    """
    return _BARE_CONDITION.match(words) is not None


def implies_next(words: str) -> bool:
    """Return whether the words between two formulas say that the second follows from the first.

    >>> implies_next(" implies "), implies_next(" holds iff "), implies_next(" and ")
    (True, True, False)
    """
    return _IMPLIES.match(words) is not None


def sets_to_zero(words: str) -> bool:
    """Return whether the words announce that a condition, such as a gradient that is zero, is solved.

    >>> sets_to_zero("Setting this to zero gives "), sets_to_zero("Then ")
    (True, False)
    """
    return _ZERO.search(words) is not None


_AT_OPTIMUM = re.compile(
    r"^\s*at (?:an?|the|any|every|each|this|its) (?:\w+ )?(?:stationary|critical|optim\w+|minim\w+|maxim\w+|extrem\w+)",
    re.IGNORECASE,
)


def is_at_optimum(words: str) -> bool:
    """Return whether the words behind a formula say that it holds where a derivative is zero.

    >>> is_at_optimum(" at a stationary point"), is_at_optimum(" at home")
    (True, False)
    """
    return _AT_OPTIMUM.match(words) is not None


_SIMPLEX = (
    r"\bprobability (?:vectors?|distributions?|mass)|\bdistributions? over\b|\bin the simplex\b"
    r"|\b(?:for|any|all|every|two|discrete|arbitrary|are|be) distributions?\b(?! (?:of|for|with|on)\b)"
)
PROPERTIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(words, re.IGNORECASE))
    for kind, words in (
        ("one-hot", r"\bone[- ]hot\b|\b1-of-K\b|\bone-of-K\b"),
        (
            "simplex",
            _SIMPLEX,
        ),
        ("symmetric", r"(?<!skew-)(?<!anti)\bsymmetric\b|\bpositive[- ](?:semi-?)?definite\b|\bcovariance matri"),
        ("orthogonal", r"\borthogonal matri|\borthonormal\b|\b(?:is|be) orthogonal\b(?! to\b)"),
        ("unit", r"\bunit[- ](?:vectors?|length|norm)\b|\bnorm (?:one|1)\b"),
        (
            "positive",
            r"\b(?:strictly )?positive (?:constants?|numbers?|scalars?|reals?)\b|\b(?:is|are) (?:strictly )?positive\b",
        ),
        ("nonnegative", r"\bnon-?negative\b"),
        ("random", r"\brandom (?:variables?|vectors?|quantit\w+)\b|\b(?:un)?biased estimators?\b|\ban? estimators?\b"),
    )
)
_UNUSED = re.compile(
    r"\b(?:assum|suppos|provided|given that|if|let|are|is|be|been|have|has)\w*\b[^.]{0,80}?"
    r"\b(cent(?:er|r)ed|zero[- ]mean|mean zero"
    r"|standardi[sz]ed|normali[sz]ed|whitened|linearly separable|uncorrelated|idempotent|diagonal|triangular"
    r"|(?:mutually|pairwise) orthogonal|orthogonal to|skew-symmetric|anti-?symmetric|unitary|nilpotent|circulant"
    r"|(?:row[- ]|column[- ]|doubly )?stochastic(?= matri)|(?:projection|permutation|rotation)(?= matri)|projectors?"
    r"|Toeplitz|(?:rows?|columns?) sums? to|involut(?:ion|ory)|rank[- ](?:one|1))\b",
    re.IGNORECASE,
)
DEFINITE = "a definite matrix"
"""What a doubt is about that concerns inequalities only."""
_DEFINITE = re.compile(
    r"(?P<claimed>\b(?:show|prov|verif|hence|thus|therefore|so|then|conclud|impl|follow)\w*\b[^.]{0,80}?)?"
    r"\b(?P<way>(?:positive|negative)[- ](?:semi-?)?definite)\b",
    re.IGNORECASE,
)


_BRINGING_IN = re.compile(
    r"\b(?:an?|any|some|another)(?: (?!(?:of|in|by|for|to|with|from|at|on|over|than|as|and|or|is)\b)[\w-]+){1,4}\s*$",
    re.IGNORECASE,
)


def brings_in(words: str) -> bool:
    """Return whether the words before a name bring it in as a new one.

    >>> brings_in("For a one-hot vector "), brings_in("as a function of "), brings_in("the vector ")
    (True, False, False)
    """
    return _BRINGING_IN.search(words) is not None


_SCALAR = re.compile(r"\b(?:scalar|real number|one-dimensional)s?(?: (?!valued\b)\w+)?\s*$", re.IGNORECASE)


def is_scalar_before(words: str) -> bool:
    """Return whether the words before a name say that it is a number.

    >>> is_scalar_before("For a scalar weight "), is_scalar_before("a scalar-valued function "), is_scalar_before("a ")
    (True, False, False)
    """
    return _SCALAR.search(words) is not None


_FIXING = re.compile(
    r"\b(?:fix(?:ed|ing)?|freez\w*|(?:hold|keep)(?:ing)?|treat(?:ing)?|regard(?:ing)?|conditional on)\b[^.$]{0,40}$",
    re.IGNORECASE,
)
_FIXED = re.compile(
    r"^\s*,?\s*(?:(?:is|are|being|as|to be|held|kept|treated as|considered)\s+)*(?:held |kept )?(?:fixed|constants?)\b",
    re.IGNORECASE,
)


def holds_fixed(words: str) -> bool:
    """Return whether the words before a name say that it is held fixed where something is differentiated.

    >>> holds_fixed("Fix the responsibilities "), holds_fixed("Let ")
    (True, False)
    """
    return _FIXING.search(words) is not None


def is_held_fixed(words: str) -> bool:
    """Return whether the words behind a name say that it is held fixed.

    >>> is_held_fixed(" as constants"), is_held_fixed(" is fixed"), is_held_fixed(" is large")
    (True, True, False)
    """
    return _FIXED.match(words) is not None


_GENERAL = re.compile(
    r"\b(?:in general|generally|in (?:all|both|either|any) cases?|both cases|either way|otherwise|conversely"
    r"|on the other hand|altogether|for (?:arbitrary|general))\b",
    re.IGNORECASE,
)


def speaks_in_general(words: str) -> bool:
    """Return whether words end the case that was spoken of, such as "in general".

    >>> speaks_in_general("In general, "), speaks_in_general("Hence ")
    (True, False)
    """
    return _GENERAL.search(words) is not None


_NUMBERS = re.compile(
    r"^\s*(?:(?:be|are|is|denotes?)\s+)?(?:(?:an?|any|two|three|real|fixed|given|arbitrary|positive|nonnegative)\s+)*"
    r"(?:constants?|scalars?|reals?|(?:real )?numbers?)\b",
    re.IGNORECASE,
)


def is_of_numbers(words: str) -> bool:
    """Return whether the words behind names say that they are numbers.

    >>> is_of_numbers(" be constants"), is_of_numbers(" be vectors")
    (True, False)
    """
    return _NUMBERS.match(words) is not None


_COUNTED = re.compile(
    r"^\s*(?:i\.?i\.?d\.?\s+|independent\s+|training\s+|data\s+)*(?:class(?:es)?|samples|examples|points|observations"
    r"|features|components|clusters|instances|outcomes|categories|states|neurons|units)\b",
    re.IGNORECASE,
)


def is_counted(words: str) -> bool:
    """Return whether the words behind a name say that it is how many there are of something.

    >>> is_counted(" classes have scores "), is_counted(" is large")
    (True, False)
    """
    return _COUNTED.match(words) is not None


CENTRED = frozenset({"centred", "centered", "zero mean", "zero-mean", "mean zero"})
"""What is said by words, and by a sum that is zero."""


def unused_in(words: str) -> str | None:
    """Return what words assume that is understood by nobody here, such as "the data are centred"; else `None`.

    >>> unused_in("We assume that the data are centred.")
    'centred'
    """
    found = _UNUSED.search(words)
    return found[1] if found is not None else None


def definite_in(words: str) -> str | None:
    """Return in which way words assume that a matrix is definite; that decides no equation, but many an inequality.

    >>> definite_in("Let A be positive definite."), definite_in("So the Hessian is positive definite.")
    ('positive definite', None)
    """
    found = _DEFINITE.search(words)
    return found["way"] if found is not None and not found["claimed"] else None


_SHAPED = re.compile(
    r"^\s*(?:is|are|be|denotes?|,)?\s*(?:an?|the|our|some)?\s*(?:[\w-]+\s+){0,3}?(?:matri(?:x|ces)|vectors?|column|scalars?)",
    re.IGNORECASE,
)


def properties_in(words: str) -> tuple[str, ...]:
    """Return what a stretch of words says of the name before it.

    >>> properties_in(" is a symmetric matrix")
    ('symmetric',)
    """
    return tuple(kind for kind, pattern in PROPERTIES if pattern.search(words))


def speaks_of_shape(words: str) -> bool:
    """Return whether words behind a formula say that it is a matrix or a vector."""
    return _SHAPED.match(words) is not None

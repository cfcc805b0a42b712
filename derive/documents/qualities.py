"""What words say of a name that nobody here understands: lines about that name may be proved, and not refuted.

Words that only say what a name is for, as in "the weight vector" or "a real number", say nothing that could matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.documents.cues import PROPERTIES

_KINDS = """
array coefficient collection column component constant coordinate dimension element entry family function index
integer list map mapping matrix number pair parameter point quantity real row scalar sequence set space tensor term
tuple value variable vector hyperparameter
"""
_ROLES = """
activation attribute average batch bias bit category class classifier cluster cost count covariance data dataset datum
decision density derivative design direction embedding epoch error estimate example feature gradient guess hessian
hypothesis hyperplane input instance intercept item iterate iteration jacobian label layer learner learning likelihood
logit loss mean message minibatch model momentum multiplier network neuron node noise objective observation offset
outcome output parameterisation penalty plane posterior predicted prediction predictor prior probability problem query
rate regressor regularisation regularization regulariser regularizer residual response risk sample score signal
size slope solver state step strength target temperature test threshold time token train training validation variance
weight word image document user price height width age temperature condition constraint equation relation
normalisation normalization notation moment information units logistic sigmoid softmax regression lagrange margin
responsibility kkt dual primal slack classes biases matrices vertices indices hypotheses
"""
_PLAIN = """
arbitrary associated auxiliary both chosen column common computed considered continuous continuously correct
corresponding current denoted differentiable discrete estimated euclidean expected final finite first fixed free
generic given hidden i.i.d iid independent independently initial input invertible known latent learnable
learned learnt linear measured new next nonlinear non-linear nonsingular non-singular observed old optimised ordinary
other output own possible previous random regularised regularized relevant respective rectangular same
scalar second simple single smooth square standard sufficiently third trainable true twice underlying unknown usual
whole projected linearly drawn identically distributed dimensional valued high low minus log nat
"""
_SMALL = """
a an the any some all every each two three four several many our your its their this these those also again then now
here respectively simply just usually only say i e g ie eg it be is are been being denote denotes as not yet already
still always has have let we us so thus and or
"""
_HARMLESS = frozenset(f"{_KINDS} {_ROLES} {_PLAIN} {_SMALL}".split())
_ORDER = """
positive strictly negative nonzero non-zero convex concave increasing decreasing monotone monotonic bounded small
large distinct different tiny huge lipschitz lipschitz-continuous maximal minimal optimal
"""
ORDERING = frozenset(_ORDER.split())
"""What matters to inequalities only."""
_TOTALS = frozenset({"mean", "average", "variance", "covariance", "estimate"})
"""What says which value a name has, where it is said of what."""

_VERB = re.compile(
    r"^\s*,?\s*(?:and\s+)?(?:(?:which|that|both|each)\s+)?(?P<verb>be|is|are|being|denotes?|to be|has|have"
    r"|having|satisf\w+|with|whose)\b(?P<rest>[^.;:]*)",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(r"^[^.;:]*\b(?:therefore|hence|thus|consequently)\b", re.IGNORECASE)
_CLAIMING = frozenset({"is", "are", "has", "have"})
_PART = re.compile(
    r"\b(?:with|having|whose|satisfying|(?:that|which)\s+(?:is|are|has|have|satisf\w+))\b", re.IGNORECASE
)
_END = re.compile(
    r"\b(?:\w+ed (?:by|into|onto|on|to)|of|for|in|on|over|from|by|to|at|as|where|when|if|per|between|under|that|which"
    r"|respect|we|let|assume|suppose|consider|define|containing|denoting|describing|used|obtained|collecting|stacking|called|such|because|since)\b",
    re.IGNORECASE,
)
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"))
_HAVING = frozenset({"has", "have", "having", "with", "whose"})
_NAMING = re.compile(r"(?:(?P<having>\b(?:has|have|having|with|whose)\b)[^,]*?|\s)(?P<noun>[\w-]+)\s*$", re.IGNORECASE)
_VALUES = frozenset({"rank", "norm", "trace", "determinant", "sum", "mean", "length", "columns", "rows", "entries"})
_OTHER = re.compile(r"\b(?:is|are|be|has|have|let|assume|suppose|consider|we|the|its|then|so)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z.'-]*")
_BEFORE = re.compile(
    r"\b(?:an?|any|every|each|all|some|two|for|let|assume|suppose|consider)\s+(?P<said>(?:[\w-]+\s+){1,4}?"
    r"(?:matri(?:x|ces)|vectors?|operators?|kernels?|variables?|numbers?|scalars?|constants?|functions?))\s*$",
    re.IGNORECASE,
)


def odd_behind(words: str, *, claimed: bool, shaped: bool) -> tuple[str, ...]:
    """Return what the words behind a name say of it that is not understood.

    `claimed`: the sentence concludes, so that "is" claims something. `shaped`: the shape of the name stood before.

    >>> odd_behind(" be a circulant matrix.", claimed=False, shaped=False)
    ('circulant',)
    >>> odd_behind(" is the weight vector of the model.", claimed=False, shaped=False)
    ()
    """
    found = _VERB.match(words)
    if found is None and not shaped:
        return ()
    claimed = claimed or _CONCLUDES.search(words) is not None
    if found is not None and claimed and found["verb"].lower() in _CLAIMING:
        return ()
    rest = found["rest"] if found is not None else re.split(r"[.;:]", words)[0]
    if words.endswith(rest):
        rest = _without_named(rest, had=found is not None and found["verb"].lower() in _HAVING)
    return tuple(dict.fromkeys(word for phrase in _phrases(rest) for word in _odd_words(phrase)))


def _without_named(rest: str, *, had: bool) -> str:
    """Return what is said without the noun that only names the formula behind it, as in "has prevalence $p$"."""
    found = _NAMING.search(rest)
    named = found is not None and found["noun"].lower() not in _VALUES and (had or found["having"])
    return rest[: found.start("noun")] if found is not None and named else rest


def odd_before(words: str) -> tuple[str, ...]:
    """Return what the phrase directly before a name says of it that is not understood.

    >>> odd_before("Then for every circulant matrix "), odd_before("for the weight vector ")
    (('circulant',), ())
    """
    found = _BEFORE.search(words)
    return tuple(_odd_words(_without_understood(found["said"]))) if found is not None else ()


def _phrases(rest: str) -> Iterator[str]:
    """Yield the noun phrases and adjectives in what is said of a name, each up to its first preposition."""
    for number, stretch in enumerate(_PART.split(_without_understood(rest))):
        for also, phrase in enumerate(re.split(r",|\band\b|\bor\b", stretch)):
            if number + also and not phrase.strip():
                continue
            if also and _OTHER.search(phrase):
                break
            end = _END.search(phrase)
            kept = phrase[: end.start()] if end is not None else phrase
            listed = end is not None and end[0].lower() == "of"
            yield f"{kept} of" if listed else kept
            if listed:
                break


def _without_understood(words: str) -> str:
    for _, pattern in PROPERTIES:
        words = pattern.sub(" vector ", words)
    return words


def _odd_words(phrase: str) -> Iterator[str]:
    words = [word.strip(".'-").lower() for word in _WORD.findall(phrase)]
    total = words[-1:] == ["of"]
    for word in words[:-1] if total else words:
        if not _is_harmless(word) or (total and word in _TOTALS):
            yield word


def _is_harmless(word: str) -> bool:
    if len(word) < 2 or word in _HARMLESS:
        return True
    parts = word.split("-")
    if len(parts) > 1:
        return parts[-1] in {"dimensional", "valued"} or all(_is_harmless(part) for part in parts)
    return any(word.endswith(end) and word[: -len(end)] + one in _HARMLESS for end, one in _PLURALS)

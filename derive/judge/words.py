"""Words as data: what makes a sentence a hypothesis, a condition or a negation, and what begins a where-clause."""

from __future__ import annotations

import re
from dataclasses import dataclass

HYPOTHESIS = frozenset(
    [
        "let",
        "fix",
        "where",
        "with",
        "denote",
        "denotes",
        "denoted",
        "define",
        "defined",
        "defines",
        "definition",
        "set",
        "assume",
        "assuming",
        "assumption",
        "suppose",
        "given",
        "such",
        "consider",
        "write",
        "call",
        "called",
        "notation",
        "here",
        "introduce",
    ]
)
BEHIND = HYPOTHESIS - {"with", "where", "here", "such"}
"""Those of these that may stand behind what they suppose."""
FIXED = frozenset(["fix", "fixed", "fixing", "held", "frozen"])
SETTING = frozenset(["let", "assume", "assuming", "suppose", "set", "setting", "fix", "take", "choose", "pick"])
BRINGING = frozenset(
    ["let", "for", "given", "consider", "suppose", "take", "fix", "any", "every", "all", "each", "arbitrary", "assume"]
)
CONDITIONAL = frozenset(
    ["if", "when", "whenever", "unless", "case", "otherwise", "contradiction", "except", "provided", "in-case"]
)
NEGATED = frozenset(
    [
        "not",
        "no",
        "never",
        "neither",
        "nor",
        "cannot",
        "without",
        "isn't",
        "don't",
        "doesn't",
        "wrong",
        "false",
        "incorrect",
        "mistake",
        "mistaken",
        "fails",
    ]
)
ASKED = re.compile(
    r"\b(solv\w*|equations?|set(ting)?|need|needs|want|require\w*|conditions?|constraints?|constrained|satisf\w+"
    r"|such that|subject to|find|optimal\w*|optimum|stationar\w+|must|should|impos\w+|suppose|assum\w+|if|when\w*"
    r"|decision|boundary|normali[sz]ation|normali[sz]ed|orthogonal\w*|root|zeros?|minimum|maximum|critical"
    r"|equilibrium|fixed point|call\w*|denot\w+|defin\w+|let|s\.t\.|kkt|slackness|feasib\w+"
    r"|eigen\w+|threshold|update|model|rule|approximat\w+|example)\b",
    re.IGNORECASE,
)
"""Words of a sentence whose equation may be a condition, and no claim."""
IMPOSING = frozenset(
    [
        "let",
        "fix",
        "assume",
        "assuming",
        "assumption",
        "suppose",
        "such",
        "subject",
        "where",
        "denote",
        "denotes",
        "denoted",
        "define",
        "defined",
        "defines",
    ]
)
"""Words that impose a display behind them; weaker ones, such as `with`, only what stands in their sentence."""
GOES_ON = re.compile(
    r"\b(let us|let's|then|so|hence|thus|therefore|we (?:have|find|see)|gives?|get|obtain\w*|follows?|yields?|becomes?"
    r"|comput\w+|calculat\w+|simplif\w+|expand\w*|expansion|differentiat\w+|show|prove|verify|check|derive)\b",
    re.IGNORECASE,
)
"""Words of a sentence that leads to a claim, whatever else it says."""
SUPPOSED = re.compile(r"^\W*(?:that\s+)?we (?:have|are given)\b", re.IGNORECASE)
"""What may stand directly behind a word that supposes."""
CLAIMED = re.compile(
    r"\b(then|so|hence|thus|therefore|have|has|gives?|get|obtain|follows?|yields?|impl(y|ies)|clearly|shows?|becomes?"
    r"|equals?|is|are|computes?|simplif\w+|expand\w*|derivative|gradient)\b",
    re.IGNORECASE,
)
"""Words of a sentence that says what is so."""
ZEROED = re.compile(
    r"\b(?:set|sets|setting|equat(?:e|es|ing)|put|putting)\b[^.]{0,60}\b(?:zero|0)\b"
    r"|\b(?:gradient|derivative|slope|this|it|which)s? (?:is zero|vanish(?:es|ing)?)\b",
    re.IGNORECASE,
)
"""Words that set what stands above to zero."""
OPTIMUM = re.compile(
    r"\b(?:(?:maxi|mini)mi[sz]er|(?:maxi|mini)mum|optimum|(?:stationary|critical) point|(?:likelihood )?estimat(?:e|or)"
    r"|mle)s?\b[^.]{0,40}\b(?:is|are|at)\b",
    re.IGNORECASE,
)
"""Words that say where a derivative may be zero; one at a boundary need not be."""
SEVERAL = re.compile(r"\b(?:both|all|each|these|them|derivatives|gradients|partials)\b", re.IGNORECASE)
"""Words for more than one of what stands above."""
CONDITION = re.compile(r"\W*(if|when|whenever|unless|provided|assuming|only|except|as long)\b", re.IGNORECASE)
"""How words beside a formula begin that say when it holds."""
FOR = re.compile(r"\W*for(?: (?:all|any|every|each|real|some))*\W*", re.IGNORECASE)
"""Words between a claim and an order that says where it holds, and claims nothing."""
LINKS = re.compile(
    r"\b(?:and|or|but|so|hence|thus|therefore|then|that|which|gives?|yields?|get|have|obtain|impl(?:y|ies)|follows?"
    r"|means|is|are)\b",
    re.IGNORECASE,
)
"""Words between two relations of which the second is said for itself, and not of where the first holds."""
ABOUT_IT = re.compile(
    "\\W*(?:(?:is|are|was|does|do|has|have|holds?|fails?|can|cannot|may|might|must|needs?)\\b|for \x01\\d+\x02\\W*$)"
)
"""How words behind a display go on that say something else of it than a condition: what it is, or that it fails."""
IF_LIKED = re.compile(
    r"\bif (?:you|we|one|i)(?:'d|\u2019d| would| want| wish| prefer| like| rather| care| let| write| define| denote"
    r"| call| abbreviate| introduce)\w*\b",
    re.IGNORECASE,
)
"""A condition on whoever reads, and on no name."""
ONLY = re.compile(
    r"(?<!\bthe )\bonly\b(?!\W+(?:\w+\W+){0,3}(?:depends?|enters?|contains?|appears?|involves?|remains?|survives?)\b)",
    re.IGNORECASE,
)
"""A word that says under what something holds, but where it says what depends on what."""
EITHER = re.compile(
    "\x01[^\x01A-Za-z]*\\bor\\b[^\x01A-Za-z]*\x01|\\b(?:either|one of|none of|neither)\\b", re.IGNORECASE
)
"""Words that say of several relations that some of them hold."""
DENIES = re.compile(
    r"(?:\b(?:not|never|cannot|nobody|no one|false|wrong|incorrect\w*|tempting)\b|n't\b)[^.;:,]*"
    r"\b(?:true|holds?|valid|correct|believe|claim|conclude|write|wrote|say|think|that)\b"
    r"|\b(?:common|typical|frequent|usual|popular) (?:mistake|error|fallacy|pitfall|misconception)\b",
    re.IGNORECASE,
)
"""Words before a display that say of it that it does not hold."""
NOT = re.compile(r"\b(?:not|never|rather than|instead of)(?: (?:just|simply|as|by|that))?\s*$", re.IGNORECASE)
"""Words directly before a formula that deny it."""
PART_OF = re.compile(r"\b(?:first|last|top|largest|smallest|leading|some|only|subset|remaining|other)\b", re.IGNORECASE)
"""Words before a list of members that are not all of a family."""
ASSUMED = re.compile(r"\b(?:assum|hypothes|given)", re.IGNORECASE)
"""What stands in a line above a list that is about assumptions, whatever it says of them."""
ASSUMPTIONS = re.compile(
    r"\W*(?:the |our |we )?(?:model )?(?:assum(?:ptions?|e)|hypothes[ei]s|given)\W*", re.IGNORECASE
)
"""What stands above a list of assumptions."""
WHERE = re.compile(r"\W*(where|with|here)\b", re.IGNORECASE)
SENTENCE = re.compile(r"[^.;?!]+(?:\.(?:(?=\S)|(?<=\.\w\.)(?=\s+[a-z\x01(]))[^.;?!]*)*[.;?!]*")
"""A sentence; the stop of `i.i.d.` or `e.g.` ends none where it goes on."""
TWO = re.compile(r"\btwo[- ]class(?:es)?\b|\bbinary (?:class\w*|labels?|targets?|responses?)", re.IGNORECASE)
"""What says that there are two classes."""
CONSEQUENCE = re.compile(r",\s+(?=(?:and )?(?:so|hence|thus|therefore)\b(?! that))", re.IGNORECASE)
"""Where a sentence goes on with what follows from it."""
CLAUSE = re.compile(
    r"[,;:\u2013\u2014]\s+(?=which|as\b|since|because|so\b|but|and\b|while|whereas|though|although|hence|thus|then|where)"
    r"|[;:]\s|\s(?:since|because|which|although|whereas|but)\s",
    re.IGNORECASE,
)
"""Where a clause of a sentence ends, and another begins that says why, or what else is so."""
MARK = re.compile("\x01(\\d+)\x02")
WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")


HELD = re.compile(
    rf"\b(?:keep|hold|treat)(?:ing|s)?\s+(?:{MARK.pattern}(?:,\s*(?:and\s+)?|\s+and\s+|\s+)?)+(?:as\s+)?(?:a\s+)?(?:fixed|constant)",
    re.IGNORECASE,
)
"""What is held, between the words that say so."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its words, the numbers of the formulas in it, and how it begins and ends."""

    text: str
    formulas: tuple[int, ...]
    is_last: bool = False

    @property
    def words(self) -> frozenset[str]:
        """Return the words, in small letters."""
        return frozenset(WORD.findall(MARK.sub(" ", self.text).lower()))

    def supposes(self, number: int) -> bool:
        """Return whether it says that a formula holds from here on; `with` stands before what it brings."""
        before = self.text.partition(f"\x01{number}\x02")[0]
        found = frozenset(WORD.findall(MARK.sub(" ", before).lower()))
        return bool(found & HYPOTHESIS or self.words & BEHIND)

    @property
    def imposes(self) -> bool:
        """Return whether it imposes the display behind it; one that leads to a claim imposes nothing."""
        return bool(self.words & IMPOSING) and GOES_ON.search(MARK.sub(" ", self.text)) is None

    def denies(self, number: int) -> bool:
        r"""Return whether words say of a formula that it does not hold.

        >>> sentences("It is \x010\x02, and not \x011\x02.")[0].denies(1)
        True
        """
        return NOT.search(self._before(number)) is not None

    def may_restrict_by(self, number: int) -> bool:
        r"""Return whether a formula may say where the one before it holds: nothing links the two as claims.

        >>> said = sentences("So \x010\x02 at \x011\x02, and \x012\x02.")[0]
        >>> said.may_restrict_by(1), said.may_restrict_by(2)
        (True, False)
        """
        return LINKS.search(self._before(number)) is None

    def restricts_by(self, number: int) -> bool:
        """Return whether a formula says where something holds, and claims nothing: it stands directly behind `for`."""
        return FOR.fullmatch(self._before(number)) is not None

    def _before(self, number: int) -> str:
        """Return the words between a formula and the one before it."""
        return self.text.partition(f"\x01{number}\x02")[0].rpartition("\x02")[2]

    @property
    def goes_on(self) -> bool:
        """Return whether it goes on with a display before it."""
        return re.match(r"\s*[(a-z]", self.text) is not None

    @property
    def is_about_display(self) -> bool:
        """Return whether it goes on with a display before it, and says when that holds, or whether it does."""
        return self.goes_on and (CONDITION.match(self.text) or ABOUT_IT.match(self.text)) is not None

    @property
    def denies_next(self) -> bool:
        """Return whether words say of the display behind them that it does not hold.

        >>> [sentences(each)[0].denies_next for each in ("It is tempting to write", "and not", "It does not change:")]
        [True, True, False]
        """
        said = MARK.sub(" ", self.text).rstrip(" :,\n")
        return DENIES.search(said) is not None or NOT.search(said) is not None

    def leads_to(self, number: int) -> bool:
        """Return whether a formula is what words lead to, behind all that the sentence supposes."""
        before = self.text.partition(f"\x01{number}\x02")[0]
        supposed = [each.end() for each in WORD.finditer(before) if each[0].lower() in HYPOTHESIS]
        behind = MARK.sub(" ", SUPPOSED.sub("", before[max(supposed, default=0) :]))
        return bool(supposed) and GOES_ON.search(behind) is not None

    @property
    def holds_fixed(self) -> bool:
        """Return whether it says that something is held: then a derivative may be taken with it held."""
        holds = self.words & {"hold", "holding", "treat", "treats", "treating", "treated"}
        is_held = holds and self.words & {"constant", "constants", "still"}
        return bool(self.words & FIXED or is_held)

    @property
    def holds_in_passing(self) -> bool:
        """Return whether it holds something for one step, as `(keeping m fixed)`."""
        return HELD.search(self.text) is not None and bool(self.words & {"keeping", "holding", "treating"})

    @property
    def held(self) -> tuple[int, ...]:
        r"""Return the formulas that it says are held; all of them where it does not say which.

        >>> sentences("It depends on \x010\x02, so we sum (keeping \x011\x02 fixed).")[0].held
        (1,)
        """
        named = [int(number) for found in HELD.finditer(self.text) for number in MARK.findall(found[0])]
        return tuple(named) or self.formulas

    @property
    def sets(self) -> bool:
        """Return whether it gives values: what it says of a name holds from here on."""
        return bool(self.words & SETTING)

    @property
    def brings_in(self) -> bool:
        """Return whether it brings names in, which are other ones than before; a where-clause says more of the same."""
        return bool(self.words & BRINGING) and WHERE.match(self.text) is None

    @property
    def is_conditional(self) -> bool:
        """Return whether it says something under a condition."""
        text = MARK.sub(" \x01 ", IF_LIKED.sub(" ", self.text))
        if EITHER.search(text) or self.text.rstrip().endswith("?"):
            return True
        words = frozenset(WORD.findall(MARK.sub(" ", IF_LIKED.sub(" ", self.text)).lower()))
        return bool(words & CONDITIONAL) or ONLY.search(MARK.sub(" ", self.text)) is not None

    @property
    def is_negated(self) -> bool:
        """Return whether it denies something."""
        return bool(self.words & NEGATED)

    def is_negated_at(self, number: int) -> bool:
        r"""Return whether it denies something in the clause of a formula.

        >>> said = sentences("It is \x010\x02, which does not depend on \x011\x02.")[0]
        >>> said.is_negated_at(0), said.is_negated_at(1)
        (False, True)
        """
        clause = next((each for each in CLAUSE.split(self.text) if f"\x01{number}\x02" in each), self.text)
        return bool(frozenset(WORD.findall(MARK.sub(" ", clause).lower())) & NEGATED)

    def calls_function(self, number: int) -> bool:
        """Return whether it calls the name of a formula a function, a map or an operator."""
        mark = f"\x01{number}\x02"
        behind = rf"{mark}\s*(?:be|is|are|denotes?|a|an|the|some|any|\s)*(?:[\w-]+\s+){{0,3}}?{FUNCTION}\b"
        before = rf"\b{FUNCTION}\s*{mark}"
        return re.search(f"{behind}|{before}", self.text, re.IGNORECASE) is not None

    def calls_output(self, number: int) -> bool:
        """Return whether it calls the name of a formula an output, which is computed from something."""
        mark = f"\x01{number}\x02"
        behind = rf"{mark}\s*(?:be|is|are|denotes?|as|a|an|the|its|our|\s|,)*(?:[\w-]+\s+){{0,2}}?{OUTPUT}\b"
        return re.search(rf"{behind}|\b{OUTPUT}\s*{mark}", self.text, re.IGNORECASE) is not None

    @property
    def ends_open(self) -> bool:
        """Return whether what follows belongs to it."""
        return self.text.rstrip().endswith((":", ",")) or (
            self.is_last and not self.text.rstrip().endswith((".", "?", "!"))
        )


OF_LABELS = re.compile(r"\b(?:labels?|class(?:es)?|targets?|outcomes?)\b", re.IGNORECASE)
"""Words of what may be one of two signs."""
LEFT_OUT = re.compile(
    r"\babsorb\w*|\bup to (?:an? )?(?:\w+ )?(?:constants?|factors?|scal\w+)"
    r"|\bignor\w+ (?:the )?(?:constant|factor|term)\w*"
    r"|\b(?:drop|omit|neglect)\w* (?:the |all )?(?:\w+ )?(?:constants?|factors?|terms?|penalt\w+|regulari[sz]\w+)",
    re.IGNORECASE,
)
BIAS = r"\b(?:bias\w*|intercepts?|offsets?)\b"
NO_SCALE = re.compile(
    rf"{BIAS}[^.;]{{0,30}}\babsorb\w*|\babsorb\w*[^.;]{{0,30}}{BIAS}",
    re.IGNORECASE,
)
"""A bias that is absorbed is an entry of the weights, and no factor."""
OUTPUT = r"(?:outputs?|predictions?|activations?|responses?|logits?|scores?)"
FUNCTION = r"(?:functions?|maps?|mappings?|operators?|transformations?|functionals?|kernels?)"


def leaves_out(words: str) -> bool:
    """Return whether words say that a factor or a term is left out.

    >>> leaves_out("The factor 2 is absorbed into the step size."), leaves_out("The bias is absorbed into the weights.")
    (True, False)
    """
    return LEFT_OUT.search(NO_SCALE.sub(" ", words)) is not None


def is_asked(words: str) -> bool:
    """Return whether the equation of a sentence may be one that is set, required or to be solved."""
    return ASKED.search(words) is not None


def is_claimed(words: str) -> bool:
    """Return whether a sentence says that something is so.

    >>> is_claimed("Hence we have"), is_claimed("Solve")
    (True, False)
    """
    return CLAIMED.search(words) is not None and not is_asked(words)


def without_formulas(words: str) -> str:
    r"""Return words with dots where formulas stand, as they are quoted in a reason.

    >>> without_formulas("Let \x010\x02 count  bits.")
    'Let ... count bits.'
    """
    return " ".join(MARK.sub("...", words).split())


def sentences(words: str) -> list[Sentence]:
    r"""Return the sentences of some words with marks where formulas stand.

    >>> [each.formulas for each in sentences("Let \x010\x02 be 1. If \x011\x02, stop.")]
    [(0,), (1,)]
    """
    found = [part for each in SENTENCE.finditer(words) if each[0].strip() for part in _apart(each[0])]
    last = len(found) - 1
    return [
        Sentence(text, tuple(int(number) for number in MARK.findall(text)), number == last)
        for number, text in enumerate(found)
    ]


def _apart(text: str) -> tuple[str, ...]:
    """Return what follows from what a sentence says apart from it: `we have a = b, so it never exceeds c`."""
    found = CONSEQUENCE.search(text)
    if found is None:
        return (text,)
    first, rest = Sentence(text[: found.end()], ()), Sentence(text[found.end() :], ())
    is_plain = not first.words & (HYPOTHESIS | CONDITIONAL | NEGATED) and MARK.search(first.text) is not None
    return (first.text, rest.text) if is_plain and rest.is_negated else (text,)

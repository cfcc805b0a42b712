r"""Signs, letters and function names as data: by which commands and characters each is read, and how it is written.

Commands stand without their backslash. What is in none of the tables that are read becomes a `Hole`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from derive.functions import FUNCTIONS as ROWS
from derive.shorthands import SHORTHANDS

Role = Literal["binary", "relation", "prefix", "mark", "punctuation", "space"]


def _pairs(text: str) -> dict[str, str]:
    """Return every other word of a text, from the first on, each with the word behind it."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, such as the commands of a table.

    >>> sorted(words_of("le leq"))
    ['le', 'leq']
    """
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Form:
    """A sign in LaTeX, as a character, how it stands between its neighbours, and what is `read` as it."""

    latex: str
    text: str
    role: Role
    read: str = ""


SIGNS: dict[str, Form] = {
    "+": Form("+", "+", "binary", "+"),
    "-": Form("-", "−", "binary", "- − – ominus"),
    "pm": Form(r"\pm", "±", "binary", "pm"),
    "mp": Form(r"\mp", "∓", "binary", "mp"),
    "negative": Form("-", "−", "prefix"),
    "positive": Form("+", "+", "prefix"),
    "cdot": Form(r"\cdot", "⋅", "binary", "cdot * bullet"),
    "/": Form("/", "/", "mark", "/ div"),
    "times": Form(r"\times", "×", "binary", "times"),
    "odot": Form(r"\odot", "⊙", "binary", "odot"),
    "oslash": Form(r"\oslash", "⊘", "binary", "oslash"),
    "circ": Form(r"\circ", "∘", "binary", "circ"),
    "otimes": Form(r"\otimes", "⊗", "binary", "otimes"),
    "oplus": Form(r"\oplus", "⊕", "binary", "oplus"),
    "wedge": Form(r"\wedge", "∧", "binary", "wedge land"),
    "vee": Form(r"\vee", "∨", "binary", "vee lor"),
    "cup": Form(r"\cup", "∪", "binary", "cup"),
    "cap": Form(r"\cap", "∩", "binary", "cap"),
    "setminus": Form(r"\setminus", "∖", "binary", "setminus backslash"),
    "mod": Form(r"\bmod", "mod", "binary", "bmod mod"),
    "and": Form(r"\land", "∧", "binary"),
    "or": Form(r"\lor", "∨", "binary"),
    "not": Form(r"\lnot", "¬", "prefix"),
    "=": Form("=", "=", "relation", "="),
    "==": Form("=", "=", "relation"),
    ":=": Form(":=", "≔", "relation", "triangleq coloneqq coloneq doteq eqdef defeq"),
    "=:": Form("=:", "≕", "relation", "eqqcolon"),
    "!=": Form(r"\ne", "≠", "relation", "ne neq not="),
    "<": Form("<", "<", "relation", "< lt"),
    "<=": Form(r"\le", "≤", "relation", "le leq leqslant leqq"),
    ">": Form(">", ">", "relation", "> gt"),
    ">=": Form(r"\ge", "≥", "relation", "ge geq geqslant geqq"),
    "in": Form(r"\in", "∈", "relation", "in"),
    "notin": Form(r"\notin", "∉", "relation", "notin"),
    "ni": Form(r"\ni", "∋", "relation", "ni"),
    "equiv": Form(r"\equiv", "≡", "relation", "equiv"),
    "approx": Form(r"\approx", "≈", "relation", "approx approxeq simeq cong"),
    "sim": Form(r"\sim", "∼", "relation", "sim"),
    "propto": Form(r"\propto", "∝", "relation", "propto varpropto"),
    "subset": Form(r"\subset", "⊂", "relation", "subset subseteq"),
    "supset": Form(r"\supset", "⊃", "relation", "supset supseteq"),
    "prec": Form(r"\prec", "≺", "relation", "prec"),
    "preceq": Form(r"\preceq", "⪯", "relation", "preceq"),
    "succ": Form(r"\succ", "≻", "relation", "succ"),
    "succeq": Form(r"\succeq", "⪰", "relation", "succeq"),
    "ll": Form(r"\ll", "≪", "relation", "ll"),
    "gg": Form(r"\gg", "≫", "relation", "gg"),
    "perp": Form(r"\perp", "⟂", "relation", "perp"),
    "parallel": Form(r"\parallel", "∥", "relation", "parallel"),
    "implies": Form(r"\implies", "⟹", "relation", "implies Rightarrow Longrightarrow therefore"),
    "impliedby": Form(r"\impliedby", "⟸", "relation", "impliedby Leftarrow because"),
    "iff": Form(r"\iff", "⟺", "relation", "iff Leftrightarrow Longleftrightarrow"),
    "assign": Form(r"\gets", "←", "relation", "gets leftarrow longleftarrow"),
    "to": Form(
        *(r"\to", "→", "relation"),
        "to rightarrow longrightarrow uparrow downarrow searrow nearrow hookrightarrow rightsquigarrow xrightarrow",
    ),
    "mapsto": Form(r"\mapsto", "↦", "relation", "mapsto longmapsto"),
    "leftrightarrow": Form(r"\leftrightarrow", "↔", "relation", "leftrightarrow"),
    "models": Form(r"\models", "⊨", "relation", "models"),
    "vdash": Form(r"\vdash", "⊢", "relation", "vdash"),
    "mid": Form(r"\mid", "∣", "relation"),
    "Vert": Form(r"\Vert", "∥", "relation"),
    ",": Form(",", ",", "punctuation"),
    ";": Form(";", ";", "punctuation"),
    ":": Form(":", ":", "punctuation"),
    ".": Form(".", ".", "punctuation"),
    "comma": Form(",", ",", "mark"),
    "top": Form(r"\top", "⊤", "mark"),
    "prime": Form(r"\prime", "′", "mark"),
    "star": Form(r"\ast", "∗", "mark"),
    "plus": Form("+", "+", "mark"),
    "minus": Form("-", "−", "mark"),
    "infinity": Form(r"\infty", "∞", "mark"),
    "dots": Form(r"\dots", "…", "mark"),
    "!": Form("!", "!", "mark"),
    "neg": Form(r"\neg", "¬", "prefix"),
    "partial": Form(r"\partial", "∂", "prefix"),
    "nabla": Form(r"\nabla", "∇", "prefix"),
    "d": Form("d", "d", "prefix"),
    "int": Form(r"\int", "∫", "prefix"),
    "start": Form("", "", "space"),
    "apply": Form("", "\u2061", "space"),
    "thin": Form(r"\thinspace", "\u2009", "space"),
    "quad": Form(r"\quad", "\u2003", "space"),
}
"""Signs by key. `apply`, between a function and its argument, is heard and not seen; `comma` stands between indices.

The kinds of relations are not one "=": definitions, implications and approximations claim different things. Commands
are used where a backslash before a sign would do: forges take such a backslash for one of Markdown's.
"""
_READ = {word: key for key, form in SIGNS.items() for word in form.read.split()}
PLUS = {word: key for word, key in _READ.items() if key in {"+", "-", "pm", "mp"}}
RELATIONS = {word: key for word, key in _READ.items() if SIGNS[key].role == "relation"}
OPERATORS = {word: key for word, key in _READ.items() if word not in PLUS | RELATIONS}
"""The signs before terms, of relations, and between factors, by command and by character."""

_LARGE = _pairs("sum ∑ prod ∏ int ∫ iint ∬ oint ∮ coprod ∐ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂")
BIG = {
    **{name: (f"\\{name}", name) for name in ("lim", "max", "min", "sup", "inf")},
    **{f"arg{name}": (rf"\arg\{name}", f"arg {name}") for name in ("max", "min")},
    **{f"lim{name}": (rf"\lim{name}", f"lim {name}") for name in ("sup", "inf")},
    **{name: (f"\\{name}", sign) for name, sign in _LARGE.items()},
}
"""What has something below it in a display, in LaTeX and as text."""
BIGS = {name: name for name in BIG} | {"iiint": "int"}
"""The operators with limits, by their commands and words."""

BARS = _pairs("| | vert | Arrowvert || Vert || || || ‖ ||")
_BRACKETS = {
    "(": "( ) ( )",
    "[": "[ ] [ ]",
    "{": r"\lbrace \rbrace { }",
    "|": r"\lvert \rvert | |",
    "||": r"\lVert \rVert ‖ ‖",
    "<": r"\langle \rangle ⟨ ⟩",
    "floor": r"\lfloor \rfloor ⌊ ⌋",
    "ceil": r"\lceil \rceil ⌈ ⌉",
    "[[": r"\llbracket \rrbracket ⟦ ⟧",
}
"""Each kind of delimiters at the left and at the right, in LaTeX and as text."""
_CLOSING = {"(": ")", "[": "]", "{": "}", "/": "/", ".": "."}


def closing(left: str) -> str:
    """Return the key of the delimiter that closes another one; a dot ends that of one which has no key of its own.

    >>> closing("("), closing("floor")
    (')', 'floor.')
    """
    return _CLOSING.get(left, f"{left}.")


_DELIMITERS = {key: forms.split() for key, forms in _BRACKETS.items()}
FENCES = {
    **{key: (left, text) for key, (left, _, text, _) in _DELIMITERS.items()},
    **{closing(key): (right, text) for key, (_, right, _, text) in _DELIMITERS.items()},
    "/": ("/", "/"),
    ".": (".", ""),
}
"""Delimiters by key, in LaTeX and as text."""
LEFT_FENCES, RIGHT_FENCES = (
    {form.lstrip("\\"): key for key, forms in _DELIMITERS.items() for form in forms[side::2] if form not in BARS}
    | {f"{'lr'[side]}group": "(", f"{'lr'[side]}brack": "["}
    for side in (0, 1)
)
"""What is read as a delimiter, by command and by character, and its key at the left."""

GREEK = _pairs(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ "
    "mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
    "Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω ell ℓ"
)
"""Letters that LaTeX has a command for. Its capitals are upright, and so are they here."""
_LIKE_LETTERS = _pairs(
    "varkappa ϰ varpi ϖ varrho ϱ varsigma ς omicron ο varGamma Γ varDelta Δ varTheta Θ varLambda Λ varSigma Σ varPhi Φ "
    "varPsi Ψ varOmega Ω hbar ℏ aleph ℵ wp ℘ Re ℜ Im ℑ infty ∞ emptyset ∅ top ⊤ bot ⊥ dagger † star ⋆ triangle △ "
    "natural ♮ sharp ♯ flat ♭ Box □ complement ∁ degree °"
)
SYMBOLS = _LIKE_LETTERS | _pairs("prime ′ cdot ⋅ times × circ ∘ bullet ∙ odot ⊙ otimes ⊗ oplus ⊕ ominus ⊖ pm ± mp ∓")
"""Symbols that stand where a letter would, by their command: in an index, in brackets, alone."""


def character(key: str) -> str:
    """Return the character of a letter or a symbol; what has no other is its own key.

    >>> character("alpha"), character("x")
    ('α', 'x')
    """
    return GREEK.get(key) or SYMBOLS.get(key, key)


SAME_NAME = _pairs("varnothing emptyset intercal top dag dagger ast star imath i jmath j square Box")
NAMES = frozenset({*GREEK, *_LIKE_LETTERS, *SAME_NAME, "partial", "nabla", "Pr"})
"""The commands that are names, and those of them that have another name here."""
CUSTOMARY = {
    **{name: (name, "blackboard") for name in ("E", "R", "P")},
    **{name: (name, "roman") for name in ("Var", "Cov", "Corr", "KL", "MSE", "Bias", "var", "cov")},
}
"""Names that documents write as commands of their own, without LaTeX having them."""
UNICODE = _pairs(
    "≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∝ propto ∈ in ∉ notin ⊂ subset ⊆ subseteq → to ← leftarrow ⇒ Rightarrow "
    "⇔ Leftrightarrow ↦ mapsto ≔ coloneqq ≜ triangleq ∼ sim · cdot ⋅ cdot ∙ cdot × times ⊙ odot ∘ circ ⊗ otimes "
    "⊕ oplus ÷ div ± pm ∓ mp ∑ sum ∏ prod ∫ int √ sqrt ∞ infty ∂ partial ∇ nabla ⊤ top ∀ forall ∃ exists ∅ emptyset "
    "ℓ ell ∪ cup ∩ cap ∣ mid … ldots ⋯ cdots ∥ Vert ‖ Vert"
)
"""Characters that stand for a command of LaTeX."""
DOTS = words_of("ldots cdots dots dotsc dotsb dotsm dotsi dotso vdots ddots hdots … ⋯")

OPERATOR_NAMES = frozenset(
    {
        *("arg", "det", "dim", "ln", "max", "min", "Pr"),
        *(row.names.latex[1:] for row in ROWS if row.names.latex.startswith("\\")),
    }
)
"""Names that LaTeX has a command for; any other is set by `operatorname`."""
FUNCTIONS = frozenset(
    {
        *("ln", "det", "dim", "ker", "deg", "gcd", "hom", "arg", "softmax", "sign", "sgn"),
        *("tr", "trace", "Tr", "rank", "diag", "vec"),
        *(name for row in (*ROWS, *SHORTHANDS) for name in row.names.read),
    }
)
"""Names that are read as functions."""

MARKS = {
    "hat": ("^", "\u0302"),
    "bar": ("¯", "\u0304"),
    "tilde": ("~", "\u0303"),
    "dot": ("˙", "\u0307"),
    "ddot": ("¨", "\u0308"),
    "vec": ("→", "\u20d7"),
    "check": ("ˇ", "\u030c"),
    "breve": ("˘", "\u0306"),
    "acute": ("´", "\u0301"),
    "grave": ("`", "\u0300"),
    "ring": ("˚", "\u030a"),
    "prime": ("′", "′"),
}
"""Marks above a letter, as characters alone and as characters that combine with it."""
ACCENTS = {mark: mark for mark in MARKS if mark != "prime"} | _pairs(
    "widehat hat widetilde tilde overline bar mathring ring overrightarrow vec overbar bar"
)
"""Commands of marks."""
_FONTS = {
    "bold": "mathbf boldsymbol bm pmb mathbfit symbf bf bfseries",
    "calligraphic": "mathcal mathscr cal euscr",
    "blackboard": "mathbb Bbb mathds mathbbm",
    "roman": "mathrm rm operatorname operatorname* mathop mathup textnormal",
    "sans": "mathsf sf mathtt tt",
    "fraktur": "mathfrak",
    "": "mathit it mathnormal displaystyle textstyle scriptstyle scriptscriptstyle",
}
FONTS = {word: font for font, commands in _FONTS.items() for word in commands.split()}
SWITCHES = words_of("bf bfseries cal rm sf tt it displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits")
"""The fonts; the switches (`\\bf x`), which have no braces, hold to the end of the group."""

SPACES = words_of(
    ", ; : ! > / quad qquad enspace enskip thinspace medspace thickspace negthinspace negmedspace negthickspace hfill "
    "nonumber notag displaylimits limits nolimits allowbreak nobreak noindent protect strut smallskip medskip bigskip "
    "relax centering left. right. hline newline hskip hss null break linebreak scriptsize small normalsize large "
    "footnotesize tiny Large displaybreak displaystyle textstyle scriptstyle scriptscriptstyle vline checkmark qed"
) | {" ", "\n", "\t", "\r"}
WIDE_SPACES = frozenset({"quad", "qquad"})
SIZES = frozenset(
    {f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")} | {"middle"}
)

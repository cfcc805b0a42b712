"""Signs, letters and function names as data: how each is written in LaTeX, and which character it is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from derive.functions import FUNCTIONS

Role = Literal["binary", "relation", "prefix", "mark", "punctuation", "space"]


@dataclass(frozen=True, slots=True)
class Form:
    """A sign in LaTeX, as a character, and how it stands between its neighbours."""

    latex: str
    text: str
    role: Role


SIGNS: dict[str, Form] = {
    "+": Form("+", "+", "binary"),
    "-": Form("-", "−", "binary"),
    "negative": Form("-", "−", "prefix"),
    "positive": Form("+", "+", "prefix"),
    "*": Form(r"\cdot", "⋅", "binary"),
    "/": Form("/", "/", "mark"),
    "odot": Form(r"\odot", "⊙", "binary"),
    "oslash": Form(r"\oslash", "⊘", "binary"),
    "and": Form(r"\land", "∧", "binary"),
    "or": Form(r"\lor", "∨", "binary"),
    "not": Form(r"\lnot", "¬", "prefix"),
    "=": Form("=", "=", "relation"),
    "==": Form("=", "=", "relation"),
    ":=": Form(":=", "≔", "relation"),
    "!=": Form(r"\ne", "≠", "relation"),
    "<": Form("<", "<", "relation"),
    "<=": Form(r"\le", "≤", "relation"),
    ">": Form(">", ">", "relation"),
    ">=": Form(r"\ge", "≥", "relation"),
    "in": Form(r"\in", "∈", "relation"),
    "equiv": Form(r"\equiv", "≡", "relation"),
    "=:": Form("=:", "≕", "relation"),
    "approx": Form(r"\approx", "≈", "relation"),
    "sim": Form(r"\sim", "∼", "relation"),
    "propto": Form(r"\propto", "∝", "relation"),
    "notin": Form(r"\notin", "∉", "relation"),
    "ni": Form(r"\ni", "∋", "relation"),
    "subset": Form(r"\subset", "⊂", "relation"),
    "supset": Form(r"\supset", "⊃", "relation"),
    "prec": Form(r"\prec", "≺", "relation"),
    "preceq": Form(r"\preceq", "⪯", "relation"),
    "succ": Form(r"\succ", "≻", "relation"),
    "succeq": Form(r"\succeq", "⪰", "relation"),
    "ll": Form(r"\ll", "≪", "relation"),
    "gg": Form(r"\gg", "≫", "relation"),
    "perp": Form(r"\perp", "⟂", "relation"),
    "parallel": Form(r"\parallel", "∥", "relation"),
    "implies": Form(r"\implies", "⟹", "relation"),
    "impliedby": Form(r"\impliedby", "⟸", "relation"),
    "iff": Form(r"\iff", "⟺", "relation"),
    "assign": Form(r"\gets", "←", "relation"),
    "leftrightarrow": Form(r"\leftrightarrow", "↔", "relation"),
    "models": Form(r"\models", "⊨", "relation"),
    "vdash": Form(r"\vdash", "⊢", "relation"),
    "mid": Form(r"\mid", "∣", "relation"),
    "Vert": Form(r"\Vert", "∥", "relation"),
    "pm": Form(r"\pm", "±", "binary"),
    "mp": Form(r"\mp", "∓", "binary"),
    "times": Form(r"\times", "×", "binary"),
    "circ": Form(r"\circ", "∘", "binary"),
    "otimes": Form(r"\otimes", "⊗", "binary"),
    "oplus": Form(r"\oplus", "⊕", "binary"),
    "wedge": Form(r"\wedge", "∧", "binary"),
    "vee": Form(r"\vee", "∨", "binary"),
    "cup": Form(r"\cup", "∪", "binary"),
    "cap": Form(r"\cap", "∩", "binary"),
    "setminus": Form(r"\setminus", "∖", "binary"),
    "mod": Form(r"\bmod", "mod", "binary"),
    ";": Form(";", ";", "punctuation"),
    ":": Form(":", ":", "punctuation"),
    ".": Form(".", ".", "punctuation"),
    "mapsto": Form(r"\mapsto", "↦", "relation"),
    "to": Form(r"\to", "→", "relation"),
    "top": Form(r"\top", "⊤", "mark"),
    "prime": Form(r"\prime", "′", "mark"),
    "star": Form(r"\ast", "∗", "mark"),
    "plus": Form("+", "+", "mark"),
    "minus": Form("-", "−", "mark"),
    "neg": Form(r"\neg", "¬", "prefix"),
    "infinity": Form(r"\infty", "∞", "mark"),
    "partial": Form(r"\partial", "∂", "prefix"),
    "nabla": Form(r"\nabla", "∇", "prefix"),
    "d": Form("d", "d", "prefix"),
    "dots": Form(r"\dots", "…", "mark"),
    "!": Form("!", "!", "mark"),
    ",": Form(",", ",", "punctuation"),
    "comma": Form(",", ",", "mark"),
    "start": Form("", "", "space"),
    "apply": Form("", "\u2061", "space"),
    "thin": Form(r"\thinspace", "\u2009", "space"),
    "quad": Form(r"\quad", "\u2003", "space"),
    "int": Form(r"\int", "∫", "prefix"),
}
"""Signs by key. `apply`, between a function and its argument, is heard and not seen; `comma` stands between indices.

Commands are used where a backslash before a sign would do: forges take such a backslash for one of Markdown's.
"""

BIG = {
    "sum": (r"\sum", "∑"),
    "prod": (r"\prod", "∏"),
    "argmax": (r"\arg\max", "arg max"),
    "argmin": (r"\arg\min", "arg min"),
    "lim": (r"\lim", "lim"),
    "max": (r"\max", "max"),
    "min": (r"\min", "min"),
    "sup": (r"\sup", "sup"),
    "inf": (r"\inf", "inf"),
    "limsup": (r"\limsup", "lim sup"),
    "liminf": (r"\liminf", "lim inf"),
    "int": (r"\int", "∫"),
    "iint": (r"\iint", "∬"),
    "oint": (r"\oint", "∮"),
    "coprod": (r"\coprod", "∐"),
    "bigcup": (r"\bigcup", "⋃"),
    "bigcap": (r"\bigcap", "⋂"),
    "bigoplus": (r"\bigoplus", "⨁"),
    "bigotimes": (r"\bigotimes", "⨂"),
}
"""What has something below it in a display."""

FENCES = {
    "(": ("(", "("),
    ")": (")", ")"),
    "[": ("[", "["),
    "]": ("]", "]"),
    "{": (r"\lbrace", "{"),
    "}": (r"\rbrace", "}"),
    "|": (r"\lvert", "|"),
    "|.": (r"\rvert", "|"),
    "||": (r"\lVert", "‖"),
    "||.": (r"\rVert", "‖"),
    "floor": (r"\lfloor", "⌊"),
    "floor.": (r"\rfloor", "⌋"),
    "ceil": (r"\lceil", "⌈"),
    "ceil.": (r"\rceil", "⌉"),
    "<": (r"\langle", "⟨"),
    "<.": (r"\rangle", "⟩"),
    "[[": (r"\llbracket", "⟦"),
    "[[.": (r"\rrbracket", "⟧"),
    "/": ("/", "/"),
    ".": (".", ""),
}
"""Delimiters; a dot ends the key of one at the right that has its own sign there."""

GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ϵ",
    "varepsilon": "ε",
    "zeta": "ζ",
    "eta": "η",
    "theta": "θ",
    "vartheta": "ϑ",
    "iota": "ι",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "xi": "ξ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
    "upsilon": "υ",
    "phi": "ϕ",
    "varphi": "φ",
    "chi": "χ",
    "psi": "ψ",
    "omega": "ω",
    "Gamma": "Γ",
    "Delta": "Δ",
    "Theta": "Θ",
    "Lambda": "Λ",
    "Xi": "Ξ",
    "Pi": "Π",
    "Sigma": "Σ",
    "Upsilon": "Υ",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Omega": "Ω",
    "ell": "ℓ",
}
"""Letters that LaTeX has a command for. Its capitals are upright, and so are they here."""

SYMBOLS = {
    "varkappa": "ϰ",
    "varpi": "ϖ",
    "varrho": "ϱ",
    "varsigma": "ς",
    "omicron": "ο",
    "varGamma": "Γ",
    "varDelta": "Δ",
    "varTheta": "Θ",
    "varLambda": "Λ",
    "varSigma": "Σ",
    "varPhi": "Φ",
    "varPsi": "Ψ",
    "varOmega": "Ω",
    "hbar": "ℏ",
    "aleph": "ℵ",
    "wp": "℘",
    "Re": "ℜ",
    "Im": "ℑ",
    "infty": "∞",
    "emptyset": "∅",
    "top": "⊤",
    "bot": "⊥",
    "dagger": "†",
    "star": "⋆",
    "prime": "′",
    "triangle": "△",
    "natural": "♮",
    "sharp": "♯",
    "flat": "♭",
    "Box": "□",
    "complement": "∁",
    "degree": "°",
    "cdot": "⋅",
    "times": "×",
    "circ": "∘",
    "bullet": "∙",
    "odot": "⊙",
    "otimes": "⊗",
    "oplus": "⊕",
    "ominus": "⊖",
    "pm": "±",
    "mp": "∓",
}
"""Symbols that stand where a letter would, by their command: in an index, in brackets, alone."""

OPERATORS = frozenset(
    {
        *("arg", "det", "dim", "ln", "max", "min", "Pr"),
        *(row.names.latex[1:] for row in FUNCTIONS if row.names.latex.startswith("\\")),
    }
)
"""Names that LaTeX has a command for; any other is set by `operatorname`."""

ACCENTS = {
    "hat": "^",
    "bar": "¯",
    "tilde": "~",
    "dot": "˙",
    "ddot": "¨",
    "vec": "→",
    "check": "ˇ",
    "breve": "˘",
    "acute": "´",
    "grave": "`",
    "ring": "˚",
    "prime": "′",
}
"""Marks above a letter, as characters."""

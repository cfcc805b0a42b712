"""Signs, letters and function names as data: how each is written in LaTeX, and which character it is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
    "mapsto": Form(r"\mapsto", "↦", "relation"),
    "to": Form(r"\to", "→", "relation"),
    "top": Form(r"\top", "⊤", "mark"),
    "prime": Form(r"\prime", "′", "mark"),
    "star": Form(r"\ast", "∗", "mark"),
    "plus": Form("+", "+", "mark"),
    "minus": Form("-", "−", "mark"),
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

OPERATORS = frozenset(
    {
        *("arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "det", "dim", "exp"),
        *("ln", "log", "max", "min", "sec", "sin", "sinh", "tan", "tanh", "Pr"),
    }
)
"""Names that LaTeX has a command for; any other is set by `operatorname`."""

ACCENTS = {"hat": "^", "bar": "¯", "tilde": "~", "dot": "˙", "vec": "→", "prime": "′"}
"""Marks above a letter, as characters."""

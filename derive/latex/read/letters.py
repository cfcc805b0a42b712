"""Letters and signs of Unicode: which name, font or command of LaTeX they stand for."""

from __future__ import annotations

import unicodedata

UNICODE = {
    "≤": "le",
    "≥": "ge",
    "≠": "ne",
    "≈": "approx",
    "≡": "equiv",
    "∝": "propto",
    "∈": "in",
    "∉": "notin",
    "⊂": "subset",
    "⊆": "subseteq",
    "→": "to",
    "←": "leftarrow",
    "⇒": "Rightarrow",
    "⇔": "Leftrightarrow",
    "↦": "mapsto",
    "≔": "coloneqq",
    "≜": "triangleq",
    "∼": "sim",
    "·": "cdot",
    "⋅": "cdot",
    "∙": "cdot",
    "×": "times",
    "⊙": "odot",
    "∘": "circ",
    "⊗": "otimes",
    "⊕": "oplus",
    "÷": "div",
    "±": "pm",
    "∓": "mp",
    "∑": "sum",
    "∏": "prod",
    "∫": "int",
    "√": "sqrt",
    "∞": "infty",
    "∂": "partial",
    "∇": "nabla",
    "⊤": "top",
    "∀": "forall",
    "∃": "exists",
    "∅": "emptyset",
    "ℓ": "ell",
    "∪": "cup",
    "∩": "cap",
    "∣": "mid",
    "…": "ldots",
    "⋯": "cdots",
    "∥": "Vert",
    "‖": "Vert",
}
"""Characters that stand for a command of LaTeX."""


def plain_letter(character: str) -> tuple[str, str] | None:
    """Return the name and the font of a letter, whatever alphabet of Unicode it is from; `None` for what is none.

    >>> plain_letter("𝐱"), plain_letter("λ"), plain_letter("ℝ"), plain_letter("+")
    (('x', 'bold'), ('lambda', ''), ('R', 'blackboard'), None)
    """
    if not character.isalpha():
        return None
    name = unicodedata.name(character, "")
    plain = unicodedata.normalize("NFKC", character)
    styled = plain != character and ("MATHEMATICAL" in name or "DOUBLE-STRUCK" in name or name.startswith("SCRIPT"))
    font = next((kind for word, kind in _ALPHABETS.items() if word in name), "") if styled else ""
    if len(plain) == 1 and "GREEK" in unicodedata.name(plain, ""):
        plain = _greek_name(unicodedata.name(plain))
    return (plain, font) if plain.isascii() else (character, "")


def raised(character: str) -> tuple[str, str] | None:
    """Return "sub" or "sup" and the plain character for one that is written low or high; `None` for any other.

    >>> raised("ᵢ"), raised("²"), raised("x")
    (('sub', 'i'), ('sup', '2'), None)
    """
    plain = unicodedata.normalize("NFKC", character)
    if plain == character or len(plain) != 1 or not plain.isascii():
        return None
    name = unicodedata.name(character, "")
    if "SUBSCRIPT" in name:
        return "sub", plain
    return ("sup", plain) if "SUPERSCRIPT" in name or name.startswith("MODIFIER LETTER") else None


_ALPHABETS = {
    "DOUBLE-STRUCK": "blackboard",
    "BOLD SCRIPT": "calligraphic",
    "SCRIPT": "calligraphic",
    "FRAKTUR": "fraktur",
    "BOLD": "bold",
    "SANS-SERIF": "sans",
    "MONOSPACE": "sans",
}


def _greek_name(full: str) -> str:
    words = full.split()
    letter = words[words.index("LETTER") + 1].lower() if "LETTER" in words else words[1].lower()
    spelled = {"lamda": "lambda", "final": "varsigma"}.get(letter, letter)
    return spelled.capitalize() if "CAPITAL" in words else spelled

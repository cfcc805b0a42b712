"""Letters of the other alphabets of mathematics, which MathML Core has no other way to ask for."""

from __future__ import annotations

from dataclasses import dataclass

from derive.latex.tree import Face

SMALL_GREEK = {letter: place for place, letter in enumerate("αβγδεζηθικλμνξοπρςστυφχψω")}
VARIANTS = {"ϵ": 0x1D750, "ϑ": 0x1D751, "ϕ": 0x1D753}
BOLD_GREEK = 0x1D736


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Where Unicode has a face: its capitals, small letters and digits, and those letters that lie elsewhere."""

    capital: int
    small: int
    digit: int | None = None
    elsewhere: str = ""


ALPHABETS: dict[Face, Alphabet] = {
    "bold": Alphabet(0x1D400, 0x1D41A, 0x1D7CE),
    "sans": Alphabet(0x1D5A0, 0x1D5BA, 0x1D7E2),
    "blackboard": Alphabet(0x1D538, 0x1D552, 0x1D7D8, "CℂHℍNℕPℙQℚRℝZℤ"),
    "calligraphic": Alphabet(0x1D49C, 0x1D4B6, None, "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ"),
    "fraktur": Alphabet(0x1D504, 0x1D51E, None, "CℭHℌIℑRℜZℨ"),
}


def styled(character: str, face: Face) -> str:
    """Return a character in a face; one that the face does not have stays as it is.

    >>> styled("R", "blackboard"), styled("x", "bold"), styled("+", "bold")
    ('ℝ', '𝐱', '+')
    """
    alphabet = ALPHABETS[face]
    place = alphabet.elsewhere.find(character)
    if place >= 0:
        return alphabet.elsewhere[place + 1] if place % 2 == 0 else character
    if character.isdecimal() and character.isascii():
        return character if alphabet.digit is None else chr(alphabet.digit + int(character))
    if character.isascii() and character.isalpha():
        start, first = (alphabet.capital, "A") if character.isupper() else (alphabet.small, "a")
        return chr(start + ord(character) - ord(first))
    return _bold_greek(character) if face == "bold" else character


def _bold_greek(character: str) -> str:
    if character in SMALL_GREEK:
        return chr(BOLD_GREEK + SMALL_GREEK[character])
    return chr(VARIANTS[character]) if character in VARIANTS else character

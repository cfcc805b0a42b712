"""How a name is written: how many axes its letters show, whose entry it is, and what of it counts steps."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.here import Here
from derive.meaning.keys import is_fixed, name_key, names_in, numbered_key, stem
from derive.meaning.scope import Declaration, Definition
from derive.meaning.usage import Usage

GREEK = frozenset(["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega"])
NUMBER = re.compile(r"_\d+$")
FONTS = ("bold", "vec", "roman")


def is_matrix_letter(key: str) -> bool:
    """Return whether a name is written as matrices are: a capital letter."""
    text = stem(key)
    return (len(text) == 1 and text.isupper()) or text in GREEK


def ranks(key: str, level: int, usage: Usage) -> list[tuple[int, float]]:
    """Return how many axes a name may have that nothing declares, each with its cost: how the field writes.

    The uses in the formula decide against it. What is transposed anywhere is no number, and where capitals are turned,
    the others are matrices too, if nothing else tells.
    """
    if key in usage.numbers and not level:
        return [(0, 0.0)]
    upper, marked = is_matrix_letter(key), "bold" in key or "vec" in key
    if marked:
        return [(2, 0), (1, 1), (0, 3)] if upper else [(1, 0), (2, 3), (0, 2)]
    if (key, level) in usage.transposed:
        return [(2, 0), (1, 1), (0, 2)] if upper else [(1, 0), (0, 1.5), (2, 3)]
    if upper and not level and any(map(is_matrix_letter, usage.turned)):
        return [(2, 0.5), (0, 1), (1, 1.5)]
    if upper:
        return [(0, 1), (1, 1.5), (2, 2)] if level else [(0, 1), (2, 1), (1, 2)]
    return [(0, 0), (1, 1), (2, 5)]


def general_ranks(key: str, level: int, here: Here) -> list[tuple[int, float]]:
    """Return how many axes a name may have, the most general shape first: a proof must hold for it too."""
    if key in here.usage.numbers and not level:
        return [(0, 0.0)]
    if is_matrix_letter(key):
        return [(2, 0), (1, 0.6), (0, 1.2)]
    if here.choices.get(("rank", key, level), 0) == 2:
        return [(2, 0)]
    return [(1, 0), (0, 0.6)]


def rank_of(key: str, level: int, here: Here) -> int:
    """Return how many axes a name has beside its slots: as was chosen, for all numbered members together."""
    family = NUMBER.sub("_#", key)
    if here.general:
        return here.choose(("general", family, level), general_ranks(family, level, here))
    return here.choose(("rank", family, level), ranks(family, level, here.usage))


def takes(own: Definition, arguments: Sequence[Node], usage: Usage) -> bool:
    """Return whether a function may be taken of some arguments: where it calls a parameter, of what is called."""
    products = (each for each in surface.walk(own.body) if isinstance(each, surface.Factors))
    pairs = (pair for each in products for pair in zip(each.parts, each.parts[1:], strict=False))
    called = {name_key(a) for a, b in pairs if isinstance(a, surface.Name) and isinstance(b, surface.Bracket)}
    return all(
        key not in called or (isinstance(each, surface.Name) and name_key(each) in usage.calls)
        for key, each in zip(own.parameters or (), arguments, strict=False)
    )


def as_defined(key: str, slots: Sequence[Node], here: Here) -> tuple[str, Sequence[Node]]:
    """Return a name whose slots are all numbers as a name of its own, where it is defined, or declared, as one."""
    if slots and key not in here.bound and all(map(here.is_fixed, slots)):
        own = numbered_key(key, slots)
        is_declared = here.scope.declaration(key) is None and here.scope.declaration(own) is not None
        if is_declared or any(here.scope.definitions_of(own)):
            return own, ()
    return key, slots


def as_meant(key: str, slots: Sequence[Node], here: Here) -> tuple[str, Sequence[Node]]:
    r"""Return a name as it is defined; one alone, of which members are defined, as all of these or as a number.

    One in bold is all of the members written plain, as `\mathbf p` of the `p_i`. `log(1 + e^{-m})` says something of
    any number, though `m_i` is defined.
    """
    key, slots = as_defined(key, slots, here)
    if slots or key in here.bound or here.scope.declaration(key) is not None:
        return key, slots
    font, _, plain = key.rpartition(" ")
    if font in FONTS and not any(here.scope.definitions_of(key)) and plain not in here.bound:
        entries = any(own.slots for own in here.scope.definitions_of(plain))
        return (plain, slots) if entries else (key, slots)
    found = [own.slots for own in here.scope.definitions_of(key) if own.parameters is None]
    if not found or not all(found) or here.choose(("alone", key), [(False, 0.0), (True, 1.0)]) is False:
        return key, slots
    here.record.generalised.add(f"{stem(key)} alone is a number of its own")
    return f"{key}#alone", slots


def declaration_of(key: str, here: Here) -> Declaration | None:
    """Return what is declared of a name; one with a prime that nothing declares has the shape of the one without."""
    known = here.scope.declaration(key)
    if known is not None or not key.endswith("'"):
        return known
    bare = here.scope.declaration(key.rstrip("'"))
    if bare is None or not bare.shape or "function" in bare.facts:
        return None
    return Declaration(bare.slots, bare.shape, bare.facts & {"square"}, bare.where)


def is_step(key: str, slots: Sequence[Node], declared: Declaration, here: Here) -> bool:
    """Return whether an index counts the iterates of a declared vector, as in `w_{t+1}`, and none of its entries."""
    letters = {letter for name, letter in here.usage.steps if name == key} - here.usage.sizes
    if declared.slots or not declared.shape or not slots or not letters or len(slots) > 1 + len(declared.shape):
        return False
    inside = names_in(slots[0])
    if inside & letters:
        return True
    if len(slots) > len(declared.shape):
        return True
    is_first = isinstance(slots[0], surface.Number) and slots[0].text == "0"
    options = [(True, 0.0)] if is_first else [(True, 0.0), (False, 0.5)]
    return is_fixed(slots[0], here.usage.sizes) and here.choose(("step", key), options)


def split(slots: Sequence[Node], declared: Declaration | None) -> Sequence[Node]:
    """Return `12` below a declared matrix as row 1 and column 2."""
    if declared is None or len(slots) != 1 or declared.slots + len(declared.shape) != 2:
        return slots
    return digits(slots)


def digits(slots: Sequence[Node]) -> Sequence[Node]:
    """Return a number of two digits as two places."""
    (only,) = slots
    if not isinstance(only, surface.Number) or len(only.text) != 2 or not only.text.isdigit() or "0" in only.text:
        return slots
    return [surface.Number(only.span, each) for each in only.text]


def of_capital(key: str, slots: Sequence[Node], here: Here) -> str:
    """Return the name of the declared matrix of which `x_{nd}` is an entry, if there is one."""
    bare = stem(key)
    if len(slots) != 2 or len(bare) != 1 or not bare.islower() or here.scope.declaration(key) is not None:
        return key
    if here.usage.slots_of(key) != frozenset({2}) or key in here.scope.defined():
        return key
    for font in ("", "bold ", "roman "):
        whole = f"{font}{bare.upper()}"
        known = here.scope.declaration(whole)
        if known is not None and len(known.shape) == 2 and not known.slots:
            if here.choose(("entries", key), [(True, 0.0), (False, 1.0)]):
                here.record.generalised.add(f"{bare} with two indices is an entry of {bare.upper()}")
                return whole
            break
    return key


def bold_of(key: str, known: Container[str]) -> str:
    """Return the name in bold among some of which an entry is written plain; nothing where there is none."""
    marked = (f"{font} {key}" for font in FONTS if " " not in key)
    return next((each for each in marked if each in known), "")


def in_its_font(key: str, slots: Sequence[Node], here: Here) -> str:
    """Return the name in bold of which an entry is written plain, if there is one."""
    if not slots or " " in key or here.scope.declaration(key) is not None:
        return key
    for font in FONTS:
        marked = f"{font} {key}"
        if (marked, 0) in here.usage.levels:
            plain = (key, 0) in here.usage.levels or (marked, len(slots)) in here.usage.levels
            if here.choose(("font", key), [(True, 0.0), (False, 0.0 if plain else 1.0)]):
                return marked
            break
    return key


def numbered(key: str, slots: Sequence[Node], declared: Declaration | None, here: Here) -> tuple[str, Sequence[Node]]:
    """Return a name whose slots are all numbers as a name of its own, unless it is an entry of one that has axes."""
    if not slots or not all(map(here.is_fixed, slots)):
        return key, slots
    if declared is not None and declared.slots + len(declared.shape) >= len(slots):
        return key, slots
    if (key, len(slots)) in here.usage.levels or here.choices.get(("rank", key, 0), 0) >= len(slots):
        return key, slots
    return numbered_key(key, slots), ()

r"""Integrals: linear in what is integrated, with a variable of their own.

Over the whole range of a density by name an integral is an expectation; between two ends it is their distance times
a mean; else it is a sum with unknown positive weights, the same for all integrals by that variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning import joints
from derive.meaning.densities import BY_SPELLING, density_of, law_of
from derive.meaning.errors import Clash
from derive.meaning.expectations import KINDS, Measure, applied_below, density, taken
from derive.meaning.here import Here
from derive.meaning.joints import law_key
from derive.meaning.keys import name_key, named, names_in, spelled
from derive.meaning.moments import Averages
from derive.meaning.opaque import canonical
from derive.meaning.reading import read
from derive.meaning.spaces import space_of, words_of
from derive.meaning.values import Value, entrywise, mapped

INTEGRALS = frozenset({"int", "iint", "iiint"})
NORMALISED = frozenset({"p", "q"})
"""Letters of densities that integrate to 1 in the name that stands alone before the bar."""


@dataclass(frozen=True, slots=True)
class Written:
    """An integral taken apart: what is integrated, by which names, between which ends."""

    body: Node
    by: tuple[surface.Name, ...]
    lower: Node | None
    upper: Node | None

    @property
    def is_whole(self) -> bool:
        """Return whether it runs over all values: no ends are written, or infinite ones, or a space."""
        if self.upper is None:
            return self.lower is None or named(self.lower) is not None
        return _is_infinite(self.upper) and self.lower is not None and _is_infinite(self.lower, below=True)

    @property
    def is_between(self) -> bool:
        """Return whether it runs between two numbers, by one name."""
        if self.lower is None or self.upper is None or len(self.by) != 1:
            return False
        return not _is_infinite(self.upper) and not _is_infinite(self.lower, below=True)


def _is_infinite(node: Node, *, below: bool = False) -> bool:
    if below:
        return isinstance(node, surface.Terms) and node.signs == ("-",) and _is_infinite(node.parts[0])
    if isinstance(node, surface.Terms) and node.signs == ("+",):
        return _is_infinite(node.parts[0])
    return isinstance(node, surface.Name) and name_key(node) == "infty"


def integral(node: surface.Big, here: Here) -> Value:
    """Return the value of an integral. Raises `Clash` for one that does not say by what."""
    found = _written(node)
    if found is None:
        raise Clash("an integral that does not say by what")
    found = _renamed(found, here)
    own = {name_key(each) for each in found.by}
    here = replace(here, bound={key: each for key, each in here.bound.items() if key not in own})
    if found.is_whole and len(found.by) == 1:
        value = _over_a_density(found, here)
        if value is not None:
            return value
    if found.is_between and found.lower is not None and found.upper is not None:
        return _between(found, found.lower, found.upper, here)
    return _weighted(found, here)


def _written(node: surface.Big) -> Written | None:
    if isinstance(node.body, surface.Big) and node.body.head in INTEGRALS:
        return _nested(node, node.body)
    taken_apart = None if node.body is None else _without_differentials(node.body)
    return None if taken_apart is None else Written(taken_apart[0], taken_apart[1], node.lower, node.upper)


def _nested(node: surface.Big, inner: surface.Big) -> Written | None:
    r"""Return `\int \int f dx dy`: the first differential belongs to the inner sign."""
    found = _written(inner)
    if found is None or len(found.by) < 2:
        return None
    own, rest = found.by[:1], found.by[1:]
    body = surface.Factors(inner.span, ("", "", ""), (found.body, surface.Name(inner.span, "d", "roman"), own[0]))
    return Written(replace(inner, body=body), rest, node.lower, node.upper)


def integrated_in(formula: Node) -> frozenset[str]:
    """Return the names by which is integrated in a formula."""
    return frozenset(_differentials(formula))


def _without_differentials(body: Node) -> tuple[Node, tuple[surface.Name, ...]] | None:
    """Return what is integrated and by what; None where no differential is written."""
    if isinstance(body, surface.Fraction):
        top = _without_differentials(body.top)
        return None if top is None else (replace(body, top=top[0]), top[1])
    if not isinstance(body, surface.Factors):
        return None
    parts, by = list(zip(body.signs, body.parts, strict=True)), list[surface.Name]()
    while len(parts) > 1 and _is_d(parts[-2][1]) and isinstance(last := parts[-1][1], surface.Name):
        by.insert(0, last)
        parts = parts[:-2]
    leading = parts[:3] if not by else []
    if len(leading) == 3 and _is_d(leading[0][1]) and isinstance(first := leading[1][1], surface.Name):
        by.append(first)
        parts = [("", leading[2][1]), *parts[3:]]
    if not by:
        inner = _without_differentials(parts[-1][1]) if isinstance(parts[-1][1], surface.Fraction) else None
        if inner is None:
            return None
        parts, by = [*parts[:-1], (parts[-1][0], inner[0])], list(inner[1])
    if not parts:
        return surface.Number(body.span, "1"), tuple(by)
    signs, left = zip(*parts, strict=True)
    return (left[0] if len(left) == 1 else surface.Factors(body.span, ("", *signs[1:]), left)), tuple(by)


def _is_d(node: Node) -> bool:
    return isinstance(node, surface.Name) and name_key(node) in {"d", "roman d"}


def _renamed(found: Written, here: Here) -> Written:
    """Return an integral by the variable by which the formula integrates first, if that is free to be taken."""
    if any(isinstance(each, Value) for each in here.bound.values()):
        return _with_own_letters(found)  # what a parameter stands for may hold the name by which is integrated
    first = next((each for formula in here.formulas for each in _differentials(formula)), None)
    if first is None or len(found.by) != 1 or first == name_key(found.by[0]) or first in names_in(found.body):
        return found
    if any(isinstance(each, surface.Big) and each.head in INTEGRALS for each in surface.walk(found.body)):
        return found
    if any(_is_density(each) for each in surface.walk(found.body)):
        return found  # p(x) and p(y) are often two densities
    new = surface.Name(found.by[0].span, *_parts_of(first))
    return replace(found, body=_put(found.body, name_key(found.by[0]), new), by=(new,))


def _with_own_letters(found: Written) -> Written:
    body, by = found.body, list[surface.Name]()
    for each in found.by:
        by.append(replace(each, accents=("own", *each.accents)))
        body = _put(body, name_key(each), by[-1])
    return replace(found, body=body, by=tuple(by))


def _put(node: Node, old: str, new: surface.Name) -> Node:
    """Return a tree with a name in the place of another one."""
    if isinstance(node, surface.Name):
        return new if name_key(node) == old else node
    return surface.rebuilt(node, lambda each: _put(each, old, new))


def _is_density(node: Node) -> bool:
    return isinstance(node, surface.Factors) and any(
        (name := named(part)) is not None and name.text in {"p", "q", "P"} for part in node.parts
    )


def _parts_of(key: str) -> tuple[str, str]:
    font, _, text = key.rpartition(" ")
    return text, font


def _differentials(formula: Node) -> Iterator[str]:
    for each in surface.walk(formula):
        if isinstance(each, surface.Big) and each.head in INTEGRALS and each.body is not None:
            found = _without_differentials(each.body)
            yield from () if found is None else (name_key(name) for name in found[1] if not name.accents)


def _over_a_density(found: Written, here: Here) -> Value | None:
    """Return an integral as an expectation, the first of what is possible.

    Under a law of the table in it; under the law of an expectation in the formula; under one given all the other names
    in a density; under a density in it; under another one by the same variable.
    """
    key = name_key(found.by[0])
    own = [each for each in _factors(found.body, key, here) if each is not None]
    tabled = [each for each in own if each[1].laws]
    if tabled:
        return taken("mean", [tabled[0][2]], (), tabled[0][1], here)
    below = [each for formula in here.formulas for each in _measures(formula, here)]
    every = [each for formula in here.formulas for each in _applications(formula)]
    given = [each for part in _applications(found.body) if (each := _given_the_rest(part, key)) is not None]
    for application in (*below, *given):
        measure = _normalised(application, key, here)
        if measure is not None:
            return _weighed_against(found, application, measure, here)
    if own:
        return taken("mean", [own[0][2]], (), own[0][1], here)
    for application in every:
        measure = _normalised(application, key, here)
        if measure is not None:
            return _weighed_against(found, application, measure, here)
    return None


def _weighed_against(found: Written, application: surface.Factors, measure: Measure, here: Here) -> Value:
    quotient = surface.Fraction(found.body.span, found.body, application)
    return taken("mean", [quotient], (), measure, here)


def _factors(body: Node, key: str, here: Here) -> Iterator[tuple[surface.Factors, Measure, Node] | None]:
    """Yield the densities among the factors of a body by a name, each with what is left beside it."""
    parts = body.parts if isinstance(body, surface.Factors) else (body,)
    if not set(getattr(body, "signs", ())) <= {"", "cdot", "times"}:
        return
    for number in range(len(parts) - 1):
        application = surface.Factors(body.span, ("", ""), (parts[number], parts[number + 1]))
        measure = _normalised(application, key, here)
        rest = (*parts[:number], *parts[number + 2 :])
        yield None if measure is None else (application, measure, _product(rest, body))


def _measures(formula: Node, here: Here) -> Iterator[surface.Factors]:
    """Yield the densities that stand below expectations."""
    for each in surface.walk(formula):
        head = named(each)
        if isinstance(each, surface.Scripted) and head is not None and name_key(head) in KINDS:
            applied = applied_below(each.sub, here)
            if isinstance(applied, surface.Factors) and len(applied.parts) == 2:
                yield applied


def _given_the_rest(application: surface.Factors, key: str) -> surface.Factors | None:
    """Return the density of a name given all others with which it stands in a density."""
    head, bracket = application.parts
    name = named(head)
    if name is None or name_key(name) not in NORMALISED or not isinstance(bracket, surface.Bracket):
        return None
    parts = joints.split(bracket.body)
    every = () if parts is None else joints.together((*parts[0], *parts[1]))
    own = [each for each in every if isinstance(each, surface.Name) and name_key(each) == key]
    rest = [each for each in every if each not in own]
    if len(own) != 1 or not rest or any(named(each) is None for each in rest):
        return None
    return joints.applied(head, bracket, surface.Sequence(bracket.span, (*own, *rest), ("|", *("," for _ in rest[1:]))))


def _product(parts: Sequence[Node], around: Node) -> Node:
    if len(parts) < 2:
        return parts[0] if parts else surface.Number(around.span, "1")
    return surface.Factors(around.span, ("",) * len(parts), tuple(parts))


def _applications(formula: Node) -> Iterator[surface.Factors]:
    for each in surface.walk(formula):
        if isinstance(each, surface.Factors):
            for head, behind in zip(each.parts, each.parts[1:], strict=False):
                yield surface.Factors(each.span, ("", ""), (head, behind))


def _normalised(application: surface.Factors, key: str, here: Here) -> Measure | None:
    """Return the law of a density that integrates to 1 by a name; None for anything else."""
    head, bracket = application.parts
    name = named(head)
    if name is None or not isinstance(bracket, surface.Bracket) or getattr(head, "sup", None) is not None:
        return None
    law = density_of(name_key(name), bracket)
    if law is not None and isinstance(law[1], surface.Name) and name_key(law[1]) == key:
        first, *more = law[2]
        inner = surface.Sequence(bracket.span, law[2], (",",) * len(more)) if more else first
        tree_ = surface.Factors(application.span, ("", ""), (head, replace(bracket, body=inner)))
        return Measure(spelled(tree_), (key,), words_of(inner), ((key, tree_),), is_bound=True)
    if name_key(name) not in NORMALISED or name_key(name) in BY_SPELLING:
        return None
    if not _is_told_normalised(application, here):
        return None
    found = density(application)
    return replace(found, is_bound=True) if found is not None and found.random == (key,) else None


def _is_told_normalised(application: surface.Factors, here: Here) -> bool:
    """Return whether nothing says what a density is, or that it is of the table: else it might not integrate to 1."""
    head, bracket = application.parts
    if not isinstance(bracket, surface.Bracket):
        return False
    key, own = here.head(head).key, f"<{canonical(application, [], here)}>"
    bodies = [each.body for name in (key, own, law_key(key, bracket)) for each in here.scope.definitions_of(name)]
    return all(law_of(each) is not None or _is_tabled(each) for each in bodies)


def _is_tabled(node: Node) -> bool:
    if not isinstance(node, surface.Factors) or len(node.parts) != 2:
        return False
    name, bracket = named(node.parts[0]), node.parts[1]
    return name is not None and isinstance(bracket, surface.Bracket) and density_of(name_key(name), bracket) is not None


def _between(found: Written, lower: Node, upper: Node, here: Here) -> Value:
    """Return an integral between two ends: their distance times the mean of the uniform law."""
    key = name_key(found.by[0])
    span = found.body.span
    ends = surface.Sequence(span, (lower, upper), (",",))
    law = surface.Factors(
        span, ("", ""), (surface.Name(span, "U", "calligraphic"), surface.Bracket(span, "(", "(", ends))
    )
    words = words_of(ends)
    if here.held and words:
        raise Clash("a derivative of an integral with moving ends")
    mean = taken("mean", [found.body], (), Measure(spelled(law), (key,), words, ((key, law),), is_bound=True), here)
    first, last = read(lower, here), read(upper, here)
    length = entrywise(last, first, tree.subtract)
    return mapped(mean, lambda entry: tree.multiply(length.number, entry))


def _weighted(found: Written, here: Here) -> Value:
    """Return an integral as a sum with unknown weights."""
    keys = tuple(name_key(each) for each in found.by)
    if (found.lower is not None and _is_infinite(found.lower)) or (
        found.upper is not None and _is_infinite(found.upper, below=True)
    ):
        raise Clash("an integral from above")
    if here.held and words_of(found.lower) | words_of(found.upper):
        raise Clash("a derivative of an integral with moving ends")
    key = f"d {' '.join(keys)} {spelled(found.lower)} {spelled(found.upper)}"
    held = here.holding(frozenset(keys))
    value = read(found.body, held)
    space = space_of(key, keys, words_of(found.lower) | words_of(found.upper), here)
    known = here.record.tensors[space.weights]
    here.record.tensors[space.weights] = replace(
        known, facts=frozenset({"positive"}), about="the weights of an integral"
    )
    here.record.generalised.add("an integral that is not known")
    averages = Averages(space, here, {}, {})
    return mapped(value, averages.summed)

"""What the usage in one stretch of a document shows of its names: gathered before anything is read, and no search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.keys import (
    TRANSPOSES,
    WORDS,
    bound_by,
    head_of,
    is_fixed,
    is_transposed,
    items,
    letters,
    name_key,
    named,
    size_key,
    spelled,
    stem,
)
from derive.meaning.shown import labels, nested, shown_as_numbers, shows_sigmoid, steps

RANDOM = frozenset(
    {"blackboard E", "E", "roman Var", "roman Cov", "blackboard V", "Var", "Cov", "upright E", "roman E", "roman Corr"}
)
"""Operators whose arguments are random."""
MOMENTS = frozenset({"Var", "roman Var", "Cov", "roman Cov", "roman var", "roman cov"})
"""Operators beside which `E(x)` is an expectation."""
RANDOM_LETTERS = frozenset("STUVWXYZ")
"""Capitals that are written for random variables."""
SIGNS = frozenset({"+", "-"})
REALS = frozenset({"blackboard R", "R"})
NORMAL = ("calligraphic N", "N", "roman N", "roman Normal")
"""How the normal law is written."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a stretch of a document shows of its letters.

    `values` are names that stand as numbers, `places` those that stand in scripts, `bound` those that a sum binds,
    `calls` what stands in brackets behind a name, `bare` names that stand without brackets behind them, `levels` with
    how many slots a name is written, `sizes` names that end ranges, `varied` those by which is differentiated or over
    which is optimised, `numbered` those that are written with a 1 above them, `turned` those with a transpose or an
    inverse, `transposed` those with a transpose and how many slots, `random` names that an expectation is about,
    `steps` names with the letter that counts their iterates, as `w` and `t` in `w_{t+1}`, `laws` names that something
    is drawn from, `spreads` the variances of normal laws, `whole` letters over all of which each sum of them runs,
    `bits` names that are 0 and 1 in events, and nothing else, `numbers` capitals that are no matrices, `nested` sizes
    of which the first is the smaller, `classes` letters that each sum over them lets run from 1 to the same capital, as
    `k` from 1 to `K`.
    """

    values: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    calls: dict[str, tuple[surface.Bracket, ...]] = field(default_factory=dict)
    levels: frozenset[tuple[str, int]] = frozenset()
    sizes: frozenset[str] = frozenset()
    random: frozenset[str] = frozenset()
    ranges: dict[str, tuple[Node, Node]] = field(default_factory=dict)
    varied: frozenset[str] = frozenset()
    numbered: frozenset[str] = frozenset()
    turned: frozenset[str] = frozenset()
    transposed: frozenset[tuple[str, int]] = frozenset()
    has_sigmoid: bool = False
    pi_is_number: bool = True
    steps: frozenset[tuple[str, str]] = frozenset()
    laws: frozenset[str] = frozenset()
    spreads: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    bits: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    nested: frozenset[tuple[str, str]] = frozenset()
    classes: frozenset[str] = frozenset()
    indices: frozenset[str] = field(init=False)
    """The letters that are indices: in scripts or bound by sums, and else no numbers."""

    def __post_init__(self) -> None:
        """Tell the indices, once: every name that is read asks for them."""
        object.__setattr__(self, "indices", self.bound | (self.places - self.sizes - self.values))

    def is_index(self, name: surface.Name) -> bool:
        """Return whether a letter is used as an index; a capital only where a sum binds it."""
        key = name_key(name)
        if (len(key) == 1 and key.isupper()) or " " in key:
            return key in self.bound
        return key in self.indices

    @property
    def has_moments(self) -> bool:
        r"""Return whether `E(x)` is an expectation: where variances stand, or a condition, as in `E(x \mid y)`."""
        told = (each.body for each in self.calls.get("E", ()))
        has_bar = any(isinstance(each, surface.Sequence) and "|" in each.separators for each in told)
        return has_bar or bool(MOMENTS & self.calls.keys())

    def slots_of(self, key: str) -> frozenset[int]:
        """Return with how many slots a name is written."""
        return frozenset(count for name, count in self.levels if name == key)


def usage_of(trees: Iterable[Node], *, has_sigmoid: bool = False) -> Usage:
    """Return what some formulas show of their names."""
    trees = list(trees)
    look = _Look()
    for each in trees:
        look.top(each)
    turned, random = frozenset(_turned(trees)), frozenset(_random(trees))
    first = Usage(
        frozenset(look.values | (look.compared - look.places) | (look.indexed & look.places) | labels(trees)),
        frozenset(look.places - _marks(trees)),
        frozenset(look.bound),
        frozenset(look.bare),
        {key: tuple(found) for key, found in look.calls.items()},
        sizes=sizes_of(trees),
        random=random,
        ranges=_ranges(trees),
        varied=frozenset(_varied(trees)),
        numbered=frozenset(_numbered(trees)),
        turned=turned,
        has_sigmoid=has_sigmoid or shows_sigmoid(trees),
        pi_is_number=_pi_is_number(trees),
        steps=steps(trees),
        laws=frozenset(_laws(trees)),
        spreads=frozenset(_spreads(trees)),
        whole=_whole(trees),
        bits=_bits(trees),
        numbers=_numbers(trees, turned, random),
        nested=frozenset(nested(trees)),
        classes=_classes(trees),
    )
    levels = frozenset(pair for each in trees for pair in _levels(each, first))
    transposed = frozenset(pair for each in trees for node in surface.walk(each) for pair in _transposed(node, first))
    return replace(first, levels=levels, transposed=transposed)


@dataclass(slots=True)
class _Look:
    values: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    bare: set[str] = field(default_factory=set)
    calls: dict[str, list[surface.Bracket]] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    indexed: set[str] = field(default_factory=set)
    outer: Node | None = None

    def top(self, node: Node) -> None:
        """Take in a whole formula; one that is a name alone, or in brackets, is a mention, and no number."""
        self.outer = node
        alone = node.body if isinstance(node, surface.Bracket) else node
        if isinstance(alone, surface.Name):
            self.bare.add(name_key(alone))
        else:
            self.scan(node)

    @singledispatchmethod
    def scan(self, node: object) -> None:
        """Take in a tree."""
        if surface.is_node(node):
            for child in surface.children(node):
                self.scan(child)

    @scan.register
    def _name(self, node: surface.Name) -> None:
        self.values.add(name_key(node))
        if id(node) not in self.heads:
            self.bare.add(name_key(node))

    @scan.register
    def _big(self, node: surface.Big) -> None:
        if node.head in {"sum", "prod"}:
            self.bound |= bound_by(node)
        elif node.lower is not None and not isinstance(node.lower, surface.Name):
            self.scan(node.lower)
        lone = isinstance(node.lower, surface.Name)
        for part in (None if lone else node.lower, node.upper):
            found = (name_key(each) for each in surface.walk(part) if isinstance(each, surface.Name))
            self.values |= {key for key in found if key not in self.bound | _compared(part)}
        if node.body is not None:
            self.scan(node.body)

    @scan.register
    def _scripted(self, node: surface.Scripted) -> None:
        base = named(node)
        if base is not None and name_key(base) in REALS:
            return
        if isinstance(node.base, surface.Bracket) and isinstance(node.sub, surface.Chain) and node.base.left == ".":
            for part in (node.base.body, *node.sub.members):
                if part is not None:
                    self.scan(part)
            return
        if base is not None and letters(node.sub):  # what has an index is none, as x in S_{xx} beside x_i
            self.indexed.add(name_key(base))
        if base is not None and name_key(base) in RANDOM and node.sub is not None:
            self.law(node.sub)
        else:
            self.script(node.sub)
        self.above(node.sup)
        if not isinstance(node.base, surface.Name):
            self.scan(node.base)
        elif id(node) not in self.heads:
            self.bare.add(name_key(node.base))
            if node.sub is None and isinstance(node.sup, surface.Number):
                self.values.add(name_key(node.base))

    def above(self, sup: Node | None) -> None:
        """Take in a superscript: what stands in brackets is a place, as is a name, and all else is a power."""
        if isinstance(sup, surface.Factors) and isinstance(sup.parts[0], surface.Bracket) and sup.parts[0].left in "([":
            self.script(sup.parts[0])
            for each in sup.parts[1:]:
                if not isinstance(each, surface.Name) or name_key(each) not in TRANSPOSES:
                    self.scan(each)
        elif isinstance(sup, surface.Bracket) and sup.left in "([":
            self.script(sup)
        elif isinstance(sup, surface.Name) and name_key(sup) not in TRANSPOSES:
            self.places.add(name_key(sup))
        elif sup is not None:
            self.scan(sup)

    def law(self, node: Node) -> None:
        """Take in what stands below an expectation: a law and its parameters, and no places."""
        for each in surface.walk(node):
            if isinstance(each, surface.Factors):
                self.scan(each)
            elif isinstance(each, surface.Scripted):
                self.script(each.sub)

    def script(self, node: Node | None) -> None:
        """Take in a subscript: its letters are places."""
        listed = letters(node)
        word = "".join(each.text for each in listed or ())
        found = surface.walk(node) if listed is None else listed
        if listed is None or word not in WORDS:
            self.places |= {name_key(each) for each in found if isinstance(each, surface.Name)}

    @scan.register
    def _factors(self, node: surface.Factors) -> None:
        for head, after, sign in zip(node.parts, node.parts[1:], node.signs[1:], strict=False):
            name = named(head)
            if name is not None and isinstance(after, surface.Bracket) and after.left in "([" and not sign:
                self.heads |= {id(head), id(name)}
                self.calls.setdefault(name_key(name), []).append(after)
        for part in node.parts:
            self.scan(part)

    @scan.register
    def _chain(self, node: surface.Chain) -> None:
        members = [_wordless(each) for each in node.members]
        atoms = all(each is None or isinstance(each, surface.Name | surface.Number) for each in members)
        known = self.bound | self.places
        if atoms and any(isinstance(each, surface.Name) and name_key(each) in known for each in members):
            return
        if (atoms or node is not self.outer) and all(sign.kind in {"=", "!="} for sign in node.relations):
            compared = {name_key(each) for each in members if isinstance(each, surface.Name)}
            self.compared |= compared
            self.bare |= compared if node is self.outer else set()
            members = [each for each in members if not isinstance(each, surface.Name)]
            for each in members:
                self.scan(each)
            return
        first = node.members[0]
        is_declared = bool(node.relations) and node.relations[0].kind == "in" and isinstance(first, surface.Name)
        for member in node.members[1:] if is_declared else node.members:
            if member is not None:
                self.scan(member)


def _wordless(node: Node | None) -> Node | None:
    r"""Return what stands beside words, as in `\text{if } k`."""
    if isinstance(node, surface.Factors):
        kept = [each for each in node.parts if not isinstance(each, surface.Words)]
        return kept[0] if len(kept) == 1 else node
    return node


def _compared(node: Node | None) -> frozenset[str]:
    """Return the small letters that are compared below a sum, as `j` in `i != j`: they are no numbers."""
    if isinstance(node, surface.Sequence):
        return frozenset().union(*map(_compared, node.items))
    if not isinstance(node, surface.Chain) or not {sign.kind for sign in node.relations} <= {
        "!=",
        "<",
        "<=",
        ">",
        ">=",
    }:
        return frozenset()
    return frozenset(name_key(each) for each in node.members if isinstance(each, surface.Name) and each.text.islower())


def _levels(node: Node, usage: Usage, *, called: bool = False) -> Iterator[tuple[str, int]]:
    """Yield each name with how many slots it is written."""
    if named(node) is not None:
        head = head_of(node, usage.is_index, usage.sizes)
        if head is not None and not called:
            moving = [each for each in head.slots if not is_fixed(each, usage.sizes)]
            if moving or not head.slots:
                yield head.key, len(head.slots)
        if isinstance(node, surface.Scripted) and node.sup is not None and not isinstance(node.sup, surface.Bracket):
            yield from _levels(node.sup, usage)
        return
    if isinstance(node, surface.Factors):
        for part, after in zip(node.parts, (*node.parts[1:], None), strict=True):
            is_head = isinstance(after, surface.Bracket) and after.left == "("
            yield from _levels(part, usage, called=is_head)
        return
    for child in surface.children(node):
        yield from _levels(child, usage)


def sizes_of(trees: Iterable[Node]) -> frozenset[str]:
    """Return the names that end ranges: above sums, in the shape of a space, behind an ellipsis from a number on."""
    trees = list(trees)
    shapes = (key for each in trees if is_shape(each) for key in _sizes_in(each))
    ends = (key for each in trees for node in surface.walk(each) for key in _ends(node))
    return frozenset((*shapes, *ends)) - {"infty", "top"}


def is_shape(tree: Node) -> bool:
    r"""Return whether a formula is the shape of a matrix, as `n \times d`.

    >>> from derive.formula.read.parser import read
    >>> is_shape(read(r"n \times d")), is_shape(read(r"n \times 2 k x"))
    (True, False)
    """
    if not isinstance(tree, surface.Factors) or tree.signs != ("", "times"):
        return False
    return all(isinstance(each, surface.Number) or size_key(each) for each in tree.parts)


def _ends(node: Node) -> Iterator[str]:
    if isinstance(node, surface.Big) and node.head in {"sum", "prod"} and node.upper is not None:
        yield from _sizes_in(node.upper)
    base = named(node)
    if isinstance(node, surface.Scripted) and base is not None and name_key(base) in REALS and node.sup is not None:
        yield from _sizes_in(node.sup)
    if isinstance(node, surface.Sequence) and any(isinstance(each, surface.Dots) for each in node.items):
        last = node.items[-1]
        begins = any(isinstance(each, surface.Number | surface.Chain) for each in node.items)
        if isinstance(last, surface.Name) and begins:
            yield name_key(last)
    yield from _numbered_to(node)


def _sizes_in(end: Node) -> Iterator[str]:
    """Yield the names in an end of a range; one with something below it, as `d_k`, is a size of its own."""
    own = size_key(end)
    if own is not None:
        yield own
        return
    for child in surface.children(end):
        yield from _sizes_in(child)


def _numbered_to(node: Node) -> Iterator[str]:
    r"""Yield the name that ends the numbers of a list, a sum or a product with dots, as in `x_1 + \cdots + x_n`."""
    if isinstance(node, surface.Chain) and isinstance(node.members[0], surface.Sequence):
        return
    parts: tuple[Node, ...] = node.items if isinstance(node, surface.Sequence) else getattr(node, "parts", ())
    end = parts[-1] if parts else None
    if isinstance(end, surface.Chain) and end.members[0] is not None:
        parts = (*parts[:-1], end.members[0])
    if len(parts) < 3 or not isinstance(parts[-2], surface.Dots):
        return
    for first, last in zip(surface.walk(parts[-3]), surface.walk(parts[-1]), strict=False):
        if isinstance(first, surface.Number) and isinstance(last, surface.Name):
            yield name_key(last)


def _numbered(trees: Iterable[Node]) -> Iterator[str]:
    """Yield the names with a 1 above them: nobody writes the first power, so that numbers above them are no powers.

    Nor does anybody mention a power with a 0 alone, as the vector `w^0`.
    """
    trees = list(trees)
    for each in trees:
        sup = each.sup if isinstance(each, surface.Scripted) else None
        base = named(each)
        if isinstance(sup, surface.Number) and sup.text == "0" and base is not None:
            yield name_key(base)
    for node in (node for each in trees for node in surface.walk(each)):
        if isinstance(node, surface.Scripted) and isinstance(node.sup, surface.Number) and node.sup.text == "1":
            base = named(node)
            if base is not None:
                yield name_key(base)


def _turned(trees: Iterable[Node]) -> Iterator[str]:
    """Yield the names with a transpose or an inverse: they are matrices, and no functions."""
    for node in (node for each in trees for node in surface.walk(each)):
        base = named(node)
        if isinstance(node, surface.Scripted) and base is not None:
            sup = node.sup
            if (isinstance(sup, surface.Name) and name_key(sup) in TRANSPOSES) or isinstance(sup, surface.Terms):
                yield name_key(base)


def _numbers(trees: Iterable[Node], turned: frozenset[str], random: frozenset[str]) -> frozenset[str]:
    """Return the capitals that are numbers: compared with one, divided by, or random where nothing is transposed."""
    shown = {key for each in trees for node in surface.walk(each) for key in shown_as_numbers(node)}
    drawn = frozenset() if turned else random
    return frozenset(key for key in (shown | drawn) - turned if len(key) == 1 and key.isupper())


def _marks(trees: Iterable[Node]) -> frozenset[str]:
    """Return the signs in scripts that are no places: `x_+` is a name of its own, but where `x_j` stands too."""
    below: dict[str, set[str]] = {}
    for node in (node for each in trees for node in surface.walk(each)):
        base = named(node)
        if isinstance(node, surface.Scripted) and base is not None and isinstance(node.sub, surface.Name):
            below.setdefault(name_key(base), set()).add(name_key(node.sub))
    return SIGNS - {key for found in below.values() if found - SIGNS for key in found}


def _transposed(node: Node, usage: Usage) -> Iterator[tuple[str, int]]:
    r"""Yield a name with a transpose, and how many indices it has: all its numbered members together, as `W_#`.

    What stands behind one in a product is no number either: `x_i` in `w^\top x_i`.
    """
    turned = [node] if is_transposed(node) else []
    if isinstance(node, surface.Factors):
        following = zip(node.parts, node.parts[1:], node.signs[1:], strict=False)
        turned += [after for part, after, sign in following if is_transposed(part) and not sign]
    for each in turned:
        head = head_of(each, usage.is_index, usage.sizes)
        if head is not None and (each is node or head.slots):
            is_numbered = bool(head.slots) and all(is_fixed(slot, usage.sizes) for slot in head.slots)
            yield (f"{head.key}_#", 0) if is_numbered else (head.key, len(head.slots))


def _varied(trees: Iterable[Node]) -> Iterator[str]:
    """Yield the names by which is differentiated, or over which is optimised."""
    for node in (node for each in trees for node in surface.walk(each)):
        by: tuple[Node, ...] = ()
        if isinstance(node, surface.Derivative):
            by = node.by
        elif (
            isinstance(node, surface.Big) and node.head in {"argmin", "argmax", "min", "max"} and node.lower is not None
        ):
            by = items(node.lower)
        elif isinstance(node, surface.Factors) and len(node.parts) > 1:
            by = _primed(node.parts[0], node.parts[1])
        yield from (name_key(each) for each in map(named, by) if each is not None)


def _primed(head: Node, bracket: Node) -> tuple[Node, ...]:
    r"""Return by what is differentiated in `\ell'(p)`: its one argument, if that is a name."""
    is_primed = isinstance(head, surface.Scripted) and head.primes > 0
    argument = bracket.body if isinstance(bracket, surface.Bracket) and bracket.left == "(" else None
    return (argument,) if is_primed and isinstance(argument, surface.Name) else ()


def _ranges(trees: Iterable[Node]) -> dict[str, tuple[Node, Node]]:
    """Return the ends between which letters run wherever sums say it, where all of these say the same."""
    said: dict[str, dict[str, tuple[Node, Node]]] = {}
    for node in (node for each in trees for node in surface.walk(each)):
        low = node.lower if isinstance(node, surface.Big) and node.head in {"sum", "prod"} else None
        if not isinstance(low, surface.Chain) or not isinstance(node, surface.Big) or node.upper is None:
            continue
        letter, first = low.members[0], low.members[1]
        if [sign.kind for sign in low.relations] == ["="] and isinstance(letter, surface.Name) and first is not None:
            ends = first, node.upper
            said.setdefault(name_key(letter), {})[f"{spelled(first)} {spelled(node.upper)}"] = ends
    return {key: next(iter(found.values())) for key, found in said.items() if len(found) == 1}


def _random(trees: Iterable[Node]) -> Iterator[str]:
    """Yield names that stand alone under an expectation, as the argument of a density, or left of a `sim`."""
    for node in (node for each in trees for node in surface.walk(each)):
        if isinstance(node, surface.Factors):
            for head, after in zip(node.parts, node.parts[1:], strict=False):
                yield from _random_arguments(head, after)
        if isinstance(node, surface.Chain):
            for member, sign in zip(node.members, node.relations, strict=False):
                name = named(member) if sign.kind == "sim" else None
                if name is not None:
                    yield name_key(name)


def _random_arguments(head: Node, after: Node) -> Iterator[str]:
    name = named(head)
    if name is None or not isinstance(after, surface.Bracket):
        return
    if name_key(name) in RANDOM:
        before = list(_unconditioned(after.body))
        yield from (name_key(each) for each in map(named, before) if each is not None)
        # What stands beside a random capital may be random too, and a constant is a random number of its own kind.
        inside = [(named(each), getattr(each, "primes", 0)) for part in before for each in surface.walk(part)]
        yield from (
            name_key(each) + "'" * primes
            for each, primes in inside
            if each is not None and len(each.text) == 1 and each.text.isupper() and each.text in RANDOM_LETTERS
        )
    if name_key(name) in {"p", "q"} and isinstance(after.body, surface.Name):
        yield name_key(after.body)


def _unconditioned(body: Node | None) -> tuple[Node, ...]:
    """Return what stands in brackets before a bar, behind which is what is given."""
    if isinstance(body, surface.Sequence) and "|" in body.separators:
        return body.items[: body.separators.index("|") + 1]
    return items(body)


def _laws(trees: Iterable[Node]) -> Iterator[str]:
    r"""Yield the names from which something is drawn, as `\pi` in `a \sim \pi_\theta(\cdot \mid s)`."""
    for node in (node for each in trees for node in surface.walk(each)):
        if isinstance(node, surface.Chain):
            for sign, member in zip(node.relations, node.members[1:], strict=False):
                law = named(member.parts[0] if isinstance(member, surface.Factors) else member)
                if sign.kind == "sim" and law is not None and name_key(law) not in NORMAL:
                    yield name_key(law)


def _spreads(trees: Iterable[Node]) -> Iterator[str]:
    r"""Yield the names that are the variance in a normal law, as `\Sigma` in `\mathcal{N}(0, \Sigma)`."""
    for node in (node for each in trees for node in surface.walk(each) if isinstance(node, surface.Factors)):
        for head, bracket in zip(node.parts, node.parts[1:], strict=False):
            body = bracket.body if isinstance(bracket, surface.Bracket) else None
            if not isinstance(head, surface.Name) or name_key(head) not in NORMAL:
                continue
            if isinstance(body, surface.Sequence) and body.separators in {(",",), ("|", ","), (";", ","), (";", ";")}:
                spread = named(body.items[-1])
                if spread is not None:
                    yield name_key(spread)


def _whole(trees: Iterable[Node]) -> frozenset[str]:
    r"""Return the letters that each sum over them binds without an end or a set, as `\sum_x`."""
    sums = [node for each in trees for node in surface.walk(each) if isinstance(node, surface.Big)]
    bare = [isinstance(each.lower, surface.Name) and each.upper is None for each in sums]
    cut = frozenset(key for each, is_bare in zip(sums, bare, strict=True) if not is_bare for key in bound_by(each))
    return frozenset(key for each in sums if each.head == "sum" for key in bound_by(each)) - cut


def _classes(trees: Iterable[Node]) -> frozenset[str]:
    """Return the letters that each sum with an end lets run from 1 to one and the same capital."""
    ends: dict[str, set[str]] = {}
    for node in (node for each in trees for node in surface.walk(each) if isinstance(node, surface.Big)):
        low = node.lower
        first = spelled(low.members[1]) if isinstance(low, surface.Chain) and len(low.members) > 1 else ""
        if node.upper is not None or not isinstance(low, surface.Name):
            own = spelled(node.upper) if first == "1" and isinstance(node.upper, surface.Name) else ""
            for key in bound_by(node):
                ends.setdefault(key, set()).add(own if own.isupper() else "")
    return frozenset(key for key, found in ends.items() if len(found) == 1 and "" not in found)


def _bits(trees: Iterable[Node]) -> frozenset[str]:
    """Return the names that stand in brackets as `y = 0` and as `y = 1`, and as nothing else there."""
    brackets = (node.body for each in trees for node in surface.walk(each) if isinstance(node, surface.Bracket))
    listed = (each for body in brackets for each in (body.items if isinstance(body, surface.Sequence) else (body,)))
    met: dict[str, set[str]] = {}
    for each in listed:
        if isinstance(each, surface.Chain) and [sign.kind for sign in each.relations] == ["="]:
            name, value = each.members
            if isinstance(name, surface.Name):
                met.setdefault(name_key(name), set()).add(spelled(value))
    return frozenset(key for key, values in met.items() if values == {"0", "1"})


def _pi_is_number(trees: Iterable[Node]) -> bool:
    """Return whether pi is the number: it stands beside numbers, as in 2 pi, and nowhere with an index."""
    nodes = [node for each in trees for node in surface.walk(each)]
    indexed = any(
        isinstance(node, surface.Scripted)
        and isinstance(node.base, surface.Name)
        and node.base.text == "pi"
        and node.sub
        for node in nodes
    )
    return not indexed and any(
        isinstance(before, surface.Number) and (base := named(after)) is not None and stem(name_key(base)) == "pi"
        for node in nodes
        if isinstance(node, surface.Factors)
        for before, after in zip(node.parts, node.parts[1:], strict=False)
    )

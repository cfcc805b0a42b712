"""Heads: left sides that an equation may define, what is known of each, and the definitions that they become."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from derive.discourse.page import Formula
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import ANY_EDIT, NO_EDIT, Doubt
from derive.judge.declare import key_of, parameter_of
from derive.meaning.changes import slope_mark
from derive.meaning.entropies import LETTERS
from derive.meaning.errors import Clash
from derive.meaning.functions import BY_WORD
from derive.meaning.here import Here
from derive.meaning.joints import law_key
from derive.meaning.keys import Head, letters, name_key, named, names_in, spelled, stem, under_plain_log
from derive.meaning.opaque import canonical
from derive.meaning.probability import SQUARE, has_bar, is_divergence
from derive.meaning.scope import Condition, Declaration, Definition, Scope
from derive.meaning.usage import Usage
from derive.meaning.written import as_defined, takes

ANEW = Doubt("it is wrong, or the name is defined anew", NO_EDIT)
"""The doubt about a line whose head stands above as something else."""
RESTATED = ANEW._replace(cleared_by=ANY_EDIT)
"""The same where it is put in other terms: a repair shows that no other thing is meant."""
CALLED = frozenset({"roman KL", "roman MSE", "roman Bias"})
"""Operators that are what a page says of them: what it claims of one holds of it from there on, as an assumption."""
OPERATORS = SQUARE | CALLED | {"roman Corr"}
"""Operators of which something is claimed: what an expectation is, is no definition but in a hypothesis."""
FOLDED = surface.Factors | surface.Terms | surface.Big | surface.Fraction
"""What is put together from others, and so known again where it is written elsewhere."""
ENTROPIES = LETTERS | {"h"}
"""Letters of what is taken of a law, which the letter in the brackets names."""
PATTERN_LETTERS = frozenset({"p", "P", "q", "Pr", "Var", "E", "N", "Cov"})
"""Letters that are told apart by what stands in their brackets."""


def head_of(node: Node | None) -> tuple[Node | None, tuple[Node, ...] | None]:
    """Return a head that can be defined, a name or an application, with its arguments; None for what is neither."""
    if named(node) is not None:
        return node, None
    if isinstance(node, surface.Factors) and len(node.parts) == 2 and node.signs[1] == "":  # noqa: PLR2004 -- a name and its bracket
        head, bracket = node.parts
        if isinstance(bracket, surface.Bracket) and bracket.left in {"(", "["} and named(head) is not None:
            body = bracket.body
            if isinstance(body, surface.Sequence) and set(body.separators) == {","}:
                return head, body.items
            return head, () if body is None else (body,)
    return None, None


def under_log(node: Node) -> Node | None:
    """Return the head under a plain log; None for anything else."""
    inside = under_plain_log(node)
    return inside if head_of(inside)[0] is not None else None


def where_of(formula: Formula) -> str:
    """Return where a formula stands, in words."""
    place = formula.place()
    return f"line {place.line}" if place.cell is None else f"cell {place.cell}, line {place.line}"


@dataclass(frozen=True, slots=True)
class Heads:
    """What is known of left sides in a scope, whose names are used in a page as `usage` says."""

    scope: Scope
    usage: Usage

    def known(self, left: Node) -> str:
        """Return what is known of the head of a left side: defined, declared, used, index, decorated, or nothing."""
        head, arguments = head_of(left)
        taken = self._taken(head)
        if head is None or taken is None or taken.power is not None:
            return "term"
        if arguments is not None and taken.key in BY_WORD:
            return "term"
        for each in self.scope.definitions_of(taken.key):
            is_of = arguments is None or (each.parameters is not None and takes(each, arguments, self.usage))
            if len(each.slots) == len(taken.slots) and is_of:
                return "defined" if arguments is None or len(arguments) == len(each.parameters or ()) else ""
        return self._known_name(head, taken.key) if arguments is None else self._known_call(left, taken.key)

    def _taken(self, head: Node | None) -> Head | None:
        """Return a head as a name taken apart; None for what is none."""
        if head is None:
            return None
        here = Here(self.scope, self.usage, {})
        try:
            found = here.head(head)
        except Clash:
            return None
        key, slots = as_defined(found.key, found.slots, here)
        return replace(found, key=key, slots=tuple(slots))

    def _known_name(self, head: Node, key: str) -> str:
        if any(self.scope.definitions_of(key)):
            return "used"
        if self.scope.declaration(key) is not None:
            return "declared"
        if key in self.usage.indices or self.scope.range_of(key) is not None:
            return "index"
        base = named(head)
        whole = "" if base is None else name_key(base)
        if key in self.usage.sizes and isinstance(head, surface.Scripted):  # the count `N_k` is no size `N`
            return "used" if any(spelled(head) in scope.used for scope in self.scope.around()) else ""
        if any(key in scope.used or (key == whole and whole in scope.used) for scope in self.scope.around()):
            return "used"
        return "decorated" if self._is_decorated(key) else ""

    def _known_call(self, left: Node, key: str) -> str:
        pattern = self._pattern(left, [])
        if pattern is None:
            return "term"
        if any(self.scope.definitions_of(pattern)):
            return "defined"
        if any(spelled(left) in scope.used for scope in self.scope.around()):
            return "used"
        if key.endswith("'") and any(self.scope.definitions_of(key.rstrip("'"))):  # the slope of what is defined
            return "term"
        is_claimed_of = key in OPERATORS and (key != "E" or self.is_operator(left))
        return "decorated" if self._is_decorated(key) or is_claimed_of else ""

    def _pattern(self, left: Node, collected: list[Node]) -> str | None:
        """Return the key of a call that is told apart by its arguments, whose indices are `collected`."""
        try:
            return f"<{canonical(left, collected, Here(self.scope, self.usage, {}))}>"
        except Clash:
            return None

    def _is_decorated(self, key: str) -> bool:
        """Return whether a name is a known one with a prime or a star: then it has a meaning, and is not free."""
        bare = key.rstrip("'")
        if bare != key:
            return any(self.scope.definitions_of(bare)) or bare in self.usage.calls
        marked = key.startswith(("hat ", "tilde ", "widehat ")) or "_" in key or "^" in key
        if stem(key) in self.usage.varied and key not in self.usage.varied and "^(" not in key and marked:
            return True
        base, _, mark = key.partition("^")
        return mark in {"star", "ast"} and any(base in scope.used for scope in self.scope.around())

    def is_operator(self, left: Node) -> bool:
        """Return whether a call is told apart by what stands in its brackets: `E(w)` is not where nothing is random."""
        head, _ = head_of(left)
        base = named(head)
        letter = "" if base is None else base.text
        if letter == "E" and isinstance(left, surface.Factors) and isinstance(left.parts[1], surface.Bracket):
            plain = isinstance(head, surface.Name) and not head.font and left.parts[1].left == "("
            return not plain or self.usage.has_moments
        return letter in PATTERN_LETTERS

    def is_call(self, left: Node) -> bool:
        """Return whether a left side calls a function at what is no name of its own: that defines nothing anew.

        Nor is a function of two names defined where both are one, as in `k(x, x) = 1`.
        """
        arguments = head_of(left)[1] or ()
        is_one = len({spelled(each) for each in arguments}) < len(arguments)
        return is_one or any(named(each) is None or self._is_defined(each) for each in arguments)

    def _is_defined(self, argument: Node) -> bool:
        key = key_of(argument, self.scope, self.usage)
        return key is not None and any(self.scope.definitions_of(key))

    def is_near(self, left: Node, formula: Formula) -> bool:
        """Return whether the definition of a head stands in the same display: then this is a claim about it.

        One of another display may be a new example, of which the name is only used again.
        """
        head, arguments = head_of(left)
        if head is None:
            return True
        found = next(iter(self.scope.definitions_of(key_of(head, self.scope, self.usage) or "")), None)
        if found is None and arguments is not None:
            pattern = self._pattern(left, [])
            found = None if pattern is None else next(iter(self.scope.definitions_of(pattern)), None)
        if found is None or found.is_notation:
            return found is not None
        return formula.display and formula.span.start <= found.at < left.span.start

    def is_defined_by(self, left: Node, right: Node, formula: Formula, *, mood: str, kind: str) -> bool:
        """Return whether an equation defines its left side: a fresh head that does not stand on the right."""
        is_alias = mood == "hypothesis" and (
            isinstance(right, surface.Name | surface.Scripted) or bool(names_in(left) & CALLED)
        )
        if kind in {"term", "index"} or (kind == "decorated" and not is_alias):
            return False
        # `If a = b` says of two things that they meet, and does not say what one of them is.
        meets = mood == "condition" and isinstance(right, surface.Name | surface.Number | surface.Terms)
        if meets or self._refers_to_itself(left, right):
            return False
        is_anew = kind == "defined" and not names_in(left) & ENTROPIES
        if mood == "hypothesis" and (kind == "" or is_anew or self._is_new_family(left, right)):
            return True
        if kind == "declared":
            unused = not any(key in self.scope.used for key in names_in(left))
            return unused and not isinstance(right, surface.Number)
        if kind == "used" and formula.display and not isinstance(right, surface.Number):
            return self._is_used_only_in(left, formula)
        return kind == ""

    def _is_new_family(self, left: Node, right: Node) -> bool:
        """Return whether a head is the member of a family at a letter, of whose letters no more was said than a use."""
        taken = self._taken(left)
        if taken is None or not taken.slots or not all(isinstance(each, surface.Name) for each in taken.slots):
            return False
        said = self.scope.declaration(taken.key) is not None or stem(taken.key) in self.usage.varied
        return not (said or any(self.scope.definitions_of(taken.key)) or isinstance(right, surface.Number))

    def is_named_by(self, left: Node, right: Node) -> bool:
        r"""Return whether a right side is a fresh accent of a letter on the left, as `\bar x` after `\sum_i x_i`."""
        if not isinstance(right, surface.Name) or not right.accents or self.known(right):
            return False
        return name_key(replace(right, accents=())) in names_in(left)

    def _is_used_only_in(self, left: Node, formula: Formula) -> bool:
        """Return whether a head was used before only in this display: definitions in an order that is not logical."""
        if head_of(left)[1] is not None:
            return False
        base = named(left)
        keys = {key_of(left, self.scope, self.usage), None if base is None else name_key(base)}
        places = [
            scope.used[key] for scope in self.scope.around() for key in keys if key is not None and key in scope.used
        ]
        return bool(places) and min(places) >= formula.span.start

    def _refers_to_itself(self, left: Node, right: Node) -> bool:
        """Return whether the head stands on the right too: then it is an equation, and no definition."""
        inside = {spelled(node) for node in surface.walk(right)}
        if spelled(left) in inside:
            return True
        head, arguments = head_of(left)
        if head is None or (isinstance(head, surface.Name) and arguments is None):
            return False
        base = named(head)
        if base is None or (base.text in PATTERN_LETTERS and (arguments is None or self.is_operator(left))):
            return False
        if isinstance(left, surface.Factors) and isinstance(left.parts[1], surface.Bracket) and has_bar(left.parts[1]):
            return False  # a density at its arguments, such as a policy, beside which the letter may be a number
        if arguments is not None or not isinstance(head, surface.Scripted) or letters(head.sub) is None:
            return name_key(base) in names_in(right)
        return self._is_recurrence(head, right)

    def _is_recurrence(self, head: Node, right: Node) -> bool:
        """Return whether another member of the same family stands on the right, as in `h_t = f(h_{t-1})`."""
        own = {self._member(head), key_of(head, self.scope, self.usage)} - {None}
        sizes = self.usage.sizes
        nodes = [e for e in surface.walk(right) if not isinstance(e, surface.Name) or name_key(e) not in sizes]
        bases = {id(node.base) for node in nodes if isinstance(node, surface.Scripted)}
        return any(self._member(node) in own for node in nodes if named(node) is not None and id(node) not in bases)

    def _member(self, node: Node) -> str | None:
        """Return the key of a name, with its number if it has one: `d_1` is another member than `d_2`."""
        taken = self._taken(node)
        if taken is None or not taken.slots:
            return None if taken is None else taken.key
        return _numbered(taken) or taken.key

    def without_log(self, left: Node, right: Node) -> tuple[Node, Node]:
        r"""Return `\log L(w) = ...` as `L(w) = \exp(...)`, where nothing was said of `L(w)`: then it defines it."""
        inside = under_log(left)
        return self.exponential(left, right) if inside is not None and self.known(inside) == "" else (left, right)

    def exponential(self, left: Node, right: Node) -> tuple[Node, Node]:
        r"""Return `\log L(w) = ...` as `L(w) = \exp(...)`; anything else as it is."""
        inside = under_log(left)
        if inside is None:
            return left, right
        bracket = surface.Bracket(right.span, "(", "(", right)
        return replace(inside, span=left.span), surface.Apply(right.span, "exp", bracket, bracketed=True)

    def given(self, left: Node, right: Node, formula: Formula) -> Definition | None:
        """Return a value for a bare name as its definition; None for another left side."""
        taken = self._taken(left) if head_of(left)[1] is None else None
        return None if taken is None or taken.power is not None else self._definition(left, taken, None, right, formula)

    def define(self, left: Node, right: Node, formula: Formula, *, supposed: Condition | None = None) -> bool:
        r"""Take in a definition, or a line that may be one; return whether the head could be taken apart.

        A name for the probability of an event, as in `\pi = p(y = 1)`, stays a name: the probability is called by it.
        """
        head, arguments = head_of(left)
        taken = self._taken(head)
        if arguments is None and taken is not None and taken.power is None and _is_of_events(right):
            known = Declaration(len(taken.slots), (), frozenset({"positive"}), where_of(formula))
            _ = self.scope.declarations.setdefault(taken.key, known)
            return self.define(right, left, formula)
        if taken is None or taken.power is not None:
            return False
        if arguments and any(isinstance(each, surface.Number) for each in taken.slots):
            member = _numbered(taken)
            if member is None or self.is_operator(left):
                return False
            taken = replace(taken, key=member, slots=())  # `L_2(u) = ...` is a function of its own
        made = self._definition(left, taken, arguments, right, formula)
        if made is not None:
            made = replace(made, supposed=supposed)
            self.scope.define(made)
            if made.is_pattern:
                self._define_law(left, made)
                self._define_divergence(left, made)
            if arguments is None and isinstance(right, FOLDED):
                self._fold(left, made)
            if isinstance(right, surface.Derivative):
                self._spread(left, right, made)
        return made is not None

    def _define_law(self, left: Node, made: Definition) -> None:
        r"""Take in of `p(x \mid y) = ...` that it says what a density of these letters is at other arguments too."""
        bracket = left.parts[1] if isinstance(left, surface.Factors) else None
        body = bracket.body if isinstance(bracket, surface.Bracket) else None
        taken = self._taken(head_of(left)[0])
        if taken is None or not isinstance(bracket, surface.Bracket) or not isinstance(body, surface.Sequence):
            return
        names = tuple(name_key(each) for each in body.items if isinstance(each, surface.Name))
        if set(body.separators) <= {"|", ","} and "|" in body.separators and len(names) == len(body.items):
            key = law_key(taken.key, bracket)
            self.scope.define(replace(made, key=key, slots=(), parameters=names, is_pattern=False))

    def _define_divergence(self, left: Node, made: Definition) -> None:
        r"""Take in of the first `D(q \| p) = ...` what `D` alone is, as in `\partial D / \partial \mu`."""
        bracket = left.parts[1] if isinstance(left, surface.Factors) else None
        taken = self._taken(head_of(left)[0])
        if taken is None or not isinstance(bracket, surface.Bracket) or not is_divergence(bracket) or made.slots:
            return
        if not taken.slots and not any(self.scope.definitions_of(taken.key)):
            self.scope.define(replace(made, key=taken.key, parameters=None, is_pattern=False))

    def _spread(self, left: Node, slope: surface.Derivative, made: Definition) -> None:
        r"""Take in of `\bar O = \partial L / \partial O` that the accent is the slope of the loss by any name."""
        mark = slope_mark(left, slope)
        for key in sorted(self.usage.bare) if mark else ():
            bare = key.removeprefix(f"{mark} ")
            font, _, text = bare.rpartition(" ")
            if bare not in {key, made.key} and bare in self.usage.bare and not any(self.scope.definitions_of(key)):
                body = replace(slope, by=(surface.Name(slope.span, text, font),))
                self.scope.define(Definition(key, (), None, body, made.at, made.where, is_notation=True))

    def _fold(self, left: Node, made: Definition) -> None:
        """Put a name for its body into what was defined before: `a = W x` is what `h = f(W x)` is a function of."""
        mine = _tokens(made.body)
        for scope in list(self.scope.around()):
            for key, found in list(scope.definitions.items()):
                body = _folded(found[-1].body, mine, left, made.slots) if found and key != made.key else None
                if body is None or spelled(body) == spelled(found[-1].body):
                    continue
                if scope is self.scope:
                    found[-1] = replace(found[-1], body=body)
                elif key not in self.scope.definitions:  # outside of here the name is not known
                    self.scope.definitions[key] = [replace(found[-1], body=body)]

    def _definition(
        self, left: Node, taken: Head, arguments: Sequence[Node] | None, right: Node, formula: Formula
    ) -> Definition | None:
        slots = tuple(name_key(each) for each in taken.slots if isinstance(each, surface.Name))
        at, where = left.span.start, where_of(formula)
        if len(slots) < len(taken.slots):
            member = _numbered(taken)
            return None if member is None else Definition(member, (), None, right, at, where)
        if len(set(slots)) < len(slots):  # `R_{nn} = r_n` says what a part of R is: it is a condition on R
            return None
        if arguments is None:
            return Definition(taken.key, slots, None, right, at, where)
        plain = [parameter_of(each, self.scope, self.usage) for each in arguments]
        parameters = tuple(key for key in plain if key is not None)
        # `H(X) = -\sum_x p(x) \log p(x)` says nothing of `H(Y)`, nor what is said of `H(X, Y)` of `H(p, q)`.
        is_of_letters = all(key.isupper() for key in parameters) or not names_in(right) & {*parameters}
        is_of_law = taken.key in ENTROPIES and is_of_letters
        is_of_each = len({*parameters}) == len(arguments)  # `k(x, x) = 1` says no more of k
        if len(parameters) == len(arguments) and is_of_each and not self.is_operator(left) and not is_of_law:
            return Definition(taken.key, slots, parameters, right, at, where)
        collected: list[Node] = []
        pattern = self._pattern(left, collected)
        own = tuple(name_key(each) for each in collected if isinstance(each, surface.Name))
        return None if pattern is None else Definition(pattern, own, None, right, at, where, is_pattern=True)


def _folded(node: Node, mine: Sequence[str], left: Node, slots: Sequence[str]) -> Node:
    """Return a tree with a name where something is written as its body is, at whatever letters of its own."""
    images = _images(mine, node, slots) if isinstance(node, FOLDED) else None
    if images is not None:
        head = surface.rebuilt(left, lambda part: _renamed(part, images))
        return replace(head, span=node.span)
    return surface.rebuilt(node, lambda part: _folded(part, mine, left, slots))


def _images(mine: Sequence[str], node: Node, slots: Sequence[str]) -> Mapping[str, str] | None:
    """Return for which letters a tree is written as a body is; None where it is another one.

    A letter that the body holds already is none of its own: a sum may bind it.
    """
    its, images = _tokens(node), dict[str, str]()
    if len(its) != len(mine):
        return None
    for one, other in zip(mine, its, strict=True):
        fits = other.isalnum() and (other in slots or other not in mine)
        if one != other and not (one in slots and fits):
            return None
        if one in slots and images.setdefault(one, other) != other:
            return None
    return images


def _tokens(node: Node) -> list[str]:
    """Return what a tree is spelled with; a division is one however it is written."""
    return re.findall(r"\w+|\W", spelled(_over(node)))


def _over(node: Node) -> Node:
    if isinstance(node, surface.Factors) and node.signs == ("", "/"):
        return surface.Fraction(node.span, *map(_over, node.parts))
    return surface.rebuilt(node, _over)


def _renamed(node: Node, images: Mapping[str, str]) -> Node:
    if isinstance(node, surface.Name) and name_key(node) in images:
        text = images[name_key(node)]
        return surface.Number(node.span, text) if text.isdigit() else replace(node, text=text)
    return surface.rebuilt(node, lambda part: _renamed(part, images))


def _is_of_events(node: Node) -> bool:
    r"""Return whether a node is the probability of events, all of them told: `p(x_j = 1 \mid y = c)`."""
    head, bracket = node.parts if isinstance(node, surface.Factors) and len(node.parts) == 2 else (None, None)  # noqa: PLR2004 -- a name and its bracket
    base = named(head)
    if base is None or base.text not in PATTERN_LETTERS or not isinstance(bracket, surface.Bracket):
        return False
    listed = bracket.body.items if isinstance(bracket.body, surface.Sequence) else (bracket.body,)
    return bracket.left == "(" and all(isinstance(each, surface.Chain) for each in listed)


def _numbered(taken: Head) -> str | None:
    """Return the key of one numbered member, such as `x_1`, which is a name of its own; None for another one."""
    numbers = [each.text for each in taken.slots if isinstance(each, surface.Number)]
    return f"{taken.key}_{','.join(numbers)}" if len(numbers) == len(taken.slots) else None

"""What is assumed, sorted by what can be done with it: drawn, computed, solved for, or only checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flint import fmpq
from sympy import Basic, Indexed, MatrixSymbol, Symbol

from derive.facts import Fact
from derive.recheck.domains import Domain, Style, assumed
from derive.recheck.fields import Reals
from derive.recheck.question import Question, Statement
from derive.recheck.ranges import Bound, Nowhere, tensor_name
from derive.recheck.reading import name_of
from derive.recheck.terms import At, Key, Meter, Term
from derive.recheck.values import NotEvaluableError, UndefinedError

Pattern = tuple[Basic | int, ...]
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Definition:
    """An equation that says what an entry is: w[j] == body. Without a pattern, the body is the whole matrix."""

    name: str
    pattern: Pattern | None
    body: Term
    statement: Statement

    def match(self, key: Key, sizes: Bound) -> dict[Basic, int] | None:
        """Return what the indices of the definition stand for at an entry; None where it does not speak of that."""
        name, places = key
        if name != self.name:
            return None
        if self.pattern is None:
            return {}
        if len(places) != len(self.pattern):
            return None
        found = {s: k for s, k in zip(self.pattern, places, strict=True) if isinstance(s, Basic)}
        literal = all(s == k for s, k in zip(self.pattern, places, strict=True) if isinstance(s, int))
        ends = [(self.statement.ends(s, {**sizes, **found}), k) for s, k in found.items()]
        return found if literal and all(low <= k <= high for (low, high), k in ends) else None


@dataclass(frozen=True, slots=True)
class Model:
    """The assumptions of a question. `modular` tells whether its points make sense modulo a prime.

    `rows` maps a tensor to "one-hot" or "simplex", `inverse_of` a matrix to the one that it inverts. `conditions` are
    relations between sizes alone, `loose` those over a range that nobody named: where its size happens to be small,
    nothing is known of the entries beyond. `exponents` holds the names of what occurs in an exponent.
    """

    question: Question
    domains: Mapping[str, Domain]
    symmetric: frozenset[str]
    rows: Mapping[str, str]
    inverse_of: Mapping[str, str]
    definitions: tuple[Definition, ...]
    equations: tuple[Statement, ...]
    inequalities: tuple[Statement, ...]
    conditions: tuple[Statement, ...]
    loose: tuple[Statement, ...]
    exponents: frozenset[str]
    modular: bool

    @property
    def plain(self) -> bool:
        """Return whether every way of drawing the entries one by one satisfies all assumptions."""
        return not (self.definitions or self.equations or self.inequalities or self.question.facts)

    def key(self, key: Key) -> Key:
        """Return the entry that stands for this one: the same for both halves of a symmetric matrix."""
        name, places = key
        if name not in self.symmetric or len(places) < 2:  # noqa: PLR2004 -- the last two indices
            return key
        return name, (*places[:-2], *sorted(places[-2:]))

    def spread(self, names: Iterable[str]) -> frozenset[str]:
        """Return names with all that they are computed from."""
        found, waiting = set[str](), list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [n for d in self.definitions if d.name == name for n in _names(d.body)]
                waiting += [self.inverse_of[name]] if name in self.inverse_of else []
        return frozenset(found)


def _names(term: Term) -> set[str]:
    return {*term.names(), *(name_of(u.symbol) for u in term.uses if u.kind == "free" and u.symbol is not None)}


def model(question: Question) -> Model:
    """Return the assumptions of a question, sorted; `NotEvaluableError` for a fact that cannot hold."""
    built = _Builder(question)
    for fact in question.facts:
        built.fact(fact)
    for statement in question.relations:
        built.relation(statement)
    for name, domain in built.domains.items():
        if domain.pick(0, Style(1)) is None:
            raise NotEvaluableError(f"no value of {name} satisfies what is assumed")
    return built.model()


class _Builder:
    def __init__(self, question: Question) -> None:
        self.question = question
        scalars = (u.symbol for u in question.uses if u.kind == "free" and u.symbol is not None)
        indices = {i for s in (question.goal, *question.relations) for i in s.ranges}
        known = indices.union(question.sizes)
        self.domains = {name_of(s): assumed(s) for s in scalars if s not in known}
        self.domains |= {name: assumed(label) for name, label in question.reader.tensors.items()}
        self.symmetric, self.rows, self.inverse_of = set[str](), dict[str, str](), dict[str, str]()
        self.definitions: list[Definition] = []
        self.equations: list[Statement] = []
        self.inequalities: list[Statement] = []
        self.conditions: list[Statement] = []

    def fact(self, fact: Fact) -> None:
        """Sort a fact."""
        names = [tensor_name(t) for t in fact.tensors]
        if fact.kind in _NARROWED:
            self._narrow(names[0], fact.kind)
        elif fact.kind == "symmetric":
            self.symmetric.add(names[0])
        elif fact.kind == "inverse pair":
            self.inverse_of[names[1]] = names[0]
        elif self.rows.setdefault(names[0], fact.kind) != fact.kind:
            raise NotEvaluableError(f"{names[0]} is both one-hot and simplex")

    def _narrow(self, name: str, kind: str) -> None:
        self.domains[name] = _NARROWED[kind](self.domains.get(name, Domain()))

    def relation(self, statement: Statement) -> None:
        """Sort a relation: a definition, a bound, an equation or an inequality."""
        if not statement.names() - {name_of(n) for n in self.question.sizes}:
            self.conditions.append(statement)
        elif statement.relation == "==":
            if not self._define(statement):
                self.equations.append(statement)
        elif not self._bound(statement):
            self.inequalities.append(statement)

    def _define(self, statement: Statement) -> bool:
        for side, body in ((0, statement.right), (1, statement.left)):
            target = self._target(statement.nodes[side], statement)
            if target is None:
                continue
            name, pattern = target
            free = {s for s in body.symbols() if s in statement.indices} - set(pattern or ())
            if not free and name not in self.rows and name not in self.inverse_of and not self._known(name, body):
                self.definitions.append(Definition(name, pattern, body, statement))
                return True
        return False

    def _known(self, name: str, body: Term) -> bool:
        # A second definition is an equation, and one that comes back to itself is one as well.
        return any(d.name == name for d in self.definitions) or name in self.model().spread(_names(body))

    def _target(self, node: Basic, statement: Statement) -> tuple[str, Pattern | None] | None:
        if isinstance(node, MatrixSymbol):
            return tensor_name(node), None
        if isinstance(node, Symbol):
            known = node in self.question.sizes or node in statement.ranges
            return None if known else (name_of(node), ())
        if isinstance(node, Indexed):
            name, places = name_of(node.base.label), node.indices
        elif getattr(node, "is_MatrixElement", False) and isinstance(node.args[0], MatrixSymbol):
            name, places = tensor_name(node.args[0]), node.args[1:]
        else:
            return None
        pattern = tuple(int(p) if p.is_Integer else p for p in places)
        indices = [p for p in pattern if not isinstance(p, int)]
        plain = len(set(indices)) == len(indices) and all(p in statement.indices for p in indices)
        return (name, pattern) if plain else None

    def _bound(self, statement: Statement) -> bool:
        """Narrow a domain by a relation such as x[i] > 0; return whether that was possible."""
        for side, other in ((0, statement.right), (1, statement.left)):
            target, limit = self._target(statement.nodes[side], statement), _number(other)
            if target is None or limit is None or any(isinstance(p, int) for p in target[1] or ()):
                continue
            relation = statement.relation if side == 0 else FLIPPED[statement.relation]
            domain = self.domains.get(target[0], Domain())
            narrow = domain.below if relation[0] == "<" else domain.above
            self.domains[target[0]] = narrow(limit, strictly=len(relation) == 1)
            return True
        return False

    def model(self) -> Model:
        """Return what has been sorted so far."""
        found = Model(
            self.question,
            self.domains,
            frozenset(self.symmetric),
            self.rows,
            self.inverse_of,
            tuple(self.definitions),
            tuple(self.equations),
            tuple(self.inequalities),
            tuple(self.conditions),
            tuple(s for s in self.question.relations if self._loose(s)),
            _exponents(self.question),
            modular=not self.inequalities,
        )
        return replace(found, modular=found.modular and not self._entangled(found))

    def _loose(self, statement: Statement) -> bool:
        ends = (end for pair in statement.ranges.values() for end in pair)
        return any(s in self.question.private for end in ends for s in end.symbols())

    def _entangled(self, found: Model) -> bool:
        # An order means nothing modulo a prime. On independent entries it cuts out an open set, and an identity that
        # holds on an open set holds; an entry that is computed from others may be cut down to a single value.
        computed = {d.name for d in self.definitions} | self.inverse_of.keys()
        computed |= {n for e in self.equations for n in e.names()}
        return any(d.ordered and name in found.spread(computed) for name, d in self.domains.items())


def _exponents(question: Question) -> frozenset[str]:
    found = [u for u in question.uses if u.kind == "exponent"]
    return frozenset(u.name if u.symbol is None else name_of(u.symbol) for u in found)


_NARROWED = {
    "sign": lambda domain: domain.among(-1, 1),
    "binary": lambda domain: domain.among(0, 1),
    "positive": lambda domain: domain.above(fmpq(0), strictly=True),
    "nonnegative": lambda domain: domain.above(fmpq(0), strictly=False),
}


def _number(term: Term) -> fmpq | None:
    if term.uses:
        return None
    try:
        value = term.run(At(Reals(), Nowhere(), {}, Meter(float("inf"), 1000)))
    except (NotEvaluableError, UndefinedError):
        return None
    return value if isinstance(value, fmpq) else None

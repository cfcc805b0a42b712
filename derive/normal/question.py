"""A statement in normal form: both sides with the hypotheses in force, and the conditions on which they have values."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from sympy import Abs

from derive import kernel
from derive.errors import UndefinedError
from derive.expr import tree
from derive.expr.to_sympy import LETTERS, RELATIONS, to_sympy
from derive.expr.tree import Node
from derive.kernel import nodes
from derive.kernel.known import is_nonzero, settled_sign, sign_of, vanishes_at_coincidence
from derive.kernel.label import dim_of
from derive.limits import check_limits
from derive.normal.hypotheses import KnownSign, assume
from derive.normal.read import read
from derive.normal.recursions import met
from derive.normal.series import refuse_divergent
from derive.normal.session import OUTERMOST, WHOLE, Need, Scope, Session, Ways, session_of
from derive.normal.write import node_of
from derive.statements import Statement
from derive.verdict import Condition, spelt


@dataclass(slots=True)
class Question:
    """A session with the hypotheses of its claim in force: reads nodes, tells what they rest on, writes answers."""

    session: Session
    known: tuple[KnownSign, ...] = ()

    @property
    def ring(self) -> kernel.Ring:
        """Return the ring of this question."""
        return self.session.ring

    @property
    def claim(self) -> Statement:
        """Return the statement that is asked about."""
        return self.session.claim

    def read(self, node: Node, scope: Scope = OUTERMOST) -> kernel.Poly:
        """Return a node in the kernel's language, assumed definitions put in."""
        return self.session.settle(read(node, self.session, scope))

    def sides(self) -> tuple[kernel.Poly, kernel.Poly]:
        """Return both sides of the claim; read again in the light of a kink, where a derivative leaves one out."""
        left, right = self.read(self.claim.left), self.read(self.claim.right)
        return (self.read(self.claim.left), self.read(self.claim.right)) if self._leave_out_kinks() else (left, right)

    def _leave_out_kinks(self) -> bool:
        """Take for nonzero what is not 0 where the derivatives of the claim exist. Returns whether that was news."""
        news = [kink for kink in dict.fromkeys(self.ring.kinks) if kink not in self.ring.nonzero]
        self.ring.nonzero += news
        return bool(news)

    def away_from_steps(self) -> str:
        """Take for nonzero what stands under a sign, and return that as text; nothing where that is no news."""
        claim = self.claim
        found = [each for side in (claim.left, claim.right) for each in tree.walk(side)]
        arguments = [each.arguments[0] for each in found if isinstance(each, tree.Call) and each.function == "sign"]
        arguments += [tree.subtract(each.left, each.right) for each in found if isinstance(each, tree.Compare)]
        own = [each for each in dict.fromkeys(arguments) if not any(isinstance(n, tree.Bound) for n in tree.walk(each))]
        polys = [self.read(each) for each in own]
        self.ring.nonzero += [kernel.freeze(poly) for poly in polys if poly and not is_nonzero(self.ring, poly)]
        return " and ".join(f"{self._shown(each)} != 0" for each in own)

    def difference(self) -> kernel.Poly:
        """Return the left side minus the right one, recursions without an end put in as far as their entries meet."""
        left, right = self.sides()
        gap = kernel.subtract(left, right)
        for known in self.session.endless:
            gap = met(self.ring, known, gap)
        return gap

    def settle(self, poly: kernel.Poly) -> kernel.Poly:
        """Return a polynomial with all assumed definitions put in."""
        return self.session.settle(poly)

    def conditions(self) -> tuple[Condition, ...]:
        """Return the side conditions that nothing discharges, simple ones first; what these imply is left out.

        Raises `UndefinedError` for one that can never hold.
        """
        found: dict[str, Condition] = {}
        signs, needs = list(self.ring.positive), list(self.session.needs)
        nonzero: set[kernel.Terms] = set()
        for need, first in self._settled_needs():
            news = len(self.ring.positive) > len(signs) and need.kind != "invertible"
            if need.kind == "nonzero" and kernel.freeze(first) in nonzero:
                continue
            value, condition = first, self._condition(need, first)
            if condition is not None and news:
                value = self._read_again(need)
                condition = self._condition(need, value)
            if condition is not None:
                if need.kind == "nonzero":
                    nonzero |= {kernel.freeze(value), kernel.freeze(kernel.scale(value, -1))}
                _ = found.setdefault(str(condition), condition)
            if condition is not None or need.kind == "convergent":
                self._take_sign(need, value)
        self.ring.positive[:], self.session.needs[:] = signs, needs
        return (*found.values(), *self._kinks())

    def _kinks(self) -> Iterator[Condition]:
        """Yield what a derivative leaves out: the points where a function in it has none, those said already aside."""
        kinks = dict.fromkeys(self.ring.kinks)
        taken, self.ring.nonzero[:] = list(self.ring.nonzero), [each for each in self.ring.nonzero if each not in kinks]
        try:
            for kink in kinks:
                if not is_nonzero(self.ring, dict(kink)):
                    self.ring.nonzero.append(kink)
                    yield self._kink(dict(kink))
        finally:
            self.ring.nonzero[:] = taken

    def _kink(self, poly: kernel.Poly) -> Condition:
        """Return that a polynomial must not vanish, in the author's names, for every value of what is bound in it."""
        moving = sorted(nodes.free_of(poly) - self.session.free.keys(), key=lambda index: (len(index.name), index.name))
        scope = Scope(bound={tree.Index(index.name): index for index in moving})
        node = node_of(poly, self.session)
        relation = tree_relation("!=", self._shown(node, scope), 0)
        return Condition(relation, self._reason(Need("nonzero", node, poly, scope, KINK)))

    def _read_again(self, need: Need) -> kernel.Poly:
        self.session.group = need.group
        value = self.read(need.node, need.scope)
        self.session.group = 0
        return value

    def _settled_needs(self) -> list[tuple[Need, kernel.Poly]]:
        settled = [(need, self.settle(need.value)) for need in self.session.needs]
        return sorted(settled, key=_order)

    def _take_sign(self, need: Need, value: kernel.Poly) -> None:
        if need.scope.guards:
            return
        if need.kind in {"positive", "nonnegative"}:
            self.ring.positive.append((kernel.freeze(value), need.kind == "positive"))
        elif need.kind == "convergent":
            self.ring.positive += [(kernel.freeze(gap), True) for gap in kernel.gaps_to_one(self.ring, value)]

    def notes(self) -> tuple[Condition, ...]:
        """Return what the computation took for granted on its way."""
        return tuple(Condition(note, "used in the computation") for note in self.ring.notes)

    def _condition(self, need: Need, value: kernel.Poly) -> Condition | None:
        if need.kind == "invertible":
            return self._invertible(need)
        if not need.scope.guards:
            self._refuse_impossible(need, value)
        holds = {
            "positive": lambda: settled_sign(self.ring, value) == kernel.POSITIVE,
            "nonnegative": lambda: settled_sign(self.ring, value) >= kernel.NONNEGATIVE,
            "nonzero": lambda: is_nonzero(self.ring, value),
            "holds": lambda: not value,
            "convergent": lambda: kernel.is_within_one(self.ring, value),
        }
        with self._under(need):
            holds_here = holds[need.kind]()
        return None if holds_here else Condition(self._relation(need), self._reason(need))

    def _invertible(self, need: Need) -> Condition:
        return Condition(f"{self._shown(need.node, need.scope).args[0]} is invertible", self._reason(need))

    @contextmanager
    def _under(self, need: Need) -> Generator[None]:
        """Know the tests for a moment under which an expression counts, for the indices as they stand."""
        ring = self.ring
        known, own = list(ring.positive), set(ring.own)
        self.session.group = need.group
        try:
            for poly, strict in self._tested(need.scope):
                ring.positive.append((kernel.freeze(poly), strict))
                ring.own |= nodes.free_of(poly)
            yield
        finally:
            ring.positive[:], ring.own, self.session.group = known, own, 0

    def _tested(self, scope: Scope) -> Iterator[tuple[kernel.Poly, bool]]:
        """Yield what tests say: polynomials that are positive, or not negative."""
        for when in (part for guard in scope.guards for part in _parts(guard)):
            sign, left, right = when.sign, when.left, when.right
            if sign in {"<", "<=", "=="}:
                left, right = right, left
            gap = kernel.subtract(self.read(left, scope), self.read(right, scope))
            if gap and sign != "!=":
                yield gap, sign in {"<", ">"}
                if sign == "==":
                    yield kernel.scale(gap, -1), False

    def _refuse_impossible(self, need: Need, value: kernel.Poly) -> None:
        way_out = "leave the undefined terms out"
        negative = value.keys() == {self.ring.one} and value[self.ring.one] < 0
        if need.kind == "convergent":
            refuse_divergent(value, self.ring, str(self._shown(need.node, need.scope)))
        if need.kind in {"holds", "convergent"}:
            return
        if (not value and need.kind != "nonnegative") or (negative and need.kind != "nonzero"):
            reason = f"it stands {need.reason} but is never {need.kind}"
            raise UndefinedError(str(self._shown(need.node, need.scope)), reason=reason, way_out=way_out)
        meeting = vanishes_at_coincidence(self.ring, value, need.bound) if need.kind != "nonnegative" else None
        if meeting is not None:
            reason = f"it stands {need.reason} but is 0 where two of its indices meet, which the sum includes"
            raise UndefinedError(str(self._shown(need.node, need.scope)), reason=reason, way_out=way_out)

    def assume_defined(self) -> bool:
        """Assume that every argument of a logarithm is positive, and so on. Returns whether that was news.

        What a branch needs is needed under its test only, and is not assumed.
        """
        before = len(self.ring.positive)
        for need, value in self._settled_needs():
            wanted = kernel.POSITIVE if need.kind == "positive" else kernel.NONNEGATIVE
            if value and sign_of(self.ring, value) < wanted:
                self._take_sign(need, value)
        return len(self.ring.positive) > before

    def write(self, poly: kernel.Poly, *, own_names: bool = True) -> Any:
        """Return a polynomial as a SymPy expression, bound indices named as the author did or canonically."""
        node = node_of(poly, self.session)
        return to_sympy(node, self.claim.vocabulary, evaluate=True, own_names=own_names)

    def _shown(self, node: Node, scope: Scope = OUTERMOST) -> Any:
        """Return a node as a SymPy expression, with names for the indices that are bound around it."""
        return to_sympy(tree.replace(node, self._readable(scope)), self.claim.vocabulary, evaluate=True)

    def _readable(self, scope: Scope) -> Mapping[Node, tree.Index]:
        """Return readable names for the indices of a scope: the author's own for their ranges, else letters."""
        known = self.claim.vocabulary
        used = {*known.symbols, *known.tensors}
        names: dict[Node, tree.Index] = {}
        for bound, index in scope.indices.items():
            own = [str(symbol) for ends, symbol in known.binders if ends == self._ends(index)]
            free = chain(
                (each for each in own if tree.Index(each) not in names.values()),
                (each for each in _letters() if each not in used),
            )
            names[bound] = tree.Index(next(free))
            used.add(names[bound].name)
        return names

    def _ends(self, index: kernel.Index) -> tuple[Any, ...]:
        ends = self.session.ends_of(dim_of(index)) if index.dim is not None else ()
        return tuple(to_sympy(end, self.claim.vocabulary, evaluate=True) for end in ends)

    def _relation(self, need: Need) -> object:
        signs = {"positive": ">", "nonnegative": ">=", "nonzero": "!="}
        shown = self._shown(need.node, need.scope)
        if need.kind == "convergent":
            relation = tree_relation("<", Abs(shown), 1)
        else:
            relation = shown if need.kind == "holds" else tree_relation(signs[need.kind], shown, 0)
        tests = " and ".join(spelt(self._shown(guard, need.scope)) for guard in need.scope.guards)
        return f"{spelt(relation)} where {tests}" if tests else relation

    def _reason(self, need: Need) -> str:
        moving = nodes.free_of(need.value)
        names = self._readable(need.scope)
        pairs = [(names[bound], index) for bound, index in need.scope.indices.items() if index in moving]
        shown = ", ".join(f"{each.name} in {self._range(index)}" for each, index in pairs)
        return f"{need.reason}, for every {shown}" if shown else need.reason

    def _range(self, index: kernel.Index) -> str:
        low, high = self._ends(index)
        return f"{low}..{high}"


KINK = "there is no derivative at a kink"


def _order(settled: tuple[Need, kernel.Poly]) -> tuple[bool, int, int]:
    """Return what puts simple conditions first; those of series before all, as their values stand over 1 - r."""
    need, value = settled
    return need.kind != "convergent", len(value), sum(len(mono.spelling) for mono in value)


def _letters() -> Iterator[str]:
    for round_ in count():
        yield from (f"{letter}{round_ or ''}" for letter in LETTERS)


def _parts(guard: Node) -> Iterator[tree.Compare]:
    """Yield the comparisons that all hold where a test does."""
    opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    if isinstance(guard, tree.Compare):
        yield guard
    elif isinstance(guard, tree.Both):
        for part in guard.parts:
            yield from _parts(part)
    elif isinstance(guard, tree.Not) and isinstance(guard.part, tree.Compare):
        yield replace_sign(guard.part, opposite[guard.part.sign])
    elif isinstance(guard, tree.Not) and isinstance(guard.part, tree.Either):
        for part in guard.part.parts:
            yield from _parts(tree.Not(part))


def replace_sign(when: tree.Compare, sign: str) -> tree.Compare:
    """Return a comparison with another sign."""
    return tree.Compare(sign, when.left, when.right)


def tree_relation(sign: str, left: Any, right: Any) -> Any:
    """Return a relation of SymPy expressions, not evaluated."""
    return RELATIONS[sign](left, right, evaluate=False)


def ask(claim: Statement, *, limits: kernel.Limits | None = None, ways: Ways = WHOLE) -> Question:
    """Return a question about a statement, its hypotheses in force. With `ways`, ranges are taken apart.

    Raises the `DeriveError` that fits for what the normal form does not know.
    """
    session = session_of(claim, check_limits(limits), ways)
    return Question(session, assume(session))

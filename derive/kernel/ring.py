"""The ring in which one question is computed: intern tables, fresh indices, facts, and what was taken for granted."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from functools import singledispatch

from derive.kernel.limits import Limits, Meter
from derive.kernel.nodes import (
    NO_INDICES,
    NO_NAMES,
    Atom,
    Before,
    Call,
    Coef,
    Compound,
    Delta,
    Determinant,
    Dim,
    Entry,
    Exp,
    Form,
    Index,
    InverseEntry,
    Mono,
    Poly,
    Prime,
    Product,
    Sum,
    Tensor,
    Terms,
    Tower,
    free_of,
)
from derive.kernel.rule import OneHot, Rule
from derive.kernel.spell import spell_form

ONE_HOT = "one-hot"
SPECIAL_TRAITS = frozenset({"sign", "binary", ONE_HOT})
SQUARED = frozenset({"Abs", "cos", "sign"})
"""The functions whose squares are written in another way."""
INDEX_VALUE = "#"
"""The tensor whose entry at i is i itself."""
PI = "#pi"
"""The scalar that is the number pi; no name of a user begins with this mark."""


class Ring:
    """Everything that one question shares. Nothing outlives it: facts and names are local to the call.

    `sizes` are the scalars that count a range, `rules` the equations assumed, `positive` the polynomials assumed to be
    greater than zero (where the flag beside them says so, else at least zero), `own` the free indices of the statement,
    each of one value (what is assumed holds for every value of any other), `leads` the leading terms found so far,
    `notes` what a step took for granted. `dims` are the ranges by their ends, `shifts` the indices such as t - 1 and
    `linear` those such as i + j; where `aligned` is set, ranges that differ in their ends are split so that they share
    them, and those of 2 M places where 2 is one of the `factors`. `ordered` says that the order of two indices matters
    somewhere; where `oriented` is set, of two opposite orders one is told by the other. `least` are the least values of
    sizes, 1 unless said otherwise; None for a number that nothing bounds, which ends an open range. `kinks` are what
    must not vanish where the derivatives taken so far exist, and `nonzero` what is known not to. `one_hot` are the
    families with a 1 at one value of their last index. `determinants` says that there are some, and `apart` that they
    are to be taken apart; `equations` are the matrices, each with its row and column, that were assumed to be zero.
    `turning` says that there are functions of angles; `astray` are the functions and conditions that are read where
    they may not count, so that a question can have a value where these have none.
    """

    __slots__ = (
        *(
            "_atoms",
            "_fresh",
            "_indices",
            "_monos",
            "_tensors",
            "aligned",
            "apart",
            "astray",
            "determinants",
            "dims",
            "equations",
            "gaps",
            "inverses",
            "kinks",
            "leads",
            "least",
            "factors",
            "linear",
            "meter",
        ),
        *("ordered", "oriented"),
        *("nonzero", "notes", "one", "one_hot", "own", "positive", "rules", "shifts", "sizes", "traits", "turning"),
    )

    def __init__(self, *, limits: Limits | None = None, traits: dict[str, frozenset[str]] | None = None) -> None:
        """Start empty, with the traits of tensors by name."""
        self.meter = Meter(limits or Limits())
        self.traits = {PI: frozenset({"positive"}), **(traits or {})}
        self.rules: list[Rule] = []
        self.positive: list[tuple[Terms, bool]] = []
        self.own: set[Index] = set()
        self.notes: dict[str, None] = {}
        self.least: dict[Atom, int | None] = {}
        self.gaps: list[Poly] = [{}]
        self.kinks: list[Terms] = []
        self.nonzero: list[Terms] = []
        self.inverses: dict[tuple[str, str], InverseEntry] = {}
        self.sizes: dict[Atom, Dim] = {}
        self.leads: dict[Terms, tuple[Mono, Coef] | None] = {}
        self.dims: dict[tuple[Terms, Terms], Dim] = {}
        self.shifts: dict[tuple[Index | None, Terms], Index] = {}
        self.linear: dict[frozenset[tuple[Index, int]], Index] = {}
        self.aligned = False
        self.factors: tuple[int, ...] = ()
        self.ordered = False
        self.oriented = False
        self.apart = self.determinants = self.turning = False
        self.astray: set[str] = set()
        self.equations: list[tuple[Index, Index, Terms]] = []
        self._atoms: dict[Form, Atom] = {}
        self._monos: dict[tuple[tuple[Atom, Coef], ...], Mono] = {}
        self._indices: dict[tuple[str, Dim | None], Index] = {}
        self._tensors: dict[str, Tensor] = {}
        self._fresh = 0
        self.one_hot: dict[str, OneHot] = {}
        self.one = self.mono(())

    def index(self, name: str, dim: Dim) -> Index:
        """Return the index of that name and range."""
        return self._indices.setdefault((name, dim), Index(name, dim))

    def literal(self, value: int) -> Index:
        """Return the index that is one fixed integer."""
        return self._indices.setdefault((f"#{value}", None), Index(f"#{value}", None, value))

    def fresh(self, dim: Dim | None) -> Index:
        """Return an index that occurs nowhere else, to open a binder with: capture is then impossible."""
        self._fresh += 1
        return Index(f"~~{self._fresh}", dim)

    def tensor(self, name: str) -> Tensor:
        """Return the tensor of that name, with the traits given to the ring."""
        return self._tensors.setdefault(name, Tensor(name, self.traits.get(name, NO_NAMES)))

    def atom(self, form: Form) -> Atom:
        """Return the one atom of that form."""
        known = self._atoms.get(form)
        return known if known is not None else self._intern(form)

    def _intern(self, form: Form) -> Atom:
        free, level, tensors = anatomy(form)
        spelling = spell_form(form, {}, self.meter)
        shape = spell_form(form, by_range(free), self.meter) if free else spelling
        self.meter.node(400 + len(spelling) + len(shape))
        atom = self._atoms[form] = Atom(form, free, spelling, shape, level, is_special(form), tensors)
        return atom

    def mono(self, factors: Iterable[tuple[Atom, Coef]]) -> Mono:
        """Return the one monomial with these factors: distinct atoms, nonzero exponents."""
        key = tuple(factors)
        if len(key) > 1:
            key = tuple(sorted(key, key=_by_spelling))
        known = self._monos.get(key)
        return known if known is not None else self._intern_mono(key)

    def _intern_mono(self, key: tuple[tuple[Atom, Coef], ...]) -> Mono:
        if len(key) == 1:
            ((atom, exponent),) = key
            spelling = atom.spelling if exponent == 1 else f"{atom.spelling}^{exponent}"
            mono = Mono(key, atom.free, spelling, atom.level, atom.special, atom.tensors)
        else:
            atoms = [atom for atom, _ in key]
            free = NO_INDICES.union(*[atom.free for atom in atoms])
            spelling = "*".join([a.spelling if e == 1 else f"{a.spelling}^{e}" for a, e in key])
            tensors = NO_NAMES.union(*[atom.tensors for atom in atoms])
            level = max([atom.level for atom in atoms], default=0)
            mono = Mono(key, free, spelling, level, any(atom.special for atom in atoms), tensors)
        self.meter.node(300 + len(spelling))
        self._monos[key] = mono
        return mono

    @contextmanager
    def without_rules(self) -> Generator[None]:
        """Compute as if nothing were assumed, for matching, which must not itself rewrite."""
        rules, self.rules = self.rules, []
        try:
            yield
        finally:
            self.rules = [*rules, *self.rules]

    def chosen(self, form: Form, bound: Iterable[Index]) -> Index | None:
        """Return the bound index that runs over all values of a one-hot entry: sum_k [y = k] f(k) is f(y)."""
        known = self.one_hot.get(form.tensor.name) if isinstance(form, Entry) else None
        if known is None or not isinstance(form, Entry):
            return None
        *lead, last = form.indices
        return last if last in bound and last.dim is known.dim and last not in lead else None

    def note(self, text: str) -> None:
        """Remember something that the computation takes for granted."""
        self.notes.setdefault(text)

    def constant(self, value: Coef) -> Poly:
        """Return a number as a polynomial."""
        return {self.one: value} if value else {}

    def single(self, form: Form, exponent: Coef = 1) -> Poly:
        """Return one atom to a power as a polynomial."""
        return {self.mono(((self.atom(form), exponent),)): 1}


def _by_spelling(factor: tuple[Atom, Coef]) -> str:
    return factor[0].spelling


def by_range(free: Iterable[Index]) -> dict[Index, str]:
    """Return names that hide which index it is and keep its range; fixed integers keep their name."""
    return {i: i.name if i.dim is None else f"?{i.dim.name}" for i in free}


def is_special(form: Form) -> bool:
    """Return whether a product with this form may simplify."""
    if isinstance(form, Entry):
        return not SPECIAL_TRAITS.isdisjoint(form.tensor.traits)
    if isinstance(form, Sum):
        return form.body.special and any(
            ONE_HOT in a.form.tensor.traits for a, _ in form.body.factors if isinstance(a.form, Entry)
        )
    return isinstance(form, Delta | Before | Compound | Prime | Tower) or (
        isinstance(form, Call) and form.name in SQUARED
    )


Anatomy = tuple[frozenset[Index], int, frozenset[str]]


@singledispatch
def anatomy(form: Form) -> Anatomy:
    """Return the free indices of a form, how deep its binders nest, and the tensors in it."""
    raise TypeError(type(form))


def _within(*polys: Terms) -> Anatomy:
    monos = [mono for terms in polys for mono, _ in terms]
    return free_of(monos), max((m.level for m in monos), default=0), NO_NAMES.union(*(m.tensors for m in monos))


def _moving(*indices: Index) -> frozenset[Index]:
    found = [moving for index in indices if (moving := index.moving) is not None]
    if any(index.parts for index in found):
        return frozenset(part for index in found for part, _ in index.terms)
    return frozenset(found)


@anatomy.register
def _entry(form: Entry) -> Anatomy:
    return _moving(*form.indices), 0, frozenset({form.tensor.name})


@anatomy.register(Delta)
@anatomy.register(Before)
def _delta(form: Delta | Before) -> Anatomy:
    return _moving(form.left, form.right), 0, NO_NAMES


@anatomy.register
def _exp(form: Exp) -> Anatomy:
    return form.power.free, form.power.level, form.power.tensors


@anatomy.register
def _call(form: Call) -> Anatomy:
    return _within(*form.arguments)


@anatomy.register
def _compound(form: Compound) -> Anatomy:
    return _within(form.terms)


@anatomy.register
def _tower(form: Tower) -> Anatomy:
    return _within(form.base, ((form.power, 1),))


@anatomy.register
def _sum(form: Sum) -> Anatomy:
    return _binder(form)


@anatomy.register
def _product(form: Product) -> Anatomy:
    return _binder(form)


def _binder(form: Sum | Product) -> Anatomy:
    return form.body.free.difference(form.bound), form.body.level + 1, form.body.tensors


@anatomy.register
def _prime(form: Prime) -> Anatomy:
    return NO_INDICES, 0, NO_NAMES


@anatomy.register
def _determinant(form: Determinant) -> Anatomy:
    free, level, tensors = _within(form.terms)
    return free.difference(form.bound), level + 1, tensors


@anatomy.register
def _inverse(form: InverseEntry) -> Anatomy:
    free, level, tensors = _within(form.terms)
    return free.difference(form.bound) | _moving(form.row, form.column), level + 1, tensors

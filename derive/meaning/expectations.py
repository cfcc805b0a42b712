"""E, Var, Cov and Corr as operators on values: read with the random names held, then averaged over the outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place, unify
from derive.meaning.chain import graph_of
from derive.meaning.chances import groups_of
from derive.meaning.densities import Law, law_of
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import items, name_key, named, names_in, spelled, stem
from derive.meaning.moments import Averages, Known
from derive.meaning.opaque import canonical
from derive.meaning.reading import read
from derive.meaning.spaces import hidden_in, space_of, unnumbered, words_of
from derive.meaning.values import Value, align, divided, kind, mapped, scalar

KINDS = {
    **dict.fromkeys(("blackboard E", "roman E", "upright E", "E"), "mean"),
    **dict.fromkeys(("blackboard V", "roman Var", "roman var", "Var"), "variance"),
    **dict.fromkeys(("roman Cov", "roman cov", "Cov"), "covariance"),
    **dict.fromkeys(("roman Corr", "roman corr", "roman Cor"), "correlation"),
}
"""What an operator is, by how it is written."""
BARS = frozenset({"|"})
UNSAID = "nothing says what is random in an expectation"
GIVEN = frozenset({"calligraphic D", "D", "bold X", "X"})
"""Data: a law of these depends on no parameter."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What an operator says of its law: by what it is known, which names are random, and on what it depends.

    With `is_bound` the names are letters of their own, as those by which is integrated; an index may be `drawn`, with a
    density.
    """

    key: str = ""
    random: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    laws: tuple[tuple[str, Node], ...] = ()
    is_bound: bool = False
    drawn: tuple[str, tree.Entry | None] = ("", None)


def expectation(part: Node, key: str, bracket: surface.Bracket, application: Node, here: Here) -> Value | None:
    """Return the value of an operator; None where the document defines it as it is written, or where it is not read."""
    if key == "E" and bracket.left == "(" and not here.usage.has_moments:
        return None
    if _is_defined(application, here):
        return None
    bodies, given = _split(bracket.body)
    measure = _measure(part, bodies, given, here)
    if measure is None:
        return None
    if not bodies or len(bodies) > (2 if KINDS[key] in {"covariance", "correlation"} else 1):
        return None
    drawn = None if given else _drawn_index(part, measure, here)
    if drawn is not None:
        inner, own = _over(*drawn, here)
        return taken(KINDS[key], bodies, given, replace(measure, drawn=own), inner)
    if any(here.is_index(_named_by(each)) for each in measure.random):
        return None
    return taken(KINDS[key], bodies, given, measure, here)


def _drawn_index(part: Node, measure: Measure, here: Here) -> tuple[str, Node] | None:
    """Return the one index that is drawn, below the operator or by what the document says, and its density."""
    told = (key[1:] for key in here.scope.defined() if key.startswith("~"))
    letters = [each for each in measure.random or (() if measure.key else told) if here.is_index(_named_by(each))]
    if len(letters) != 1 or measure.laws:
        return None
    sub = part.sub if isinstance(part, surface.Scripted) else next(here.scope.definitions_of(f"~{letters[0]}")).body
    law = sub.members[1] if isinstance(sub, surface.Chain) else sub
    head = None if law is None else _head_of(law)
    name = named(head)
    if head is None or name is None:
        return None
    calls = here.usage.calls.get(name_key(name), ())
    found = {
        spelled(each): each for each in calls if (own := density(_with(head, each))) and own.random == (letters[0],)
    }
    return (letters[0], _with(head, *found.values())) if len(found) == 1 else None


def _over(letter: str, law: Node, here: Here) -> tuple[Here, tuple[str, tree.Entry | None]]:
    """Return the place in which a letter is drawn, what it is called there, and its density."""
    index = tree.Index(here.fresh(letter))
    inner = replace(here.binding({letter: Place(index, Axis(hint=letter))}), drawn=here.drawn | {letter})
    found = read(law, inner).number
    if not isinstance(found, tree.Entry) or index not in found.indices:
        raise Clash("a density that does not say what is drawn")
    here.record.read_as.add("a mean over an index is a sum, weighted by its density")
    return inner, (index.name, found)


def _with(head: Node, bracket: surface.Bracket) -> surface.Factors:
    return surface.Factors(head.span | bracket.span, ("", ""), (head, bracket))


def _named_by(key: str) -> surface.Name:
    font, _, text = key.rpartition(" ")
    return surface.Name(surface.Span(0, 0), text, font)


def _is_defined(application: Node, here: Here) -> bool:
    try:
        key = f"<{canonical(application, [], here)}>"
    except Clash:
        return False
    return any(True for _ in here.scope.definitions_of(key))


def _split(body: Node | None) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Return what stands before and behind the bar."""
    if not isinstance(body, surface.Sequence):
        return (() if body is None else (body,)), ()
    bars = [number for number, sign in enumerate(body.separators) if sign in BARS]
    if len(bars) > 1 or not set(body.separators) <= {",", *BARS}:
        return (), ()
    cut = bars[0] + 1 if bars else len(body.items)
    return body.items[:cut], body.items[cut:]


def _measure(part: Node, bodies: Sequence[Node], given: Sequence[Node], here: Here) -> Measure | None:
    """Return the law that a subscript and what is given say; None where it is not read."""
    if any(named(each) is None for each in given):
        return None
    sub = part.sub if isinstance(part, surface.Scripted) else None
    found = Measure() if sub is None else _below(sub, bodies, here)
    if found is None or not given:
        return found
    text = ",".join(spelled(each) for each in given)
    words = frozenset(word for each in given for word in words_of(each))
    return replace(found, key=f"{found.key}|{text}", words=found.words | words)


def _below(sub: Node, bodies: Sequence[Node], here: Here) -> Measure | None:
    r"""Return what `x \sim p`, `p(x)`, `p` and `x` say below an operator."""
    if isinstance(sub, surface.Chain) and [sign.kind for sign in sub.relations] == ["sim"]:
        return _drawn(sub.members[0], sub.members[1], here)
    application = applied_below(sub, here)
    own = None if application is None else density(application)
    if own is not None and isinstance(application, surface.Factors):
        return _with_law(own, application.parts[0], here)
    head = named(sub)
    listed = items(sub)
    if all(named(each) is not None for each in listed) and {_key(each) for each in listed} <= _names(bodies, here):
        return Measure("", tuple(_key(each) for each in listed))
    return None if head is None else Measure(spelled(sub), (), words_of(sub))


def applied_below(sub: Node | None, here: Here) -> Node | None:
    """Return the density that stands below an operator, at its arguments; a bare one at those that it has elsewhere."""
    if isinstance(sub, surface.Chain) and [sign.kind for sign in sub.relations] == ["sim"]:
        subject, law = sub.members
        if subject is None or law is None or named(law) is None:
            return law
        return _at(law, subject)
    head = named(sub)
    if head is None or sub is None:
        return sub
    calls = here.usage.calls.get(name_key(head), ())
    found = [surface.Factors(sub.span, ("", ""), (sub, each)) for each in calls]
    return next((each for each in found if density(each) is not None), None)


def law_told(head: Node, here: Here) -> tuple[Law, tuple[Node, ...]] | None:
    r"""Return the law of the table that a letter was said to be, as in `p = \mathcal{N}(0, 1)`."""
    name = named(head)
    if name is None or (isinstance(head, surface.Scripted) and head.sup is not None):
        return None
    taken_apart = here.head(head)
    if taken_apart.slots:
        return None
    own = next((e for e in here.scope.definitions_of(taken_apart.key) if e.parameters is None and not e.slots), None)
    return None if own is None else law_of(own.body)


def _with_law(measure: Measure, head: Node, here: Here) -> Measure:
    """Return a measure with the law that its letter was said to be."""
    told = law_told(head, here)
    if told is None or len(measure.random) != 1:
        return measure
    body = next(each.body for each in here.scope.definitions_of(here.head(head).key) if law_of(each.body) is not None)
    words = frozenset[str]().union(*(words_of(each) for each in told[1]))
    return Measure(f"{measure.random[0]} ~ {spelled(body)}", measure.random, words, ((measure.random[0], body),))


def _names(bodies: Sequence[Node], here: Here) -> frozenset[str]:
    found = frozenset(key for body in bodies for key in names_in(body))
    defined = (names_in(each.body) for key in found for each in here.scope.definitions_of(key))
    return found.union(*defined)


def _drawn(subject: Node | None, law: Node | None, here: Here) -> Measure | None:
    listed = items(subject)
    if law is None or not listed or any(named(each) is None for each in listed):
        return None
    random = tuple(_key(each) for each in listed)
    if law_of(law) is not None:
        return Measure(f"{random[0]} ~ {spelled(law)}", random, words_of(law), tuple((key, law) for key in random))
    own = density(law) if subject is None or named(law) is None else density(_at(law, subject))
    if own is not None and set(random) <= set(own.random):
        return _with_law(replace(own, random=random), _head_of(law), here)
    base = named(law)
    words = words_of(law) if base is None or name_key(base) not in GIVEN else frozenset[str]()
    del here
    return Measure(f"{spelled(law)}|", random, words)


def _at(law: Node, subject: Node) -> surface.Factors:
    return surface.Factors(law.span, ("", ""), (law, surface.Bracket(law.span, "(", "(", subject)))


def _head_of(law: Node) -> Node:
    return law.parts[0] if isinstance(law, surface.Factors) else law


def density(node: Node) -> Measure | None:
    r"""Return the law of a density at its arguments, as `q_\phi(z \mid x)`; None for anything else."""
    is_pair = isinstance(node, surface.Factors) and len(node.parts) == 2
    if not is_pair or not isinstance(node, surface.Factors) or named(node.parts[0]) is None:
        return None
    bracket = node.parts[1]
    if not isinstance(bracket, surface.Bracket) or bracket.left != "(":
        return None
    before, given = _split(bracket.body)
    if not before or any(named(each) is None for each in before):
        return None
    text, own = (",".join(spelled(each) for each in listed) for listed in (given, before))
    words = words_of(node) - {stem(_key(each)) for each in before}
    return Measure(f"{spelled(node.parts[0])}({own}|{text})", tuple(_key(each) for each in before), words)


def _key(node: Node) -> str:
    base = named(node)
    return "" if base is None else name_key(base)


def taken(which: str, bodies: Sequence[Node], given: Sequence[Node], measure: Measure, here: Here) -> Value:
    """Return the mean, the variance or the like of some formulas under a law."""
    under, outer, drawn = here.held, here.record.names, measure.drawn
    here.record.names = set()
    random = _random(measure, given, bodies, here)
    if drawn[0]:  # what depends on what is drawn is random too, and a capital may
        names = frozenset(key for body in bodies for key in names_in(body) if len(key) == 1 and key.isupper())
        random |= _random(Measure(), given, bodies, here) | (names - here.usage.sizes)
    values = [read(body, here.holding(_holding(random, here))) for body in bodies]
    mine, here.record.names = here.record.names, outer | here.record.names
    if not random & (mine | _names(bodies, here)):
        random = _shown(frozenset(mine | _names(bodies, here)) - under, here)
        here.record.generalised.add(UNSAID)
    random = frozenset(key for key in random if not here.is_index(_named_by(key)))
    key = measure.key if drawn[1] is None else drawn[1].name
    space = space_of(key, random, measure.words, here, told=not measure.is_bound, drawn=drawn)
    if under - random and not drawn[0] and _follows(measure, random, under - random, here):
        here.record.opaques.add(space.weights)
        inside = here.record.inside.get(space.weights, frozenset[str]())
        here.record.inside[space.weights] = inside | (under - random)
    if under - random and not drawn[0]:
        here.record.generalised.add("the gradient goes under the expectation")
    averages = Averages(space, here, _laws(random, measure, mine, here), _groups(random, here))
    return OPERATORS[which](values, averages)


def _follows(measure: Measure, random: frozenset[str], by: frozenset[str], here: Here) -> bool:
    """Return whether a law may depend on names by which is differentiated: one that is only called by name may."""
    told = [body for _, body in measure.laws]
    told += [each.body for key in random for each in here.scope.definitions_of(f"~{key}")]
    words = frozenset[str]().union(*(words_of(each) for each in told))
    return bool(words & hidden_in(by, here)) or bool(measure.words and not measure.laws)


def averaged_in(formula: Node, here: Here) -> frozenset[str]:
    """Return the names that are random in a formula with an operator: those below it, and those known to be random."""
    found: set[str] = set()
    for each in surface.walk(formula):
        name = named(each)
        if name is not None and name_key(name) in KINDS:
            found |= here.usage.random | _random_below(each.sub if isinstance(each, surface.Scripted) else None, here)
    return frozenset(found)


def _random_below(sub: Node | None, here: Here) -> frozenset[str]:
    """Return the names that a subscript says to be random: those of its density, and not those on which it depends."""
    application = applied_below(sub, here)
    own = None if application is None else density(application)
    if own is not None:
        return frozenset(own.random)
    return names_in(sub.members[0] if isinstance(sub, surface.Chain) else sub)


def _random(measure: Measure, given: Sequence[Node], bodies: Sequence[Node], here: Here) -> frozenset[str]:
    """Return the names that are random: those below the operator, else those that the document shows to be."""
    del bodies
    if measure.random:
        return frozenset(measure.random) - {_key(each) for each in given}
    drawn = {key[1:] for key in here.scope.defined() if key.startswith("~")}
    return (here.usage.random | drawn) - {_key(each) for each in given} - here.usage.sizes


def _shown(names: frozenset[str], here: Here) -> frozenset[str]:
    """Return which names may be random where nothing says it: what also stands outside of expectations is a number.

    Where all do, each of them may be random, which says less.
    """
    outside = frozenset(key for formula in here.formulas for key in _outside(formula))
    names -= here.usage.sizes | here.usage.indices
    return frozenset(key for key in names if not {key, unnumbered(key)} & outside) or names


def _outside(node: Node) -> Iterator[str]:
    """Yield the names that stand outside of expectations, and those by which is differentiated."""
    if isinstance(node, surface.Derivative):
        yield from (key for each in node.by for key in names_in(each))
    if isinstance(node, surface.Name):
        yield name_key(node)
        return
    if isinstance(node, surface.Factors):
        heads = [named(part) for part in node.parts]
        taken = [head is not None and name_key(head) in KINDS for head in heads]
        for part, is_head, behind in zip(node.parts, taken, (False, *taken), strict=False):
            if not is_head and not behind:
                yield from _outside(part)
        return
    for child in surface.children(node):
        yield from _outside(child)


def _holding(random: frozenset[str], here: Here) -> frozenset[str]:
    """Return the random names whose definitions are not put in: those that nothing random defines, however far off."""
    graph = here.record.graph or graph_of(here.scope, here.usage)
    here.record.graph = graph
    return frozenset(key for key in random if not graph.below(key) & random - {key})


def _groups(random: frozenset[str], here: Here) -> dict[str, frozenset[str]]:
    """Return the names that were said to be independent, by the groups within which they are."""
    found = {key: groups_of(key, here.scope) for key in random}
    return {key: groups for key, groups in found.items() if groups}


def _laws(random: frozenset[str], measure: Measure, mine: set[str], here: Here) -> dict[str, Known]:
    """Return the laws that are known of the random names in a body: said below the operator, else by the document."""
    found: dict[str, Known] = {}
    own = dict(measure.laws)
    for key in sorted(random & mine):
        definition = next(here.scope.definitions_of(f"~{key}"), None)
        if key in own:
            known = _known(own[key], (), key, here)
        elif definition is not None and (not measure.key or measure.random):
            known = _known(definition.body, definition.slots, key, here)
        else:
            known = None
        if known is not None:
            found[key] = known
    return found


def _known(law: Node, letters: Sequence[str], key: str, here: Here) -> Known | None:
    named_law = law_of(law)
    tensors = [(name, each) for name, each in here.record.tensors.items() if name.split("#")[0] == key]
    if named_law is None or len(tensors) != 1:
        return None
    fresh = tuple(here.fresh(letter) for letter in letters)
    axes = tensors[0][1].axes
    bound = {letter: Place(tree.Index(name), axis) for letter, name, axis in zip(letters, fresh, axes, strict=False)}
    if len(axes) < len(letters):
        raise Clash("a law with more indices than its name")
    values = tuple(read(each, here.inside(bound)) for each in named_law[1])
    _fit(values, axes[len(letters) :], named_law[0].name)
    here.record.read_as.add(f"{stem(key)} has the law that is said of it")
    return Known(named_law[0], fresh, values)


def _fit(values: Sequence[Value], axes: Sequence[Axis], law: str) -> None:
    """Give the parameters of a law the shape of what it is a law of. Raises `Clash` where they have another one."""
    if not axes:
        if any(value.rank for value in values):
            raise Clash(f"a {law} law of a vector, for a number", shapes=True)
        return
    mean, spread = values if len(values) == 2 else (None, None)
    is_matrix = spread is not None and spread.rank == 2
    if mean is None or spread is None or len(axes) != 1 or law != "normal" or not is_matrix:
        raise Clash(f"a {law} law of a number, for a vector", shapes=True)
    if not mean.zero:
        unify(mean.axis, axes[0])
    for axis in (spread.rows, spread.columns):
        if axis is not None:
            unify(axis, axes[0])


def _mean(values: Sequence[Value], averages: Averages) -> Value:
    (value,) = values
    return mapped(value, averages.of) if not value.zero else value


def _covariance(values: Sequence[Value], averages: Averages) -> Value:
    one, other = values[0], values[-1]
    if not one.rank and not other.rank:
        return scalar(lambda: _product_of_gaps(one.number, other.number, averages))
    if one.rank != 1 or other.rank != 1:
        raise Clash(f"the covariance of a {kind(one)} and a {kind(other)}", shapes=True)
    rows, columns = one.axis, other.axis

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the covariance of two entries."""
        return _product_of_gaps(one.along(row or tree.ONE), other.along(column or tree.ONE), averages)

    return Value(rows, columns, at)


def _product_of_gaps(one: Expression, other: Expression, averages: Averages) -> Expression:
    gaps = [tree.subtract(each, averages.of(each)) for each in (one, other)]
    return averages.of(tree.Power(gaps[0], tree.number(2)) if one is other else tree.multiply(*gaps))


def _correlation(values: Sequence[Value], averages: Averages) -> Value:
    if len(values) != 2 or any(value.rank for value in values):
        raise Clash("a correlation of what is no pair of numbers", shapes=True)
    align(*values)
    half = tree.number(Fraction(1, 2))

    def make() -> Expression:
        """Return the covariance over the standard deviations."""
        one, other = (value.number for value in values)
        spread = tree.multiply(*(tree.Power(_product_of_gaps(e, e, averages), half) for e in (one, other)))
        return divided(_product_of_gaps(one, other, averages), spread)

    return scalar(make)


OPERATORS: dict[str, Callable[[Sequence[Value], Averages], Value]] = {
    "mean": _mean,
    "variance": _covariance,
    "covariance": _covariance,
    "correlation": _correlation,
}

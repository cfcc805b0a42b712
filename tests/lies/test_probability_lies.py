"""Lies that laws could be made to tell: by what they depend on, by bound letters, by densities that are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from derive.decide.prove import decide
from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.statements import read_display
from derive.meaning.chances import take_drawn
from derive.meaning.closing import closed
from derive.meaning.here import Here
from derive.meaning.opaque import canonical
from derive.meaning.reading import read
from derive.meaning.readings import readings, sides
from derive.meaning.scope import Definition, Scope
from derive.meaning.spaces import at_each_outcome
from derive.meaning.usage import usage_of
from derive.meaning.values import align
from derive.statements.types import Relation


def chain_of(line: str) -> surface.Chain:
    """Return a relation as it is written."""
    (found,) = [each.tree for each in read_display(line, 0)]
    assert isinstance(found, surface.Chain)
    return found


def statuses(line: str, definitions: Sequence[str] = (), hypothesis: str = "") -> set[str]:
    """Return what is found of a line where densities are defined, laws are said and a relation holds."""
    chains = [chain_of(each) for each in (line, *definitions)]
    relation = chain_of(hypothesis) if hypothesis else None
    scope, usage = Scope(), usage_of([*chains, *([relation] if relation else [])], has_sigmoid=True)
    for chain in chains[1:]:
        left, right = chain.members[:2]
        assert left is not None
        assert right is not None
        function = left.parts if isinstance(left, surface.Factors) else ()
        if chain.relations[0].kind == "sim":
            take_drawn(chain, "", scope, "line 1")
        elif function and isinstance(function[0], surface.Name) and function[0].text == "L":
            scope.define(Definition("L", (), ("z",), right))
        else:
            key = f"<{canonical(left, [], Here(scope, usage, {}))}>"
            scope.define(Definition(key, (), None, right, is_pattern=True))
    left, right = chains[0].members[:2]
    assert left is not None
    assert right is not None
    found = readings(sides(left, right), lambda made: Here(scope, usage, made, formulas=(left, right)), {}).found
    results: set[str] = set()
    for each in found:
        first = closed("==", each.result, each.here.record)
        given = [] if relation is None else hypotheses(relation, each.here)
        statement = closed("==", each.result, each.here.record, hypotheses=tuple(given)) if given else first
        results.add(decide(statement, recheck=True).status)
    return results


def hypotheses(chain: surface.Chain, here: Here) -> list[Relation]:
    """Return a relation of numbers, and what it says at each outcome."""
    left, right = chain.members[:2]
    assert left is not None
    assert right is not None
    plain_numbers = {("rank", name, 0): 0 for name in "atwxy"} | dict(here.choices)
    here = replace(here, choices=plain_numbers)
    one, other = read(left, here), read(right, here)
    align(one, other)
    value = tree.ZERO if other.zero else other.number
    plain = Relation("==", one.number, value, ())
    return [plain, *at_each_outcome(plain, here)]


@pytest.mark.parametrize(
    ("line", "definitions"),
    [
        (r"\int p(x) dx = 1", (r"p(x) = e^x",)),
        (r"\int f(x) dx = 1", ()),
        (r"\int_0^1 p(x) dx = 1", ()),
        (r"\int p(x, y) dx = 1", ()),
        (r"\int p(x|y) dy = 1", ()),
        (r"\int p(x) q(x) dx = 1", ()),
    ],
)
def test_only_a_density_by_name_over_its_whole_range_integrates_to_one(line: str, definitions: Sequence[str]) -> None:
    """A density that is defined otherwise, a part of the range and another letter do not."""
    assert "proved" not in statuses(line, definitions)


@pytest.mark.parametrize(
    ("line", "definitions"),
    [
        (r"\nabla_\mu \mathbb{E}[\exp(x)] = 0", (r"x \sim \mathcal{N}(\mu, 1)",)),
        (r"\nabla_\mu \mathbb{E}_{x \sim \mathcal{N}(\mu, 1)}[\exp(x)] = 0", ()),
        (r"\nabla_\theta \mathbb{E}_{p_\theta(x)}[x^2] = 0", ()),
        (r"\nabla_\theta \mathbb{E}_{x \sim p}[\theta x^2] = \mathbb{E}_{x \sim p}[x^2]", ()),
        (r"\frac{d}{d a} \int_0^a f(t) dt = 0", ()),
    ],
)
def test_a_law_may_depend_on_what_is_differentiated_by(line: str, definitions: Sequence[str]) -> None:
    """The weights of a law that is called by name, or has the name in it, are not held fixed."""
    assert "proved" not in statuses(line, definitions)


@pytest.mark.parametrize(
    ("line", "definitions"),
    [
        (r"\mathbb{E}[x_i x_j] = \mu^2", (r"x_i \sim \mathcal{N}(\mu, 1)",)),
        (r"\mathbb{E}[x y] = 0", (r"x \sim \mathcal{N}(0, 1)", r"y \sim \mathcal{N}(0, 1)")),
        (r"\operatorname{Var}(x + y) = 2", (r"x \sim \mathcal{N}(0, 1)", r"y \sim \mathcal{N}(0, 1)")),
        (r"\mathbb{E}[x^3] = 3 \lambda", (r"x \sim \mathrm{Poisson}(\lambda)",)),
    ],
)
def test_laws_of_single_names_say_nothing_of_two(line: str, definitions: Sequence[str]) -> None:
    """What two names have together is not guessed from what each has, nor a moment that the table has not."""
    assert "proved" not in statuses(line, definitions)


@pytest.mark.parametrize(
    ("line", "definition"),
    [
        (r"L(x) = \frac{1}{3}", r"L(z) = \int_0^1 x z dx"),
        (r"L(2 x) = \frac{2}{3}", r"L(z) = \int_0^1 x z dx"),
        (r"L(x) = 0", r"L(z) = \mathbb{E}_x[(x - z)^2]"),
        (r"L(2 x) = \mathbb{E}_x[x^2]", r"L(z) = \mathbb{E}_x[(x - z)^2]"),
    ],
)
def test_what_is_put_into_a_definition_is_not_captured(line: str, definition: str) -> None:
    """The letter by which is integrated or averaged is another one than that of an argument."""
    assert "proved" not in statuses(line, (definition,))


def test_a_parameter_is_put_in_where_nothing_captures_it() -> None:
    """The integral of the definition is taken, whatever the argument is called."""
    assert statuses(r"L(a) = \frac{a}{2}", (r"L(z) = \int_0^1 x z dx",)) == {"proved"}
    assert statuses(r"L(x) = \frac{x}{2}", (r"L(z) = \int_0^1 x z dx",)) == {"proved"}
    assert statuses(r"L(2 x) = x", (r"L(z) = \int_0^1 x z dx",)) == {"proved"}


def test_what_is_said_of_a_name_holds_at_each_outcome() -> None:
    """A relation between random names is used under their expectation."""
    line = r"\mathbb{E}[y] = a \mathbb{E}[x] + b"
    assert "proved" not in statuses(line)
    assert statuses(line, (), r"y = a x + b") == {"proved"}
    assert "proved" not in statuses(line.replace("+ b", "- b"), (), r"y = a x + b")


def test_what_is_said_of_a_name_says_nothing_of_a_bound_letter() -> None:
    """The letter by which is integrated, and the copies of an extreme, are not the name of which something was said."""
    assert "proved" not in statuses(r"\int_0^1 f(t) dt = f(1)", (), r"t = 1")
    assert "proved" not in statuses(r"\int_0^1 \exp(t) dt = \exp(1)", (), r"t = 1")
    chain, said = chain_of(r"\arg\min_w (w - a)^2 = \arg\min_w w^2"), chain_of(r"w = a")
    left, right = chain.members[:2]
    assert left is not None
    assert right is not None
    usage = usage_of([chain, said])
    reading = readings(sides(left, right), lambda made: Here(Scope(), usage, made, formulas=(left, right)), {}).found[0]
    given = hypotheses(said, reading.here)
    assert len(given) == 1
    statement = closed("==", reading.result, reading.here.record, hypotheses=tuple(given))
    assert decide(statement, recheck=True).status != "proved"

"""What one reading of one step has decided, bound and assumed so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Idx, Symbol

from derive.inference.guessed import is_whole
from derive.latex.read.axes import Axis, Ends, Trail
from derive.latex.read.heads import Head
from derive.latex.read.tree import Span
from derive.names import size


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something taken for granted: the fact for the engine, if it is one, the sentence, and where it was said.

    `span` is `None` for what nobody said and the reader inferred; `source` is the part of the document it counts in.
    """

    text: str
    fact: Any = None
    span: Span | None = None
    source: Any = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """An index where it is used: its axis, and the expression that stands for it."""

    axis: Axis
    get: Callable[[], Any]
    literal: str | None = None


@dataclass(frozen=True, slots=True)
class Inverse:
    """A matrix that is inverted: the tensors that stand for it and its inverse, and its entry at two places."""

    matrix: Any
    inverse: Any
    written: Any
    at: tuple[Any, Any]


@dataclass(slots=True)
class Scene:
    """The state of one reading. `choices` says how ambiguous notation is taken; `asked` which of it occurred.

    `reserved` has the questions of which other answers matter only where the first cannot be read.
    `lost` holds reasons why a reading says less than its author meant: such a reading proves, and refutes nothing.
    `ranges` and `axes` are what the document declares of letters and of names.
    `varied` are the names of which a differential may be written; `both_vary`, whether it is one even if d is a name.
    """

    trail: Trail
    choices: dict[str, str] = field(default_factory=dict[str, str])
    asked: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    reserved: set[str] = field(default_factory=set[str])
    free: dict[str, Place] = field(default_factory=dict[str, Place])
    assumed: dict[str, Assumption] = field(default_factory=dict[str, Assumption])
    lost: dict[str, str | None] = field(default_factory=dict[str, str | None])
    taken: set[str] = field(default_factory=set[str])
    ranges: Mapping[str, Ends] = field(default_factory=dict[str, Ends])
    axes: tuple[Axis, ...] = ()
    sets: set[str] = field(default_factory=set[str])
    inverses: list[Inverse] = field(default_factory=list[Inverse])
    determinants: dict[str, Any] = field(default_factory=dict[str, Any])
    space: tuple[Axis, Any] | None = None
    varied: tuple[Head, ...] = ()
    both_vary: bool = False
    work: int = 0

    def choose(self, question: str, answers: tuple[str, ...]) -> str:
        """Return how a question is answered in this reading; the first answer, where it has not come up before."""
        self.asked[question] = answers
        return self.choices.get(question, answers[0])

    def fall_back(self, question: str, answers: tuple[str, ...]) -> str:
        """Return how a question is answered whose other answers are asked for only where the first makes no sense."""
        self.reserved.add(question)
        return self.choose(question, answers)

    def assume(self, text: str, fact: Any = None, span: Span | None = None) -> None:
        """Note something that is taken for granted."""
        _ = self.assumed.setdefault(text, Assumption(text, fact, span, inferred=True))

    def lose(self, reason: str, about: str | None = None) -> None:
        """Note that the author knows something that is not known here; `about` what, if it matters only there."""
        self.lost[reason] = about

    def ends(self, axis: Axis) -> Ends:
        """Return the ends of an axis; one that nothing was found out about gets a size of its own."""
        known = axis.known()
        if known is None:
            name = self.fresh_name("D")
            known = axis.root().ends = (1, size(name))
            self.trail.steps.append((axis.root(), None, axis.root().hint, None))
            self.assume(f"a range that is not declared has the size {name}")
        return known

    def fresh_name(self, wanted: str) -> str:
        """Return a name that nothing in this reading has."""
        name, count = wanted, 0
        while name in self.taken:
            count += 1
            name = f"{wanted}_{count}"
        self.taken.add(name)
        return name

    def fresh_index(self, axis: Axis, wanted: str = "s") -> Callable[[], Any]:
        """Return an index over an axis that is made when it is first asked for, as its ends are known then."""
        return self._index(axis, lambda: self.fresh_name(wanted))

    def _index(self, axis: Axis, name: Callable[[], str], *, free: bool = False) -> Callable[[], Any]:
        """Return what makes an index. A sum over a part of an axis does not tell over what a free one runs."""
        summed = axis.hint
        made: list[Any] = []

        def get() -> Any:
            """Return the index, made when it is first asked for."""
            if not made:
                unknown, letter, ends = axis.known() is None, name(), self.ends(axis)
                said = not free or unknown or self._is_said(letter, axis)
                made.append(Idx(letter, ends) if said or is_whole(ends) else Idx(letter))
                if not said and is_whole(ends):
                    self.assume(f"{letter} in {ends[0]}..{ends[1]}, by its use")
                if not (said or is_whole(ends)) or (free and summed not in {None, ends}):
                    self.lose(f"over what {letter} runs is not said")
            return made[0]

        return get

    def _is_said(self, letter: str, axis: Axis) -> bool:
        """Return whether the document declares a letter, or the places of a name where it stands."""
        return self.ranges.get(letter) == axis.known() or any(each.root() is axis.root() for each in self.axes)

    def letter(self, name: str, hint: Ends | None) -> Place:
        """Return the place that a free letter stands for in this step."""
        if name not in self.free:
            axis = Axis(hint=hint)
            self.free[name] = Place(axis, self._index(axis, lambda: name, free=True))
        return self.free[name]


def real(name: str) -> Symbol:
    """Return a real number by its name.

    >>> real("b").is_real
    True
    """
    return Symbol(name, real=True)

r"""What is known of each elementary function: one row of plain data, which all rooms read.

A row states mathematics as trees: a number, a name (`z` for the argument, `pi`), or a tuple of an operation and its
parts, as `("/", 1, ("+", 1, ("^", "z", 2)))`. Operations are `+ * - / ^` and the functions of this table; `-` and `/`
have two parts, and the second part of `^` is a number. No row holds an object of SymPy or of NumPy, so that the kernel
may read it; the second opinion does not, as it would repeat what is wrong here. A test compares each row with numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, TypeVar

Leaf = int | Fraction | str
Tree = Leaf | tuple["Tree", ...]
T = TypeVar("T")


SCIPY = "special."
"""How the names begin that are not NumPy's own, but those of `scipy.special`."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Numbers from `low` to `high`, where None is no bound; `closed` says that the given ends belong to it."""

    low: Tree | None = None
    high: Tree | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    r"""How a function is called elsewhere; what is empty has no such name.

    `latex` is how it is written, with a backslash where LaTeX has that command, and `read` are its names in documents.
    `numpy` is the name in NumPy, or in SciPy as `special.expit`; `torch` that in torch, `jax` that in `jax.lax`.
    Programs call it by the name of NumPy, or by `program` where they have a function of their own for it.
    """

    latex: str = ""
    read: tuple[str, ...] = ()
    numpy: str = ""
    torch: str = ""
    jax: str = ""
    program: str = ""

    @property
    def in_programs(self) -> str:
        """Return the name that programs call it by; nothing where they have to write it out.

        >>> BY_NAME["asin"].names.in_programs, BY_NAME["loggamma"].names.in_programs
        ('arcsin', 'gammaln')
        """
        return self.program or self.numpy.removeprefix(SCIPY)


@dataclass(frozen=True, slots=True)
class Function:
    """An elementary function of real numbers, by the name that SymPy and the kernel have for it.

    `definition` says it by others, and the kernel rewrites it so unless it is `kept`; where `derivative` is None, none
    is taken. `domain` is what it needs for a value: pairs of `positive`, `nonnegative` or `nonzero`, and a tree.
    `parity` is `odd` or `even`, and `monotone` is `increasing` or `decreasing`, strictly and between any two points of
    the domain. `inverse` undoes the function on its domain. `square` is said where it is simpler than the function.
    `values` are pairs of an argument and what it is there; at `kinks` there is no derivative. A function of `several`
    has two arguments or more, and the row is about two. `sources` say where definition and derivative come from.
    """

    name: str
    names: Names = Names()
    arguments: tuple[str, ...] = ("z",)
    several: bool = False
    definition: Tree | None = None
    kept: bool = False
    derivative: Tree | None = None
    domain: tuple[tuple[str, Tree], ...] = ()
    range: Interval = Interval()
    parity: str = ""
    monotone: str = ""
    inverse: Tree | None = None
    square: Tree | None = None
    values: tuple[tuple[Tree, Tree], ...] = ()
    kinks: tuple[Tree, ...] = ()
    sources: tuple[str, str] = ("", "")

    @property
    def sign(self) -> str:
        """Return `positive` or `nonnegative` where the range says so, else nothing.

        >>> BY_NAME["exp"].sign, BY_NAME["Abs"].sign, BY_NAME["sin"].sign
        ('positive', 'nonnegative', '')
        """
        low = self.range.low
        if not isinstance(low, int | Fraction) or low < 0:
            return ""
        return "positive" if low > 0 or not self.range.closed else "nonnegative"


def fold(tree: Tree, leaf: Callable[[Leaf], T], node: Callable[[str, list[T]], T]) -> T:
    """Return what a tree is worth: `leaf` of a number or a name, `node` of an operation and the worth of its parts.

    Every reading of a tree is a fold; this one is to text.

    >>> fold(("+", 1, ("exp", "z")), str, lambda name, parts: f"{name}({', '.join(parts)})")
    '+(1, exp(z))'
    """
    if not isinstance(tree, tuple):
        return leaf(tree)
    name, *parts = tree
    return node(str(name), [fold(part, leaf, node) for part in parts])


OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
}


def applied(name: str, parts: list[Any], named: Callable[[str], Callable[..., Any]]) -> Any:
    """Return an operation of a tree on parts that know arithmetic, its functions as `named` has them.

    >>> applied("+", [1, 2, 3], lambda name: abs)
    6
    """
    return reduce(OPERATIONS[name], parts) if name in OPERATIONS else named(name)(*parts)


def replaced(tree: Tree, old: Tree, new: Tree) -> Tree:
    """Return a tree with one part put for another, wherever that stands.

    >>> replaced(("*", 2, ("tanh", "z")), ("tanh", "z"), "a")
    ('*', 2, 'a')
    """
    if tree == old:
        return new
    return tuple(replaced(part, old, new) for part in tree) if isinstance(tree, tuple) else tree


HALF = Fraction(1, 2)
HALF_PI = ("/", "pi", 2)
MINUS = ("*", -1, "z")
SQUARE = ("^", "z", 2)
ONE_PLUS_SQUARE = ("+", 1, SQUARE)
ONE_MINUS_SQUARE = ("-", 1, SQUARE)
UP, DOWN = "increasing", "decreasing"
ODD, EVEN = "odd", "even"
AT_ZERO = ((0, 0),)


def _everywhere(name: str, **other: str) -> Names:
    """Return the names of a function that is called the same by nearly everybody."""
    latex, read = f"\\{name}", (name,)
    return Names(**{"latex": latex, "numpy": name, "torch": name, "jax": name, **other}, read=read)


def _arcus(short: str, name: str) -> Names:
    """Return the names of an inverse trigonometric function."""
    return Names(latex=f"\\{name}", read=(name,), numpy=name, torch=short, jax=short)


EXPONENTIALS = (
    Function(
        "exp",
        _everywhere("exp"),
        derivative=("exp", "z"),
        range=Interval(0),
        monotone=UP,
        inverse=("log", "z"),
        values=((0, 1),),
        sources=("DLMF 4.8.16; for exp(c log P) the definition of a power, DLMF 4.2(iv)", "DLMF 4.7(ii)"),
    ),
    Function(
        "log",
        _everywhere("log"),
        derivative=("/", 1, "z"),
        domain=(("positive", "z"),),
        monotone=UP,
        inverse=("exp", "z"),
        values=((1, 0),),
        sources=("DLMF 4.8.2 and 4.8.13, for positive numbers", "DLMF 4.7(i)"),
    ),
    Function(
        "sigmoid",
        Names("sigmoid", ("sigmoid", "expit"), "special.expit", "sigmoid", "logistic", program="sigmoid"),
        definition=("/", 1, ("+", 1, ("exp", MINUS))),
        derivative=("*", ("sigmoid", "z"), ("-", 1, ("sigmoid", "z"))),
        range=Interval(0, 1),
        monotone=UP,
        inverse=("-", ("log", "z"), ("log", ("-", 1, "z"))),
        values=((0, HALF),),
        sources=("definition; Deep 3.10", "Deep 3.10"),
    ),
    Function(
        "softplus",
        Names("softplus", ("softplus",), program="softplus"),
        definition=("log", ("+", 1, ("exp", "z"))),
        derivative=("sigmoid", "z"),
        range=Interval(0),
        monotone=UP,
        inverse=("log", ("-", ("exp", "z"), 1)),
        values=((0, ("log", 2)),),
        sources=("definition; Deep 3.10", "Deep 3.10"),
    ),
)

HYPERBOLIC = (
    Function(
        "tanh",
        _everywhere("tanh"),
        definition=("-", ("*", 2, ("sigmoid", ("*", 2, "z"))), 1),
        derivative=("-", 1, ("^", ("tanh", "z"), 2)),
        range=Interval(-1, 1),
        parity=ODD,
        monotone=UP,
        inverse=("atanh", "z"),
        values=AT_ZERO,
        sources=("Bishop, exercise 3.1", "DLMF 4.34"),
    ),
    Function(
        "sinh",
        _everywhere("sinh"),
        definition=("/", ("-", ("exp", "z"), ("exp", MINUS)), 2),
        derivative=("cosh", "z"),
        parity=ODD,
        monotone=UP,
        inverse=("asinh", "z"),
        values=AT_ZERO,
        sources=("definition; DLMF 4.28", "DLMF 4.34"),
    ),
    Function(
        "cosh",
        _everywhere("cosh"),
        definition=("/", ("+", ("exp", "z"), ("exp", MINUS)), 2),
        derivative=("sinh", "z"),
        range=Interval(1, closed=True),
        parity=EVEN,
        values=((0, 1),),
        sources=("definition; DLMF 4.28", "DLMF 4.34"),
    ),
    Function(
        "coth",
        Names(r"\coth", ("coth",)),
        definition=("/", 1, ("tanh", "z")),
        derivative=("-", 1, ("^", ("coth", "z"), 2)),
        domain=(("nonzero", ("tanh", "z")),),
        parity=ODD,
        sources=("definition; DLMF 4.28", "DLMF 4.34"),
    ),
    Function(
        "asinh",
        Names("arsinh", ("arsinh", "arcsinh", "asinh"), "arcsinh", "asinh", "asinh"),
        derivative=("^", ONE_PLUS_SQUARE, -HALF),
        parity=ODD,
        monotone=UP,
        inverse=("sinh", "z"),
        values=AT_ZERO,
        sources=("", "DLMF 4.38(ii)"),
    ),
    Function(
        "atanh",
        Names("artanh", ("artanh", "arctanh", "atanh"), "arctanh", "atanh", "atanh"),
        definition=("/", ("-", ("log", ("+", 1, "z")), ("log", ("-", 1, "z"))), 2),
        derivative=("/", 1, ONE_MINUS_SQUARE),
        domain=(("positive", ("+", 1, "z")), ("positive", ("-", 1, "z"))),
        parity=ODD,
        monotone=UP,
        inverse=("tanh", "z"),
        values=AT_ZERO,
        sources=("DLMF 4.37(iv)", "DLMF 4.38(ii)"),
    ),
)

TRIGONOMETRIC = (
    Function(
        "sin",
        _everywhere("sin"),
        derivative=("cos", "z"),
        range=Interval(-1, 1, closed=True),
        parity=ODD,
        values=(*AT_ZERO, (HALF_PI, 1), ("pi", 0)),
        sources=("", "DLMF 4.20"),
    ),
    Function(
        "cos",
        _everywhere("cos"),
        derivative=("*", -1, ("sin", "z")),
        range=Interval(-1, 1, closed=True),
        parity=EVEN,
        square=("-", 1, ("^", ("sin", "z"), 2)),
        values=((0, 1), (HALF_PI, 0), ("pi", -1)),
        sources=("", "DLMF 4.20"),
    ),
    Function(
        "tan",
        _everywhere("tan"),
        derivative=("+", 1, ("^", ("tan", "z"), 2)),
        domain=(("nonzero", ("cos", "z")),),
        parity=ODD,
        values=(*AT_ZERO, ("pi", 0)),
        sources=("", "DLMF 4.20"),
    ),
    Function(
        "cot",
        Names(r"\cot", ("cot",)),
        derivative=("*", -1, ("+", 1, ("^", ("cot", "z"), 2))),
        domain=(("nonzero", ("sin", "z")),),
        parity=ODD,
        values=((HALF_PI, 0),),
        sources=("", "DLMF 4.20"),
    ),
    Function(
        "sec",
        Names(r"\sec", ("sec",)),
        definition=("/", 1, ("cos", "z")),
        kept=True,
        derivative=("*", ("sec", "z"), ("tan", "z")),
        domain=(("nonzero", ("cos", "z")),),
        parity=EVEN,
        values=((0, 1), ("pi", -1)),
        sources=("", "DLMF 4.20"),
    ),
    Function(
        "csc",
        Names(r"\csc", ("csc",)),
        definition=("/", 1, ("sin", "z")),
        kept=True,
        derivative=("*", -1, ("csc", "z"), ("cot", "z")),
        domain=(("nonzero", ("sin", "z")),),
        parity=ODD,
        values=((HALF_PI, 1),),
        sources=("", "DLMF 4.20"),
    ),
    Function(
        "asin",
        _arcus("asin", "arcsin"),
        derivative=("^", ONE_MINUS_SQUARE, -HALF),
        domain=(("nonnegative", ONE_MINUS_SQUARE),),
        range=Interval(("*", -HALF, "pi"), HALF_PI, closed=True),
        parity=ODD,
        monotone=UP,
        inverse=("sin", "z"),
        values=(*AT_ZERO, (1, HALF_PI)),
        sources=("", "DLMF 4.24(ii)"),
    ),
    Function(
        "acos",
        _arcus("acos", "arccos"),
        derivative=("*", -1, ("^", ONE_MINUS_SQUARE, -HALF)),
        domain=(("nonnegative", ONE_MINUS_SQUARE),),
        range=Interval(0, "pi", closed=True),
        monotone=DOWN,
        inverse=("cos", "z"),
        values=((1, 0), (0, HALF_PI), (-1, "pi")),
        sources=("", "DLMF 4.24(ii)"),
    ),
    Function(
        "atan",
        _arcus("atan", "arctan"),
        derivative=("/", 1, ONE_PLUS_SQUARE),
        range=Interval(("*", -HALF, "pi"), HALF_PI),
        parity=ODD,
        monotone=UP,
        inverse=("tan", "z"),
        values=AT_ZERO,
        sources=("", "DLMF 4.24(ii)"),
    ),
)

LARGER = ("/", ("+", "a", "b", ("Abs", ("-", "a", "b"))), 2)
SMALLER = ("/", ("-", ("+", "a", "b"), ("Abs", ("-", "a", "b"))), 2)

KINKED = (
    Function(
        "Abs",
        Names(numpy="abs", torch="abs", jax="abs"),
        derivative=("sign", "z"),
        range=Interval(0, closed=True),
        parity=EVEN,
        square=SQUARE,
        values=AT_ZERO,
        kinks=(0,),
        sources=("DLMF 1.9(i)", "the two cases x > 0 and x < 0"),
    ),
    Function(
        "sign",
        Names("sign", numpy="sign", torch="sign", jax="sign"),
        derivative=0,
        range=Interval(-1, 1, closed=True),
        parity=ODD,
        values=AT_ZERO,
        kinks=(0,),
        sources=("definition", "the two cases x > 0 and x < 0"),
    ),
    Function(
        "Heaviside",
        Names("H", program="heaviside"),
        derivative=0,
        range=Interval(0, 1, closed=True),
        kinks=(0,),
        sources=("", "the two cases x > 0 and x < 0"),
    ),
    Function("floor", Names(numpy="floor", torch="floor", jax="floor"), values=AT_ZERO),
    Function("ceiling", Names(numpy="ceil", torch="ceil", jax="ceil"), values=AT_ZERO),
    Function(
        "Max",
        Names(numpy="maximum", torch="maximum", jax="max"),
        ("a", "b"),
        several=True,
        definition=LARGER,
        sources=("the two cases a >= b and a <= b", ""),
    ),
    Function(
        "Min",
        Names(numpy="minimum", torch="minimum", jax="min"),
        ("a", "b"),
        several=True,
        definition=SMALLER,
        sources=("the two cases a >= b and a <= b", ""),
    ),
)

SPECIAL = (
    Function(
        "erf",
        Names("erf", ("erf",), "special.erf", "erf", "erf"),
        derivative=("*", 2, ("exp", ("*", -1, SQUARE)), ("^", "pi", -HALF)),
        range=Interval(-1, 1),
        parity=ODD,
        monotone=UP,
        values=AT_ZERO,
        sources=("", "DLMF 7.2(i), the definition as an integral"),
    ),
    Function(
        "erfc",
        Names("erfc", ("erfc",), "special.erfc", "erfc", "erfc"),
        definition=("-", 1, ("erf", "z")),
        derivative=("*", -2, ("exp", ("*", -1, SQUARE)), ("^", "pi", -HALF)),
        range=Interval(0, 2),
        monotone=DOWN,
        values=((0, 1),),
        sources=("definition; DLMF 7.2(i)", "DLMF 7.2(i), the definition as an integral"),
    ),
    Function(
        "loggamma",
        Names("ln Gamma", (), "special.gammaln", "lgamma", "lgamma"),
        derivative=("digamma", "z"),
        domain=(("positive", "z"),),
        values=((1, 0), (2, 0)),
        sources=("", "DLMF 5.2(i), the definition of psi"),
    ),
    Function("digamma", Names("digamma", (), "special.digamma", "digamma", "digamma")),
    Function(
        "gamma",
        Names("Gamma", (), "special.gamma", program="gamma_function"),
        values=((1, 1), (3, 2)),
        sources=("DLMF 5.4.1", ""),
    ),
    Function("factorial", values=((0, 1), (3, 6)), sources=("DLMF 5.5.1", "")),
    Function("binomial", arguments=("n", "k"), sources=("Concrete 5.1 and 5.3", "")),
)

FUNCTIONS = (*EXPONENTIALS, *HYPERBOLIC, *TRIGONOMETRIC, *KINKED, *SPECIAL)
"""The functions that an expression may hold."""
BY_NAME = {row.name: row for row in FUNCTIONS}

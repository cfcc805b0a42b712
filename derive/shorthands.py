"""Words of libraries and documents that readers write out, so that no expression holds them: rows of the same kind."""

from __future__ import annotations

from fractions import Fraction

from derive.functions import AT_ZERO, DOWN, EVEN, HALF, MINUS, ODD, SQUARE, UP, Function, Interval, Names


def _power_of(base: int, name: str) -> Function:
    """Return an exponential to another base."""
    log = ("log", base)
    return Function(
        name,
        Names(numpy=name, torch=name, jax=name),
        definition=("exp", ("*", log, "z")),
        derivative=("*", log, (name, "z")),
        range=Interval(0),
        monotone=UP,
    )


def _logarithm_to(base: int, name: str, *read: str) -> Function:
    """Return a logarithm to another base."""
    log = ("log", base)
    return Function(
        name,
        Names(read=read, numpy=name, torch=name),
        definition=("/", ("log", "z"), log),
        derivative=("/", 1, ("*", log, "z")),
        domain=(("positive", "z"),),
        monotone=UP,
    )


SHORTHANDS = (
    _power_of(2, "exp2"),
    _logarithm_to(2, "log2"),
    _logarithm_to(10, "log10", "lg"),
    Function(
        "expm1",
        Names(numpy="expm1", torch="expm1", jax="expm1"),
        definition=("-", ("exp", "z"), 1),
        derivative=("+", ("expm1", "z"), 1),
        range=Interval(-1),
        monotone=UP,
        values=AT_ZERO,
    ),
    Function(
        "log1p",
        Names(numpy="log1p", torch="log1p", jax="log1p"),
        definition=("log", ("+", 1, "z")),
        derivative=("/", 1, ("+", 1, "z")),
        domain=(("positive", ("+", 1, "z")),),
        monotone=UP,
        values=AT_ZERO,
    ),
    Function(
        "sqrt",
        Names(numpy="sqrt", torch="sqrt", jax="sqrt"),
        definition=("^", "z", HALF),
        derivative=("/", HALF, ("sqrt", "z")),
        domain=(("nonnegative", "z"),),
        range=Interval(0, closed=True),
        monotone=UP,
        values=AT_ZERO,
    ),
    Function(
        "cbrt",
        Names(numpy="cbrt", jax="cbrt"),
        definition=("^", "z", Fraction(1, 3)),
        derivative=("/", Fraction(1, 3), ("^", ("cbrt", "z"), 2)),
        domain=(("nonnegative", "z"),),
        range=Interval(0, closed=True),
        monotone=UP,
        values=AT_ZERO,
    ),
    Function(
        "square",
        Names(numpy="square", torch="square", jax="square"),
        definition=SQUARE,
        derivative=("*", 2, "z"),
        range=Interval(0, closed=True),
        parity=EVEN,
        values=AT_ZERO,
    ),
    Function(
        "reciprocal",
        Names(numpy="reciprocal", torch="reciprocal"),
        definition=("/", 1, "z"),
        derivative=("*", -1, ("^", ("reciprocal", "z"), 2)),
        domain=(("nonzero", "z"),),
        parity=ODD,
    ),
    Function(
        "rsqrt",
        Names(torch="rsqrt", jax="rsqrt"),
        definition=("/", 1, ("sqrt", "z")),
        derivative=("*", -HALF, ("^", ("rsqrt", "z"), 3)),
        domain=(("positive", "z"),),
        monotone=DOWN,
    ),
    Function(
        "logit",
        Names(read=("logit",), numpy="special.logit"),
        definition=("-", ("log", "z"), ("log", ("-", 1, "z"))),
        derivative=("/", 1, ("*", "z", ("-", 1, "z"))),
        domain=(("positive", "z"), ("positive", ("-", 1, "z"))),
        monotone=UP,
        inverse=("sigmoid", "z"),
    ),
    Function(
        "log_expit",
        Names(numpy="special.log_expit"),
        definition=("*", -1, ("log", ("+", 1, ("exp", MINUS)))),
        derivative=("sigmoid", MINUS),
        range=Interval(high=0),
        monotone=UP,
    ),
    Function(
        "silu",
        Names(read=("silu", "swish"), torch="silu"),
        definition=("*", "z", ("sigmoid", "z")),
        derivative=("*", ("sigmoid", "z"), ("+", 1, ("*", "z", ("-", 1, ("sigmoid", "z"))))),
        values=AT_ZERO,
    ),
    Function(
        "relu",
        Names(read=("relu",), torch="relu"),
        definition=("Max", "z", 0),
        derivative=("*", HALF, ("+", 1, ("sign", "z"))),
        kinks=(0,),
        range=Interval(0, closed=True),
        values=AT_ZERO,
    ),
)

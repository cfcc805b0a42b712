"""What functions lie above and below of: one row of plain data an inequality, as trees of the table of functions."""

from __future__ import annotations

from dataclasses import dataclass

from derive.functions import BY_NAME, Function, Leaf, Tree, fold, replaced

ABOVE, BELOW = "above", "below"
MINUS, SQUARE, HALF_SQUARE = ("*", -1, "z"), ("^", "z", 2), ("/", ("^", "z", 2), 2)
SHIFTED = ("-", "z", 1)
PARABOLA, LOG_PARABOLA = ("+", 1, "z", HALF_SQUARE), ("-", SHIFTED, ("/", ("^", SHIFTED, 2), 2))
TAYLOR = "the sign of the remainder of a Taylor polynomial"


@dataclass(frozen=True, slots=True)
class Bound:
    """A function lies above or below of `tree` wherever it has a value and no tree of `where` is negative.

    `than` names it: "its tangent" in "exp above its tangent". A test compares each row with numbers.
    """

    function: str
    side: str
    than: str
    tree: Tree
    where: tuple[Tree, ...] = ()
    source: str = TAYLOR

    @property
    def name(self) -> str:
        """Return the name of the inequality.

        >>> BOUNDS[0].name
        'exp above its tangent'
        """
        return f"{self.function} {self.side} {self.than}"

    @property
    def row(self) -> Function:
        """Return what is known of the function."""
        return BY_NAME[self.function]

    def difference(self, argument: str) -> str:
        """Return what is nonnegative as text, at an argument.

        >>> BOUNDS[0].difference("p"), BOUNDS[4].difference("p")
        ('exp(p) - (1 + p)', 'p - 1 - log(p)')
        """
        own, other = (replaced(tree, "z", argument) for tree in ((self.function, "z"), self.tree))
        return text(("-", own, other) if self.side == ABOVE else ("-", other, own))

    def conditions(self, argument: str) -> str:
        """Return where it holds as text, for an argument.

        >>> BOUNDS[0].conditions("p"), BOUNDS[1].conditions("p")
        ('', 'p >= 0')
        """
        return " and ".join(f"{text(replaced(tree, 'z', argument))} >= 0" for tree in self.where)


BOUNDS = (
    Bound("exp", ABOVE, "its tangent", ("+", 1, "z"), source="convexity of exp; DLMF 4.5(ii)"),
    Bound("exp", ABOVE, "its parabola", PARABOLA, ("z",)),
    Bound("exp", BELOW, "its parabola", PARABOLA, (MINUS,)),
    Bound(
        "exp",
        BELOW,
        "a wider parabola",
        ("+", 1, "z", SQUARE),
        (("-", 1, "z"),),
        "(1 + p + p^2) e^-p has its least value, 1, at 0 there",
    ),
    Bound("log", BELOW, "its tangent", SHIFTED, source="concavity of log; DLMF 4.5(i)"),
    Bound("log", ABOVE, "its parabola", LOG_PARABOLA, (SHIFTED,)),
    Bound("log", BELOW, "its parabola", LOG_PARABOLA, (("-", 1, "z"),)),
    Bound("cosh", BELOW, "a Gaussian", ("exp", HALF_SQUARE), source="series term by term, as (2n)! >= 2^n n!"),
    Bound("sin", BELOW, "its tangent", "z", ("z",)),
    Bound("sin", ABOVE, "its tangent", "z", (MINUS,)),
    Bound("cos", ABOVE, "its parabola", ("-", 1, HALF_SQUARE)),
    Bound("atan", BELOW, "its tangent", "z", ("z",), "concavity of the arc tangent right of 0"),
    Bound("atan", ABOVE, "its tangent", "z", (MINUS,), "convexity of the arc tangent left of 0"),
)

LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
"""How strongly an operation binds; 3 is a minus in front, 5 is what needs no brackets."""
Written = tuple[str, int]


def text(tree: Tree) -> str:
    """Return a tree of the table of functions as a formula.

    >>> text(("/", 1, ("+", 1, ("exp", ("*", -1, "z")))))
    '1 / (1 + exp(-z))'
    """
    return fold(tree, _number, _joined)[0]


def _number(leaf: Leaf) -> Written:
    whole = isinstance(leaf, str) or (leaf >= 0 and leaf == int(leaf))
    return str(leaf), 5 if whole else 2


def _joined(name: str, parts: list[Written]) -> Written:
    level = LEVELS.get(name, 5)
    if name not in LEVELS:
        return f"{name}({', '.join(part for part, _ in parts)})", level
    if name == "*" and parts[0][0] == "-1":
        return f"-{_joined(name, parts[1:])[0]}", 1
    between = {"*": " ", "^": "^"}.get(name, f" {name} ")
    return between.join(_inside(part, level + (n > 0 and name in "-/")) for n, part in enumerate(parts)), level


def _inside(part: Written, level: int) -> str:
    return part[0] if part[1] >= level else f"({part[0]})"

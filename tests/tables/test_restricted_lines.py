"""Lines that hold where words, an order or a value around them say so, or that words deny: none is called wrong."""

from __future__ import annotations

import pytest

from tests.derivative_lines import verdicts

RESTRICTED = r"""
As long as $x \ge 0$, $|x| = x$.
We have $|x| = x$ as long as $x \ge 0$.
We have $|x| = x$ on $x \ge 0$.
On the half-line $x \ge 0$ we have $|x| = x$.
In the region $x \ge 0$, $|x| = x$.
$|x| = x$ when $x \ge 0$ and $|x| = -x$ otherwise.
$|x| = x$ ($x \ge 0$).
$|x| = x$ (for $x \ge 0$).
$|x| = x$ (since $x \ge 0$).
$|x| = x$ because $x \ge 0$.
$|x| = x$, assuming that $x \ge 0$.
$|x| = x$, given that $x$ is nonnegative.
$|x| = x$ for nonnegative $x$.
$|x| = x$ for $x$ nonnegative.
For nonnegative $x$, $|x| = x$.
$|x| = x$ for $x \in [0, \infty)$.
$|x| = x$ on the positive half-line.
Case $x \ge 0$: here $|x| = x$.
**Case 1: $x \ge 0$.** Then $|x| = x$. **Case 2: $x < 0$.** Then $|x| = -x$.
Consider $x \ge 0$ first. Then $|x| = x$.
Without loss of generality $x \ge 0$, so $|x| = x$.
Restricting to $x \ge 0$ gives $|x| = x$.
Since $x \ge 0$ we get $|x| = x$.
With $x \ge 0$ we get $|x| = x$.
Setting $x = 1$ gives $x^2 = x$.
At $x = 1$ we have $x^2 = x$.
We have $x^2 = x$ at $x = 1$.
We have $x^2 = x$ for $x = 1$.
$x^2 = x$ for $x = 0$ and $x = 1$.
Evaluated at $x = 1$, $x^2 = x$.
$$ |x| = x $$ whenever $x \ge 0$.
$$ |x| = x $$ when $x$ is nonnegative.
$$ |x| = x $$ on $x \ge 0$.
$$ |x| = x $$ since $x \ge 0$.
$$ |x| = x $$ (for $x \ge 0$).
$$ |x| = x $$ because $x \ge 0$ here.
$$ |x| = x \quad (x \ge 0). $$
$$ |x| = x \quad \text{if } x \ge 0. $$
$$ |x| = x \quad \text{when } x \text{ is nonnegative}. $$
$$ x \ge 0 \implies |x| = x. $$
$$ x \ge 0: \quad |x| = x. $$
$$ \forall x \ge 0: \; |x| = x. $$
$$ |x| = x \quad \forall x \ge 0. $$
$$ x^2 = x \quad \text{at } x = 1. $$
$$ x^2 = x $$ at $x = 1$.
$$ x^2 = x $$ for $x = 1$.
$$ x^2 = x $$ with $x = 1$.
If $x$ is a bit, $x^2 = x$.
$x^2 = x$ for bits $x$.
$$ x^2 = x $$ for a bit $x$.
$$ x^2 = x $$ if $x$ is a bit.
Unless $x < 0$, $|x| = x$.
$$ |x| = x $$ unless $x < 0$.
$$ |x| = x $$ except for $x < 0$.
It is false in general that $x^2 = x$.
The claim $x^2 = x$ fails for $x = 2$.
One might guess $x^2 = x$, which is wrong.
$$ x^2 = x $$ is wrong.
$$ x^2 = x $$ does not hold in general.
$$ x^2 = x $$ has the solutions $0$ and $1$.
Solve $$ x^2 = x $$ for $x$.
When is $$ x^2 = x ? $$
Is it true that $x^2 = x$?
"""
FALSE = (
    r"$|x| = x$.",
    r"$x^2 = x$.",
    r"$$ x^2 = x . $$ It is used for $x = 1$.",
)


@pytest.mark.parametrize("line", RESTRICTED.strip().splitlines())
def test_what_is_restricted_is_not_called_wrong(line: str) -> None:
    """It is proved under what is said, or open."""
    assert "refuted" not in verdicts(r"Let $x \in \mathbb{R}$. " + line)


@pytest.mark.parametrize("line", FALSE)
def test_what_nothing_restricts_is_wrong(line: str) -> None:
    """The same lines said of every number; another sentence restricts none of them."""
    assert "refuted" in verdicts(r"Let $x \in \mathbb{R}$. " + line)

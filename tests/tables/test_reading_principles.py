"""Reading fails closed: what each principle of reading lets through, and beside it the lie that it must not believe."""

from __future__ import annotations

import pytest

from tests.documents import documents, marks, steps

TABLES = {
    "everything visible is accounted for": r"""
=== each relation of a chain, of an alignment and of the words between them is a line: +++++
Let $a, b \in \mathbb{R}$. Then $a + a = 2 a = 3 a - a$, and
\begin{align} (a + b)^2 &= a^2 + 2 a b + b^2 \\ &\ge 0 \end{align} so $a - a = 0$.
=== what is broken has a line, and what stands behind it is judged: !+
Then $(a + = 3$, but $1 + 1 = 2$.
=== a relation that is written in words has a line: !+
The sum is 1 + 1 = 3. Further $1 + 1 = 2$.
=== a comment changes no verdict: -
<!-- $a = 0$ --> Let $a, b \in \mathbb{R}$. Then $(a + b)^2 = a^2 + a b + b^2$.
=== nor does code: -
Let $a, b \in \mathbb{R}$. `Assume $b = 0$.` Then $(a + b)^2 = a^2 + a b + b^2$.
""",
    "scopes": r"""
=== one problem does not know another: .+-
## Problem 1
Let $a, b \in \mathbb{R}$ and assume that $a = 2 b$. Then $a - 2 b = 0$.
## Problem 2
Let $a, b \in \mathbb{R}$. Then $(a - b)^2 = a^2 - a b + b^2$.
=== nor what it defines: ::+-
## Problem 1
Let $f(t) = t^2$.
## Problem 2
Let $f(t) = t^3$ and $t \in \mathbb{R}$. Then $f(2 t) = 8 f(t)$ and $f'(t) = 2 t$.
# to turn: the last line is proved by what was said of another letter
=== a letter that is brought in anew is another one: .+-
Let $a \in \mathbb{R}$ with $a = 1$. Then $a^2 = a$. Now let $a \in \mathbb{R}$. Then $a^2 = a$.
=== a where-clause is read before the display that it explains: +:
Let $x \in \mathbb{R}$. $$ y = x^2 + 2 x + 1 $$ where $y = (x + 1)^2$.
=== a name that is defined anew is not compared with what it was: :+:+
Let $q = 2$. Then $q + 1 = 3$. Let $q = 5$. Then $q + 1 = 6$.
""",
    "readings": r"""
=== a product and a call are both judged: ?
Let $x, y \in \mathbb{R}^D$. Then $T(x + y) = T x + T y$.
=== what commutes only if it is a number is not proved: ?
Then $(A + B)(A - B) = A^2 - B^2$.
=== numbers commute: +
Let $A, B \in \mathbb{R}$. Then $(A + B)(A - B) = A^2 - B^2$.
=== matrices need not: ?
Let $A, B \in \mathbb{R}^{n \times n}$. Then $(A + B)(A - B) = A^2 - B^2$.
=== an index is no power: -
Let $w^{(1)}, w^{(2)} \in \mathbb{R}$. Then $w^{(1)} w^{(1)} = w^{(2)}$.
=== marks belong to the name: ???
Let $w, w', \hat w, w^\star \in \mathbb{R}$. Then $w' = w$, $\hat w + 1 = w + 1$ and $2 w^\star = 2 w$.
""",
    "what is not known": r"""
=== it refutes nothing: ?
Let $x \in \mathbb{R}$. Then $\Phi(x) + \Phi(-x) = 1$.
=== what holds for anything is proved of it: +
Let $x \in \mathbb{R}$. Then $(\Phi(x) + 1)^2 = \Phi(x)^2 + 2 \Phi(x) + 1$.
# to turn: the second line is proved, although the output depends on the weight
=== its slope is not 0: ??
Let $w \in \mathbb{R}$ and let $o$ be the output of the network. Then $\frac{\partial o}{\partial w} = 0$ and
$\frac{\partial}{\partial w} (o w) = o$.
# to turn: it is refuted, although a may be from {0, 1}
=== a set that nobody knows may hold anything: .?
Let $a \in \mathcal{S}$. Then $a^2 = a$.
# to turn: it is refuted, although it is claimed under a condition only
=== a condition that nobody knows too: ?
Let $a \in \mathbb{R}$. $$ a = a^2 \quad \text{if the moon is full} $$
""",
    "proofs": r"""
=== an assumption that cannot hold proves nothing: .-
Let $x \in \mathbb{R}$. Assume $0 = 1$. Then $x^2 = 7 x$.
=== nor does an assumption about what never is: .?
Let $x \in \mathbb{R}$ with $x^2 < 0$. Then $x^3 = 7 x$.
=== no line proves itself said again: ??
Then $2 u = 3 v + u v$. Again, $2 u = 3 v + u v$.
=== a wrong line is no premise of what follows: --
Let $a, b \in \mathbb{R}$. Then $(a + b)^2 = a^2 + a b + b^2$, so $(a + b)^2 - a^2 = a b + b^2$.
""",
    "what a relation is": r"""
=== a fresh head is defined, and may be used: :+
Let $x \in \mathbb{R}$. Put $$ y = x^2 $$ Then $y + x = x (x + 1)$.
=== a decorated name is a claim: :-
Let $x \in \mathbb{R}$ and $f(x) = x^2$. Then $$ f'(x) = 3 x $$
=== what is asked for is a condition: ?
Let $a, b \in \mathbb{R}$. Solve $$ 3 a = b + 1 $$
=== what is to be assumed is no claim: .
Suppose that $3 a = b + 1$.
=== the two sides of an implication claim nothing alone: .+
Let $a, b \in \mathbb{R}$. So $a - b = 0$ implies $a = b$.
=== a declaration is none: 0
Let $x \in \mathbb{R}^D$ and $i = 1, \dots, N$.
""",
    "derivatives": r"""
=== a derivative holds its variable, which is defined: ::++-
Let $x \in \mathbb{R}$, $z = x^2$ and $L = z^3$. Then $\frac{dL}{dz} = 3 z^2$, $\frac{dL}{dx} = 6 x^5$ and
$\frac{dL}{dz} = 6 x^5$.
=== a gradient takes the whole product behind it: +-
Let $A \in \mathbb{R}^{D \times D}$ and $x \in \mathbb{R}^D$.
$$ \nabla_x x^\top A x = (A + A^\top) x $$ $$ \nabla_x x^\top A x = A x $$
=== a sum that skips an entry has no slope there: -
Let $z_1, \dots, z_N \in \mathbb{R}$. $$\frac{\partial}{\partial z_k} \sum_{i=2}^N z_i^2 = 2 z_k$$
# to turn: it is refuted, as if d were a factor
=== a differential is no product: :+
Let $f(x) = x^3$. $$ \mathrm{d} f = 3 x^2 \mathrm{d} x $$
""",
    "numbers": r"""
=== what is printed is what is meant: =/+-
Then $0.1 + 0.2 = 0.3$, $0.1 + 0.2 = 0.4$, $1/3 + 1/3 = 2/3$ and $1/3 + 1/3 = 3/4$.
=== a rounded result agrees to its digits, and no further: =/
Then $\frac{2}{3} \approx 0.67$ and $\frac{2}{3} \approx 0.66$.
=== a third is no decimal: =
Then $\frac{1}{3} = 0.33$.
""",
    "shapes": r"""
=== a clash under every reading is no verdict but said: !!+
Let $X \in \mathbb{R}^{N \times D}$, $w \in \mathbb{R}^D$ and $y \in \mathbb{R}^N$.
Then $X y = w$, $X w = y + w$ and $y^\top X w = w^\top X^\top y$.
""",
    "words": r"""
=== a hypothesis in words holds of what it is said of: +-
Let $A, B \in \mathbb{R}^{n \times n}$ and let $A$ be symmetric. Then
$$ \operatorname{tr}(A^\top B) = \operatorname{tr}(A B) $$
$$ \operatorname{tr}(B^\top A B) = 2 \operatorname{tr}(B A B) $$
# to turn: it is proved
=== one that is denied does not: ?
Let $A \in \mathbb{R}^{n \times n}$. Nothing says that $A$ is symmetric. $$ A^\top = A $$
=== one of another problem does not: +?
## Problem 1
Let $A \in \mathbb{R}^{n \times n}$ be symmetric. $$ A^\top = A $$
## Problem 2
Let $A \in \mathbb{R}^{n \times n}$. $$ A^\top = A $$
""",
}
LATEX = {
    "macros": r"""
=== a macro holds from where it stands: !+
Then $\two = 2$. \newcommand{\two}{2} Then $\two + 1 = 3$.
=== one of a group ends with it: +!
{\newcommand{\two}{2} Then $\two = 2$.} Then $\two = 2$.
=== what is not seen changes no verdict: -
Let $a, b \in \mathbb{R}$. \phantom{Assume $b = 0$.} \iffalse Assume $b = 0$. \fi % Assume $b = 0$.
Then $(a + b)^2 = a^2 + a b + b^2$.
""",
}
DOCUMENTS = {
    **{name: (*found, "md") for name, found in documents(TABLES).items()},
    **{name: (*found, "tex") for name, found in documents(LATEX).items()},
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_reading_fails_closed(name: str) -> None:
    """What is read is judged, and what might be something else is open."""
    text, expected, kind = DOCUMENTS[name]
    assert marks(text, kind) == expected


REASONS = (
    "Then $a^2 = 2 a - 1$.",
    r"Let $A \in \mathbb{R}^{n \times n}$. Then $A^\top = A$.",
    r"Let $x \in \mathbb{R}$. Then $\Phi(x) + \Phi(-x) = 1$.",
    r"Then $\mystery = 1$.",
    r"Let $x, y \in \mathbb{R}^D$. Then $T(x + y) = T x + T y$.",
)


@pytest.mark.parametrize("text", REASONS)
def test_what_is_open_says_why_and_shows_no_numbers(text: str) -> None:
    """A counterexample to something else than what may be meant would be a lie."""
    line = steps(text)[-1]
    assert line.is_open
    assert (line.says != "" or line.asks != (), line.counterexample, line.witness.text) == (True, None, "")

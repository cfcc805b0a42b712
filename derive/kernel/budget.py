"""How far the kernel goes where it could go on: a row for each bound. A verdict that is open names those it met.

None of them may make a false statement *proved*: what is not tried is not known.
"""

from __future__ import annotations

from derive.kernel.limits import Bound

ALIGNMENTS = Bound(48, "ways to align the sums of both sides")
ANGLES = Bound(64, "products that the sine of a sum becomes")
APART = Bound(8, "factors taken out of a determinant")
BESIDE = Bound(8, "numbers between two indices that are told one by one")
CASES = Bound(4, "functions told by cases, one in the cases of the other")
CHOICES = Bound(64, "choices of indices for an assumed inequality")
CLEARINGS = Bound(8, "denominators multiplied away, one below the other")
COMBINED = Bound(60, "terms rewritten by assumed equations")
COMBINING = Bound(20_000, "steps to rewrite terms by assumed equations")
COUNTED = Bound(3, "free indices of an equation between square matrices")
CUTS = Bound(60, "ways to cut the terms of a sum")
DIGITS = Bound(80, "binary digits of a number that is taken apart into primes")
FACTORED = Bound(40, "terms of a sum whose factors are looked for below a logarithm")
LENGTH = Bound(20_000, "binary digits of a number")
MEETING = Bound(3, "factors that share the index at which a sum is cut")
MOMENTS = Bound(8, "powers of the index of a binomial sum")
MULTIPLIED = Bound(30_000, "steps of the search for matrices to multiply with")
PLACES = Bound(8, "places split off from a range")
ROOTED = Bound(60, "terms of a sum whose square root is looked for")
SQUARED = Bound(12, "terms of a sum that is told by its discriminant")
STEPS = Bound(12, "factors between two factorials")
VALUES = Bound(8, "values of a label that are told one by one")
WRITTEN_OUT = Bound(3, "places of an index that are told one by one")

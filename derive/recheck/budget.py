"""How much the second opinion evaluates: one number a row. None makes it agree; it has fewer points to go by."""

from __future__ import annotations

STEPS = 8_000  # loop turns that one point may cost
SMALL = 3
STEPS_IF_SMALL = 4 * STEPS  # the same at sizes up to that, without which there is little to see
STEPS_IF_LARGE = 1_500  # the same at the largest sizes, which are tried where that is cheap
DEAR = 150  # from so many steps on, a few sizes are enough modulo primes

TRIES = 4  # draws of a point whose equations are solved for
TRIES_BY_LUCK = 40  # the same where inequalities are to hold
TURNS = 6  # how often the sizes are gone through with real numbers, in other styles each time
TURNS_OF_LABELS = 6  # the same modulo primes, where integers are drawn that stand as indices
ENOUGH = 3  # choices of sizes
ENUMERATED_AT_MOST = 400  # values of all free indices
ALL_AT_MOST = 16  # of these, when all are tried
CLASSES_AT_MOST = 24  # coincidences of free indices
FAMILIAR_AT_MOST = 5  # points at one choice of sizes whose coincidences have been met before; 1 if late
FAMILIAR_MODULAR = 1  # the same modulo primes
SMALL_AT_MOST = 24  # points at the smallest sizes

REAL_BESIDE_MODULAR = 1  # choices of sizes at which a modular agreement is repeated with real numbers
# An equality that fails does so almost everywhere, an inequality perhaps in a corner.
POINTS = {True: 150, False: 600}
CONSTRAINED = 120  # where every point has to be solved for first
ROUNDS = {True: 1, False: 80}

EXPONENTS_AT_MOST = 4  # of a polynomial that stands for an unknown function
TERMS_AT_MOST = 400  # the same
ARGUMENTS_AT_MOST = 4  # the same
AT_BORDER = 0.4  # how often an entry is drawn where something is told apart
ROWS_AT_MOST = 8  # draws of a row whose entries are bounded

JOINTLY_AT_MOST = 3  # names that several equations are solved for together
STARTS = 12  # lines along which a root is looked for
PERSUASIONS = 40  # draws for one instance of an inequality

DEGREE_AT_MOST = 8  # of a polynomial that is solved for one entry
POWER_AT_MOST = 64  # an exponent up to which a power is multiplied out
FACTORIAL_AT_MOST = 1000
BINOMIAL_AT_MOST = 1000
BITS_AT_MOST = 1 << 16  # of an exact number

"""The trusted kernel: an expression as a polynomial whose equal copies are the same object.

It knows indices, tensors and polynomials, and nothing of SymPy, printing or lectures; start with README.md.
"""

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.calculus import NoDerivativeError, Place, differentiate
from derive.kernel.determinants import assume_equation, determinant
from derive.kernel.entries import delta, entry
from derive.kernel.functions import Rule, call, compiled, exponential, logarithm, symbolic_power
from derive.kernel.limits import Bound, LimitReached, Limits, Undefined
from derive.kernel.maps import rebuild, substitute
from derive.kernel.matrices import inverse_entry
from derive.kernel.nodes import Coef, Dim, Index, Mono, Poly, Terms, freeze, quotient
from derive.kernel.one_hot import one_hot
from derive.kernel.order import before
from derive.kernel.polynomials import multiply, rename
from derive.kernel.powers import primitive, raise_to
from derive.kernel.products import product_over, product_where
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.rules import assume_zero
from derive.kernel.series import PowerSeries, gaps_to_one, is_within_one, power_series
from derive.kernel.signs import NONNEGATIVE, POSITIVE, UNKNOWN, sign_of_terms
from derive.kernel.sums import UnstableLabelError, sum_over
from derive.kernel.zero import clear, vanishes

__all__ = [
    "INDEX_VALUE",
    "NONNEGATIVE",
    "POSITIVE",
    "UNKNOWN",
    "Bound",
    "Coef",
    "Dim",
    "Index",
    "LimitReached",
    "Limits",
    "Mono",
    "NoDerivativeError",
    "Place",
    "Poly",
    "PowerSeries",
    "Ring",
    "Rule",
    "Terms",
    "Undefined",
    "UnstableLabelError",
    "add",
    "assume_equation",
    "assume_zero",
    "before",
    "call",
    "clear",
    "compiled",
    "delta",
    "determinant",
    "differentiate",
    "entry",
    "exponential",
    "freeze",
    "gaps_to_one",
    "inverse_entry",
    "is_within_one",
    "logarithm",
    "multiply",
    "one_hot",
    "power_series",
    "primitive",
    "product_over",
    "product_where",
    "quotient",
    "raise_to",
    "rebuild",
    "rename",
    "scale",
    "sign_of_terms",
    "substitute",
    "subtract",
    "sum_over",
    "symbolic_power",
    "vanishes",
]

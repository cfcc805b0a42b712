"""The trusted kernel: an expression as a polynomial whose equal copies are the same object.

It knows indices, tensors and polynomials, and nothing of SymPy, printing or lectures; start with README.md.
"""

from derive.kernel.arithmetic import add, scale, subtract
from derive.kernel.calculus import NoDerivativeError, Place, differentiate
from derive.kernel.entries import delta, entry
from derive.kernel.functions import Rule, call, compiled, exponential, logarithm, symbolic_power
from derive.kernel.limits import Bound, LimitReached, Limits, Undefined
from derive.kernel.maps import rebuild, substitute
from derive.kernel.matrices import determinant, inverse_entry
from derive.kernel.nodes import Coef, Dim, Index, Mono, Poly, Terms, freeze, quotient
from derive.kernel.polynomials import multiply, rename
from derive.kernel.powers import primitive, raise_to
from derive.kernel.products import product_over
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.rules import assume_zero
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
    "Ring",
    "Rule",
    "Terms",
    "Undefined",
    "UnstableLabelError",
    "add",
    "assume_zero",
    "call",
    "clear",
    "compiled",
    "delta",
    "determinant",
    "differentiate",
    "entry",
    "exponential",
    "freeze",
    "inverse_entry",
    "logarithm",
    "multiply",
    "primitive",
    "product_over",
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

"""A record of how a loss is computed from its parameters in NumPy, to see which part of the derivative went wrong.

`record` runs the loss on arrays that remember their operations. The record gives the gradient by the chain rule, and
also what flows through each single edge of the computation: a gradient that lacks one of them, or has it with the
wrong sign, shows which.
"""

from numeric.verify.tape.flow import Edge, Flow, flow
from numeric.verify.tape.linear import unbroadcast
from numeric.verify.tape.node import Pull, Taped, UntapedError, record
from numeric.verify.tape.site import Site

__all__ = ["Edge", "Flow", "Pull", "Site", "Taped", "UntapedError", "flow", "record", "unbroadcast"]

"""Formulas become NumPy: `lambdify` reads the written form, makes it safe, and writes a vectorised program."""

from derive.lower.errors import ArrayError, LoweringError
from derive.lower.lowered import Lowered
from derive.lower.lowering import lambdify
from derive.lower.sources import StepProgram, sources

__all__ = ["ArrayError", "Lowered", "LoweringError", "StepProgram", "lambdify", "sources"]

"""Derivations: chains of relations, each link decided when it is added. `chain.py` is the file to open first."""

from derive.derivation.chain import Chain
from derive.derivation.compose import joint
from derive.derivation.duality import Constraint, Program
from derive.derivation.induction import Induction
from derive.derivation.moves import same_order, take_logs
from derive.derivation.step import Citation, Derivation, Step

__all__ = [
    "Chain",
    "Citation",
    "Constraint",
    "Derivation",
    "Induction",
    "Program",
    "Step",
    "joint",
    "same_order",
    "take_logs",
]

"""Derivations: chains of relations, each link decided when it is added. `chain.py` is the file to open first."""

from derive.derivation.chain import Chain, same_order, take_logs
from derive.derivation.duality import Constraint, Program
from derive.derivation.induction import Induction
from derive.derivation.step import Citation, Derivation, Opinions, Step, joint

__all__ = [
    "Chain",
    "Citation",
    "Constraint",
    "Derivation",
    "Induction",
    "Opinions",
    "Program",
    "Step",
    "joint",
    "same_order",
    "take_logs",
]

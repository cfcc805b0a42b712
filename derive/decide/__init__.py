"""Deciding: one question, one verdict. `prove.py` is the file to open first."""

from derive.decide.prove import prove

__all__ = ["prove"]

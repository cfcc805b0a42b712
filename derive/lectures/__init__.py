"""The mathematics of five lectures, a module a topic. `catalogue.py` lists the derivations by name."""

from derive.lectures.catalogue import BY_NAME, CATALOGUE, LECTURES, Entry

__all__ = ["BY_NAME", "CATALOGUE", "LECTURES", "Entry"]

"""Lecture notes: derivations in the lecturer's own notation. `build.py` is the file to open first."""

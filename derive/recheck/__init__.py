"""Temporary."""

from derive.recheck.opinion import Recheck as Recheck
from derive.recheck.shim import find as find, recheck as recheck, Evidence as Evidence

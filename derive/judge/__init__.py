"""Judging what was read: a verdict for each line of a document, and for a wrong one what it looks like.

`step.py` decides one line, `slips.py` names the slip that explains a wrong one.
"""

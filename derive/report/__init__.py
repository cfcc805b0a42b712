"""The report: everything decided, on several processes, and written where it was asked for. `work.py` comes first."""

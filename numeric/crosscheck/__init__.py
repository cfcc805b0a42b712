"""The cross-check: what was proved in symbols, against numbers. Each row is decided by running code.

- `derivatives`: every gradient and Hessian, against differences with an error estimate of their own;
- `closed_forms` and `fits`: lowered functions and algorithms, against SciPy, NumPy and plain loops;
- `theorems`: bounds, descent, duality, convexity, against runs on generated data;
- with oracles: fits against scikit-learn and piqp, derivatives against PyTorch and JAX.

>>> from numeric.crosscheck import Task
>>> row = Task("fisher").run()[0]
>>> row.compares, row.outcome
('`gradient`, and the derivative of `criterion` by `w`', 'right')
"""

from numeric.crosscheck.row import Kind, Outcome, Row, Tally
from numeric.crosscheck.tasks import TOPICS, Task, checks, run, tasks

__all__ = ["TOPICS", "Kind", "Outcome", "Row", "Tally", "Task", "checks", "run", "tasks"]

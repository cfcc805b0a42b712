"""The command `derive` as a program, which is also `python -m derive`."""

from __future__ import annotations

import sys
import traceback

from derive.cli import main
from derive.commands.surroundings import FAULT, print_anything, stops_in_order


def run() -> None:
    """Run the command; a fault of ours keeps its traceback, and has an exit code that no verdict has."""
    print_anything()
    with stops_in_order():
        try:
            main()
        except Exception:  # noqa: BLE001 -- whatever it is, it must not end with the exit code of "refuted"
            traceback.print_exc()
            sys.exit(FAULT)


if __name__ == "__main__":
    run()

"""The command `derive` as a program, which is also `python -m derive`."""

from __future__ import annotations

from derive.cli import main
from derive.commands.surroundings import faults_are_no_verdicts, open_what_is_closed, print_anything, stops_in_order


def run() -> None:
    """Run the command; a fault of ours keeps its traceback, and has an exit code that no verdict has."""
    open_what_is_closed()
    print_anything()
    with stops_in_order(), faults_are_no_verdicts():
        main()


if __name__ == "__main__":
    run()

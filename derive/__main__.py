"""`python -m derive`: the same command as `derive`."""

from __future__ import annotations

from derive.cli import main

if __name__ == "__main__":
    main()

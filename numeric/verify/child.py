"""The process that runs the code under test: `python -m numeric.verify.child FILE`, with a request on standard input.

What it found goes as one JSON object to the file, so that nothing that the code prints is mistaken for it.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

from derive.runner.serve import limit


def main() -> None:
    """Limit this process, run the verification, and write what it found; a copy made by a fork writes nothing."""
    request = json.loads(sys.stdin.read())
    own = os.getpid()
    limit(request["memory"], seconds=int(request["timeout"]) * 2 + 1)  # more, so that the parent sees the timeout
    answer = _answer(request)
    if os.getpid() != own:
        os._exit(0)
    _ = Path(sys.argv[1]).write_text(json.dumps(answer), encoding="utf-8")


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        return _verified(request)
    except SystemExit as error:
        told = error.code if isinstance(error.code, str) else f"exit code {error.code or 0}"
        return {"ended": f"it ends the process by itself ({told[:300]})"}
    except KeyboardInterrupt:
        return {"ended": "it interrupts the process"}
    except MemoryError:
        return {"ended": f"it needs more memory than {request['memory']} megabytes (--memory)"}


def _verified(request: dict[str, Any]) -> dict[str, Any]:
    from derive.errors import DeriveError  # noqa: PLC0415 -- the limits hold before anything is loaded
    from numeric.verify.as_json import verification_json  # noqa: PLC0415 -- the same
    from numeric.verify.verifying import verify_gradient  # noqa: PLC0415 -- the same

    sys.path.insert(0, str(Path.cwd()))  # a module by name is looked for here, and ours are loaded by now
    try:
        loaded = _loaded(request)
        params, *data = loaded.arguments
        found = verify_gradient(
            loaded.loss,
            loaded.grad,
            params,
            *data,
            inputs=loaded.more or (),
            against=request["against"],
            seed=request["seed"],
            generate=request["generate"],
        )
    except DeriveError as error:
        return {"mistake": str(error)}
    return {"result": verification_json(found), "text": str(found)}


def _loaded(request: dict[str, Any]) -> Any:
    """Return the functions and the inputs. Raises `NotFoundError`, also for whatever the file raises."""
    from derive.errors import DeriveError  # noqa: PLC0415 -- the limits hold before anything is loaded
    from numeric.verify.load import NotFoundError, load  # noqa: PLC0415 -- the same

    try:
        return load(
            request["target"], **{name: request[name] for name in ("loss", "inputs", "params", "seed", "against")}
        )
    except (DeriveError, MemoryError):
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        line = f", line {last.lineno} of {Path(last.filename).name}" if not isinstance(error, SyntaxError) else ""
        reason = f"{type(error).__name__} while it is loaded{line}: {str(error)[:300]}"
        way_out = "the file and its inputs must run without an error; try them with `python`"
        raise NotFoundError(request["target"], reason=reason, way_out=way_out) from error


if __name__ == "__main__":
    main()
    # A thread that the code under test has left behind must not keep the answer waiting.
    _ = sys.stdout.flush(), sys.stderr.flush()
    os._exit(0)

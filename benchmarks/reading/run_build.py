"""Runs commands of one build in a process of its own: `python run_build.py CHECKOUT`.

Each line of standard input is a JSON object: a `folder`, and the `arguments` to run in it. The
answer on standard output is one line of JSON after `MARK`: the `exit_code`, what went to the
`--output-file` that is added (`output`), what was said (`errors`), and the CPU `seconds`. The build
is that of the checkout, whichever is installed.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
import time
from pathlib import Path

MARK = "answer: "


def main() -> None:
    """Answer until no question is left."""
    checkout = sys.argv[1]
    sys.path.insert(0, checkout)
    import daft_lint

    # The rules lie beside the package.
    daft_lint.__path__.append(checkout)
    assert Path(daft_lint.__file__).is_relative_to(checkout)
    with tempfile.TemporaryDirectory() as scratch:
        for line in sys.stdin:
            question = json.loads(line)
            os.chdir(question["folder"])
            answer = _run(question["arguments"], Path(scratch, "output"))
            print(f"{MARK}{json.dumps(answer)}", flush=True)


def _run(arguments: list[str], file: Path) -> dict[str, object]:
    from daft_lint.cli import main as command

    file.unlink(missing_ok=True)
    arguments = [*arguments, "--output-file", str(file)]
    exit_code: object = None
    started = time.process_time()
    with contextlib.redirect_stderr(io.StringIO()) as said:
        try:
            command(arguments, prog_name="daft-lint", obj=arguments)
        except SystemExit as end:
            exit_code = end.code
    return {
        "exit_code": exit_code,
        "output": file.read_text() if file.exists() else "",
        "errors": said.getvalue(),
        "seconds": time.process_time() - started,
    }


if __name__ == "__main__":
    main()

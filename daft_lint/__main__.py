"""Runs `python -m daft_lint`."""

import os
import sys


def _leave_current_folder_out() -> None:
    """Python puts it first on the path, and it may hold anyone's modules."""
    try:
        current = os.getcwd()  # noqa: PTH109
    except OSError:
        # It was deleted.
        current = ""
    if not getattr(sys.flags, "safe_path", False) and sys.path[:1] in ([""], [current]):
        del sys.path[0]


if __name__ == "__main__":
    _leave_current_folder_out()
    from daft_lint.entry_point import main

    main()

"""Runs `python -m daft_lint`."""

import os
import sys

if __name__ == "__main__":
    # Python puts the current folder first, which may hold modules of anybody.
    if not getattr(sys.flags, "safe_path", False) and sys.path[:1] in ([""], [os.getcwd()]):  # noqa: PTH109
        del sys.path[0]
    from daft_lint.starting import main

    main()

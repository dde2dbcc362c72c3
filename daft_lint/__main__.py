"""Runs `python -m daft_lint`."""

from daft_lint.starting import main

if __name__ == "__main__":
    main()

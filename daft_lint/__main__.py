"""Runs `python -m daft_lint`."""

from daft_lint.cli import main

if __name__ == "__main__":
    main(prog_name="daft-lint")

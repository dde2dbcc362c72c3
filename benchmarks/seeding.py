"""The options of benchmarks that make something of each seed."""

from __future__ import annotations

import argparse
from pathlib import Path


def seed_options(description: str | None, kept: str) -> argparse.Namespace:
    """The `seeds` from and up to, and the folder to `keep` what went wrong in.

    Args:
        description: what the benchmark does.
        kept: what is kept, for people.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--seeds",
        nargs=2,
        type=int,
        default=(0, 1_000),
        metavar=("LOW", "HIGH"),
        help="from LOW up to HIGH, which is left out",
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help=f"keep {kept} here")
    return parser.parse_args()

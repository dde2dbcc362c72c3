"""What a program can't run without is said with the command that runs it."""

from __future__ import annotations

import pytest

from daft_lint.modules.command_line import required_arguments


@pytest.mark.parametrize(
    ("code", "required"),
    [
        ("import argparse\np.add_argument('--input', '-i', required=True)", ("--input ...",)),
        ("import argparse\np.add_argument('src')\np.add_argument('out')", ("SRC", "OUT")),
        ("import argparse\np.add_argument('--day')\np.add_argument('more', nargs='*')", ()),
        ("import click\n@click.argument('path')\ndef run(path): ...", ("PATH",)),
        ("import click\n@click.option('--day', required=True)\ndef run(day): ...", ("--day ...",)),
        ("import click\n@click.argument('path', required=False)\ndef run(path): ...", ()),
        ("import sys\nprint(sys.argv[1])", ("...",)),
        ("import sys\nprint(sys.argv[0])", ()),
        ("import sys\nprint(sys.argv[1] if len(sys.argv) > 1 else 'data')", ()),
        ("import argparse\nnot python", ()),
        # Python warns of such a backslash.
        ("import argparse\np.add_argument('src', help='\\d')", ("SRC",)),
        ("def argument(name): ...\nargument('path')", ()),
    ],
)
def test_arguments_without_a_default_are_required(code: str, required: tuple[str, ...]) -> None:
    assert required_arguments(code) == required

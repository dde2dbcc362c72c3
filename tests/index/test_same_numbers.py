"""Each process gives the same code the same numbers, however it hashes texts: indexes are kept."""

from __future__ import annotations

import os
import subprocess
import sys

_INDEX = """\
import ast
from daft_lint.index.statements import index_of

print(index_of(ast.parse('''
class Job:
    def start(self):
        self.rows, self.size, self.name = 1, 2, "a"

    def go_on(self):
        return self.rows + self.size, self.name, self.given, self.others
''')).definitions)
"""


def test_numbers_do_not_depend_on_hashes() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _INDEX],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in range(4)
    }
    assert len(found) == 1

"""How a package gets into the environment that daft-lint runs in."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

_CACHED = ("archive-v", "environments-v")
"""How the folders of uv's cache begin that `uvx` makes environments in (uv 0.13)."""


def install_command(requirement: str) -> str:
    """How to install a package there, such as `daft-lint[verify]`: a command, or an option of uvx.

    uv makes environments without pip. Those of `uvx` aren't kept, so it has to install the package
    each time.
    """
    quoted = shlex.quote(requirement)
    if Path(sys.prefix).parent.name.startswith(_CACHED):
        return f"add --with {quoted} after uvx"
    python = shlex.quote(sys.executable)
    if find_spec("pip") is None:
        return f"uv pip install --python {python} {quoted}"
    return f"{python} -m pip install {quoted}"

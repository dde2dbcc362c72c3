"""Patches of Daft's functions, wherever Daft has them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def replaced(old: Function, new: Function) -> None:
    """Let every module of Daft that has one function have the other one."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "daft":
            for attribute, value in list(vars(module).items()):
                if value is old:
                    setattr(module, attribute, new)

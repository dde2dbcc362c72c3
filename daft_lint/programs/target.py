"""What a user names to be run: a script, or a function of a module."""

from __future__ import annotations


def is_function(target: str) -> bool:
    """Whether a target is `package.module:function` and no script."""
    module, colon, function = target.partition(":")
    parts = [*module.split("."), *function.split(".")]
    return bool(colon) and all(part.isidentifier() for part in parts)

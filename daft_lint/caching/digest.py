"""BLAKE2b, without what `hashlib` loads besides: that takes longer than all else at a start."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]

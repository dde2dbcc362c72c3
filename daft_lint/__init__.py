"""Finds the workers and actors that idle in Daft pipelines, before you pay for them."""

# What `typing` calls so: the command line starts without importing that.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from daft_lint.live.frame_check import check as check

__all__ = ["check"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load `check` when it is asked for: the command line starts without it."""
    if name == "check":
        from daft_lint.live.frame_check import check

        return check
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

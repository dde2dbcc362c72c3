"""Functions that make UDFs, as a project's settings name them."""

from __future__ import annotations

from typing import TypeAlias

from daft_lint.records import dataclass

Parameter: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class UdfWrapper:
    """A function that makes a UDF of a class or function: `las_udf(Embed, batch_size=64)`.

    `name` is the dotted one that it is imported by, or the qualified one of a function of the
    project. Without a dot it means every function of that name. Each option holds the keywords and
    the positions that its argument is given by; it is empty where the function takes none.
    Positions count from 0, the class or function included.
    """

    name: str
    batch_size: Parameter = ()
    concurrency: Parameter = ()
    cpus: Parameter = ()
    gpus: Parameter = ()

    def fits(self, name: str) -> bool:
        """Whether it means the function with a dotted name."""
        return self.name == (name if "." in self.name else name.rpartition(".")[2])

    @property
    def options(self) -> tuple[Parameter, ...]:
        """The keywords and positions of each option."""
        return (self.batch_size, self.concurrency, self.cpus, self.gpus)

    @property
    def is_given_first(self) -> bool:
        """Whether the first argument is the class or function, not an option."""
        return not any(0 in option for option in self.options)


def wrapper_named(name: str, wrappers: tuple[UdfWrapper, ...]) -> UdfWrapper | None:
    """The wrapper that a dotted name means; one with a module wins over one without."""
    fitting = [wrapper for wrapper in wrappers if wrapper.fits(name)]
    return max(fitting, key=lambda wrapper: "." in wrapper.name, default=None)

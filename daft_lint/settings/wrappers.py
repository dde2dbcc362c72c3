"""The functions that make UDFs, from the tables that name them."""

from __future__ import annotations

from daft_lint.plan.wrapper import Parameter, UdfWrapper
from daft_lint.settings import values
from daft_lint.settings.tables import Table, reject_unknown_keys

_TABLE = "udf-wrappers"
_OPTIONS = ("batch-size", "concurrency", "cpus", "gpus")


def read_wrappers(section: Table) -> tuple[UdfWrapper, ...]:
    """The wrappers that a section names.

    Raises:
        SettingsError: an entry is wrong, or contradicts another one.
    """
    wrappers: list[UdfWrapper] = []
    for table in section.tables(_TABLE):
        wrapper = _wrapper(table)
        if wrapper.name in {udf_wrapper.name for udf_wrapper in wrappers}:
            problem = "has an earlier entry too; keep one of the two"
            raise table.place("name").error(f"`{wrapper.name}` {problem}")
        wrappers.append(wrapper)
    return tuple(wrappers)


def _wrapper(table: Table) -> UdfWrapper:
    reject_unknown_keys(table, _TABLE)
    if "name" not in table.values:
        raise table.place().error("has no `name`; add the function's name, such as `acme.udf`")
    name = values.dotted_name(table.values["name"], table.place("name"))
    parameters: dict[str, Parameter] = {
        key: values.argument(table.values[key], table.place(key))
        for key in _OPTIONS
        if key in table.values
    }
    if not parameters:
        problem = (
            "says nothing about its arguments; add `batch-size`, `concurrency`, `cpus` or `gpus`"
        )
        raise table.place().error(problem)
    _reject_in_two(table, parameters)
    return UdfWrapper(
        name,
        batch_size=parameters.get("batch-size", ()),
        concurrency=parameters.get("concurrency", ()),
        cpus=parameters.get("cpus", ()),
        gpus=parameters.get("gpus", ()),
    )


def _reject_in_two(table: Table, parameters: dict[str, Parameter]) -> None:
    """Reject an argument that two options claim."""
    claimed: dict[str | int, str] = {}
    for key, parameter in parameters.items():
        for name in parameter:
            other = claimed.setdefault(name, key)
            if other != key:
                problem = f"`{name}` is also in `{other}`; keep one of the two"
                raise table.place(key).error(problem)

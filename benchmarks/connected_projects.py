"""Generates projects whose modules all have to do with one another, each in another way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

_MODULE = """\
import daft


@daft.cls(max_concurrency=4)
class Embed{i}:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


{decorator}def add(df):
    return df.with_column("column_{i}", Embed{i}()(df["text"]))
"""
_READ = 'daft.read_parquet("s3://bucket/{i}.parquet")'


def _hub(modules: int) -> dict[str, str]:
    """A program that uses all modules."""
    main = ["import daft"]
    main += [f"from module_{i} import add as add_{i}" for i in range(modules)]
    main += [f'add_{i}({_READ.format(i=i)}).write_parquet("out")' for i in range(modules)]
    return {**_modules(modules), "main.py": "\n".join(main)}


def _chain(modules: int) -> dict[str, str]:
    """Modules each of which imports the next one."""
    found = _modules(modules)
    for i in range(modules - 1):
        found[f"module_{i}.py"] = (
            f"from module_{i + 1} import Embed{i + 1}\n" + found[f"module_{i}.py"]
        )
    main = f'import daft\nfrom module_0 import add\nadd({_READ.format(i=0)}).write_parquet("out")'
    return {**found, "main.py": main}


def _star(modules: int) -> dict[str, str]:
    """Programs that all import one module."""
    job = 'import daft\nfrom common import add\nadd({read}).write_parquet("out")'
    jobs = {f"job_{i}.py": job.format(read=_READ.format(i=i)) for i in range(modules)}
    return {**jobs, "common.py": _MODULE.format(i=0, decorator="")}


def _registry(modules: int) -> dict[str, str]:
    """Modules that put their steps into a list, and a program that takes them from there."""
    steps = "STEPS = []\n\n\ndef step(function):\n    STEPS.append(function)\n    return function\n"
    found = {
        name: f"from steps import step\n{text}"
        for name, text in _modules(modules, decorator="@step\n").items()
    }
    main = ["import daft", "from steps import STEPS"]
    main += [f"import module_{i}" for i in range(modules)]
    main += [f"df = {_READ.format(i=0)}", "for one in STEPS:", "    df = one(df)"]
    return {**found, "steps.py": steps, "main.py": "\n".join([*main, 'df.write_parquet("out")'])}


def _modules(count: int, decorator: str = "") -> dict[str, str]:
    return {f"module_{i}.py": _MODULE.format(i=i, decorator=decorator) for i in range(count)}


SHAPES: dict[str, Callable[[int], dict[str, str]]] = {
    "hub": _hub,
    "chain": _chain,
    "star": _star,
    "registry": _registry,
}


def write_project(folder: Path, shape: str, modules: int) -> None:
    """Write a project of a shape with so many modules."""
    folder.mkdir(parents=True)
    for name, text in SHAPES[shape](modules).items():
        (folder / name).write_text(text + "\n")

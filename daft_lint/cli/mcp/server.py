"""The server of a coding agent: its tools and their descriptions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from inspect import getdoc
from pathlib import Path
from typing import Annotated, Literal

import anyio
import anyio.to_thread
import click
from anyio import CapacityLimiter
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from daft_lint import __version__
from daft_lint.cli.engine import ending_on_signals
from daft_lint.cli.mcp import forecasts, lint_tools, logged_facts, verification
from daft_lint.cli.mcp.root import inside
from daft_lint.cli.options import SettingsFinder
from daft_lint.documents.file_status import real_path
from daft_lint.settings.toml_values import LARGEST

_INSTRUCTIONS = """\
daft-lint predicts which workers and actors of a Daft pipeline will idle, and says what to change.
Measure, don't guess: `check`, add the facts that open work needs, apply `fix` or the remedies of
`check`, `plan` for better numbers, `check` again, then `verify` on a small Ray cluster.
Open work was not judged: it is neither good nor bad."""

Paths = Annotated[
    list[str] | None,
    Field(description="Files and folders below the server's folder. Default: all of it."),
]
Workers = Annotated[
    int | None,
    Field(description="Workers of the cluster. Overrides the settings.", ge=1, le=LARGEST),
]
Cpus = Annotated[int | None, Field(description="CPUs of each worker.", ge=1, le=LARGEST)]
Gpus = Annotated[int | None, Field(description="GPUs of each worker.", ge=0, le=LARGEST)]
Confidence = Annotated[
    Literal["certain", "likely", "possible"] | None,
    Field(description="Lowest confidence to report. Default: that of the settings."),
]
Rows = Annotated[
    int | None, Field(description="Rows of sources whose size isn't known.", ge=1, le=LARGEST)
]
Partitions = Annotated[
    int | None,
    Field(description="Partitions of sources where they aren't known.", ge=1, le=LARGEST),
]
Most = Annotated[
    int,
    Field(
        description="The most items to list. The answer says what it leaves out.", ge=1, le=LARGEST
    ),
]

Given = int | str | None
"""A parameter of a call that wins over settings; None: not given."""

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


def serve(root: Path, *, trusted: bool) -> None:
    """Serve one agent until it closes standard input.

    Args:
        root: The folder that its tools look into.
        trusted: Whether the rules that its settings name are loaded.
    """
    server = server_of(root, trusted=trusted)
    try:
        with ending_on_signals():
            server.run("stdio")
    except Exception as error:
        if not _is_goodbye(error):
            raise


def _is_goodbye(error: BaseException) -> bool:
    """Whether it only says that an agent went without waiting for an answer."""
    inner: Sequence[BaseException] = getattr(error, "exceptions", ())
    if inner:
        return all(map(_is_goodbye, inner))
    gone = (BrokenPipeError, anyio.BrokenResourceError, anyio.ClosedResourceError)
    return isinstance(error, gone)


def server_of(root: Path, *, trusted: bool) -> MCPServer:
    """A server with its tools, on no transport yet."""
    root = real_path(root)
    server = MCPServer(
        "daft-lint", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    tools = _Tools(root, trusted)
    for tool in (tools.check, tools.explain, tools.pipelines, tools.plan, tools.fix, tools.verify):
        _add(server, tool, _READS)
    _add(server, tools.facts, _WRITES)
    return server


def _add(server: MCPServer, tool: Callable[..., Awaitable[str]], kind: ToolAnnotations) -> None:
    # Structured, a text would be sent twice.
    server.add_tool(tool, description=getdoc(tool), annotations=kind, structured_output=False)


class _Tools:
    """The tools below one folder. A docstring is what an agent reads of a tool."""

    def __init__(self, root: Path, trusted: bool) -> None:
        self._root = root
        self._trusted = trusted
        # The analysis isn't thread-safe.
        self._alone = CapacityLimiter(1)

    async def check(
        self,
        paths: Paths = None,
        workers: Workers = None,
        cpus_per_worker: Cpus = None,
        gpus_per_worker: Gpus = None,
        min_confidence: Confidence = None,
        most: Most = 20,
    ) -> str:
        """Lint Daft pipelines: who idles and why, what to do, and what could not be judged.

        "open" is not "good": a fact is missing. Add the hint that it names, or measure it.
        """
        given = _cluster(workers, cpus_per_worker, gpus_per_worker)
        given["min_confidence"] = min_confidence
        return await self._do(
            lambda: lint_tools.checked(*self._read(paths, **given), self._root, most)
        )

    async def explain(
        self, rule: Annotated[str, Field(description="A code or name, such as DFT101.")]
    ) -> str:
        """Explain a rule: what it finds, why it matters, what to do, and when it is wrong."""
        return await self._do(
            lambda: lint_tools.explained(rule, SettingsFinder.of_project((), trusted=self._trusted))
        )

    async def pipelines(
        self,
        paths: Paths = None,
        workers: Workers = None,
        cpus_per_worker: Cpus = None,
        gpus_per_worker: Gpus = None,
        most: Most = 10,
    ) -> str:
        """Show the pipelines that are read, where each number comes from, and the prediction."""
        given = _cluster(workers, cpus_per_worker, gpus_per_worker)
        return await self._do(
            lambda: forecasts.pipelines(*self._read(paths, **given), self._root, most)
        )

    async def plan(
        self,
        paths: Paths = None,
        workers: Workers = None,
        cpus_per_worker: Cpus = None,
        gpus_per_worker: Gpus = None,
        rows: Rows = None,
        partitions: Partitions = None,
        row_seconds: Annotated[
            str | None,
            Field(description="Measured time per row: `25ms`, or per UDF: `Embed=25ms, Score=2s`."),
        ] = None,
        largest_batch: Annotated[
            int | None,
            Field(description="The largest batch_size that fits, say on a GPU.", ge=1, le=LARGEST),
        ] = None,
        allow_concurrency: Annotated[
            bool, Field(description="Also suggest another number of actors.")
        ] = False,
        udf: Annotated[str | None, Field(description="Only this UDF.")] = None,
        most: Most = 5,
    ) -> str:
        """Forecast time and idle actors, and suggest better numbers, such as partitions.

        Times are assumed unless you give the ones that you measured, with row_seconds.
        """
        cluster = _cluster(workers, cpus_per_worker, gpus_per_worker)

        def planned() -> str:
            given: dict[str, object] = {
                "rows": rows,
                "partitions": partitions,
                "row_seconds": forecasts.seconds_of(row_seconds),
                "largest_batch": largest_batch,
                "allow": ("concurrency",) if allow_concurrency else (),
                "udf": udf,
            }
            return forecasts.plans(*self._read(paths, **cluster), self._root, most, given)

        return await self._do(planned)

    async def facts(
        self,
        paths: Paths = None,
        logs: Annotated[
            list[str] | None,
            Field(description="Daft's event logs, as files or folders: save the facts they show."),
        ] = None,
    ) -> str:
        """Show the facts from earlier runs, or save those of event logs in daft-lint-facts.toml.

        `check` and `plan` then use them. Without logs, nothing is written.
        """

        def taken() -> str:
            where, finder = self._read(paths)
            return logged_facts.facts(
                where, inside(self._root, logs) if logs else (), finder, self._root
            )

        return await self._do(taken)

    async def fix(
        self,
        paths: Paths = None,
        unsafe: Annotated[
            bool,
            Field(
                description="Also fixes that keep the rows but may change their order, batch "
                "boundaries or resources. Most remedies for idle workers are of this kind."
            ),
        ] = False,
        workers: Workers = None,
        cpus_per_worker: Cpus = None,
        gpus_per_worker: Gpus = None,
        min_confidence: Confidence = None,
        most: Most = 20,
    ) -> str:
        """Show fixes as a unified diff with paths from the server's folder. Writes nothing."""
        given = _cluster(workers, cpus_per_worker, gpus_per_worker)
        given["min_confidence"] = min_confidence
        return await self._do(
            lambda: lint_tools.fixed(*self._read(paths, **given), self._root, most, unsafe=unsafe)
        )

    async def verify(
        self,
        paths: Annotated[list[str], Field(description="The files to run. Name only a few.")],
        workers: Workers = None,
        cpus_per_worker: Cpus = None,
        gpus_per_worker: Gpus = None,
        rows: Rows = None,
        partitions: Partitions = None,
        min_confidence: Confidence = None,
        trials: Annotated[
            int, Field(description="Runs of each piece of work.", ge=1, le=LARGEST)
        ] = 2,
        seconds: Annotated[
            float, Field(description="No run starts after this many seconds.", ge=10)
        ] = 240,
    ) -> str:
        """Run all work of a few files on a small Ray cluster on this machine, and see who idles.

        Takes about 20 seconds for each piece of work. UDFs that sleep take the place of the user's
        code. The first line is the result: "nobody idles", "idle" or "not proven".
        """
        given = {
            **_cluster(workers, cpus_per_worker, gpus_per_worker),
            "rows": rows,
            "partitions": partitions,
            "min_confidence": min_confidence,
            "trials": trials,
        }
        options = [
            f"--{name.replace('_', '-')}={number}"
            for name, number in given.items()
            if number is not None
        ]
        if not self._trusted:
            options.append("--no-extend-rules")
        try:
            where = inside(self._root, paths)
            return await verification.proven(options, where, seconds, self._root)
        except click.ClickException as error:
            raise ToolError(error.format_message()) from None

    def _read(
        self, paths: Sequence[str] | None, **given: Given
    ) -> tuple[tuple[Path, ...], SettingsFinder]:
        where = inside(self._root, paths or ())
        return where, SettingsFinder.of_project(where, trusted=self._trusted, **given)

    async def _do(self, work: Callable[[], str]) -> str:
        """The answer of some work, done beside the protocol; an error is one line."""
        return await anyio.to_thread.run_sync(partial(_answered, work), limiter=self._alone)


def _answered(work: Callable[[], str]) -> str:
    try:
        return work()
    except click.ClickException as error:
        raise ToolError(error.format_message()) from None
    except OSError as error:
        raise ToolError(f"{error.filename}: {error.strerror}") from None
    except Exception as error:
        reported = f"internal error: {type(error).__name__}: {error}; please report it"
        raise ToolError(reported) from error


def _cluster(workers: int | None, cpus: int | None, gpus: int | None) -> dict[str, Given]:
    return {"workers": workers, "cpus_per_worker": cpus, "gpus_per_worker": gpus}

"""The server of a coding agent: its tools and their descriptions."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from inspect import getdoc
from pathlib import Path
from typing import Annotated, Any, Literal

import anyio
import click
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import Field

from daft_lint import __version__
from daft_lint.cli.engine import ending_on_signals
from daft_lint.cli.mcp.commands import Ran, answer, inside, ran
from daft_lint.documents.file_status import real_path
from daft_lint.reporting.printable import on_one_line
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
Given = int | str | None
"""A parameter of a call that wins over settings; None: not given."""

_LONGEST_END_SECONDS = 120.0
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


def serve(root: Path, *, trusted: bool) -> None:
    """Serve one agent until it closes standard input.

    Args:
        root: The folder that its tools look into.
        trusted: Whether the rules that its settings name are loaded.
    """
    server = server_of(root, trusted=trusted)
    # It warns of a command that ends after its loop, as where an agent goes without waiting.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
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
    server = _Server(
        "daft-lint", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    tools = _Tools(root, trusted)
    for tool in (tools.check, tools.explain, tools.pipelines, tools.plan, tools.fix, tools.verify):
        _add(server, tool, _READS)
    _add(server, tools.facts, _WRITES)
    return server


class _Server(MCPServer):
    """A server that refuses arguments that a tool doesn't have, which would be ignored."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool.

        Raises:
            ToolError: for an argument that the tool doesn't have, and where the tool fails.
        """
        schemas = {tool.name: tool.input_schema for tool in await self.list_tools()}
        known = schemas.get(name, {}).get("properties", arguments)
        unknown = [on_one_line(repr(argument)) for argument in arguments if argument not in known]
        if unknown:
            raise ToolError(f"{name} has no argument {unknown[0]}: it takes {', '.join(known)}")
        return await super().call_tool(name, arguments, context)


def _add(server: MCPServer, tool: Callable[..., Awaitable[str]], kind: ToolAnnotations) -> None:
    # Structured, a text would be sent twice.
    server.add_tool(tool, description=getdoc(tool), annotations=kind, structured_output=False)


class _Tools:
    """The tools below one folder. A docstring is what an agent reads of a tool."""

    def __init__(self, root: Path, trusted: bool) -> None:
        self._root = root
        self._trusted = trusted

    async def check(
        self,
        paths: Paths = None,
        workers: Workers = None,
        cpus_per_worker: Cpus = None,
        gpus_per_worker: Gpus = None,
        min_confidence: Confidence = None,
        brief: Annotated[
            bool,
            Field(description="Only the worst findings with details, the others in a few lines."),
        ] = False,
    ) -> str:
        """Lint Daft pipelines: who idles and why, what to do, and what could not be judged.

        The last lines sum up. "open" is not "good": a fact is missing. Add the hint that it names,
        or measure it.
        """
        command = ["check", "--no-cache", *([] if brief else ["--verbose"])]
        options = _cluster(workers, cpus_per_worker, gpus_per_worker)
        options["min_confidence"] = min_confidence
        done = await self._run(command, paths, options)
        return answer(done.text, *done.notes)

    async def explain(
        self, rule: Annotated[str, Field(description="A code or name, such as DFT101.")]
    ) -> str:
        """Explain a rule: what it finds, why it matters, what to do, and when it is wrong."""
        return answer((await self._ran(["rule"], [Path(rule)])).text)

    async def pipelines(
        self,
        paths: Paths = None,
        workers: Workers = None,
        cpus_per_worker: Cpus = None,
        gpus_per_worker: Gpus = None,
    ) -> str:
        """Show the pipelines that are read, where each number comes from, and the prediction."""
        options = _cluster(workers, cpus_per_worker, gpus_per_worker)
        done = await self._run(["pipelines"], paths, options)
        return answer(done.text, *done.notes)

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
    ) -> str:
        """Forecast time and idle actors, and suggest better numbers, such as partitions.

        Times are assumed unless you give the ones that you measured, with row_seconds.
        """
        command = ["plan", *(["--allow=concurrency"] if allow_concurrency else [])]
        times = [part.strip() for part in (row_seconds or "").split(",")]
        command += [f"--row-seconds={part}" for part in times if part]
        options = _cluster(workers, cpus_per_worker, gpus_per_worker)
        options |= {"rows": rows, "partitions": partitions}
        options |= {"largest_batch": largest_batch, "udf": udf}
        done = await self._run(command, paths, options)
        return answer(done.text, *done.notes)

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
        code = [f"--code={path}" for path in self._inside(paths or ())]
        if logs:
            done = await self._ran(["facts", "from-log", *code], self._inside(logs))
            return answer(done.text, *done.notes)
        shown = await self._ran(["facts", "show", *code], ())
        stray = await self._ran(["facts", "check", *code], ())
        return answer(shown.text, stray.text, *stray.notes)

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
    ) -> str:
        """Show fixes as a unified diff with paths from the server's folder. Writes nothing.

        Apply it with `patch -p0` in the server's folder. Findings without a fix have remedies,
        which `check` shows.
        """
        options = _cluster(workers, cpus_per_worker, gpus_per_worker)
        options["min_confidence"] = min_confidence
        command = ["check", "--no-cache", "--diff", *(["--unsafe-fixes"] if unsafe else [])]
        done = await self._run(command, paths, options)
        return answer(done.errors, done.text)

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
        code. The last line is the result: "nothing idles", "idle" or "not proven".
        """
        options = _cluster(workers, cpus_per_worker, gpus_per_worker)
        options |= {"rows": rows, "partitions": partitions, "trials": trials}
        options["min_confidence"] = min_confidence
        command = ["verify", "--all-work", "--address=local", "--quiet", f"--budget={seconds:g}"]
        # A run that began may go on when the budget is spent, and a cluster takes its time to end.
        longest = seconds + _LONGEST_END_SECONDS
        done = await self._run(command, paths, options, longest)
        return answer(done.text, *done.notes)

    async def _run(
        self,
        command: Sequence[str],
        paths: Sequence[str] | None,
        options: dict[str, Given],
        seconds: float | None = None,
    ) -> Ran:
        where = self._inside(paths or ()) or (Path(),)
        given = [
            f"--{name.replace('_', '-')}={value}"
            for name, value in options.items()
            if value is not None
        ]
        return await self._ran([*command, *given], where, seconds)

    def _inside(self, paths: Sequence[str]) -> tuple[Path, ...]:
        try:
            return inside(self._root, paths)
        except click.ClickException as error:
            raise ToolError(error.format_message()) from None

    async def _ran(
        self, command: Sequence[str], paths: Sequence[Path], seconds: float | None = None
    ) -> Ran:
        try:
            return await ran(command, paths, self._root, trusted=self._trusted, seconds=seconds)
        except click.ClickException as error:
            raise ToolError(error.format_message()) from None


def _cluster(workers: int | None, cpus: int | None, gpus: int | None) -> dict[str, Given]:
    return {"workers": workers, "cpus_per_worker": cpus, "gpus_per_worker": gpus}

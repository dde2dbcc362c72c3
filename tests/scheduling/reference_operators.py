"""Daft's operators of one worker in virtual time: a reference to hold the event model against.

It shares no code and no idea with the model. Each coroutine stands for one of Daft's, so that the
order of things follows from theirs: operators that wait for room in a channel, and for slots.

Sources, below src/daft-local-execution/src: Daft 0.7.24 (sources/in_memory.rs, sources/source.rs,
pipeline.rs, batch_manager.rs, buffer.rs, intermediate_ops/intermediate_op.rs,
intermediate_ops/distributed_actor_pool_project.rs).
"""

from __future__ import annotations

import asyncio
import selectors
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

_MOST_ROWS = 131_072
"""Of a morsel without batch_size: `default_morsel_size`."""

_INSTANT = 1e-7
"""Seconds by which things are apart that happen at the same time: one of them comes first."""


@dataclass(frozen=True)
class Operator:
    """A UDF: its actors or, `in_task`, the threads of the worker; a row takes `row_seconds`."""

    actors: int
    batch_size: int | None
    row_seconds: float
    in_task: bool = False


class Call(NamedTuple):
    """A morsel that an actor worked on, from `start` to `end` in seconds."""

    actor: int
    rows: int
    start: float
    end: float


@dataclass(frozen=True)
class Outcome:
    """The calls of every operator, and when each task ended, in seconds."""

    calls: tuple[tuple[Call, ...], ...]
    ends: tuple[float, ...]

    def rows_per_actor(self, operator: int, actors: int) -> list[int]:
        """Rows of every actor of an operator, the least first."""
        rows: Counter[int] = Counter(dict.fromkeys(range(actors), 0))
        for call in self.calls[operator]:
            rows[call.actor] += call.rows
        return sorted(rows.values())

    def span(self, operator: int | None = None) -> float:
        """Seconds from the first start to the last end, of one operator or of all."""
        chosen = self.calls if operator is None else self.calls[operator : operator + 1]
        calls = [call for pair in chosen for call in pair]
        return max(call.end for call in calls) - min(call.start for call in calls)


def run_shared(
    tasks: Sequence[Sequence[int]],
    operators: Sequence[Operator],
    *,
    gap: float = 0.01,
    handover: float = 0.003,
    steady: bool = False,
    seed: int = 0,
) -> Outcome:
    """Run tasks, given as the rows of their pieces, that share the operators: Daft 0.7.6 and later.

    Task n arrives after n times `gap` seconds. A call begins any time up to twice
    `handover` seconds after its actor is free for it. In a `steady` run that is at once, but
    `handover` seconds after the actor's last call at the earliest; `seed` then decides what comes
    first of the things that happen at the same time.
    """
    random = Random(seed)
    pools = _pools(operators, _Handover(handover, random, steady))
    return _in_virtual_time(_shared(tasks, pools, gap, random))


class _NoWaiting(selectors.DefaultSelector):
    """Where a loop would wait, its clock is put on instead."""

    loop: _VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout:
            self.loop.now += timeout
        return ready


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        selector = _NoWaiting()
        selector.loop = self
        super().__init__(selector)
        self._clock_resolution = 1e-9

    def time(self) -> float:
        return self.now


def _in_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    loop = _VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


def _now() -> float:
    return asyncio.get_running_loop().time()


class _Channel(Generic[T]):
    """A channel with room for `room` messages; those who wait to send stand in line.

    With room for none, a sender waits until its message is received. `bell` is rung when there may
    be something to receive.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.messages: deque[T] = deque()
        self.senders: deque[tuple[T, asyncio.Future[None]]] = deque()
        self.bell = asyncio.Event()

    @property
    def ready(self) -> bool:
        return bool(self.messages or self.senders)

    async def send(self, message: T) -> None:
        self.bell.set()
        if len(self.messages) < self.room:
            self.messages.append(message)
            return
        received = asyncio.get_running_loop().create_future()
        self.senders.append((message, received))
        await received

    def take(self) -> T:
        if self.messages:
            if self.senders:
                self.messages.append(self._next())
            return self.messages.popleft()
        return self._next()

    def _next(self) -> T:
        message, received = self.senders.popleft()
        received.set_result(None)
        return message

    async def receive(self) -> T:
        while not self.ready:
            self.bell.clear()
            await self.bell.wait()
        return self.take()


@dataclass(frozen=True)
class _Handover:
    """How long a call is on its way to its actor."""

    seconds: float
    random: Random
    steady: bool = False

    def wait(self, idle: float) -> float:
        """Seconds until an actor begins that is free for the call, and did nothing for `idle`."""
        chance = self.random.random()
        if self.steady:
            return max(0.0, self.seconds - idle) + _INSTANT * chance
        return 2 * self.seconds * chance


class _Actor:
    """An actor, or a thread of the worker."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.lock = asyncio.Lock()
        self.idle_since = float("-inf")


class _Actors:
    """Actors of an operator; each works on one call after another, in the order it was asked.

    Operators in a task use the `threads` that all of them and all tasks share.
    """

    def __init__(
        self, operator: Operator, handover: _Handover, threads: asyncio.Queue[_Actor]
    ) -> None:
        self.operator = operator
        self.handover = handover
        self.threads = threads
        self.actors = [_Actor(number) for number in range(operator.actors)]
        self.calls: list[Call] = []

    async def work(self, number: int, rows: int) -> None:
        if self.operator.in_task:
            thread = await self.threads.get()
            await self._call(thread, rows)
            self.threads.put_nowait(thread)
        else:
            actor = self.actors[number]
            async with actor.lock:
                await self._call(actor, rows)

    async def _call(self, actor: _Actor, rows: int) -> None:
        await asyncio.sleep(self.handover.wait(_now() - actor.idle_since))
        start = _now()
        await asyncio.sleep(rows * self.operator.row_seconds)
        actor.idle_since = _now()
        self.calls.append(Call(actor.number, rows, start, _now()))


@dataclass
class _Rows:
    """What an operator has of a task: its buffer and whether all has come (batch_manager.rs)."""

    rows: int = 0
    flushed: bool = False
    running: int = 0

    def batch(self, size: int | None) -> int | None:
        lower, upper = (0, _MOST_ROWS) if size is None else (size, size)
        if not self.rows:
            return None
        if self.rows < lower and not self.flushed:
            return None
        taken = min(self.rows, upper)
        self.rows -= taken
        return taken


class _Morsel(NamedTuple):
    task: int
    rows: int


class _Flush(NamedTuple):
    task: int


_Message = _Morsel | _Flush | None
"""None: the channel is closed."""


async def _shared(
    tasks: Sequence[Sequence[int]], pools: Sequence[_Actors], gap: float, random: Random
) -> Outcome:
    channels = [_Channel[_Message](1) for _ in range(len(pools) + 2)]
    ends: dict[int, float] = {}
    await asyncio.gather(
        _source(tasks, gap, channels[0]),
        _source_node(channels[0], channels[1]),
        *(
            _SharedOperator(pool, channels[place + 1], channels[place + 2], random).run()
            for place, pool in enumerate(pools)
        ),
        _output(channels[-1], ends),
    )
    return _outcome(pools, ends)


def _pools(operators: Sequence[Operator], handover: _Handover) -> list[_Actors]:
    threads: asyncio.Queue[_Actor] = asyncio.Queue()
    for thread in range(
        max((operator.actors for operator in operators if operator.in_task), default=0)
    ):
        threads.put_nowait(_Actor(thread))
    return [_Actors(operator, handover, threads) for operator in operators]


def _outcome(pools: Sequence[_Actors], ends: Mapping[int, float]) -> Outcome:
    calls = tuple(tuple(pool.calls) for pool in pools)
    return Outcome(calls, tuple(ends[task] for task in sorted(ends)))


async def _source(tasks: Sequence[Sequence[int]], gap: float, output: _Channel[_Message]) -> None:
    """in_memory.rs: every task sends its pieces and then its end, beside the others."""

    async def forward(task: int, pieces: Sequence[int]) -> None:
        await asyncio.sleep(gap * task)
        for rows in pieces:
            await output.send(_Morsel(task, rows))
        await output.send(_Flush(task))

    await asyncio.gather(*(forward(task, pieces) for task, pieces in enumerate(tasks)))
    await output.send(None)


async def _source_node(source: _Channel[_Message], output: _Channel[_Message]) -> None:
    """source.rs: hands on what the source sends."""
    while (message := await source.receive()) is not None:
        await output.send(message)
    await output.send(None)


async def _output(results: _Channel[_Message], ends: dict[int, float]) -> None:
    while (message := await results.receive()) is not None:
        if isinstance(message, _Flush):
            ends[message.task] = _now()


class _SharedOperator:
    """intermediate_op.rs: one for all tasks of a worker, with a stack of slots."""

    def __init__(
        self,
        pool: _Actors,
        source: _Channel[_Message],
        output: _Channel[_Message],
        random: Random,
    ) -> None:
        actors = pool.operator.actors
        start = random.randrange(actors)
        slots = actors if pool.operator.in_task else 2 * actors
        self.pool = pool
        self.source = source
        self.output = output
        self.random = random
        self.slots = [(start + number) % actors for number in range(slots)]
        self.most = slots
        self.inputs: dict[int, _Rows] = {}
        self.running: set[asyncio.Task[None]] = set()
        self.under_way = 0
        self.results: deque[tuple[int, int, int]] = deque()
        self.closed = False

    async def run(self) -> None:
        """process_input: one event after another (`next_event` of pipeline.rs)."""
        while not (self.closed and not self.under_way):
            receives = not self.closed and self.under_way < self.most and self.source.ready
            events: list[Callable[[], Coroutine[Any, Any, None]]] = []
            if receives:
                events.append(self._receive)
            if self.results:
                events.append(self._complete)
            if events:
                await self.random.choice(events)()
            else:
                self.source.bell.clear()
                await self.source.bell.wait()
        await self.output.send(None)

    async def _receive(self) -> None:
        message = self.source.take()
        if message is None:
            self.closed = True
            for rows in self.inputs.values():
                rows.flushed = True
            self._dispatch()
            for task in sorted(self.inputs):
                await self._flush(task)
        elif isinstance(message, _Morsel):
            self.inputs.setdefault(message.task, _Rows()).rows += message.rows
            self._dispatch()
        elif message.task in self.inputs:
            self.inputs[message.task].flushed = True
            self._dispatch()
            await self._flush(message.task)
        else:
            await self.output.send(message)

    async def _complete(self) -> None:
        """handle_worker_result: the result is sent before its slot is free again."""
        task, rows, slot = self.results.popleft()
        self.under_way -= 1
        await self.output.send(_Morsel(task, rows))
        self.inputs[task].running -= 1
        self.slots.append(slot)
        self._dispatch()
        await self._flush(task)

    def _dispatch(self) -> None:
        """try_dispatch: the tasks in order of their numbers."""
        for task in sorted(self.inputs):
            rows = self.inputs[task]
            while self.slots and (batch := rows.batch(self.pool.operator.batch_size)) is not None:
                rows.running += 1
                self.under_way += 1
                job = asyncio.ensure_future(self._work(task, batch, self.slots.pop()))
                self.running.add(job)
                job.add_done_callback(self.running.discard)

    async def _work(self, task: int, rows: int, slot: int) -> None:
        await self.pool.work(slot, rows)
        self.results.append((task, rows, slot))
        self.source.bell.set()

    async def _flush(self, task: int) -> None:
        """try_flush_input."""
        rows = self.inputs.get(task)
        if rows is not None and rows.flushed and not rows.running and not rows.rows:
            del self.inputs[task]
            await self.output.send(_Flush(task))

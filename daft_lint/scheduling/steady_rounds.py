"""Passes over the rounds of a long task that only repeat the one before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daft_lint.scheduling.stations import Clock, Share, Station

_SAME = 1e-9
_FEWEST_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A lane after each of its actors could end a morsel.

    `ahead` are the seconds from then on to all that is under way, and `actors` whose it is, in the
    same order. `morsels` are those that each actor was given so far.
    """

    share: Share
    time: float
    ahead: tuple[float, ...]
    actors: tuple[int, ...]
    morsels: tuple[int, ...]

    def repeats(self, before: Checkpoint | None) -> bool:
        """Whether all is as it was then, only later, and each actor was given as many morsels."""
        return (
            before is not None
            and self.share is before.share
            and self.actors == before.actors
            and len({now - then for now, then in zip(self.morsels, before.morsels, strict=True)})
            == 1
            and all(
                abs(now - then) <= _SAME * max(1.0, now)
                for now, then in zip(self.ahead, before.ahead, strict=True)
            )
        )


def skip_rounds(now: float, clock: Clock, station: Station) -> None:
    """Let the first task in line have all its rounds at once that would repeat the last ones.

    Where actors wait for their turn to get a morsel, two rounds take turns with each other.

    To be called after each morsel of a lane that ended, when another one waits. What such rounds
    do doesn't depend on anything else: every slot is taken, so that tasks which arrive only wait
    behind this one, and none ends.
    """
    station.ends += 1
    uses = len(station.local)
    if station.ends < uses:
        return
    station.ends = 0
    share = station.queue[0]
    size = share.size
    enough = size is not None and share.rows >= _FEWEST_ROUNDS * uses * size
    if size is None or not enough or share.running != len(clock.heap):
        station.checkpoints.clear()
        return
    here = _checkpoint(now, clock, station, share)
    for back, before in enumerate(reversed(station.checkpoints), start=1):
        if here.repeats(before):
            times = share.rows // (back * uses * size) - 1
            if times > 0:
                _repeat(back * times, times * (here.time - before.time), clock, station, size)
                share.rows -= back * times * uses * size
            station.checkpoints.clear()
            return
    station.checkpoints.append(here)


def _checkpoint(now: float, clock: Clock, station: Station, share: Share) -> Checkpoint:
    under_way = sorted(clock.heap, key=lambda entry: entry[:2])
    actors = station.local
    free = (station.actors.free_at[actor] - now for actor in actors)
    turn = max(0.0, station.turn.free_at - now)
    return Checkpoint(
        share,
        now,
        (*(entry[0] - now for entry in under_way), *free, turn),
        tuple(entry[4][1] for entry in under_way),
        tuple(station.actors.morsels[actor] for actor in actors),
    )


def _repeat(rounds: int, later: float, clock: Clock, station: Station, size: int) -> None:
    actors = station.actors
    busy = rounds * (size * actors.row_seconds + actors.morsel_seconds)
    for actor in station.local:
        actors.rows[actor] += rounds * size
        actors.morsels[actor] += rounds
        actors.busy[actor] += busy
        actors.free_at[actor] += later
        actors.last_end = max(actors.last_end, actors.free_at[actor])
    station.turn.free_at += later
    clock.heap[:] = [(entry[0] + later, *entry[1:]) for entry in clock.heap]

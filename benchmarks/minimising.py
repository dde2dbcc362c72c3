"""The minimum of a function of several numbers, by the method of Nelder and Mead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Point = list[float]


def minimum(
    function: Callable[[Sequence[float]], float],
    start: Sequence[float],
    step: float,
    evaluations: int,
) -> Point:
    """The best point that so many evaluations find, beginning at `start`.

    Args:
        function: What to minimise; it may be rough.
        start: Where to begin.
        step: How far the first points lie from `start`, each along one axis.
        evaluations: How often to call the function; a few more to finish a round.

    Raises:
        ValueError: when `start` is empty.
    """
    if not start:
        raise ValueError("nothing to vary")
    left = [evaluations]

    def valued(point: Point) -> tuple[float, Point]:
        left[0] -= 1
        return function(point), point

    around = [
        [number + step * (axis == n) for n, number in enumerate(start)]
        for axis in range(len(start))
    ]
    corners = [valued(point) for point in (list(start), *around)]
    while left[0] > 0:
        corners.sort(key=lambda corner: corner[0])
        (best, _), (second, _), worst = corners[0], corners[-2], corners[-1]
        middle = _mean([point for _, point in corners[:-1]])
        tried = valued(_along(middle, worst[1], -1.0))
        if tried[0] < best:
            further = valued(_along(middle, worst[1], -2.0))
            corners[-1] = min(tried, further)
        elif tried[0] < second:
            corners[-1] = tried
        else:
            outside = tried[0] < worst[0]
            nearer = valued(_along(middle, worst[1], -0.5 if outside else 0.5))
            if nearer[0] < min(tried[0], worst[0]):
                corners[-1] = nearer
            else:
                kept = corners[0][1]
                shrunk = [valued(_along(kept, point, 0.5)) for _, point in corners[1:]]
                corners[1:] = shrunk
    return min(corners, key=lambda corner: corner[0])[1]


def _mean(points: Sequence[Point]) -> Point:
    return [sum(column) / len(points) for column in zip(*points, strict=True)]


def _along(middle: Point, point: Point, share: float) -> Point:
    """The point so far from the middle towards the other; negative: away from it."""
    return [number + share * (other - number) for number, other in zip(middle, point, strict=True)]

"""What a build says of a project, as facts that two builds can be compared by.

A fact is a place and what it is about, such as `job.py:12 call Embed`, with what is said of it,
such as `batch_size 64`. Several pipelines may say several things of one place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

Json = dict[str, Any]
Facts = dict[str, list[str]]
"""What is said, in order, by the places and what is said of them."""
_OPTIONS = ("concurrency", "batch_size", "cpus", "gpus")


def facts_of(pipelines: Json, checked: Json) -> Facts:
    """The facts in the JSON of the commands `pipelines` and `check`."""
    said: dict[str, set[str]] = defaultdict(set)
    for about, what in (*_of_pipelines(pipelines["pipelines"]), *_of_check(checked)):
        said[about].add(what)
    return {about: sorted(said[about]) for about in sorted(said)}


def failure(path: str, command: str, message: str) -> tuple[str, list[str]]:
    """The fact that a command failed on a file."""
    return f"{path} failure of {command}", [message.strip()]


def _of_pipelines(pipelines: Iterable[Json]) -> Iterator[tuple[str, str]]:
    for pipeline in pipelines:
        ends = pipeline["action"] or pipeline.get("source")
        if ends is None:
            continue
        runner = pipeline["runner"]
        sure = "" if runner["certain"] else ", not certain"
        yield f"{_place(ends)} runner of {_name(ends)}", f"{runner['kind']}{sure}"
        yield from _of_side(pipeline)
        for call in pipeline["unused"]:
            yield _of_call(call)
        for dropped in pipeline["dropped"]:
            yield f"{_place(dropped)} step {dropped['method']}", f"dropped, {dropped['reason']}"
        for work in pipeline["work"]:
            if work["open"] is not None:
                yield _of_open(work["open"])


def _of_side(side: Json) -> Iterator[tuple[str, str]]:
    """One of the sides of a plan; without a source, one that was shown before."""
    if "source" not in side:
        return
    source = side["source"]
    numbers = f"{_range(source['rows'])} rows, {_range(source['partitions'])} partitions"
    yield f"{_place(source)} source {source['name']}", numbers
    for step in side["steps"]:
        count = _range(step["count"])
        maybe = ", maybe" if step["maybe"] else ""
        yield f"{_place(step)} step {step['method']}", f"{step['kind']}, count {count}{maybe}"
        for call in step["calls"]:
            yield _of_call(call)
        for other in step["inputs"]:
            yield from _of_side(other)


def _of_call(call: Json) -> tuple[str, str]:
    udf = call["udf"]
    options = ", ".join(f"{option} {_range(udf[option])}" for option in _OPTIONS)
    return f"{_place(call)} call {udf['name']}", f"{udf['kind']}, {options}"


def _of_check(checked: Json) -> Iterator[tuple[str, str]]:
    for finding in checked["findings"]:
        about = f"{_place(finding)}:{finding['column']}"
        yield f"{about} finding {finding['code']}", finding["confidence"]
        yield f"{about} message {finding['code']}", finding["message"]
    for judged in checked["unjudged"]:
        yield _of_open(judged)
    for failed in checked["failures"]:
        yield f"{failed['path']} failure of check", failed["message"]


def _of_open(judged: Json) -> tuple[str, str]:
    missing = "; ".join(judged["missing"])
    return f"{_place(judged)} open {judged['work']}", f"{judged['known']} missing {missing}".strip()


def _place(span: Json) -> str:
    cell = f"[{span['cell']}]" if "cell" in span else ""
    return f"{span['path']}{cell}:{span['line']}"


def _name(ends: Json) -> str:
    return str(ends.get("method") or ends["name"])


def _range(quantity: Json | None) -> str:
    if quantity is None:
        return "unset"
    low, high = quantity["low"], quantity["high"]
    if low == high:
        return str(low)
    return f"{low} or more" if high is None else f"{low} to {high}"

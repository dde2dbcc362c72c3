#!/usr/bin/env bash
# Daft 0.7.26: `read_kafka` waits out its timeout at the end of each partition of a topic, one after another.
#
# Guess: the offsets of a bounded read are known, so 6,000 waiting messages are there in a blink; the
#   `timeout_ms` of 10 s is for brokers that don't answer.
# Seen (2026-11-30), natively, 1,500 messages in each of four partitions, on the broker that librdkafka has
#   for tests:
#   timeout_ms=1_000                          4.2 s for count_rows, to_pydict or iter_rows
#   timeout_ms=2_000                          8 s; so 40 s with the default
#   timeout_ms=1_000, chunk_size=500          0.1 s: 1,500 is a multiple of 500
#   timeout_ms=1_000, limit(10)               no wait
# Why: a task asks for chunk_size messages at a time (1,024), also where fewer are left up to its end
#   offset, and the client waits for the rest until the timeout. On a topic that still gets messages, the
#   next ones end the wait. A timeout that ends before the broker answers ends the read, with a warning in
#   the log and fewer rows.
# What helps: a lower `timeout_ms`, far above the time of an answer.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 confluent-kafka==2.16.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import time

from confluent_kafka import Producer

import daft

daft.set_runner_native()
PARTITIONS, MESSAGES = 4, 1_500
producer = Producer({"bootstrap.servers": "mock:1", "test.mock.num.brokers": 1})
(broker,) = producer.list_topics(timeout=10).brokers.values()
for number in range(PARTITIONS * MESSAGES):
    producer.produce("events", value=str(number).encode(), partition=number % PARTITIONS)
assert producer.flush(30) == 0


def seconds(**options):
    frame = daft.read_kafka(f"{broker.host}:{broker.port}", "events", **options)
    start = time.monotonic()
    rows = frame.count_rows()
    took = time.monotonic() - start
    print(options, rows, "rows", f"{took:.1f} s")
    assert rows == PARTITIONS * MESSAGES
    return took


print("daft", daft.__version__)
assert seconds(timeout_ms=1_000) >= PARTITIONS * 1
assert seconds(timeout_ms=2_000) >= PARTITIONS * 2
assert seconds(timeout_ms=2_000, chunk_size=500) < 2
PYTHON
venv/bin/python program.py 2>&1 | grep -v '^%'
echo "As described."

"""Embeds the documents below a folder, on a cluster of two workers. Writes an event log.

DAFT_EVENT_LOG_DIR=logs python embed_job.py documents vectors logs ray
"""

import sys
import time

import daft
from daft import col
from daft.subscribers.event_log import enable_event_log


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        time.sleep(1)

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=100)
    def run(self, number):
        time.sleep(0.2)
        return number


@daft.func
def shortened(text: str) -> str:
    return text[:10]


def embed(documents, vectors):
    df = daft.read_parquet(f"{documents}/*.parquet")
    df = df.where(col("text").length() > 50)
    df = df.with_column("short", shortened(col("text")))
    df.with_column("vector", Embed().run(col("number"))).write_parquet(vectors)


def count_long(documents):
    df = daft.read_parquet(f"{documents}/*.parquet")
    print(df.where(col("number") < 100).count_rows())


def start_cluster():
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    cluster.add_node(num_cpus=0, include_dashboard=False)
    for _ in range(2):
        cluster.add_node(num_cpus=4)
    ray.init(address=cluster.address, include_dashboard=False, logging_level="ERROR")
    daft.set_runner_ray(noop_if_initialized=True)


if __name__ == "__main__":
    if sys.argv[4] == "ray":
        start_cluster()
    enable_event_log(sys.argv[3])
    embed(sys.argv[1], sys.argv[2])
    count_long(sys.argv[1])

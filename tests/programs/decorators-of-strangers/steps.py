from functools import cache

import daft
from somebody import cached, deco, task


@task(retries=3)
def read():
    return daft.range(1000)


@task
def sizes():
    return {"actors": 8}


@cache
def known_size():
    return 8


@deco
class Config:
    def __init__(self):
        self.actors = 8

    @cached
    def batch_size(self):
        return 250


class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...

    @task
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def retried(self, ids): ...


Decorated = deco(Embed)


@deco
@daft.cls(max_concurrency=8)
class Kept(Embed): ...


def pool(actors):
    return daft.cls(Embed, max_concurrency=actors)()


@task
def made_pool():
    return pool(8)


@task
def main():
    df = daft.range(1000)
    df.with_column("v", pool(8).run(df["id"])).write_parquet("a")  # finds DFT102 certain: 4 of the 8

# daft-lint: workers=4, cpus-per-worker=16
import aiohttp
import daft

daft.set_runner_ray()


@daft.func
async def lengths(url: str) -> list[int]:
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as answer:
            return [len(line) for line in (await answer.text()).splitlines()]


df = daft.read_parquet("s3://corpus/*.parquet")
df.with_column("lengths", lengths(df["url"])).write_parquet("s3://corpus/lengths")

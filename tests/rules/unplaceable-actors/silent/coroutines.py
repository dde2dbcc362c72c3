# daft-lint: workers=1, cpus-per-worker=4
import daft
from daft import col


@daft.cls(max_concurrency=100)
class Ask:
    async def __call__(self, question: str) -> str:
        return await self.client.ask(question)


@daft.func(max_concurrency=256)
async def fetch(url: str) -> bytes:
    return b""


df = daft.read_csv("questions.csv")
df.with_columns({"answer": Ask()(col("q")), "page": fetch(col("url"))}).write_parquet("answers")

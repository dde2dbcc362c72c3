# daft-lint: workers=1
import daft
from daft import col
from openai import AsyncOpenAI


@daft.cls(max_concurrency=64)
class Ask:
    def __init__(self):
        self.client = AsyncOpenAI()

    async def __call__(self, question: str) -> str:
        answer = await self.client.responses.create(model="gpt-4o", input=question)
        return answer.output_text


df = daft.from_pydict({"question": [f"What is {n}?" for n in range(10_000)]})
df.with_column("answer", Ask()(col("question"))).write_parquet("answers")

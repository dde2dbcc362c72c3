import daft


@daft.cls
class Ask:
    def __init__(self) -> None:
        from openai import OpenAI

        self.client = OpenAI()

    def __call__(self, text: str) -> str:
        messages = [{"role": "user", "content": text}]
        answer = self.client.chat.completions.create(model="gpt-4o-mini", messages=messages)  # expect
        return answer.choices[0].message.content


daft.read_csv("s3://b/texts.csv").select(Ask()(daft.col("text"))).write_parquet("out")

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        raise RuntimeError("nothing may run")

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, values):
        return values


class Step:
    def __init__(self, name):
        self.name = name

    def __call__(self, df):
        return df.with_column(self.name, Embed().run(col("id")))


class Steps:
    def __init__(self):
        self.steps = []

    def add(self, step):
        self.steps.append(step)
        return self

    def run(self, df):
        for step in self.steps:
            df = step(df)
        return df


df = daft.from_pydict({"id": list(range(1000))})
for name in ["a", "b"]:
    df = df.with_column(name, Embed().run(col("id")))
df = Steps().add(Step("c")).add(Step("d")).run(df)

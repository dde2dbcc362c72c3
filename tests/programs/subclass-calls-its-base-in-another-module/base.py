import daft


class Job:
    def __init__(self, udf, actors=4):
        self.embed = daft.cls(udf, max_concurrency=actors)()

    def run(self):
        df = daft.range(1000)
        df = df.with_column("v", self.embed.run(df["id"]))  # finds DFT102 certain via large.py: 4 of the 8 actors
        df.write_parquet("out")

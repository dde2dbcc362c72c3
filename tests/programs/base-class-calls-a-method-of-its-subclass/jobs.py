from base import Job
from udfs import Embed


class Nightly(Job):
    def steps(self, df):
        return df.with_column("v", Embed().run(df["id"]))


class Hourly(Job):
    def source(self):
        return super().source(1000)

    def steps(self, df):
        return df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: batch_size=500 cuts the 1,000 rows

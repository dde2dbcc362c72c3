from work import Embed, Steps, spread


def endpoint(frame, out):
    df = spread(frame)
    df.with_column("y", Embed()(df["id"])).write_parquet(out)


class Service:
    def __init__(self, steps: Steps):
        self.steps = steps

    def endpoint(self, frame, out):
        df = self.steps.spread_evenly(frame)
        df.with_column("y", Embed()(df["id"])).write_parquet(out)

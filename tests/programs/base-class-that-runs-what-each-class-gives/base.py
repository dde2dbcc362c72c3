import daft


class Job:
    partitions = 2

    def load(self):
        return daft.range(1000).into_partitions(self.partitions)

    def transform(self, df):
        raise NotImplementedError

    def run(self):
        self.transform(self.load()).write_parquet("out")

import daft


class Job:
    def source(self, rows=2000):
        return daft.range(rows)

    def steps(self, df):
        return df

    def run(self):
        self.steps(self.source()).write_parquet("out")

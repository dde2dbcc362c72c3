import daft


def run():
    daft.range(1000).repartition(4).write_parquet("out")  # finds DFT206 certain: repartition

import argparse

import daft

parser = argparse.ArgumentParser()
parser.add_argument("--ray", action="store_true")
if parser.parse_args().ray:
    daft.set_runner_ray()
else:
    daft.set_runner_native()

df = daft.read_parquet("s3://texts/").into_partitions(16)
df.write_parquet("out")

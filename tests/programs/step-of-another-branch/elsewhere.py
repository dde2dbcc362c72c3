import argparse

from embedding import embedded

given = argparse.ArgumentParser().parse_args()
frame = embedded(given)
if given.debug:
    frame.show(5)
else:
    frame.write_parquet("out")

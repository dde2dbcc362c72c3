import daft
from stages import Embed, Sequential, Spread

steps = Sequential(Spread(4), Sequential(Embed()))
steps(daft.range(1000)).write_parquet("out")

import daft
from daft import col

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...

embed = Embed()


def embedding(name):
    return embed.run(col(name))  # finds DFT102 certain via few.py: batch_size=500 cuts the 1,000 rows

# also DFT303
import daft
from daft import DataType


@daft.cls(
    return_dtype=DataType.string(),  # expect
    batch_size=64,
    num_gpus=None,  # expect
)
class Embed:
    def __call__(self, texts):
        return texts

import daft
import settings


@daft.cls(max_concurrency=settings.ACTORS)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...

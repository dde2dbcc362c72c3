# Daft 0.7.2
import daft
from daft import DataType
from daft.functions import cosine_distance

df = daft.from_pydict({"v": [[1.0, 0.0], [0.0, 1.0]], "w": [[1.0, 0.0], [1.0, 1.0]]})
v, w = (df[name].cast(DataType.embedding(DataType.float32(), 2)) for name in "vw")
print(df.select(cosine_distance(left_embedding=v, right_embedding=w)).to_pydict())

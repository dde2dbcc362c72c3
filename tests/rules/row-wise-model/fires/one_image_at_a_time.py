# From a public report on CLIP and write_parquet.
import daft
import numpy as np
from daft import DataType


@daft.cls(gpus=1, max_concurrency=4)
class Clip:
    def __init__(self):
        from transformers import CLIPModel, CLIPProcessor

        self.net = CLIPModel.from_pretrained("openai/clip-vit-base-patch32").to("cuda")
        self.prep = CLIPProcessor.from_pretrained("openai/clip-vit-base-patch32")

    @daft.method.batch(return_dtype=DataType.embedding(DataType.float32(), 512), batch_size=64)
    def __call__(self, images):
        vectors = []
        for one in images.to_pylist():
            inputs = self.prep(images=one, return_tensors="pt").to("cuda")
            made = self.net.get_image_features(**inputs)  # expect
            vectors.append(made[0].cpu().numpy().astype(np.float32))
        return vectors

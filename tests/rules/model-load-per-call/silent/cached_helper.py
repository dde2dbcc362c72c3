from functools import cache, lru_cache

import boto3
import daft
from transformers import pipeline


@cache
def model():
    return pipeline("sentiment-analysis")


@lru_cache(maxsize=1)
def client():
    return boto3.client("s3")


@daft.func
def sentiment(key: str) -> str:
    text = client().get_object(Bucket="b", Key=key)["Body"].read().decode()
    return model()(text)[0]["label"]

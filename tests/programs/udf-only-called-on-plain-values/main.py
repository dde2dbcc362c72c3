import urllib.request

import boto3
import daft

HOME = "https://example.com/"


@daft.func
def fetch(url: str) -> str:
    with urllib.request.urlopen(url) as response:  # finds DFT305 possible: urlopen
        return response.read().decode()


@daft.func
def key(url: str) -> str:
    client = boto3.client("s3")  # finds DFT304 possible: boto3.client
    return client.generate_presigned_url("get_object", Params={"Key": url})


@daft.func
def key_of_rows(url: str) -> str:
    client = boto3.client("s3")  # finds DFT304 certain: boto3.client
    return client.generate_presigned_url("get_object", Params={"Key": url})


def keyed(column):
    return key_of_rows(column)


print(fetch(HOME), key("a"), key_of_rows("a"))

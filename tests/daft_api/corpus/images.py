import base64

import daft
from daft import col

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
with open("dot.png", "wb") as file:
    file.write(DOT)

df = daft.from_glob_path("dot.png").select(col("path"))
df = df.with_column("image", df["path"].url.download(on_error="null").image.decode(mode="RGB"))
df = df.with_column("big", col("image").image.resize(4, 2))
df = df.with_column("grey", col("big").image.to_mode("L"))
df = df.select(
    df["big"].image.width().alias("width"),
    df["big"].image.height().alias("height"),
    df["grey"].image.channel().alias("channels"),
    df["grey"].image.mode().alias("mode"),
    df["grey"].image.encode("png").alias("png"),
    df["big"].image.crop((0, 0, 2, 1)).image.attribute("width").alias("cropped"),
)
df = df.with_column("same", df["png"].image.decode().image.width()).exclude("png")
print(df.to_pydict())
up = daft.from_pydict({"data": [b"x"]}).with_column("to", col("data").url.upload("."))
print(up.count_rows())
urls = daft.from_pydict({"url": ["https://a.b/c?d=1"]})
print(urls.select(daft.col("url").url_parse().struct.get("host")).to_pydict())

# Daft 0.6.12
import daft
from daft.functions import file, video_file

with open("text.txt", "w") as text:
    text.write("hello world")
with daft.File(str_or_bytes="text.txt").open() as opened:
    print(opened.read(5))
df = daft.from_pydict({"p": ["text.txt"]})
print(df.select(file(filepath_or_bytes=df["p"])).schema().column_names())
print(df.select(video_file(filepath_or_bytes=df["p"])).schema().column_names())

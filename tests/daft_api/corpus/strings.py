import daft
from daft import col

df = daft.from_pydict(
    {"s": ["Hello, World", "a-b-c", "", None], "n": [1, 2, 3, 4], "e": ["é1x", "no", "12", None]}
)
s = col("s")
df = df.select(
    s.str.capitalize().alias("capitalize"),
    s.str.concat("!").alias("concat"),
    s.str.contains("World").alias("contains"),
    s.str.count_matches(["a", "o"]).alias("count_matches"),
    df["s"].str.endswith("c").alias("endswith"),
    df["e"].str.extract(r"(\d)").alias("extract"),
    df["e"].str.extract_all(r"\d").alias("extract_all"),
    s.str.find("b").alias("find"),
    s.str.ilike("hello%").alias("ilike"),
    s.str.left(3).alias("left"),
    s.str.length().alias("length"),
    col("e").str.length_bytes().alias("length_bytes"),
    s.str.like("%b%").alias("like"),
    s.str.lower().alias("lower"),
    s.str.lpad(15, "*").alias("lpad"),
    s.str.lstrip().alias("lstrip"),
    s.str.match(r"^\w-").alias("match"),
    s.str.normalize(remove_punct=True, lowercase=True).alias("normalize"),
    s.str.repeat(2).alias("repeat"),
    s.str.replace("l", "L").alias("replace"),
    s.str.replace(pattern="l+", replacement="L", regex=True).alias("replace_pattern"),
    s.str.replace("l", "L", False).alias("replace_text"),
    s.str.reverse().alias("reverse"),
    s.str.right(2).alias("right"),
    s.str.rpad(15, "*").alias("rpad"),
    s.str.rstrip().alias("rstrip"),
    s.str.split("-").alias("split"),
    s.str.split(r"[-,]", regex=True).alias("split_pattern"),
    s.str.startswith("a").alias("startswith"),
    s.str.substr(1, 3).alias("substr"),
    (s.str.upper() + df["s"].str.lower()).alias("upper"),
)
print(df.to_pydict())
dates = daft.from_pydict({"d": ["2024-01-31", "2023-12-01"], "t": ["2024-01-31 10:20:30"] * 2})
dates = dates.select(
    col("d").str.to_date("%Y-%m-%d"), col("t").str.to_datetime("%Y-%m-%d %H:%M:%S")
)
print(dates.to_pydict())

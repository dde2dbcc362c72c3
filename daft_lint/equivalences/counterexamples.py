# ruff: noqa: E501, RUF001
"""Pairs that look equal and aren't: tried on Daft 0.7.26, and left out of the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unequal:
    """A Python expression, the Daft expression next to it, and a value that tells them apart."""

    python: str
    daft: str
    why: str


UNEQUAL: tuple[Unequal, ...] = (
    Unequal(
        "x.strip()",
        "x.strip()",
        r"Python alone strips the control characters `\x1c` to `\x1f`; the table's row names them",
    ),
    Unequal("x.capitalize()", "x.capitalize()", "`ǆ` becomes `ǅ` in Python, `Ǆ` in Daft"),
    Unequal(
        "x.title()",
        "x.to_title_case()",
        "Daft drops spaces, dashes and all that is no letter or digit: `_` becomes empty",
    ),
    Unequal("x.casefold()", "x.lower()", "`ß` becomes `ss` in Python, stays in Daft"),
    Unequal(
        "x[2:]",
        "x.substr(2)",
        "of shorter text Python gives `''`, Daft null; the table's row uses a pattern",
    ),
    Unequal("x[1:4]", "x.substr(1, 3)", "of shorter text Python gives `''`, Daft null"),
    Unequal("x.find('a')", "x.find('a')", "Python counts characters, Daft bytes: in `ﬁa` 1 and 3"),
    Unequal(
        "x.split()",
        r"x.regexp_split(r'\s+')",
        "of `' '` Python gives `[]`, Daft `['', '']`; the table's row looks for words",
    ),
    Unequal(
        "x.rsplit('aa', 1)[-1]",
        "x.split('aa').get(-1)",
        "in `aaa` Python finds the last `aa`, Daft the first; equal for single characters",
    ),
    Unequal("x.ljust(5)", "x.rpad(5, ' ')", "Daft cuts longer text"),
    Unequal(
        "x.zfill(5)",
        "x.lpad(5, '0')",
        "Daft cuts longer text, and pads before the sign: `-` becomes `0000-`",
    ),
    Unequal("ord(x[0])", "x.ascii()", "of `ß` Python gives 223, Daft -61"),
    Unequal("chr(x)", "chr_func(x)", "Daft takes the number modulo 256: 623 gives `o` for `ɯ`"),
    Unequal(
        r"re.sub(r'\w+', ...)",
        "regexp_replace",
        r"`\w` holds `²` in Python alone, combining marks in Daft alone",
    ),
    Unequal(
        "re.sub('a*', ...)",
        "regexp_replace",
        "a pattern that matches nothing is replaced twice in Python, once in Daft: `a` to `##` and `#`",
    ),
    Unequal(
        "int(x)",
        "x.cast(DataType.int64())",
        "of text: Python reads `١` and ` 12 `, Daft gives null",
    ),
    Unequal("float(x)", "x.cast(DataType.float64())", "of text: Python reads `١`, Daft gives null"),
    Unequal(
        "str(x)",
        "x.cast(DataType.string())",
        "of real numbers `nan` and `NaN`, `1e+16` and `1e16`; of booleans `True` and `true`; of dates `2021-01-03` and `2021-1-3`",
    ),
    Unequal(
        "x + 5, x * 3, x ** 2",
        "the same",
        "of whole numbers: beyond 64 bits the UDF gives null or fails, Daft wraps around",
    ),
    Unequal(
        "x - 5, abs(x), -x",
        "the same",
        "of whole numbers: Daft wraps around, already at -128 in a column of int8",
    ),
    Unequal("x / 3", "x / 3", "of whole numbers beyond 2**53: Daft makes them real numbers first"),
    Unequal("x // 3", "x // 3", "Python rounds down, Daft to 0: -7 gives -3 and -2"),
    Unequal("x % 3", "x % 3", "-1 gives 2 in Python, -1 in Daft; equal is `x % 2 == 0`"),
    Unequal("x % 3", "pmod(x, 3)", "of whole numbers beyond 2**53 in a column of uint64"),
    Unequal("x % 3", "x % 3", "of real numbers: -1.0 gives 2.0 and -1.0"),
    Unequal(
        "round(x)", "x.round()", "Python rounds halves to even, Daft away from 0: 2.5 gives 2 and 3"
    ),
    Unequal("round(x, 2)", "x.round(2)", "2.675 gives 2.67 and 2.68"),
    Unequal("x ** 2", "x * x", "of real numbers: the last digit; the table's row is `x.pow(2)`"),
    Unequal("math.asinh(x), acosh, atanh, cbrt, hypot", "the same", "the last digit"),
    Unequal(
        "x > 0.5",
        "x > 0.5",
        "to Daft NaN is above all, -NaN below all; the table's rows ask for it",
    ),
    Unequal("x < 0", "x < 0", "of real numbers: to Daft -0.0 is less than 0"),
    Unequal(
        "max(0.0, min(x, 1.0))",
        "x.clip(0.0, 1.0)",
        "NaN gives 0.0 and NaN, -0.0 gives 0.0 and -0.0",
    ),
    Unequal("x and y", "x & y", "false and null is false in Daft"),
    Unequal(
        "x.isoformat()",
        "x.cast(DataType.string())",
        "`2021-01-03T00:00:00` and `2021-01-03 00:00:00`",
    ),
    Unequal("x.strftime('%Y')", "x.strftime('%Y')", "the year 1 gives `1` and `0001`"),
    Unequal(
        "x.total_seconds()",
        "x.total_seconds()",
        "Daft gives whole seconds; the table's row counts microseconds",
    ),
    Unequal(
        "x.days",
        "x.total_days()",
        "Python rounds down, Daft to 0: -1 day and 5 seconds gives -1 and 0",
    ),
    Unequal("x[:2]", "x.slice(0, 2)", "of lists: Daft fails where no list of a batch has an item"),
    Unequal("sum(x)", "x.list_sum()", "of an empty list Python gives 0, Daft null"),
    Unequal(
        "any(x), all(x)",
        "x.list_bool_or(), x.list_bool_and()",
        "of an empty list Python gives False and True, Daft null",
    ),
    Unequal("max(x), sorted(x)", "x.list_max(), x.list_sort()", "of real numbers: NaN in the list"),
    Unequal(
        "sum(x) / len(x)",
        "x.list_mean()",
        "since Python 3.12 `sum` of real numbers carries lost digits",
    ),
    Unequal("list(dict.fromkeys(x))", "x.list_distinct()", "Daft drops null"),
    Unequal(
        "json.loads(x)['k']",
        "x.try_deserialize('json', ...)",
        "the last digit of numbers (`9.307909876052403`), NaN, `-0`; a value of another type stops the query",
    ),
    Unequal(
        "json.dumps(x)",
        "x.serialize('json')",
        '`{"a": "\\u00df"}` and `{"a":"ß"}`; equal are lists of text with `separators` and `ensure_ascii=False`',
    ),
    Unequal(
        "len(json.loads(x))",
        "json_array_length(x)",
        "of an object Python gives its size, Daft null",
    ),
    Unequal(
        "urlparse(x).path", "x.parse_url()['path']", "Daft gives null for what is no absolute URL"
    ),
    Unequal(
        "requests.get(x).content",
        "x.download()",
        "of an error Python gives the page that tells it, Daft raises",
    ),
    Unequal("os.path.exists(x)", "file_exists(file(x))", "Daft asks URLs too"),
    Unequal("zlib.compress(x)", "x.compress('zlib')", "other bytes, which decompress to the same"),
    Unequal(
        "Image.open(BytesIO(x)).convert('RGB')",
        "x.decode_image(mode='RGB')",
        "of JPEG: the decoders round differently; of PNG equal",
    ),
    Unequal(
        "image.convert('L')",
        "x.convert_image('L')",
        "other weights: (254, 227, 33) gives 213 and 219",
    ),
    Unequal("image.resize((8, 8))", "x.resize(8, 8)", "another filter"),
)

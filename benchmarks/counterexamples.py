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
        r"Only Python strips the control characters `\x1c` to `\x1f`; the expression in the table names them",
    ),
    Unequal("x.capitalize()", "x.capitalize()", "`ǆ` becomes `ǅ` in Python, `Ǆ` in Daft"),
    Unequal(
        "x.title()",
        "x.to_title_case()",
        "Daft drops everything but letters and digits, even spaces and dashes: `_` becomes empty",
    ),
    Unequal("x.casefold()", "x.lower()", "`ß` becomes `ss` in Python and stays `ß` in Daft"),
    Unequal(
        "x[2:]",
        "x.substr(2)",
        "for shorter text Python gives `''` and Daft null; the expression in the table uses a pattern",
    ),
    Unequal("x[1:4]", "x.substr(1, 3)", "for shorter text Python gives `''` and Daft null"),
    Unequal(
        "x.find('a')",
        "x.find('a')",
        "Python counts characters, Daft counts bytes: `a` is at 1 and at 3 in `ﬁa`",
    ),
    Unequal(
        "x.split()",
        r"x.regexp_split(r'\s+')",
        "for `' '` Python gives `[]` and Daft `['', '']`; the expression in the table looks for words",
    ),
    Unequal(
        "x.rsplit('aa', 1)[-1]",
        "x.split('aa').get(-1)",
        "in `aaa` Python finds the last `aa` and Daft the first; for single characters they are equal",
    ),
    Unequal("x.ljust(5)", "x.rpad(5, ' ')", "Daft cuts longer text"),
    Unequal(
        "x.zfill(5)",
        "x.lpad(5, '0')",
        "Daft cuts longer text, and pads before the sign: `-` becomes `0000-`, not `-0000`",
    ),
    Unequal("ord(x[0])", "x.ascii()", "for `ß` Python gives 223 and Daft -61"),
    Unequal("chr(x)", "chr_func(x)", "Daft takes the number modulo 256: 623 gives `o` for `ɯ`"),
    Unequal(
        r"re.sub(r'\w+', ...)",
        "regexp_replace",
        r"`\w` matches `²` only in Python, and combining marks only in Daft",
    ),
    Unequal(
        "re.sub('a*', ...)",
        "regexp_replace",
        "where a pattern also matches empty text, Python replaces more often: `a` becomes `##` in Python and `#` in Daft",
    ),
    Unequal(
        "int(x)",
        "x.cast(DataType.int64())",
        "for text: Python reads `١` and ` 12 `, Daft gives null",
    ),
    Unequal(
        "float(x)", "x.cast(DataType.float64())", "for text: Python reads `١`, Daft gives null"
    ),
    Unequal(
        "str(x)",
        "x.cast(DataType.string())",
        "for real numbers `nan` and `NaN`, `1e+16` and `1e16`; for booleans `True` and `true`; for dates `2021-01-03` and `2021-1-3`",
    ),
    Unequal(
        "x + 5, x * 3, x ** 2",
        "the same",
        "for whole numbers: beyond 64 bits the UDF gives null or fails, and Daft wraps around",
    ),
    Unequal(
        "x - 5, abs(x), -x",
        "the same",
        "for whole numbers: Daft wraps around, at -128 already in a column of int8",
    ),
    Unequal("x / 3", "x / 3", "for whole numbers beyond 2**53: Daft first makes them real numbers"),
    Unequal("x // 3", "x // 3", "Python rounds down, Daft rounds towards 0: -7 gives -3 and -2"),
    Unequal("x % 3", "x % 3", "-1 gives 2 in Python and -1 in Daft; `x % 2 == 0` is equal"),
    Unequal(
        "x % 3", "pmod(x, 3)", "they differ for whole numbers beyond 2**53 in a column of uint64"
    ),
    Unequal("x % 3", "x % 3", "for real numbers: -1.0 gives 2.0 and -1.0"),
    Unequal(
        "round(x)",
        "x.round()",
        "Python rounds halves to even, Daft rounds them away from 0: 2.5 gives 2 and 3",
    ),
    Unequal("round(x, 2)", "x.round(2)", "2.675 gives 2.67 and 2.68"),
    Unequal(
        "x ** 2",
        "x * x",
        "for real numbers the last digit differs; the expression in the table is `x.pow(2)`",
    ),
    Unequal("math.asinh(x), acosh, atanh, cbrt, hypot", "the same", "the last digit differs"),
    Unequal(
        "x > 0.5",
        "x > 0.5",
        "in Daft NaN is above all numbers and -NaN below all; the expressions in the table test for NaN",
    ),
    Unequal("x < 0", "x < 0", "for real numbers: in Daft -0.0 is less than 0"),
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
        "Daft gives whole seconds; the expression in the table counts microseconds",
    ),
    Unequal(
        "x.days",
        "x.total_days()",
        "Python rounds down, Daft rounds towards 0: -1 day and 5 seconds gives -1 and 0",
    ),
    Unequal("x[:2]", "x.slice(0, 2)", "for lists: Daft fails if all lists of a batch are empty"),
    Unequal("sum(x)", "x.list_sum()", "for an empty list Python gives 0 and Daft null"),
    Unequal(
        "any(x), all(x)",
        "x.list_bool_or(), x.list_bool_and()",
        "for an empty list Python gives False and True, and Daft null",
    ),
    Unequal(
        "max(x), sorted(x)", "x.list_max(), x.list_sort()", "for real numbers: a NaN in the list"
    ),
    Unequal(
        "sum(x) / len(x)",
        "x.list_mean()",
        "since Python 3.12, `sum` of real numbers corrects for lost digits",
    ),
    Unequal("list(dict.fromkeys(x))", "x.list_distinct()", "Daft drops null"),
    Unequal(
        "json.loads(x)['k']",
        "x.try_deserialize('json', ...)",
        "the last digit of numbers (`9.307909876052403`), NaN and `-0` differ; a value of another type stops the query",
    ),
    Unequal(
        "json.dumps(x)",
        "x.serialize('json')",
        '`{"a": "\\u00df"}` and `{"a":"ß"}`; lists of text are equal with `separators` and `ensure_ascii=False`',
    ),
    Unequal(
        "len(json.loads(x))",
        "json_array_length(x)",
        "for an object Python gives its size and Daft null",
    ),
    Unequal(
        "urlparse(x).path",
        "x.parse_url()['path']",
        "Daft gives null for anything but an absolute URL",
    ),
    Unequal(
        "requests.get(x).content",
        "x.download()",
        "after an HTTP error Python gives the error page, and Daft raises",
    ),
    Unequal("os.path.exists(x)", "file_exists(file(x))", "Daft also looks up URLs"),
    Unequal(
        "zlib.compress(x)", "x.compress('zlib')", "the bytes differ, but decompress to the same"
    ),
    Unequal(
        "Image.open(BytesIO(x)).convert('RGB')",
        "x.decode_image(mode='RGB')",
        "for JPEG the decoders round differently; for PNG they are equal",
    ),
    Unequal(
        "image.convert('L')",
        "x.convert_image('L')",
        "the weights differ: (254, 227, 33) gives 213 and 219",
    ),
    Unequal("image.resize((8, 8))", "x.resize(8, 8)", "the filters differ"),
)

import json

import daft

TABLE = json.load(open("table.json"))
NAMES = [row["name"] for row in TABLE]


@daft.func
def name(number: int) -> str:
    return NAMES[number]

import sqlite3

import daft
import httpx


@daft.func
def tables(path: str) -> int:
    with sqlite3.connect(path) as connection:
        return len(connection.execute("select name from sqlite_master").fetchall())


@daft.cls(max_concurrency=4)
class Status:
    def __call__(self, url: str) -> int:
        with httpx.Client(timeout=10) as client:
            return client.get(url).status_code

import os

import daft
import psycopg2


@daft.func
async def store(text: str) -> int:
    connection = psycopg2.connect(os.environ["DSN"])  # expect
    cursor = connection.cursor()
    cursor.execute("insert into texts values (%s)", (text,))
    return cursor.rowcount

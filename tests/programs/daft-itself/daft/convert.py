def range(rows):
    return read_rows(rows)

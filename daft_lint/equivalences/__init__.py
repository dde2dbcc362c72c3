"""Python expressions and the Daft expressions that give the same values, each pair proven equal.

`tests/native/test_equivalences.py` runs every row of the table on real Daft, as a UDF and as an
expression, on generated data. What isn't equal there isn't in the table.
"""

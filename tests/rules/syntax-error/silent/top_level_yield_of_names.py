"""Odd names and odd spacing, but all of it is Python."""

import daft

match = daft.read_parquet ( "s3://a" )
case = match . where (daft . col ("type") == "x") ; type = 3
größe = case.count_rows()

from daft.convert import range
from daft.udf import cls, method

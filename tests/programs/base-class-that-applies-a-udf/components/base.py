from abc import ABC, abstractmethod

from daft import col


class Component(ABC):
    def __init__(self, columns, batch_size=None, concurrency=None):
        if isinstance(columns, str):
            self.columns = [columns]
        else:
            self.columns = columns
        self.batch_size = batch_size
        self.concurrency = concurrency

    @abstractmethod
    def _udf(self): ...

    def __call__(self, df):
        return df.with_column("v", self._udf()(*[col(x) for x in self.columns]))  # finds DFT102 certain via main.py: batch_size=500 cuts the 1,000 rows

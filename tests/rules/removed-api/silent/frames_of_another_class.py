from daft import DataFrame
from somewhere import Reader


class Components(Reader):
    def first(self, edges):
        return self.second(edges).str.upper()

    def second(self, edges):
        return edges

    @property
    def frame(self) -> DataFrame:
        return self.read()

    def third(self):
        return self.frame().str.upper()

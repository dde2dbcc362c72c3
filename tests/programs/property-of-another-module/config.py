class Cluster:
    def __init__(self, nodes):
        self.nodes = nodes

    @property
    def actors(self):
        return self.nodes * 4

    @staticmethod
    def small():
        return Cluster(1)

    @classmethod
    def large(cls):
        return cls(2)

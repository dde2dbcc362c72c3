class Settings(dict):
    @property
    def tags(self):
        tags = self.get("tags")
        if isinstance(tags, str):
            self.tags = tags = tags.split(",")
        return tags

    @tags.setter
    def tags(self, tags):
        self["tags"] = tags


class Store:
    def __init__(self):
        self._client = None
        self.actors = 8

    @property
    def client(self):
        while self._client is None:
            self.client = self.connect()
        return self._client

    @client.setter
    def client(self, client):
        self._client = client

    @property
    def left(self):
        for one in (1, 2):
            self.right = one
        return 1

    @left.setter
    def left(self, number): ...

    @property
    def right(self):
        for one in (1, 2):
            self.left = one
        return 1

    @right.setter
    def right(self, number): ...

    @property
    def another(self):
        return Store()

    @property
    def again(self):
        for one in (1, 2):
            self.another.again = one
        return 1

    @again.setter
    def again(self, number): ...

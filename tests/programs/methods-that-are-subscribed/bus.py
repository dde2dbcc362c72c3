class Bus:
    def __init__(self):
        self.subs = {}

    def subscribe(self, event, f):
        self.subs.setdefault(event, []).append(f)

    def emit(self, event, *a):
        for f in self.subs.get(event, []):
            f(*a)

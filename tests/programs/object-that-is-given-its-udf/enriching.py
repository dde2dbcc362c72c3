class Enriching:
    def __init__(self, embed):
        self.embed = embed

    def enrich(self, frame):
        return frame.with_column("v", self.embed.run(frame["id"]))  # finds DFT102 certain via main.py: 4 of the 8 actors

POOLS = {"embed": {"actors": 8}}
BATCHES = [250, 500]

POOLS = {"embed": 8}

STAGES = list(zip(("light", "heavy"), (2, 4)))

def embedded(frame, udf):
    return frame.with_column("v", udf.run(frame["id"]))  # finds DFT102 certain via main.py: 4 of the 8 actors

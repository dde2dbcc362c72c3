def embedded(frame, udf):
    return frame.with_column("v", udf.run(frame["id"]))

def run(steps, frame):
    for step in steps:
        frame = step(frame)
    frame.write_parquet("out")

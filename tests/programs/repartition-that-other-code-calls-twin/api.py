from work import spread, work


def endpoint(frame, out):
    df = spread(frame)
    df.into_partitions(4).select("id").write_parquet(out)


def unseen(frame, out):
    work(frame, 8).write_parquet(out)


def with_steps(steps, frame, out):
    steps.run(frame, 8).write_parquet(out)

from tuned_udfs import Size, triple

fast = Size.override_options(batch_size=2).with_concurrency(2)
tripled = triple.override_options(batch_size=3)

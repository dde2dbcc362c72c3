import daft

from work import work, work_in_one_file, work_in_steps

work(daft.range(1600), 8).write_parquet("a")
work_in_one_file(daft.range(1600), 8).write_parquet("b")
work_in_steps(daft.range(1600), 8).write_parquet("c")

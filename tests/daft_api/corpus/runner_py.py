# Daft 0.4.18
import daft
from daft.context import set_execution_config

daft.context.set_runner_py()
set_execution_config(enable_native_executor=True, enable_aqe=False)
daft.set_execution_config(
    flotilla=False,
    enable_ray_tracing=False,
    scantask_splitting_level=1,
    sort_merge_join_sort_with_aligned_boundaries=False,
)
print(daft.from_pydict({"a": [1]}).to_pydict())

import daft
from daft import context
from daft.context import get_context, set_runner_native
from daft.context import (
    set_execution_config,
    set_runner_ray as use_ray,
)

choices = {
    "ray": use_ray,
    "also ray": context.set_runner_ray,
    "my ray": lambda: context.set_runner_ray("ray://head:10001", False),
    "native": daft.context.set_runner_native,
}
set_runner_native(num_threads=2)
set_execution_config(enable_aqe=False)
daft.set_execution_config(default_morsel_size=10, min_cpu_per_task=0.5)
get_context()
print(sorted(choices), daft.from_pydict({"a": [1]}).to_pydict())

import daft
from daft import Series, context
from daft.context import get_context

print(get_context().get_or_infer_runner_type())
runner = context.get_context().get_or_create_runner()
print(runner.name)
numbers = Series.from_pylist([1.5, -2.0])
print(numbers.negative().to_pylist(), numbers.signum().to_pylist())
df = daft.from_pydict({"u": ["https://a.b/c?d=1"]})
print(df.select(df["u"].url_parse()).to_pydict())
daft.set_execution_config(use_legacy_ray_runner=False)

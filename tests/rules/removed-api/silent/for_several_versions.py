import daft
from daft import col

try:
    from daft import coalesce
except ImportError:
    from daft.functions import coalesce

try:
    daft.set_runner_ray()
except AttributeError:
    daft.context.set_runner_ray()

if hasattr(daft.Expression, "download"):
    data = col("url").download()
else:
    data = col("url").url.download()
if daft.__version__ < "0.7":
    data = data.image.decode()

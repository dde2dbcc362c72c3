import sys
import types

batch = 400
sys.modules["torch"] = types.ModuleType("torch")
sys.modules.pop("numpy", None)
del sys.modules["pandas"]

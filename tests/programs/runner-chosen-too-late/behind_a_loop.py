import daft
from jobs import clean

if __name__ == "__main__":
    clean(["a", "b"])
    daft.set_runner_native()

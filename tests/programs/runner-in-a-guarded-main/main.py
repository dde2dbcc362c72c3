import daft
from pipelines import run


def main():
    daft.set_runner_ray()
    run()


if __name__ == "__main__":
    main()

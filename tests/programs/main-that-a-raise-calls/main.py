from job import main

if __name__ == "__main__":
    raise SystemExit(main(2))

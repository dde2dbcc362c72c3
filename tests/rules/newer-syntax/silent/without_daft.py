type Paths = list[str]

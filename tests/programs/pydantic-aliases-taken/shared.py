from pydantic import ConfigDict

BY_NAME = ConfigDict(populate_by_name=True)

# daft is imported elsewhere

"""What Daft tells of sources by listing files and reading footers: partitions and rows, no data."""

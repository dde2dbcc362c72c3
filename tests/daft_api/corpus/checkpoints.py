# Daft 0.7.10
import daft

daft.CheckpointStore(prefix="file:///tmp/checkpoints")
print("made")

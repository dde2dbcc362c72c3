from unittest.mock import patch

import sizes
import udfs
import work

with patch.object(work, "pool", lambda batch_size: udfs.pool(10)):
    work.named_in_a_patch()
with patch.multiple("sizes", FIRST=10):
    work.named_by_a_keyword()
sizes.__setattr__("SECOND", 10)
work.named_to_a_setter()
patch("work.THIRD", 10).start()
work.set_where_it_was_imported()
vars(work)["FRAME"] = work.FRAME.into_partitions(8)
work.of_a_frame()
work.left_alone()

"""The configuration that the page about editors gives for Neovim, where there is a Neovim."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .editor import TWICE

PAGE = Path(__file__).parents[2] / "docs" / "editors.md"
APPLYING = """\
local function wait(reached)
  assert(vim.wait(30000, reached, 20))
end
wait(function() return #vim.diagnostic.get(0) == 1 end)
vim.api.nvim_win_set_cursor(0, { 4, 0 })
vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.isPreferred end })
wait(function() return #vim.diagnostic.get(0) == 0 end)
vim.cmd('write')
"""


def minor_version() -> int:
    """The N of Neovim 0.N; 0 where there is no Neovim."""
    if shutil.which("nvim") is None:
        return 0
    shown = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True)
    found = re.match(r"NVIM v0\.(\d+)", shown.stdout)
    assert found is not None
    return int(found[1])


MINOR = minor_version()


@pytest.mark.skipif(MINOR < 8, reason="needs Neovim 0.8")
def test_a_fix_is_applied_from_the_start_of_its_line(tmp_path: Path) -> None:
    newer, older = re.findall(r"^```lua\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    (tmp_path / "init.lua").write_text(newer if MINOR >= 11 else older)
    (tmp_path / "applying.lua").write_text(APPLYING)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "twice.py").write_text(TWICE)
    command = "nvim --headless -u init.lua twice.py -c 'luafile applying.lua' -c qall!"
    own = {
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
    }
    ended = subprocess.run(
        shlex.split(command),
        cwd=tmp_path,
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert "Error" not in ended.stderr
    assert (tmp_path / "twice.py").read_text() == TWICE.replace(".repartition(8)", "")

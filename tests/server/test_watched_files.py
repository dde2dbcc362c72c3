"""What the server asks its editor to watch."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from daft_lint.server.language_server import Server


@pytest.mark.parametrize("anywhere", [False, True])
def test_a_file_is_watched_wherever_it_is_if_the_editor_can(
    anywhere: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watching = types.DidChangeWatchedFilesClientCapabilities(
        dynamic_registration=True, relative_pattern_support=anywhere
    )
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(did_change_watched_files=watching)
    )
    asked: list[types.RegistrationParams] = []
    monkeypatch.setattr(Server, "client_capabilities", capabilities)
    monkeypatch.setattr(
        Server, "client_register_capability", lambda _, parameters: asked.append(parameters)
    )
    server = Server()
    for name in ("known[1].json", "cluster.yaml"):
        server.watch([tmp_path / "project" / ".." / name])
    registrations = [registration for each in asked for registration in each.registrations]
    assert len({registration.id for registration in registrations}) == 2
    options = registrations[0].register_options
    assert isinstance(options, types.DidChangeWatchedFilesRegistrationOptions)
    (watcher,) = options.watchers
    inside = types.RelativePattern(base_uri=tmp_path.as_uri(), pattern="known?1?.json")
    assert watcher.glob_pattern == (inside if anywhere else "**/known?1?.json")

"""`--daft-lint-live`: a run whose frames are all checked."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import pytest

from daft_lint.live.frame_check import settings_for
from daft_lint.pytest_plugin.frame_recorder import FrameRecorder
from daft_lint.pytest_plugin.outcome import Outcome, merged
from daft_lint.registry import RulesError
from daft_lint.settings import SettingsError

_KEY = "daft_lint_live"


class LiveChecks:
    """Watches a run, checks what it materialised when all tests are done, and reports it.

    With pytest-xdist each worker checks its own frames, and the controller reports all of them.
    """

    def __init__(self, config: pytest.Config, *, fails: bool) -> None:
        """Watch from here on. `fails` fails the run when something is found.

        Raises:
            pytest.UsageError: when the settings of the root folder can't be used.
        """
        try:
            settings_for(config.rootpath)
        except (SettingsError, RulesError) as error:
            raise pytest.UsageError(str(error)) from None
        self._config = config
        self._fails = fails
        self._of_workers: list[Outcome] = []
        self._outcome = Outcome()
        self._watch = FrameRecorder()
        self._watch.start()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Take what a worker found, when it ended by itself."""
        output = getattr(node, "workeroutput", None)
        if output is not None and _KEY in output:
            self._of_workers.append(pickle.loads(output[_KEY]))
        else:
            self._of_workers.append(Outcome(lost=1))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Check what was materialised; a worker hands it on."""
        self._watch.stop()
        own = self._checked()
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output[_KEY] = pickle.dumps(own)
            return
        self._outcome = merged([own, *self._of_workers])
        failed = self._outcome.findings or self._outcome.failures
        if self._fails and failed and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Report like the linter: a paragraph for each finding, with `-q` a line."""
        from daft_lint.pytest_plugin.terminal_summary import closing, summary_text
        from daft_lint.reporting.report import Style

        verbosity = self._config.getoption("verbose")
        quiet = verbosity < 0
        outcome = self._outcome
        if quiet and not (outcome.findings or outcome.failures or outcome.lost):
            return
        writer = self._config.get_terminal_writer()
        style = Style(
            color=writer.hasmarkup,
            width=writer.fullwidth,
            unicode=_takes_unicode(),
            summary=False,
            verbose=verbosity > 0,
        )
        form = "concise" if quiet else "full"
        text = summary_text(
            outcome.findings, outcome.plans, style, failures=outcome.failures, form=form
        )
        terminalreporter.write_sep("=", "daft-lint")
        if text:
            terminalreporter.write(text.rstrip() + "\n" * (1 if quiet else 2))
        terminalreporter.write_line(closing(outcome))

    def pytest_unconfigure(self) -> None:
        """Stop watching, also when there was no session."""
        self._watch.stop()

    def _checked(self) -> Outcome:
        if not self._watch.frames:
            return Outcome()
        from daft_lint.pytest_plugin.plan_checks import check_seen

        return check_seen(self._watch, self._config.rootpath)


def _takes_unicode() -> bool:
    """Whether the terminal behind pytest's capture shows more than ASCII."""
    try:
        "│█·—".encode(getattr(sys.__stdout__, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

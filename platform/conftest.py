"""Fixtures of all tests of the web tower: users, and the platform simulator over real sockets."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.db.backends.postgresql.operations import DatabaseOperations
from pytest_django import Settings

from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch
from testing.simulator import Simulator, running_simulator
from testing.users import alice, anyone, bob, charlie, dana, erin, nora, staff

__all__ = ["alice", "anyone", "bob", "charlie", "connect", "dana", "erin", "nora", "search", "simulator", "staff"]


# Django knows the tables of procrastinate, but leaves them to it.
JOBS = "TRUNCATE procrastinate_jobs, procrastinate_events, procrastinate_periodic_defers, procrastinate_workers"


@pytest.fixture(scope="session", autouse=True)
def _allow_truncating_the_audit_log() -> Iterator[None]:
    """Disable the audit trigger while Django empties all tables after a test with real transactions."""
    trigger = "TRIGGER audit_entry_never_emptied"
    flush = DatabaseOperations.execute_sql_flush

    def execute(self: DatabaseOperations, sql_list: Sequence[str]) -> None:
        off, on = (f"ALTER TABLE audit_entry {verb} {trigger};" for verb in ("DISABLE", "ENABLE"))
        flush(self, [off, *sql_list, on, JOBS])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DatabaseOperations, "execute_sql_flush", execute)
        yield


@pytest.fixture(scope="session")
def _session_simulator() -> Iterator[Simulator]:
    """Run one simulator for the whole session."""
    with running_simulator() as simulator:
        yield simulator


@pytest.fixture
def simulator(_session_simulator: Simulator, settings: Settings) -> Iterator[Simulator]:
    """Point the settings at the simulator: both platforms, Stripe, the demo's venues. Faults are cleared afterwards."""
    settings.RESY_BASE_URL = _session_simulator.resy_url
    settings.OPENTABLE_BASE_URL = _session_simulator.opentable_url
    settings.STRIPE_API_BASE = _session_simulator.stripe_url
    settings.SIM_CONTROL_URL = _session_simulator.control_url
    yield _session_simulator
    _session_simulator.clear_faults()


@pytest.fixture
def search(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> SecretSearch:
    """Search everything stored, printed, logged and answered in this test for secrets."""
    return SecretSearch(caplog=caplog, capfd=capfd)


@pytest.fixture
def connect(db: None) -> Callable[..., Any]:
    """Make connected accounts: connect(user=..., **fields)."""
    return make_account

"""What every test of the web tower has at hand: the cast, and the platform simulator over real sockets."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.db.backends.postgresql.operations import DatabaseOperations
from pytest_django import Settings

from apps.accounts.testing import alice, anyone, bob, charlie, dana, erin, nora, staff
from apps.common.secret_search import SecretSearch
from apps.connections.testing import Simulator, make_account, running_simulator

__all__ = ["alice", "anyone", "bob", "charlie", "connect", "dana", "erin", "nora", "search", "simulator", "staff"]


@pytest.fixture(scope="session", autouse=True)
def _tests_may_empty_the_audit() -> Iterator[None]:
    """Django empties all tables after a test with real transactions, which the audit's trigger forbids."""
    trigger = "TRIGGER audit_entry_never_emptied"
    flush = DatabaseOperations.execute_sql_flush

    def execute(self: DatabaseOperations, sql_list: Sequence[str]) -> None:
        off, on = (f"ALTER TABLE audit_entry {word} {trigger};" for word in ("DISABLE", "ENABLE"))
        flush(self, [off, *sql_list, on])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DatabaseOperations, "execute_sql_flush", execute)
        yield


@pytest.fixture(scope="session")
def _session_simulator() -> Iterator[Simulator]:
    """One simulator for the whole run."""
    with running_simulator() as simulator:
        yield simulator


@pytest.fixture
def simulator(_session_simulator: Simulator, settings: Settings) -> Iterator[Simulator]:
    """The simulator without faults, as the address of both platforms, of Stripe and of the demo's venues."""
    settings.RESY_BASE_URL = _session_simulator.resy_url
    settings.OPENTABLE_BASE_URL = _session_simulator.opentable_url
    settings.STRIPE_API_BASE = _session_simulator.stripe_url
    settings.SIM_CONTROL_URL = _session_simulator.control_url
    yield _session_simulator
    _session_simulator.heal()


@pytest.fixture
def search(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> SecretSearch:
    """Searches everything stored, printed, logged and answered in this test."""
    return SecretSearch(caplog=caplog, capfd=capfd)


@pytest.fixture
def connect(db: None) -> Callable[..., Any]:
    """Makes connected accounts, for tests of the layers below connections: connect(user=..., **fields)."""
    return make_account

"""Fixtures of all tests of the web tower: users, and the platform simulator over real sockets."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from apps.accounts.sign_in.hashers import Argon2id
from apps.connections import platforms
from snipers.clients.replies import Reply
from snipers.clients.wire import Timeouts, Wire
from testing.database import django_db_modify_db_settings, django_db_setup
from testing.live_server import live_server
from testing.mail_jobs import mail_at_once
from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch
from testing.simulator import Simulator, running_simulator
from testing.table_cleanup import empty_tables
from testing.users import alice, anyone, bob, charlie, dana, erin, nora, staff

__all__ = [
    "alice", "anyone", "bob", "charlie", "connect", "dana",
    "django_db_modify_db_settings", "django_db_setup", "empty_tables", "erin", "live_server",
    "mail_at_once", "nora",
    "search", "simulator", "staff",
]  # fmt: skip

PASSWORD_COST = {"time_cost": Argon2id.time_cost, "memory_cost": Argon2id.memory_cost}


@pytest.fixture(scope="session", autouse=True)
def _cheap_users_and_clients() -> None:
    """Make tests faster: hash passwords at a low cost, and let WhiteNoise look for a static file only when it is
    requested. Otherwise each new test client would first list all static files."""
    Argon2id.time_cost, Argon2id.memory_cost = 1, 8
    django_settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture
def product_password_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at the same cost as the product."""
    for name, value in PASSWORD_COST.items():
        monkeypatch.setattr(Argon2id, name, value)


@pytest.fixture(scope="session")
def _session_simulator() -> Iterator[Simulator]:
    """Run one simulator for the whole session."""
    with running_simulator() as simulator:
        yield simulator


@pytest.fixture
def simulator(
    _session_simulator: Simulator, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Simulator]:
    """Return the running simulator, and point the settings at it: both platforms, Stripe and the control API.

    Its faults are removed after the test. Clients may take 30 s instead of 3 s to open a connection, because the
    machine may be busy.
    """
    call = Wire.call

    async def call_with_time(wire: Wire, *request: str, timeouts: Timeouts, **options: Any) -> Reply:
        return await call(wire, *request, timeouts=replace(timeouts, connect=30.0), **options)

    monkeypatch.setattr(Wire, "call", call_with_time)
    # Forget what the replies in an earlier test have shown about our API key.
    monkeypatch.setattr(platforms, "SHARED", {})
    settings.RESY_BASE_URL = _session_simulator.resy_url
    settings.OPENTABLE_BASE_URL = _session_simulator.opentable_url
    settings.STRIPE_API_BASE = _session_simulator.stripe_url
    settings.SIM_CONTROL_URL = _session_simulator.control_url
    yield _session_simulator
    _session_simulator.clear_faults()


@pytest.fixture
def search(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> SecretSearch:
    """Return a search for secrets in everything that this test stored, printed or logged, and in
    the responses that it passes to add_answers()."""
    return SecretSearch(caplog=caplog, capfd=capfd)


@pytest.fixture
def connect(db: None) -> Callable[..., Any]:
    """Return the function that creates connected accounts: connect(user=..., **fields)."""
    return make_account

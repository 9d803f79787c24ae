"""Generated requests of each role cause no server error and no undocumented response.

`make fuzz` (loadtests/fuzz) does the same for minutes, on a running stack.

Schemathesis is imported by the test that uses it: it takes seconds, and every process of a test run imports this file.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from pytest_django import DjangoDbBlocker

from testing.simulator import Simulator

ROLES: Final = {
    "anonymous": "anyone", "newcomer": "nora", "standard": "alice", "pro": "bob", "concierge": "dana", "vip": "erin",
    "staff": "staff",
}  # fmt: skip
EXAMPLES: Final = 2


@pytest.fixture(scope="module")
def operations(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Any]:
    """Every operation of the document that the application serves."""
    import schemathesis
    from schemathesis.core.result import Ok

    # Django closes old connections before and after a request.
    with django_db_blocker.unblock():
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())
    found = []
    for one in schema.get_all_operations():
        assert isinstance(one, Ok)
        found.append(one.ok())
    return found


@pytest.fixture(scope="module")
def checks() -> list[Any]:
    """What every answer has to fulfill."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    return [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]


@pytest.fixture
def one_connection(db: None) -> Iterator[None]:
    """Keep requests inside the test's transaction, as Django's test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


# Schemathesis' strategies sometimes use `random`, against which hypothesis warns.
@pytest.mark.filterwarnings("ignore:Do not use the .random. module")
@pytest.mark.parametrize("role", ROLES)
def test_generated_requests_cause_no_fault_and_no_undocumented_answer(
    role: str,
    request: pytest.FixtureRequest,
    catalogue: Simulator,
    one_connection: None,
    operations: list[Any],
    checks: list[Any],
) -> None:
    # Schemathesis does not decompress the answers of an application that it calls without a server.
    headers = request.getfixturevalue(ROLES[role])._headers() | {"Accept-Encoding": "identity"}
    for operation in operations:
        probe(operation, headers, checks)


def probe(operation: Any, headers: dict[str, str], checks: list[Any]) -> None:
    """Send a few requests of one operation, the same in each run."""

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        case.call_and_validate(headers=headers, checks=checks)

    ask()

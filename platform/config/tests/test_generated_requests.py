"""Generated requests of each role cause no server error and no undocumented response.

A concierge, who may do the most, calls every operation, and the other roles share the operations among them: the first
role calls the first, seventh, ... operation.

`make fuzz` (loadtests/fuzz) does the same for minutes, on a running stack.

Schemathesis is imported by the test that uses it: it takes seconds, and every process of a test run imports this file.
"""

from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from pytest_django import DjangoDbBlocker

from testing.simulator import Simulator
from testing.users import Person, signed_in

OTHER_ROLES: Final = {
    "anonymous": "anyone", "newcomer": "nora", "standard": "alice", "pro": "bob", "vip": "erin", "staff": "staff",
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
def test_generated_requests_cause_no_fault_and_no_undocumented_answer(
    request: pytest.FixtureRequest,
    dana: Person,
    catalogue: Simulator,
    one_connection: None,
    operations: list[Any],
    checks: list[Any],
) -> None:
    others = [request.getfixturevalue(user) for user in OTHER_ROLES.values()]
    for person, operation in zip(cycle(others), operations, strict=False):
        for user in (dana, person):
            # A new session, because an earlier operation may have ended all sessions.
            asking = signed_in(user.user) if isinstance(user, Person) else user
            # Schemathesis does not decompress the answers of an application that it calls without a server.
            probe(operation, asking._headers() | {"Accept-Encoding": "identity"}, checks)


def probe(operation: Any, headers: dict[str, str], checks: list[Any]) -> None:
    """Send a few requests of one operation, the same in each run."""

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        case.call_and_validate(headers=headers, checks=checks)

    ask()

"""Generated requests of each role cause no server error and no undocumented response.

`make fuzz` (loadtests/fuzz) does the same for minutes, on a running stack.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from testing.simulator import Simulator

ROLES: Final = {
    "anonymous": "anyone", "newcomer": "nora", "standard": "alice", "pro": "bob", "concierge": "dana", "vip": "erin",
    "staff": "staff",
}  # fmt: skip
EXAMPLES: Final = 2
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
SCHEMA: Final = schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())


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
    role: str, request: pytest.FixtureRequest, catalogue: Simulator, one_connection: None
) -> None:
    headers = request.getfixturevalue(ROLES[role])._headers()
    for found in SCHEMA.get_all_operations():
        assert isinstance(found, Ok)
        probe(found.ok(), headers)


def probe(operation: Any, headers: dict[str, str]) -> None:
    """Send a few requests of one operation, the same in each run."""

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()

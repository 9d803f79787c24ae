"""A test that uses `live_server` ends after its requests, so that their threads still have the database."""

import time
from collections.abc import Iterator

import httpx
import pytest
from django.core.signals import request_finished
from pytest_django.live_server_helper import LiveServer


@pytest.fixture(scope="module")
def ended() -> Iterator[list[str]]:
    """The requests that have ended. Checked after the fixtures of the test have been torn down."""
    ended: list[str] = []

    def end_late(**_: object) -> None:
        time.sleep(0.3)
        ended.append("request")

    request_finished.connect(end_late)
    yield ended
    request_finished.disconnect(end_late)
    assert ended == ["request"]


def test_a_test_ends_after_its_requests(ended: list[str], live_server: LiveServer) -> None:
    assert httpx.get(f"{live_server}/api/no-such-page/").status_code == 404

"""Fixtures: one running server of each kind per test module."""

import os
from collections.abc import Iterator
from itertools import count

import pytest

from realtime.tests.harness import Server, run_server

_users = count(1000)


@pytest.fixture
def user() -> int:
    """A user id that no other test uses."""
    return next(_users)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with production settings that reconciles more often."""
    with run_server(tmp_path_factory.mktemp("server"), redis_url=os.environ["REDIS_URL"]) as running:
        yield running


@pytest.fixture(scope="module")
def conformance_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in conformance mode with the timings of the public suite."""
    folder = tmp_path_factory.mktemp("conformance")
    with run_server(folder, redis_url=os.environ["REDIS_URL"], TEST_CONFORMANCE="1") as running:
        yield running


@pytest.fixture(scope="module")
def echo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in conformance mode with production timings, so that a busy machine causes no timeouts."""
    folder = tmp_path_factory.mktemp("echo")
    environment = {"TEST_CONFORMANCE": "1", "TEST_SESSION": "{}"}
    with run_server(folder, redis_url=os.environ["REDIS_URL"], **environment) as running:
        yield running

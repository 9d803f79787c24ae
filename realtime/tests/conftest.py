"""Servers of several kinds, each for a whole test module."""

import os
from collections.abc import Iterator
from itertools import count

import pytest

from realtime.tests.harness import Server, serving

_users = count(1000)


@pytest.fixture
def user() -> int:
    """A user whom no other test has."""
    return next(_users)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The sockets as browsers meet them, reconciling more often than in production."""
    with serving(tmp_path_factory.mktemp("server"), redis_url=os.environ["REDIS_URL"]) as running:
        yield running


@pytest.fixture(scope="module")
def conforming(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The conformance mode, with the clocks of the public suite."""
    folder = tmp_path_factory.mktemp("conforming")
    with serving(folder, redis_url=os.environ["REDIS_URL"], SOCKET_CONFORMANCE="1") as running:
        yield running


@pytest.fixture(scope="module")
def echoing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The conformance mode's namespaces with everyday clocks, so that a busy machine changes nothing."""
    folder = tmp_path_factory.mktemp("echoing")
    environment = {"SOCKET_CONFORMANCE": "1", "TEST_PACE": "{}"}
    with serving(folder, redis_url=os.environ["REDIS_URL"], **environment) as running:
        yield running

"""One server with everyday settings and one in conformance mode, each for a whole test module."""

import os
from collections.abc import Iterator
from itertools import count

import pytest

from realtime.tests.harness import Server, serving

_users = count(1)


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
    """The conformance mode."""
    folder = tmp_path_factory.mktemp("conforming")
    with serving(folder, redis_url=os.environ["REDIS_URL"], SOCKET_CONFORMANCE="1") as running:
        yield running

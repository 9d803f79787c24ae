"""Fixtures: the Stripe simulator of billing's tests, and a database for programs that run as separate processes."""

import os
import subprocess
from collections.abc import Iterator

import pytest

from apps.billing.tests.conftest import catalogue, idle_shop, shop
from config.tests.programs import MANAGE, Server
from stack import folders
from stack.postgres import Postgres

__all__ = ["catalogue", "idle_shop", "shop"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("restart")
    database = Postgres(data=folder / "postgres", sockets=folders.for_sockets(folder), durable=False)
    database.prepare()
    server = Server(folder=folder, database=database)
    server.start()
    environment = {**os.environ, "DATABASE_URL": server.url}
    subprocess.run([*MANAGE, "migrate", "--no-input", "--verbosity", "0"], env=environment, check=True)
    yield server
    server.stop()

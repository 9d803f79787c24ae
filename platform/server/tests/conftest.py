"""Fixtures: a database for programs that run as separate processes."""

from collections.abc import Iterator

import pytest

from server.tests.programs import Server
from tools.migrated import migrate
from tools.stack import folders
from tools.stack.postgres import Postgres


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("restart")
    database = Postgres(data=folder / "postgres", sockets=folders.socket_folder(folder), durable=False)
    database.prepare()
    server = Server(folder=folder, database=database)
    server.start()
    migrate(server.url)
    yield server
    server.stop()

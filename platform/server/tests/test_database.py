"""Connection parameters of DATABASE_URL and REDIS_URL, on real servers."""

from typing import Any

import psycopg
import pytest
import redis.asyncio
from channels_redis.pubsub import RedisPubSubChannelLayer
from channels_redis.utils import create_pool
from django.core.management import call_command
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

from apps.common.database.conninfo import conninfo
from server import rates
from server.database import process_name, settings_for
from server.tests.programs import MANAGE, SERVE, Server, program, until
from tools.stack import ports


def using(url: str, monkeypatch: pytest.MonkeyPatch) -> DatabaseWrapper:
    """Return Django's connection to this URL, without a pool, and make `conninfo` describe it."""
    found = settings_for(url, process="web")
    del found["OPTIONS"]["pool"]
    made = DatabaseWrapper({**connections["default"].settings_dict, **found}, "another")
    monkeypatch.setattr("procrastinate.contrib.django.utils.connections", {"default": made})
    return made


def connected(wrapper: DatabaseWrapper) -> psycopg.Connection[Any]:
    """Connect as Django does."""
    made: psycopg.Connection[Any] = wrapper.get_new_connection(wrapper.get_connection_params())
    return made


def test_target_session_attrs_reach_the_server(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    wrapper = using(server.url + "&target_session_attrs=standby", monkeypatch)
    with pytest.raises(psycopg.OperationalError, match="not in hot standby mode"):
        connected(wrapper)
    with pytest.raises(psycopg.OperationalError, match="not in hot standby mode"):
        psycopg.connect(conninfo())


def test_the_second_host_is_used_when_the_first_is_away(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    wrapper = using(server.url.replace("host=", "host=%2Fnowhere,"), monkeypatch)
    for connection in (connected(wrapper), psycopg.connect(conninfo())):
        assert connection.info.host == str(server.database.socket_folder)
        connection.close()


def test_tls_options_are_handed_to_libpq(monkeypatch: pytest.MonkeyPatch) -> None:
    given = using("postgresql://ada@db/x?sslmode=verify-full&sslrootcert=/ca.pem", monkeypatch).get_connection_params()
    assert (given["sslmode"], given["sslrootcert"]) == ("verify-full", "/ca.pem")
    assert "sslmode=verify-full sslrootcert=/ca.pem" in conninfo()


@pytest.mark.parametrize(
    ("argv", "role", "name"),
    [
        (["/app/platform/manage.py", "relay_outcomes"], "all", "relay"),
        (["manage.py", "run_worker"], "all", "worker"),
        (["manage.py", "run_background"], "all", "background"),
        (["manage.py", "migrate"], "all", "jobs"),
        (["manage.py"], "all", "jobs"),
        (["/app/platform/server/serve.py"], "all", "web"),
        (["/app/platform/server/serve.py"], "web", "web"),
        (["/app/platform/server/serve.py"], "realtime", "realtime"),
    ],
)
def test_a_process_is_named_by_its_command(
    monkeypatch: pytest.MonkeyPatch, argv: list[str], role: str, name: str
) -> None:
    monkeypatch.setattr("sys.argv", argv)
    assert process_name(role) == name


def test_every_process_shows_its_name_in_pg_stat_activity(server: Server) -> None:
    web, sockets = ports.find_free_port(), ports.find_free_port()
    with (
        program(server, "relay", [*MANAGE, "relay_outcomes", "--skip-checks"], ready=lambda: "relay" in names(server)),
        program(server, "worker", [*MANAGE, "run_worker", "--skip-checks"], ready=lambda: "worker" in names(server)),
        program(server, "named-web", [*SERVE, f"--port={web}"], ready=ports.connection_probe(web)),
        program(
            server, "sockets", [*SERVE, f"--port={sockets}"], ready=ports.connection_probe(sockets), WEB_ROLE="realtime"
        ),
    ):
        expected = {"relay", "worker", "web", "realtime"}
        until(lambda: names(server) >= expected, show=lambda: f"{names(server)}\n{server.logs()}")
        # The relay listens on its own connection.
        until(lambda: names(server, like="listen outcomes%") == {"relay"})


def names(server: Server, *, like: str = "%") -> set[str]:
    """Return the names of the connected processes."""
    with psycopg.connect(server.url) as watcher:
        rows = watcher.execute(
            "select application_name from pg_stat_activity"
            " where backend_type = 'client backend' and pid <> pg_backend_pid() and query like %s",
            [like],
        )
        return {name.removeprefix("tablehawk-") for (name,) in rows}


async def test_redis_keeps_the_tls_options_of_its_address() -> None:
    url = "rediss://:hush@cache.example:6380/1?ssl_ca_certs=/ca.pem&ssl_cert_reqs=required"
    live = [shard.host for shard in RedisPubSubChannelLayer(hosts=[url])._shards]
    for pool in (*map(create_pool, live), rates._store.client(url).connection_pool):
        assert pool.connection_class in (redis.SSLConnection, redis.asyncio.SSLConnection)
        assert pool.connection_kwargs["ssl_ca_certs"] == "/ca.pem"
    assert len(live) == 1


@pytest.mark.django_db
def test_models_match_their_migrations() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)

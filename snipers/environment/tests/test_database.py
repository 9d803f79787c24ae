"""DATABASE_URL: libpq's options are kept, and the process adds its name."""

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from snipers.environment.database import TCP_TIMEOUTS, conninfo, parameters

CLUSTER = (
    "postgresql://ada:p%40ss@db-1.example:5432,db-2.example:5433/tables"
    "?sslmode=verify-full&sslrootcert=/run/ca.pem&target_session_attrs=read-write"
)


def test_every_option_of_the_address_is_kept() -> None:
    assert parameters(CLUSTER, process="web") == {
        "user": "ada",
        "password": "p@ss",
        "host": "db-1.example,db-2.example",
        "port": "5432,5433",
        "dbname": "tables",
        "sslmode": "verify-full",
        "sslrootcert": "/run/ca.pem",
        "target_session_attrs": "read-write",
        "client_encoding": "UTF8",
        "application_name": "tablehawk-web",
        **TCP_TIMEOUTS,
    }


def test_the_address_can_set_other_tcp_timeouts() -> None:
    given = parameters("postgresql://ada@db.example/x?keepalives_idle=60", process="web")
    assert given["keepalives_idle"] == "60"
    assert given["tcp_user_timeout"] == TCP_TIMEOUTS["tcp_user_timeout"]


def test_both_forms_of_an_address_mean_the_same() -> None:
    assert parameters(conninfo(CLUSTER, process="relay")) == parameters(CLUSTER, process="relay")


def test_an_address_without_a_database_gets_our_default() -> None:
    assert parameters("postgresql://ada@db.example")["dbname"] == "tablehawk"


def test_text_of_a_database_without_an_encoding_is_text(migrated_url: str) -> None:
    with psycopg.connect(migrated_url, autocommit=True) as server:
        server.execute(
            "CREATE DATABASE plain_ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'"
        )
        try:
            address = make_conninfo(migrated_url, dbname="plain_ascii")
            with psycopg.connect(conninfo(address, process="watcher")) as connection:
                assert connection.execute("SELECT 'Café'::text").fetchone() == ("Café",)
        finally:
            server.execute("DROP DATABASE plain_ascii WITH (FORCE)")


@pytest.mark.parametrize(
    "url", ["postgresql://ada:hush%zz@db/x", "postgresql://ada:hush@db/x?sslmod=require", "hush.example:5432"]
)
def test_an_invalid_address_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(ValueError, match="is no PostgreSQL address") as stop:
        parameters(url)
    assert "hush" not in str(stop.value)
    assert not isinstance(stop.value.__cause__, psycopg.Error)

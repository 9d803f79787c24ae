"""PostgreSQL restarts under a running web process, relay and worker. Each of them recovers by itself."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import psycopg
import pytest
from httpx import Response

from server.tests.programs import MANAGE, SERVE, Server, program, until
from tools.stack import ports

ENDPOINT = "/api/blog/featured/"


@pytest.fixture(scope="module")
def web(server: Server) -> Iterator[httpx.Client]:
    port = ports.find_free_port()
    with (
        program(server, "web", [*SERVE, f"--port={port}"], ready=ports.connection_probe(port)),
        httpx.Client(base_url=f"http://{ports.LOOPBACK}:{port}", timeout=60) as client,
    ):
        yield client


def ask(web: httpx.Client) -> Response:
    return web.get(ENDPOINT)


def test_a_restart_costs_at_most_one_answer(server: Server, web: httpx.Client) -> None:
    """After a restart, only the first request may fail, although every idle connection of the pool is broken.

    Without `renew_broken`, each broken connection would fail one request or delay it by the pool's timeout.
    """
    assert idle_connections(server, web) > 1

    server.stop()
    server.start()
    answers = [ask(web).status_code for _ in range(10)]

    assert set(answers) <= {200, 503}
    assert answers[1:] == [200] * 9


def idle_connections(server: Server, web: httpx.Client) -> int:
    """Send parallel requests, so that the web process opens several connections; return how many it keeps."""
    with ExitStack() as opened, ThreadPoolExecutor(8) as threads:
        clients = [opened.enter_context(httpx.Client(base_url=web.base_url, timeout=60)) for _ in range(8)]
        assert {reply.status_code for reply in threads.map(ask, clients * 5)} == {200}
    with psycopg.connect(server.url) as watcher:
        row = watcher.execute(
            "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        ).fetchone()
    return row[0] if row else 0


def test_requests_get_503_until_the_database_is_back(server: Server, web: httpx.Client) -> None:
    assert ask(web).status_code == 200
    server.stop()
    refused = ask(web)
    server.start()
    until(lambda: ask(web).status_code == 200)

    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert refused.headers["Retry-After"]


def test_a_relay_goes_on_after_a_restart(server: Server) -> None:
    flag_account(server)
    with program(server, "relay", [*MANAGE, "relay_outcomes", "--skip-checks"], ready=lambda: attended(server)):
        server.stop()
        server.start()
        flag_account(server)
        until(lambda: attended(server))


def test_a_worker_goes_on_after_a_restart(server: Server) -> None:
    store_event(server, "evt_before")
    with program(
        server, "worker", [*MANAGE, "run_worker", "--skip-checks"], ready=lambda: applied(server, "evt_before")
    ):
        server.stop()
        # Long enough for a poll of each queue to fail.
        time.sleep(2)
        server.start()
        store_event(server, "evt_after")
        until(lambda: applied(server, "evt_after"))


def store_event(server: Server, event_id: str) -> None:
    """Store an event of an unknown customer, and its job."""
    with psycopg.connect(server.url) as connection:
        connection.execute(
            "insert into billing_webhook_event (event_id, type, customer_id, created, tries)"
            " values (%s, 'customer.created', %s, now(), 0)",
            [event_id, f"cus_{event_id}"],
        )
        connection.execute(
            "insert into procrastinate_jobs (queue_name, task_name, args)"
            " values ('billing', 'apps.billing.tasks.apply_events', jsonb_build_object('customer_id', %s::text))",
            [f"cus_{event_id}"],
        )


def applied(server: Server, event_id: str) -> bool:
    with psycopg.connect(server.url) as watcher:
        query = "select applied_at is not null from billing_webhook_event where event_id = %s"
        return watcher.execute(query, [event_id]).fetchone() == (True,)


def flag_account(server: Server) -> None:
    """Flag an account, as the snipers do, so that the relay notifies its owner."""
    with psycopg.connect(server.url) as connection:
        connection.execute(
            """
            with owner as (
                insert into app_user (email, password, first_name, last_name, phone, tier, has_had_free_trial, is_vip,
                                      is_concierge, is_staff, is_active, is_superuser, email_notifications,
                                      phone_notifications, referral_link)
                values (gen_random_uuid() || '@example.org', '', 'Ada', 'Example', '', 'standard', false, false, false,
                        false, true, false, true, false, '')
                returning id
            )
            insert into platform_account (user_id, platform, username, display_name, platform_user_id, sealed_token,
                                          status, attention_reason, attention_notified, is_concierge,
                                          known_reservations)
            select id, 'resy', 'ada@example.org', '', '', '', 'needs_reconnect', 'needs_reconnect', false, false, '{}'
            from owner
            """
        )


def attended(server: Server) -> bool:
    with psycopg.connect(server.url) as connection:
        return connection.execute("select count(*) from platform_account where not attention_notified").fetchone() == (
            0,
        )

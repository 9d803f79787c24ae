"""Forwarded headers of trusted proxies and of other senders."""

from ipaddress import ip_network
from typing import Any

import pytest
from django.test import RequestFactory

from server.proxies import trust_proxies

OURS = [ip_network("10.0.0.0/8"), ip_network("fd00::/8")]


async def scope_within(
    peer: str | None, *headers: tuple[str, str], kind: str = "http", networks: Any = OURS
) -> dict[str, Any]:
    """Return the scope that the application gets."""
    found: list[dict[str, Any]] = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        found.append(scope)

    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    client = None if peer is None else [peer, 4711]
    scope = {"type": kind, "client": client, "scheme": "ws" if kind == "websocket" else "http", "headers": encoded}
    await trust_proxies(application, networks=networks)(scope, None, None)
    return found[0]


def forwarded_for(*values: str) -> list[tuple[str, str]]:
    return [("x-forwarded-for", value) for value in values]


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["203.0.113.9:4242"], "203.0.113.9"),
        ("fd00::1", ["[2001:db8::7]:4242"], "2001:db8::7"),
        ("fd00::1", ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("192.0.2.1", ["10.0.0.1"], "192.0.2.1"),
        ("::ffff:192.0.2.1", ["203.0.113.9"], "::ffff:192.0.2.1"),
    ],
)
async def test_the_client_is_the_first_address_from_the_right_that_is_no_trusted_proxy(
    peer: str, forwarded: list[str], client: str
) -> None:
    scope = await scope_within(peer, *forwarded_for(*forwarded))
    assert scope["client"][0] == client


@pytest.mark.parametrize(
    ("peer", "proto", "kind", "scheme"),
    [
        ("10.0.0.1", "https", "http", "https"),
        ("10.0.0.1", "https", "websocket", "wss"),
        ("10.0.0.1", "http", "http", "http"),
        ("10.0.0.1", "https, http", "http", "http"),
        ("10.0.0.1", "gopher", "http", "http"),
        ("192.0.2.1", "https", "http", "http"),
    ],
)
async def test_only_a_trusted_proxy_sets_the_scheme(peer: str, proto: str, kind: str, scheme: str) -> None:
    assert (await scope_within(peer, ("x-forwarded-proto", proto), kind=kind))["scheme"] == scheme


@pytest.mark.parametrize("peer", ["127.0.0.1", None])
async def test_no_header_counts_without_trusted_proxies(peer: str | None) -> None:
    scope = await scope_within(peer, *forwarded_for("203.0.113.9"), ("x-forwarded-proto", "https"), networks=[])
    assert (scope["client"] and scope["client"][0], scope["scheme"]) == (peer, "http")


def test_django_reads_no_forwarded_header_itself() -> None:
    request = RequestFactory().get(
        "/", headers={"X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "1", "X-Forwarded-Proto": "https"}
    )
    assert (request.get_host(), request.is_secure()) == ("testserver", False)

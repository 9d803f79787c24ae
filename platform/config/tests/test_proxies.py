"""What stands in a request's scope after a proxy, or somebody who would like to be taken for one."""

from ipaddress import ip_network
from typing import Any

import pytest

from config.proxies import seen_through

OURS = [ip_network("10.0.0.0/8"), ip_network("fd00::/8")]


def scope(peer: str | None, *headers: tuple[str, str], kind: str = "http") -> dict[str, Any]:
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    client = None if peer is None else [peer, 4711]
    return {"type": kind, "client": client, "scheme": "http", "headers": [(b"host", b"x"), *encoded]}


def for_(*values: str) -> list[tuple[str, str]]:
    return [("x-forwarded-for", value) for value in values]


@pytest.mark.parametrize(
    ("peer", "told", "client"),
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
        ("10.0.0.1", ["203.0.113.9, nonsense, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("192.0.2.1", ["10.0.0.1"], "192.0.2.1"),
    ],
)
def test_the_client_is_the_first_address_that_is_no_proxy_of_ours(peer: str, told: list[str], client: str) -> None:
    seen = seen_through(scope(peer, *for_(*told)), networks=OURS)
    assert seen["client"][0] == client


@pytest.mark.parametrize(
    ("peer", "proto", "kind", "scheme"),
    [
        ("10.0.0.1", "https", "http", "https"),
        ("10.0.0.1", "https", "websocket", "wss"),
        ("10.0.0.1", "http", "http", "http"),
        ("10.0.0.1", "https, http", "http", "http"),
        ("192.0.2.1", "https", "http", "http"),
    ],
)
def test_only_a_proxy_of_ours_says_that_the_client_came_over_tls(peer: str, proto: str, kind: str, scheme: str) -> None:
    seen = seen_through(scope(peer, ("x-forwarded-proto", proto), kind=kind), networks=OURS)
    assert seen["scheme"] == scheme


@pytest.mark.parametrize("peer", ["10.0.0.1", "192.0.2.1", None])
def test_nobody_further_in_sees_what_was_forwarded(peer: str | None) -> None:
    given = scope(peer, *for_("203.0.113.9"), ("x-forwarded-proto", "https"), ("x-forwarded-host", "evil.example"))
    assert seen_through(given, networks=OURS)["headers"] == [(b"host", b"x")]


def test_without_trusted_proxies_nobody_is_believed() -> None:
    assert seen_through(scope("127.0.0.1", *for_("203.0.113.9")), networks=[])["client"][0] == "127.0.0.1"

"""The rules of topics, quiet hours, hosts and the addresses of chat apps."""

from datetime import UTC, datetime, time, timedelta
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.common.rules.zones import is_time_zone
from apps.notices.content.kinds import Notice
from apps.notices.rules import topics
from apps.notices.rules.quiet_hours import Held, QuietHours, hold
from apps.senders.rules import chat_apps, hosts

NIGHT = QuietHours(start=time(22, 0), end=time(7, 30), time_zone="America/New_York")
NOON = QuietHours(start=time(12, 0), end=time(14, 0), time_zone="Asia/Tokyo")


def test_each_kind_but_the_test_has_a_topic() -> None:
    union, _ = get_args(Notice)
    kinds = {kind.model_fields["kind"].default for kind in get_args(union)}
    assert topics.KINDS.keys() == kinds
    assert [kind for kind, row in topics.KINDS.items() if row.topic is None] == ["test"]
    assert {row.topic for row in topics.KINDS.values()} == {*topics.TOPICS, None}


@pytest.mark.parametrize("kind", topics.KINDS)
def test_only_booked_needs_you_and_tests_are_sent_in_quiet_hours(kind: str) -> None:
    urgent = kind == "test" or topics.KINDS[kind].topic in ("booked", "needs_you")
    assert topics.waits_in_quiet_hours(kind) is not urgent


def test_a_choice_mutes_one_topic_on_one_channel() -> None:
    muted = ["ended:push"]
    assert topics.is_muted(muted=muted, kind="unsuccessful", channel="push")
    assert not topics.is_muted(muted=muted, kind="unsuccessful", channel="email")
    assert not topics.is_muted(muted=muted, kind="booked", channel="push")
    assert not topics.is_muted(muted=["ended:push"], kind="test", channel="push")


@pytest.mark.parametrize(
    ("quiet", "now", "end"),
    [
        # New York is on EST (UTC-5) in December.
        (NIGHT, datetime(2026, 12, 2, 2, 59, tzinfo=UTC), None),
        (NIGHT, datetime(2026, 12, 2, 3, 0, tzinfo=UTC), datetime(2026, 12, 2, 12, 30, tzinfo=UTC)),
        (NIGHT, datetime(2026, 12, 2, 12, 29, tzinfo=UTC), datetime(2026, 12, 2, 12, 30, tzinfo=UTC)),
        (NIGHT, datetime(2026, 12, 2, 12, 30, tzinfo=UTC), None),
        (NOON, datetime(2026, 12, 2, 3, 30, tzinfo=UTC), datetime(2026, 12, 2, 5, 0, tzinfo=UTC)),
        (NOON, datetime(2026, 12, 2, 5, 0, tzinfo=UTC), None),
        # The night in which the clocks of New York go forward (8 March 2026) is an hour shorter.
        (NIGHT, datetime(2026, 3, 8, 4, 0, tzinfo=UTC), datetime(2026, 3, 8, 11, 30, tzinfo=UTC)),
        # The night in which they go back (1 November 2026) is an hour longer.
        (NIGHT, datetime(2026, 11, 1, 4, 0, tzinfo=UTC), datetime(2026, 11, 1, 12, 30, tzinfo=UTC)),
    ],
)
def test_quiet_hours_end_on_the_users_clock(quiet: QuietHours, now: datetime, end: datetime | None) -> None:
    assert quiet.end_after(now) == end


def test_an_end_in_a_repeated_hour_is_never_in_the_past() -> None:
    quiet = QuietHours(start=time(0, 0), end=time(1, 30), time_zone="America/New_York")
    second = datetime(2026, 11, 1, 6, 15, tzinfo=UTC)  # 1:15 for the second time
    assert quiet.end_after(second) == datetime(2026, 11, 1, 6, 30, tzinfo=UTC)


def test_an_end_that_a_clock_change_skips_is_later() -> None:
    quiet = QuietHours(start=time(0, 0), end=time(2, 30), time_zone="America/New_York")
    assert quiet.end_after(datetime(2026, 3, 8, 6, 0, tzinfo=UTC)) == datetime(2026, 3, 8, 7, 30, tzinfo=UTC)


def test_a_message_waits_if_it_is_useful_at_the_end_and_is_dropped_otherwise() -> None:
    ends, soon = datetime(2026, 12, 2, 12, 30, tzinfo=UTC), datetime(2026, 12, 2, 5, 0, tzinfo=UTC)
    later = ends + timedelta(hours=3)
    assert hold(ends_at=ends, expires_at=soon, useful_until=later) == Held("wait", ends, later)
    assert hold(ends_at=ends, expires_at=soon, useful_until=ends) == Held("drop", ends, soon)


def test_time_zones_are_iana_names() -> None:
    assert is_time_zone("America/New_York")
    assert is_time_zone("UTC")
    assert not is_time_zone("Mars/Base")
    assert not is_time_zone("")
    assert not is_time_zone("localtime")
    assert not is_time_zone("Factory")
    assert not is_time_zone("Etc/Unknown")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("1.1.1.1", True), ("2606:4700:4700::1111", True), ("127.0.0.1", False), ("10.1.2.3", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("224.0.0.1", False), ("255.255.255.255", False),
        ("::", False), ("::1", False), ("::ffff:127.0.0.1", False), ("::ffff:1.1.1.1", True), ("fe80::1%eth0", False),
        ("fc00::1", False), ("ff02::1", False), ("2002:7f00:1::", False), ("64:ff9b::7f00:1", False),
        ("2001:0:4136:e378:8000:63bf:80ff:fffe", False), ("2001:db8::1", False),
    ],
)  # fmt: skip
def test_only_public_unicast_addresses_are_public(address: str, public: bool) -> None:
    assert hosts.is_public(address) is public


# The IANA registries of special addresses, and the networks whose addresses lead to an IPv4 address inside them.
SPECIAL_NETWORKS = (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64",
    "2001::/32", "2001:2::/48", "2001:20::/28", "2001:db8::/32", "2002::/16", "3fff::/20", "4000::/3", "5f00::/16",
    "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
)  # fmt: skip


@given(network=st.sampled_from(SPECIAL_NETWORKS).map(ip_network), data=st.data())
def test_no_address_of_a_special_network_is_public(network: IPv4Network | IPv6Network, data: st.DataObject) -> None:
    number = data.draw(st.integers(int(network.network_address), int(network.broadcast_address)))
    address = type(network.network_address)(number)
    assert not hosts.is_public(str(address))
    if address.version == 4:
        assert not hosts.is_public(f"::ffff:{address}")
        assert not hosts.is_public(str(IPv6Address((0x2600 << 112) | (0x5EFE << 32) | number)))  # ISATAP


@pytest.mark.parametrize(
    ("app", "given", "wrong"),
    [
        ("ntfy", {"topic": "a/b"}, ["topic"]),
        ("ntfy", {}, ["topic"]),
        ("ntfy", {"topic": "t", "server": "https://u:p@h"}, ["server"]),
        ("ntfy", {"topic": "t", "server": "https://h/path?x=1"}, ["server"]),
        ("ntfy", {"topic": "t", "webhook": "https://discord.com/x"}, ["webhook"]),
        ("ntfy", {"topic": "t", "webhook": " "}, []),
        ("telegram", {"token": "x", "chat": "987654321"}, ["token"]),
        ("discord", {"webhook": "https://discord.com.evil.example/api/webhooks/1234567890/" + "a" * 40}, ["webhook"]),
        ("discord", {"webhook": "https://discord.com/api/webhooks/1234567890/" + "a" * 40 + "?wait=1"}, ["webhook"]),
        ("pushover", {"user": "u" * 30, "token": "t" * 29}, ["token"]),
        ("slack", {"webhook": "http://hooks.slack.com/services/T12345678/B12345678/" + "a" * 24}, ["webhook"]),
    ],
)
def test_wrong_fields_of_an_address_are_named(app: chat_apps.ChatApp, given: dict[str, str], wrong: list[str]) -> None:
    assert chat_apps.cleaned(app=app, given=given)[1] == wrong


def test_a_label_shows_little_of_the_address() -> None:
    fields, _ = chat_apps.cleaned(app="ntfy", given={"topic": "tables-of-alice-x7Qf "})
    assert chat_apps.label(app="ntfy", address=fields) == "ntfy.sh …x7Qf"
    fields, _ = chat_apps.cleaned(app="ntfy", given={"topic": "short", "server": "https://ntfy.example:8443/"})
    assert chat_apps.label(app="ntfy", address=fields) == "ntfy.example …"

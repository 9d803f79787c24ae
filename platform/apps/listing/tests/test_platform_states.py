"""The state of the platforms, in the list and as live events."""

from typing import Any

import pytest
from django.utils import timezone

from apps.connections.models import SourceState
from apps.listing import kill_switches
from apps.listing.rules import platform_banner
from apps.listing.selectors import platform_states
from apps.requests.tests import factories
from testing.users import Person
from testing.venues import make_venue

PATH = "/api/reservations/"


def listed(person: Person, platform: str) -> dict[str, Any]:
    by_platform: dict[str, dict[str, Any]] = {one["platform"]: one for one in person.get(PATH).json()["sources"]}
    return by_platform[platform]


def test_platforms_are_healthy_by_default(alice: Person) -> None:
    assert alice.get(PATH).json()["sources"] == [
        {"platform": platform, "state": "healthy", "reason": None, "reason_text": None, "since": None}
        for platform in ("resy", "opentable")
    ]


@pytest.mark.parametrize("state", ["slowed", "stopped", "probing"])
def test_the_breakers_state_is_shown_with_a_sentence(alice: Person, state: str) -> None:
    SourceState.objects.create(platform="opentable", state=state, reason="blocked", since=timezone.now())
    shown = listed(alice, "opentable")
    assert (shown["state"], shown["reason"]) == (state, "blocked")
    assert "OpenTable" in shown["reason_text"]
    assert shown["since"]
    assert listed(alice, "resy")["state"] == "healthy"


@pytest.mark.parametrize("state", ["slowed", "stopped", "probing"])
def test_r4_a_stop_because_of_our_key_is_told_as_our_problem(alice: Person, state: str) -> None:
    SourceState.objects.create(platform="resy", state=state, reason="key_stale", since=timezone.now())
    assert listed(alice, "resy")["reason_text"] == (
        "We're fixing a problem on our side, so we've paused our checks at Resy. "
        "Your requests stay active, and you don't need to do anything."
    )


def test_a_kill_switch_outranks_the_breaker(alice: Person) -> None:
    SourceState.objects.create(platform="resy", state="slowed", reason="limited", since=timezone.now())
    kill_switches.switch_off(scope="platform", key="resy", reason="a test", by="somebody", now=timezone.now())
    shown = listed(alice, "resy")
    assert (shown["state"], shown["reason"]) == ("stopped", "switched_off")
    assert shown["reason_text"].startswith("We've paused all requests at Resy for now.")
    assert "a test" not in shown["reason_text"]


def test_a_platform_state_is_sent_to_users_with_open_requests_there(
    alice: Person, bob: Person, charlie: Person
) -> None:
    factories.group(alice.user)
    factories.group(bob.user, venues=[make_venue(), make_venue()])
    SourceState.objects.create(platform="resy", state="stopped", reason="blocked", since=timezone.now())

    by_user = platform_states.changed_events(now=timezone.now())

    assert set(by_user) == {alice.user.pk, bob.user.pk}
    for events in by_user.values():
        assert [(event["platform"], event["state"]) for event in events] == [("resy", "stopped")]


@pytest.mark.parametrize("platform", ["resy", "opentable"])
def test_every_unhealthy_state_has_sentences(platform: str) -> None:
    for state in platform_banner.SENTENCES:
        for reason in ("", "blocked", "key_stale", "switched_off"):
            text = platform_banner.sentence(platform=platform, state=state, reason=reason)
            assert (text == "") == (state == "healthy" and reason != "switched_off")
            assert "{" not in text


def test_an_unknown_platform_state_counts_as_slowed() -> None:
    assert [platform_banner.known_state(state) for state in ("stopped", "something new")] == ["stopped", "slowed"]

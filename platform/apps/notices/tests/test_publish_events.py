"""Stored events are published in order and then marked. After a crash between the two, they are published again."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.notices.events.publishing import Outgoing, publish_events
from apps.notices.models import Event
from apps.notices.tests import factories
from realtime.events import durable_event
from testing.users import Person, make_user


class Channel:
    """Stores published events, and refuses them while `broken`."""

    def __init__(self) -> None:
        self.taken: list[tuple[int, int]] = []
        self.events: list[dict[str, Any]] = []
        self.broken = False

    def send(self, events: Sequence[Outgoing]) -> None:
        """Store the events."""
        if self.broken:
            raise ConnectionError
        self.taken.extend((one.user_id, one.event["seq"]) for one in events)
        self.events.extend(one.event for one in events)


def test_events_are_published_once_in_the_order_of_their_numbers(alice: Person, bob: Person) -> None:
    channel = Channel()
    for _ in range(3):
        factories.event(bob.user)
        factories.event(alice.user)

    sent = [publish_events(now=timezone.now(), send=channel.send) for _ in range(2)]

    assert sent == [6, 0]
    for user in (alice.user, bob.user):
        assert [seq for user_id, seq in channel.taken if user_id == user.pk] == [1, 2, 3]
    assert not Event.objects.filter(published_at=None).exists()


def test_the_published_event_equals_the_one_read_by_rest(alice: Person) -> None:
    channel = Channel()
    factories.event(alice.user, group_id=7)
    publish_events(now=timezone.now(), send=channel.send)
    (event,) = channel.events
    assert durable_event.validate_python(event).seq == 1


def test_events_that_could_not_be_published_stay_unpublished(alice: Person) -> None:
    channel = Channel()
    factories.event(alice.user)
    channel.broken = True
    with pytest.raises(ConnectionError):
        publish_events(now=timezone.now(), send=channel.send)
    channel.broken = False
    assert publish_events(now=timezone.now(), send=channel.send) == 1
    assert channel.taken == [(alice.user.pk, 1)]


@pytest.mark.django_db(transaction=True)
def test_an_event_of_a_relay_killed_before_marking_is_published_again() -> None:
    user = make_user("Alice")
    channel = Channel()
    factories.event(user)

    def killed(events: Sequence[Outgoing]) -> None:
        channel.send(events)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        publish_events(now=timezone.now(), send=killed)
    publish_events(now=timezone.now(), send=channel.send)
    assert channel.taken == [(user.pk, 1), (user.pk, 1)]


@pytest.mark.django_db(transaction=True)
def test_two_relays_never_publish_one_users_events_at_once() -> None:
    user = make_user("Alice")
    channel = Channel()
    sending, go_on = threading.Event(), threading.Event()
    for _ in range(3):
        factories.event(user)

    def slow(events: Sequence[Outgoing]) -> None:
        sending.set()
        assert go_on.wait(60)
        channel.send(events)

    def first_relay() -> int:
        try:
            return publish_events(now=timezone.now(), send=slow)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(first_relay)
        assert sending.wait(60)
        # Neither the other relay nor an append waits for the lock.
        assert publish_events(now=timezone.now(), send=channel.send) == 0
        assert factories.event(user) == 4
        go_on.set()
        assert first.result(60) == 3
    assert publish_events(now=timezone.now(), send=channel.send) == 1
    assert [seq for _, seq in channel.taken] == [1, 2, 3, 4]

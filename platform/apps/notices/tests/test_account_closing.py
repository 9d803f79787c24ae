"""Closing an account deletes its events and messages."""

import pytest
from django.utils import timezone

from apps.notices import receivers as account_closing
from apps.notices import selectors
from apps.notices.models import Delivery, Event
from apps.notices.queue import deliveries
from apps.notices.tests import factories
from apps.senders.base import Answer, Verdict
from testing.users import PASSWORD, Person


@pytest.mark.parametrize("state", ["queued", "sending", "sent"])
def test_events_and_messages_in_any_state_are_deleted(alice: Person, bob: Person, state: str) -> None:
    factories.event_with_notice(alice.user)
    factories.event_with_notice(bob.user)
    Delivery.objects.filter(event__user=alice.user).update(state=state)
    account_closing.delete_all(user_id=alice.user.pk)
    assert set(Event.objects.values_list("user_id", flat=True)) == {bob.user.pk}
    assert set(Delivery.objects.values_list("event__user_id", flat=True)) == {bob.user.pk}


def test_a_number_is_never_given_twice(alice: Person) -> None:
    factories.event(alice.user)
    factories.event(alice.user)
    account_closing.delete_all(user_id=alice.user.pk)
    assert selectors.page_after(user_id=alice.user.pk, seq=0, limit=10) == {"events": [], "last_seq": 2}
    assert factories.event(alice.user) == 3


def test_the_result_of_a_deleted_message_is_ignored(alice: Person) -> None:
    now = timezone.now()
    factories.event_with_notice(alice.user, now=now)
    taken = deliveries.claim(delivery_id=Delivery.objects.get().pk, now=now)
    assert taken is not None
    account_closing.delete_all(user_id=alice.user.pk)
    deliveries.finish(delivery=taken, answer=Answer(verdict=Verdict.SENT), now=now)
    assert not Delivery.objects.exists()


def test_a_closed_account_gets_no_more_messages(alice: Person) -> None:
    alice.delete("/api/users/me/", {"password": PASSWORD})
    factories.event_with_notice(alice.user)
    assert not Delivery.objects.exists()

"""What stays of events and messages when their owner closes the account."""

import pytest
from django.utils import timezone

from apps.notices import deliveries, leaving, selectors
from apps.notices.models import Delivery, Event
from apps.notices.senders.base import Answer, Verdict
from apps.notices.tests import make
from testing.users import PASSWORD, Person


@pytest.mark.parametrize("state", ["queued", "sending", "sent"])
def test_events_and_messages_are_gone_however_far_they_are(alice: Person, bob: Person, state: str) -> None:
    make.told(alice.user)
    make.told(bob.user)
    Delivery.objects.filter(event__user=alice.user).update(state=state)
    leaving.forget_all(user_id=alice.user.pk)
    assert set(Event.objects.values_list("user_id", flat=True)) == {bob.user.pk}
    assert set(Delivery.objects.values_list("event__user_id", flat=True)) == {bob.user.pk}


def test_a_number_is_never_given_twice(alice: Person) -> None:
    make.event(alice.user)
    make.event(alice.user)
    leaving.forget_all(user_id=alice.user.pk)
    assert selectors.page_after(user_id=alice.user.pk, seq=0, limit=10) == {"events": [], "last_seq": 2}
    assert make.event(alice.user) == 3


def test_a_message_that_was_in_hand_comes_to_no_end(alice: Person) -> None:
    now = timezone.now()
    make.told(alice.user, now=now)
    taken = deliveries.claim(delivery_id=Delivery.objects.get().pk, now=now)
    assert taken is not None
    leaving.forget_all(user_id=alice.user.pk)
    deliveries.finish(delivery=taken, answer=Answer(verdict=Verdict.SENT), now=now)
    assert not Delivery.objects.exists()


def test_a_closed_account_gets_no_more_messages(alice: Person) -> None:
    alice.delete("/api/users/me/", {"password": PASSWORD})
    make.told(alice.user)
    assert not Delivery.objects.exists()

"""Events are numbered without gaps for each user, in the transaction of their cause."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction
from django.utils import timezone
from pydantic import ValidationError

from apps.accounts.models import User
from apps.notices import services
from apps.notices.models import Event, EventCursor
from apps.notices.tests import factories
from testing.users import Person, make_user


def numbers(user: User) -> list[int]:
    return list(user.events.order_by("seq").values_list("seq", flat=True))


def test_numbers_are_dense_from_one_for_each_user(alice: Person, bob: Person) -> None:
    assert [factories.event(alice.user) for _ in range(3)] == [1, 2, 3]
    assert factories.event(bob.user) == 1


def test_a_dedupe_key_is_appended_once_and_takes_one_number(alice: Person) -> None:
    assert factories.event(alice.user, dedupe_key="outcome:1") == 1
    assert factories.event(alice.user, dedupe_key="outcome:1") is None
    assert factories.event(alice.user, dedupe_key="outcome:2") == 2


def test_an_event_has_its_type_and_time(alice: Person) -> None:
    factories.event(alice.user, group_id=7)
    payload = Event.objects.get().payload
    assert (payload["type"], payload["group_id"]) == ("reservation.changed", 7)
    assert payload["at"].endswith("Z")
    assert "seq" not in payload


@pytest.mark.parametrize("wrong", [{"what": "eaten"}, {"token": "secret"}])
def test_an_invalid_event_is_refused(alice: Person, wrong: dict[str, str]) -> None:
    body = factories.body() | wrong
    with pytest.raises(ValidationError), transaction.atomic():
        services.append(user_id=alice.user.pk, type="reservation.changed", body=body, now=timezone.now())
    assert factories.event(alice.user) == 1


@pytest.mark.django_db(transaction=True)
def test_an_event_that_is_rolled_back_leaves_no_gap() -> None:
    user = make_user("Alice")
    with transaction.atomic():
        factories.event(user)
        transaction.set_rollback(True)
    assert factories.event(user) == 1
    assert EventCursor.objects.get(user=user).last_seq == 1


@pytest.mark.django_db(transaction=True)
def test_parallel_writers_leave_no_gap_and_no_duplicate() -> None:
    user = make_user("Alice")

    def write(writer: int) -> None:
        try:
            for n in range(10):
                # Every second cause is shared by all writers.
                factories.event(user, dedupe_key=f"shared:{n}" if n % 2 else f"{writer}:{n}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    assert numbers(user) == list(range(1, 4 * 5 + 5 + 1))

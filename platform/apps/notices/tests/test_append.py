"""Events get dense numbers for each user, in the transaction of their cause."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction
from django.utils import timezone
from pydantic import ValidationError

from apps.accounts.models import User
from apps.notices import services
from apps.notices.models import Event, EventCursor
from apps.notices.tests import make
from testing.users import Person, make_user


def numbers(user: User) -> list[int]:
    return list(user.events.order_by("seq").values_list("seq", flat=True))


def test_numbers_are_dense_from_one_for_each_user(alice: Person, bob: Person) -> None:
    assert [make.event(alice.user) for _ in range(3)] == [1, 2, 3]
    assert make.event(bob.user) == 1


def test_a_cause_is_told_once_and_takes_no_second_number(alice: Person) -> None:
    assert make.event(alice.user, dedupe_key="outcome:1") == 1
    assert make.event(alice.user, dedupe_key="outcome:1") is None
    assert make.event(alice.user, dedupe_key="outcome:2") == 2


def test_an_event_says_what_it_is_and_when(alice: Person) -> None:
    make.event(alice.user, group_id=7)
    payload = Event.objects.get().payload
    assert (payload["type"], payload["group_id"]) == ("reservation.changed", 7)
    assert payload["at"].endswith("Z")
    assert "seq" not in payload


@pytest.mark.parametrize("wrong", [{"what": "eaten"}, {"token": "secret"}])
def test_what_the_browser_could_not_read_is_not_stored(alice: Person, wrong: dict[str, str]) -> None:
    with pytest.raises(ValidationError), transaction.atomic():
        services.append(user_id=alice.user.pk, type="reservation.changed", body=make.body() | wrong, now=timezone.now())
    assert make.event(alice.user) == 1


@pytest.mark.django_db(transaction=True)
def test_an_event_that_is_rolled_back_leaves_no_gap() -> None:
    user = make_user("Alice")
    with transaction.atomic():
        make.event(user)
        transaction.set_rollback(True)
    assert make.event(user) == 1
    assert EventCursor.objects.get(user=user).last_seq == 1


@pytest.mark.django_db(transaction=True)
def test_parallel_writers_leave_no_gap_and_no_double() -> None:
    user = make_user("Alice")

    def write(writer: int) -> None:
        try:
            for n in range(10):
                # Every second cause is shared by all writers.
                make.event(user, dedupe_key=f"shared:{n}" if n % 2 else f"{writer}:{n}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    assert numbers(user) == list(range(1, 4 * 5 + 5 + 1))

"""Statements read what their queryset would read, with other values in each call."""

from typing import Any

import pytest
from django.db.models import Count, Q

from apps.common.database.statements import Param, Statement
from apps.connections.models import PlatformAccount
from apps.requests.models import Reservation
from apps.requests.tests.factories import day, group
from testing.users import Person
from testing.venues import make_venue


def test_each_call_reads_the_current_rows_with_its_own_values(alice: Person, bob: Person) -> None:
    first, second = group(alice.user), group(bob.user)
    statement = Statement[int](
        lambda: Reservation.objects.filter(group__user=Param("user")).order_by("id").values_list("group_id", flat=True)
    )
    assert statement.rows(user=alice.user.pk) == [first.pk]
    assert statement.rows(user=bob.user.pk) == [second.pk]
    third = group(alice.user, dates=[day(8)])
    assert statement.rows(user=alice.user.pk) == [first.pk, third.pk]


def test_models_come_with_related_models_and_annotations(alice: Person, django_assert_num_queries: Any) -> None:
    made = group(alice.user, venues=[make_venue(seating_types=["Bar"])])
    statement = Statement[Reservation](
        lambda: (
            Reservation.objects.filter(group_id__any_of=Param("groups"))
            .select_related("venue", "account", "watchstate")
            .annotate(attempted=Count("attempts", filter=Q(attempts__state="lost")))
        )
    )
    with django_assert_num_queries(1):
        (read,) = statement.rows(groups=[made.pk])
        assert (read.venue.seating_types, read.account and read.account.user_id) == (["Bar"], alice.user.pk)
        assert (read.attempted, getattr(read, "watchstate", None)) == (0, None)  # type: ignore[attr-defined] # the queryset annotates it
    assert read == made.reservations.get()


def test_the_log_of_queries_has_the_text(alice: Person, django_assert_num_queries: Any) -> None:
    statement = Statement[int](lambda: Reservation.objects.filter(group=Param("group")).values_list("pk", flat=True))
    with django_assert_num_queries(2) as captured:
        assert statement.rows(group=1) == statement.rows(group=2)
    assert all(query["sql"].startswith("SELECT ") for query in captured.captured_queries)


def test_a_list_may_have_any_length(alice: Person) -> None:
    made = [group(alice.user, dates=[day(7 + number)]).pk for number in range(3)]
    statement = Statement[int](
        lambda: (
            Reservation.objects.filter(group_id__any_of=Param("groups"))
            .order_by("group_id")
            .values_list("group_id", flat=True)
        )
    )
    for number in range(4):
        assert statement.rows(groups=made[:number]) == made[:number]


def test_pages_and_rows_of_another_type(bob: Person) -> None:
    made = group(bob.user, dates=[day(7), day(8), day(9)])
    statement = Statement(
        lambda: Reservation.objects.filter(group=Param("group")).order_by("date").values_list("date", "status"),
        row=lambda row: dict(zip(("date", "status"), row, strict=True)),
    )
    assert statement.rows(group=made.pk, page=(1, 1)) == [{"date": day(8), "status": "active"}]
    assert statement.rows(group=made.pk, page=(5, 3)) == []


def test_row_refuses_more_than_one_row(bob: Person) -> None:
    made = group(bob.user, dates=[day(7), day(8)])
    statement = Statement[int](lambda: Reservation.objects.filter(group=Param("group")).values_list("pk", flat=True))
    with pytest.raises(ValueError, match="too many"):
        statement.row(group=made.pk)


def test_a_missing_value_is_an_error(db: None) -> None:
    statement = Statement[PlatformAccount](lambda: PlatformAccount.objects.filter(user=Param("user")))
    with pytest.raises(KeyError, match="user"):
        statement.rows()

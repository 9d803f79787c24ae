"""The note to the restaurant: filed, shown, kept by an edit that lacks it, and repeated by a weekly rule."""

from typing import Any

import pytest

from apps.requests.models import ReservationGroup
from apps.requests.tests import factories
from apps.weekly.models import WeeklyRule
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

pytestmark = pytest.mark.django_db

NOTE = "A booth, please"
PATH = "/api/reservations/"


def body(who: Person, **fields: Any) -> dict[str, Any]:
    return factories.body(at=[make_venue()], account=make_account(user=who.user), **fields)


def test_note_is_shown_and_changed_only_by_an_edit_that_has_it(bob: Person) -> None:
    wanted = body(bob, note_to_restaurant=f" {NOTE} ")
    filed = bob.post(PATH, wanted).json()
    assert filed["group"]["note_to_restaurant"] == NOTE
    fields = {name: value for name, value in wanted["reservation"].items() if name != "note_to_restaurant"}
    changes: list[tuple[dict[str, Any], str]] = [({}, NOTE), ({"note_to_restaurant": None}, NOTE)]
    for given, expected in [*changes, ({"note_to_restaurant": ""}, "")]:
        edit = {**wanted, "reservation": fields | given}
        reply = bob.send("PUT", f"{PATH}{filed['group']['group_id']}/", edit)
        assert reply.json()["group"]["note_to_restaurant"] == expected


def test_weekly_rule_repeats_the_note(bob: Person) -> None:
    reply = bob.post(PATH, body(bob, note_to_restaurant=NOTE, repeat_until=factories.day(40).isoformat()))
    assert reply.status_code == 201, reply.json()
    assert WeeklyRule.objects.get().form.note_to_restaurant == NOTE


def test_request_that_only_notifies_has_no_note(bob: Person) -> None:
    assert bob.post(PATH, body(bob, note_to_restaurant=NOTE, notify_only=True)).status_code == 201
    assert ReservationGroup.objects.get().note_to_restaurant == ""


@pytest.mark.parametrize(("note", "status"), [("x" * 140, 201), ("x" * 141, 422), ("two\nlines", 422)])
def test_note_is_one_line_of_at_most_140_characters(bob: Person, note: str, status: int) -> None:
    assert bob.post(PATH, body(bob, note_to_restaurant=note)).status_code == status

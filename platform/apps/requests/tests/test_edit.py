"""The endpoint PUT /api/reservations/{group_id}/."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.notices.models import Event
from apps.requests.models import Reservation, ReservationGroup, TimelineEntry
from apps.venues.models import Venue
from testing.platform_accounts import make_account
from testing.users import Anyone, Person
from testing.venues import make_venue

from . import factories

PRO_ONLY = "This Feature is Available for Pro Subscribers"
DAYS = [factories.day(7 + n) for n in range(4)]


def path(group_id: int) -> str:
    return f"/api/reservations/{group_id}/"


def days(*numbers: int) -> list[str]:
    return [DAYS[number].isoformat() for number in numbers]


def edit(who: Person, group: ReservationGroup, *, at: list[Venue] | None = None, **wanted: Any) -> Any:
    """Send the group's form as it was filed, with changes."""
    venues = at or list({one.venue_id: one.venue for one in group.reservations.order_by("id")}.values())
    held = sorted({one.date.isoformat() for one in group.reservations.all()})
    account = PlatformAccount.objects.filter(user=who.user).first()
    return who.send("PUT", path(group.pk), factories.body(at=venues, account=account, **{"dates": held, **wanted}))


def states(group: ReservationGroup) -> list[tuple[str, str, str]]:
    rows = group.reservations.order_by("date", "id").values_list("date", "status", "reason")
    return [(day.isoformat(), status, reason) for day, status, reason in rows]


def test_an_edit_replaces_the_fields_and_keeps_the_id(bob: Person) -> None:
    group = factories.group(bob.user, dates=DAYS[:1])
    ids = list(group.reservations.values_list("id", flat=True))

    reply = edit(
        bob,
        group,
        party_size=5,
        start_time="19:00",
        end_time="22:00",
        override_reservations=True,
        fee_ceiling_cents=2500,
        final_snipe_date=factories.day(5).isoformat(),
    )

    assert reply.status_code == 200
    shown = reply.json()["group"]
    assert (shown["group_id"], reply.json()["message"]) == (group.pk, "Request updated.")
    assert (shown["party_size"], shown["start_time"], shown["end_time"]) == (5, "19:00", "22:00")
    assert (shown["override_reservations"], shown["fee_ceiling_cents"]) == (True, 2500)
    assert shown["final_snipe_date"] == factories.day(5).isoformat()
    request = group.reservations.get()
    assert [request.pk] == ids
    assert request.revision == 2
    # The end of the final sniping day, at the venue.
    assert request.ends_at.date() in (factories.day(5), factories.day(6))


def test_an_edit_adds_and_withdraws_dates_and_restaurants(bob: Person) -> None:
    lupa, minetta, frevo = (make_venue(venue_name=name) for name in ("Lupa", "Minetta", "Frevo"))
    group = factories.group(bob.user, venues=[lupa, minetta], dates=DAYS[:2])

    reply = edit(bob, group, at=[minetta, frevo], dates=days(1, 2))

    shown = reply.json()["group"]
    assert [(one["venue_name"], one["date"]) for one in shown["members"]] == [
        ("Minetta", days(1)[0]),
        ("Frevo", days(1)[0]),
        ("Minetta", days(2)[0]),
        ("Frevo", days(2)[0]),
    ]
    assert {one["status"] for one in shown["members"]} == {"active"}
    assert shown["dates"] == days(1, 2)
    assert [venue["venue_name"] for venue in shown["venues"]] == ["Minetta", "Frevo"]
    gone = Reservation.objects.filter(status="canceled")
    assert set(gone.values_list("reason", flat=True)) == {"withdrawn"}
    assert gone.count() == 3
    assert TimelineEntry.objects.filter(kind="canceled", reason="withdrawn").count() == 3
    assert TimelineEntry.objects.filter(kind="edited").count() == 1


def test_a_withdrawn_date_can_be_chosen_again(bob: Person) -> None:
    group = factories.group(bob.user, dates=DAYS[:2])
    assert edit(bob, group, dates=days(0)).status_code == 200
    closed = bob.post("/api/reservations/get-unique-unactive-dates-by-group/", {"group_id": group.pk})
    assert closed.json() == {"dates": []}

    assert edit(bob, group, dates=days(0, 1)).json()["group"]["dates"] == days(0, 1)


def test_an_edit_changes_the_seating_of_each_restaurant(bob: Person) -> None:
    venues = [make_venue(), make_venue()]
    group = factories.group(bob.user, venues=venues)
    reply = edit(bob, group, venues=[{"id": venues[0].pk, "table_type": "Bar"}, {"id": venues[1].pk}])
    assert [member["table_type"] for member in reply.json()["group"]["members"]] == ["Bar", ""]


@pytest.mark.parametrize("sent", [(0, 1, 2, 3), (2, 3)])
def test_an_edit_keeps_finished_dates(bob: Person, sent: tuple[int, ...]) -> None:
    group = factories.group(bob.user, dates=DAYS[:3])
    on = group.reservations.filter
    factories.attempt(on(date=DAYS[0]).get(), state="booked")
    on(date=DAYS[0]).update(status="confirmed")
    on(date=DAYS[1]).update(status="unsuccessful", reason="window_over")

    reply = edit(bob, group, dates=days(*sent), party_size=4)

    assert reply.status_code == 200
    published = "Request updated. Booked tables stay as they are." if 0 in sent else "Request updated."
    assert reply.json()["message"] == published
    assert states(group) == [
        (days(0)[0], "confirmed", ""),
        (days(1)[0], "unsuccessful", "window_over"),
        (days(2)[0], "active", ""),
        (days(3)[0], "active", ""),
    ]
    booked = next(one["booked"] for one in reply.json()["group"]["members"] if one["booked"])
    assert booked["party_size"] == 2


def test_an_edit_ignores_past_dates_of_the_group(bob: Person) -> None:
    group = factories.group(bob.user, dates=DAYS[:2])
    over = timezone.now() - timedelta(days=2)
    group.reservations.filter(date=DAYS[0]).update(date=over.date(), ends_at=over, status="unsuccessful")
    reply = edit(bob, group, party_size=3)
    assert (reply.status_code, reply.json()["group"]["party_size"]) == (200, 3)


def test_an_edit_keeps_other_restaurants_of_a_booked_date(bob: Person) -> None:
    venues = [make_venue(), make_venue()]
    group = factories.group(bob.user, venues=venues, dates=DAYS[:2])
    first, second = group.reservations.filter(date=DAYS[0]).order_by("id")
    Reservation.objects.filter(pk=first.pk).update(status="confirmed")
    Reservation.objects.filter(pk=second.pk).update(status="canceled", reason="booked_elsewhere")

    assert edit(bob, group, at=[venues[1]], dates=days(0, 1)).status_code == 200
    assert states(group) == [
        (days(0)[0], "confirmed", ""),
        (days(0)[0], "canceled", "booked_elsewhere"),
        (days(1)[0], "canceled", "withdrawn"),
        (days(1)[0], "active", ""),
    ]


def test_requests_added_to_a_paused_group_are_paused(bob: Person) -> None:
    group = factories.group(bob.user, dates=DAYS[:1])
    bob.post(f"{path(group.pk)}pause/")
    reply = edit(bob, group, dates=days(1, 2), party_size=6)
    assert (reply.status_code, reply.json()["group"]["status"]) == (200, "paused")
    assert [status for _, status, _ in states(group)] == ["canceled", "paused", "paused"]
    assert bob.get("/api/reservations/counts/").json()["active_reservations"] == 0


def test_editing_publishes_one_event(alice: Person) -> None:
    group = factories.group(alice.user)
    edit(alice, group, party_size=4)
    published = [event.payload["what"] for event in Event.objects.order_by("seq")]
    assert published == ["filed", "edited"]


def test_an_edit_changes_the_account(dana: Person) -> None:
    make_account(user=dana.user, is_concierge=False)
    group = factories.group(dana.user)
    another = make_account(user=dana.user, username="second@example.org", is_concierge=False)
    body = factories.body(at=[group.reservations.get().venue], account=another)
    assert dana.send("PUT", path(group.pk), body).status_code == 200
    assert group.reservations.get().account == another


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        ("confirmed", "already_booked", "Too late to change: the table is already booked."),
        ("unsuccessful", "over", "This request is over and can't be changed."),
        ("canceled", "over", "This request is over and can't be changed."),
    ],
)
def test_a_finished_group_can_not_be_edited(alice: Person, status: str, code: str, message: str) -> None:
    group = factories.group(alice.user)
    Reservation.objects.update(status=status)
    reply = edit(alice, group, party_size=4)
    assert (reply.status_code, reply.json()["code"], reply.json()["message"]) == (409, code, message)
    group.refresh_from_db()
    assert group.party_size == 2


def test_an_edit_of_the_booked_date_alone_is_refused(bob: Person) -> None:
    group = factories.group(bob.user, dates=DAYS[:2])
    group.reservations.filter(date=DAYS[0]).update(status="confirmed")
    reply = edit(bob, group, dates=days(0))
    assert (reply.status_code, reply.json()["code"]) == (409, "already_booked")
    assert [status for _, status, _ in states(group)] == ["confirmed", "active"]


def test_an_edit_during_a_pending_stop_is_refused(alice: Person) -> None:
    group = factories.group(alice.user)
    Reservation.objects.update(stop="pause")
    assert edit(alice, group, party_size=4).json()["code"] == "stopping"


def test_an_unpause_during_a_pending_stop_of_another_date_is_refused(bob: Person) -> None:
    group = factories.group(bob.user, dates=DAYS[:2])
    group.reservations.filter(date=DAYS[0]).update(status="paused")
    group.reservations.filter(date=DAYS[1]).update(stop="pause")
    reply = bob.post(f"{path(group.pk)}unpause/")
    assert (reply.status_code, reply.json()["code"]) == (409, "stopping")
    assert [status for _, status, _ in states(group)] == ["paused", "active"]


@pytest.mark.parametrize(
    ("wrong", "status", "key"),
    [
        ({"dates": []}, 400, "dates_error"),
        ({"party_size": None}, 400, "party_size_error"),
        ({"party_size": 11}, 400, "party_size_error"),
        ({"dates": ["2020-01-01"]}, 400, "dates_error"),
        ({"end_time": "18:00"}, 400, "times_error"),
        ({"final_snipe_date": factories.day(9).isoformat()}, 400, "final_snipe_error"),
        ({"party_size": "two"}, 422, "reservation.party_size"),
        ({"status": "confirmed"}, 422, "reservation.status"),
    ],
)
def test_an_invalid_edit_changes_nothing(alice: Person, wrong: dict[str, Any], status: int, key: str) -> None:
    group = factories.group(alice.user)
    reply = edit(alice, group, **wrong)
    assert (reply.status_code, list(reply.json()["errors"])) == (status, [key])
    assert group.reservations.get().revision == 1


def test_an_edit_to_a_taken_meal_is_refused(bob: Person) -> None:
    factories.group(bob.user, dates=DAYS[1:2])
    group = factories.group(bob.user, dates=DAYS[:1])
    assert edit(bob, group, dates=days(0), party_size=3).status_code == 200
    reply = edit(bob, group, dates=days(0, 1))
    assert (reply.status_code, reply.json()["code"]) == (409, "same_date")


def test_an_edit_at_the_limit_may_swap_dates(bob: Person) -> None:
    group = factories.group(bob.user, dates=[factories.day(7 + n) for n in range(25)])
    held = [factories.day(7 + n).isoformat() for n in range(25)]
    swapped = [*held[1:], factories.day(60).isoformat()]
    assert edit(bob, group, dates=swapped).status_code == 200

    reply = edit(bob, group, dates=[*swapped, factories.day(61).isoformat()])
    assert (reply.status_code, reply.json()["code"]) == (409, "over_limit")
    assert (reply.json()["limit"], reply.json()["active_reservations"]) == (25, 25)
    assert Reservation.objects.filter(status="active").count() == 25


def test_a_vips_edit_has_no_limit(erin: Person) -> None:
    groups = [factories.group(erin.user, dates=[factories.day(7 + n)]) for n in range(6)]
    assert edit(erin, groups[0], dates=[factories.day(40).isoformat()]).status_code == 200


def test_an_opened_release_can_be_edited_if_its_time_stays(bob: Person) -> None:
    group = factories.group(bob.user)
    opened = timezone.now() - timedelta(hours=1)
    ReservationGroup.objects.update(
        snipe_type="release", release_date=opened.date(), release_time="10:00", release_at=opened
    )
    release: dict[str, Any] = {
        "snipe_type": "release",
        "release_date": opened.date().isoformat(),
        "release_time": "10:00",
    }

    assert edit(bob, group, party_size=3, **release).status_code == 200
    reply = edit(bob, group, **release | {"release_date": factories.day(-3).isoformat()})
    assert (reply.status_code, list(reply.json()["errors"])) == (400, ["release_dates_error"])


def test_another_users_group_is_not_found_and_not_changed(alice: Person, charlie: Person) -> None:
    group = factories.group(alice.user)
    make_account(user=charlie.user)
    foreign = edit(charlie, group, party_size=4)
    missing = charlie.send("PUT", path(group.pk + 1000), factories.body(at=[make_venue()], account=None))
    assert foreign.status_code == missing.status_code == 404
    assert foreign.json() == missing.json()
    assert group.reservations.get().revision == 1


def test_editing_requires_sign_in(anyone: Anyone, alice: Person) -> None:
    group = factories.group(alice.user)
    body = factories.body(at=[make_venue()], account=None)
    assert anyone.send("PUT", path(group.pk), body).status_code == 401

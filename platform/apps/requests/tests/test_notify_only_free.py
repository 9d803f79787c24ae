"""Notify-only requests without a plan and without an account: what is filed, its limit, and what it turns into."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Tier, User
from apps.accounts.signals import email_confirmed
from apps.common.database import notify
from apps.connections.models import AccountStatus
from apps.requests.models import Reservation, ReservationGroup, Status
from apps.requests.stops import stopping
from apps.venues.models import Venue
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"
PRO_ONLY = "This Feature is Available for Pro Subscribers"


def file(who: Person, *at: Venue, account: Any = None, **wanted: Any) -> Any:
    body = factories.body(at=list(at) or [make_venue()], account=account, **{"notify_only": True, **wanted})
    return who.post(PATH, body)


def edit(who: Person, group: dict[str, Any], *, account: Any = None, **wanted: Any) -> Any:
    body = factories.body(at=[], account=account, **wanted)
    body["reservation"]["venues"] = [{"id": one["id"]} for one in group["venues"]]
    return who.send("PUT", f"{PATH}{group['group_id']}/", body)


def test_without_plan_and_account_it_is_filed_and_books_nothing(nora: Person) -> None:
    reply = file(nora)
    assert (reply.status_code, reply.json()["message"]) == (
        201,
        "Request filed. We'll notify you when a table opens.",
    )
    group = reply.json()["group"]
    assert (group["status"], group["notify_only"], group["account_name"]) == ("active", True, "")
    assert group["members"][0]["watch"]["state"] == "starting"
    request = Reservation.objects.get()
    assert (request.account, request.payment_method_id) == (None, None)


@pytest.mark.parametrize("platform", ["resy", "opentable"])
def test_without_a_plan_one_is_free(nora: Person, platform: str) -> None:
    group_id = file(nora, make_venue(reservation_source=platform)).json()["group"]["group_id"]
    refused = file(nora)
    assert (refused.status_code, refused.json()["code"], refused.json()["limit"]) == (409, "over_limit", 1)
    assert refused.json()["message"] == (
        "Without a plan, we watch one table for you at a time. Cancel that request, or choose a plan."
    )
    nora.send("DELETE", f"{PATH}{group_id}/")
    assert file(nora).status_code == 201


def test_an_account_is_used_if_there_is_one(nora: Person) -> None:
    account = make_account(user=nora.user)
    assert file(nora, account=account).status_code == 201
    assert Reservation.objects.get().account == account


def test_another_users_account_is_not_found(nora: Person, bob: Person) -> None:
    assert file(nora, account=make_account(user=bob.user)).status_code == 404


def test_booking_needs_a_plan_and_an_account_as_before(nora: Person, bob: Person) -> None:
    refused = file(nora, notify_only=False, account=make_account(user=nora.user))
    assert (refused.status_code, refused.json()["code"]) == (402, "plan_needed")
    refused = file(bob, notify_only=False)
    assert (refused.status_code, refused.json()["errors"]["account_error"]) == (400, "Please select an account")


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ({"party_size": 3}, "party_size_error"),
        ({"dates": [factories.day(7).isoformat(), factories.day(8).isoformat()]}, "dates_error"),
        ({"start_time": "18:00"}, "times_error"),
    ],
)
def test_without_a_plan_it_has_the_bounds_of_standard(nora: Person, wanted: dict[str, Any], key: str) -> None:
    refused = file(nora, **wanted)
    assert (refused.status_code, refused.json()["code"], refused.json()["errors"]) == (
        402,
        "pro_needed",
        {key: PRO_ONLY},
    )


def test_a_premium_restaurant_stays_pro(nora: Person) -> None:
    assert file(nora, make_venue(premium=True)).json()["errors"] == {"venues_error": PRO_ONLY}


def test_with_a_plan_it_counts_toward_the_plan(alice: Person) -> None:
    for _ in range(5):
        assert file(alice).status_code == 201
    refused = file(alice)
    assert (refused.status_code, refused.json()["limit"]) == (409, 5)


def test_an_edit_that_books_demands_plan_and_account(nora: Person) -> None:
    group = file(nora).json()["group"]
    assert edit(nora, group, party_size=4).json()["group"]["party_size"] == 4
    assert edit(nora, group, notify_only=False).status_code == 400
    account = make_account(user=nora.user)
    refused = edit(nora, group, account=account, notify_only=False)
    assert (refused.status_code, refused.json()["code"]) == (402, "plan_needed")
    User.objects.filter(pk=nora.user.pk).update(tier=Tier.STANDARD)
    booking = edit(nora, group, account=account, notify_only=False).json()["group"]
    assert (booking["notify_only"], booking["account_name"]) == (False, account.display_name)
    assert Reservation.objects.get().account == account


def test_an_account_that_is_connected_later_changes_nothing(nora: Person) -> None:
    group = file(nora).json()["group"]
    make_account(user=nora.user)
    User.objects.filter(pk=nora.user.pk).update(tier=Tier.STANDARD)
    shown = nora.get(f"{PATH}{group['group_id']}/").json()
    assert (shown["status"], shown["notify_only"], shown["members"][0]["watch"]["state"]) == (
        "active",
        True,
        "starting",
    )


def test_it_is_paused_unpaused_and_canceled_without_an_account(nora: Person) -> None:
    at = f"{PATH}{file(nora).json()['group']['group_id']}/"
    assert nora.post(f"{at}pause/").json()["group"]["status"] == "paused"
    assert nora.post(f"{at}unpause/").json()["group"]["status"] == "active"
    assert nora.send("DELETE", at).json()["group"]["status"] == "canceled"


def test_a_paused_one_makes_room_and_is_not_unpaused_beside_another(nora: Person) -> None:
    paused = file(nora).json()["group"]["group_id"]
    nora.post(f"{PATH}{paused}/pause/")
    assert file(nora).status_code == 201
    assert nora.post(f"{PATH}{paused}/unpause/").json()["code"] == "over_limit"


def test_after_a_disconnection_it_is_unpaused_without_an_account(nora: Person) -> None:
    account = make_account(user=nora.user)
    group_id = file(nora, account=account).json()["group"]["group_id"]
    type(account).objects.filter(pk=account.pk).update(status=AccountStatus.DISCONNECTED)
    stopping.pause_for_account(account_id=account.pk, now=timezone.now())
    assert nora.post(f"{PATH}{group_id}/unpause/").json()["group"]["status"] == "active"
    assert Reservation.objects.get().account is None


def test_its_readiness_asks_for_no_account_and_no_rehearsal(nora: Person) -> None:
    at = f"{PATH}{file(nora).json()['group']['group_id']}/"
    page = nora.get(f"{at}readiness/").json()
    assert "session" not in [line["check"] for line in page["lines"]]
    assert page["rehearse_at"] is None
    assert nora.post(f"{at}rehearse/").status_code == 409


def test_it_repeats_each_week(nora: Person) -> None:
    assert file(nora, repeat_until=factories.day(30).isoformat()).status_code == 201
    assert nora.get("/api/weekly-rules/").json()["rules"][0]["status"] == "active"


class TestUnconfirmed:
    """A user whose e-mail address is not confirmed."""

    @pytest.fixture
    def newcomer(self, nora: Person) -> Person:
        User.objects.filter(pk=nora.user.pk).update(email_confirmed_at=None)
        return nora

    def state(self, who: Person) -> str:
        (group,) = who.get(PATH).json()["groups"]
        return str(group["members"][0]["watch"]["state"])

    def test_it_is_filed_and_watched_from_the_confirmation_on(
        self, newcomer: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        woken: list[int] = []
        assert file(newcomer).status_code == 201
        assert self.state(newcomer) == "unconfirmed"
        monkeypatch.setattr(notify, "demand_changed_at", lambda *, venue_ids: woken.extend(venue_ids))
        User.objects.filter(pk=newcomer.user.pk).update(email_confirmed_at=timezone.now())
        email_confirmed.send(User, user_id=newcomer.user.pk, now=timezone.now())
        assert woken == [Reservation.objects.get().venue_id]
        assert self.state(newcomer) == "starting"

    def test_with_an_account_it_is_watched_at_once(self, newcomer: Person) -> None:
        file(newcomer, account=make_account(user=newcomer.user))
        assert self.state(newcomer) == "starting"


def test_closing_the_account_cancels_it(nora: Person) -> None:
    file(nora)
    assert nora.send("DELETE", "/api/users/me/", {"password": "Table4two!"}).status_code == 200
    assert Reservation.objects.get().status == Status.CANCELED
    assert ReservationGroup.objects.count() == 1

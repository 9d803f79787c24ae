"""DELETE /api/users/me/: nothing is watched or booked for somebody who has left."""

import pytest

from apps.accounts.models import User
from apps.accounts.testing import PASSWORD, Person
from apps.reservations.models import Reservation
from apps.reservations.tests import make

ME = "/api/users/me/"
RIGHT = {"password": PASSWORD}


def test_everything_open_is_canceled_and_what_was_booked_stays(bob: Person, charlie: Person) -> None:
    booked, paused, active = (make.group(bob.user, dates=[make.day(7 + n)]) for n in range(3))
    booked.reservations.update(status="confirmed")
    paused.reservations.update(status="paused")
    foreign = make.group(charlie.user)

    assert bob.delete(ME, RIGHT).status_code == 200
    assert [group.reservations.get().status for group in (booked, paused, active)] == [
        "confirmed",
        "canceled",
        "canceled",
    ]
    assert foreign.reservations.get().status == "active"


@pytest.mark.parametrize("state", ["claimed", "unknown"])
def test_while_a_table_is_being_booked_the_account_stays_open(bob: Person, state: str) -> None:
    request = make.group(bob.user).reservations.get()
    make.group(bob.user, dates=[make.day(9)])
    make.attempt(request, state=state)

    reply = bob.delete(ME, RIGHT)
    assert (reply.status_code, reply.json()["code"]) == (409, "booking")
    assert reply.json()["message"] == "A table is being booked for you right now. Please try again in a moment."
    assert set(Reservation.objects.values_list("status", flat=True)) == {"active"}
    assert User.objects.get(pk=bob.user.pk).is_active

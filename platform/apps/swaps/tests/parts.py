"""A booked table for which the user prefers another date, and the steps that a watcher and a user take to swap it."""

from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.notices.models import Event
from apps.outcomes import requested_cancellations
from apps.outcomes.relay.openings import publish_openings
from apps.requests.models import Attempt, Opening, Reservation, TimelineEntry
from apps.requests.services import filing
from apps.requests.tests import factories
from apps.requests.tests.booked_table import book
from apps.requests.tests.sniper import Sniper
from apps.swaps import swapping
from apps.swaps.models import SwapOffer
from apps.venues.models import Venue
from testing.simulator import Simulator
from testing.users import Person

BEST, BOOKED = factories.day(8), factories.day(9)


@dataclass
class Improvable:
    """A request for one table on BEST or, as second choice, on BOOKED. A table on BOOKED is booked for it.

    `number` is the platform's id of the booked table.
    """

    simulator: Simulator
    person: Person
    account: PlatformAccount
    venue: Venue
    sniper: Sniper
    old: Reservation = field(init=False)
    attempt: Attempt = field(init=False)
    number: str = field(init=False)

    def __post_init__(self) -> None:
        draft = factories.draft(
            self.venue,
            account=self.account,
            dates=(BEST, BOOKED),
            dates_by_choice=(BEST, BOOKED),
            one_table=True,
        )
        group_id = filing.create_group(user_id=self.person.user.pk, draft=draft, now=timezone.now())
        self.old = Reservation.objects.get(group_id=group_id, date=BOOKED)
        self.number = self.book_there(BOOKED, time(19))
        claimed = self.sniper.claim(self.old)
        assert claimed is not None
        assert self.sniper.record(claimed, "booked", named=self.number)
        self.attempt = Attempt.objects.get(pk=claimed)

    def free(self, day: date, at: time) -> None:
        """Open one table at the simulator."""
        row = {"source": self.account.platform, "venue_id": self.venue.platform_venue_id, "party_size": 2}
        day_and_time = {"date": f"{day}", "time": f"{at:%H:%M}"}
        self.simulator.http.post("/free", json=row | day_and_time).raise_for_status()

    def book_there(self, day: date, at: time) -> str:
        """Open a table and book it over the platform's API. Return the platform's id."""
        self.free(day, at)
        return book(self.account, venue_id=self.venue.platform_venue_id, day=day, at=at)

    def look(self) -> Any:
        """Press "keep looking"."""
        return self.person.post(f"/api/reservations/{self.old.group_id}/tables/{self.old.pk}/look-for-better/")

    def see(self, *, at: time = time(19, 30)) -> None:
        """Store what a watcher of the search writes for an opening on BEST, and let the relay publish it."""
        search = Reservation.objects.get(group__swap_of=self.attempt.pk, group__notify_only=True, date=BEST)
        entry = TimelineEntry.objects.create(
            reservation=search, kind="opened", slot_time=at, seating="Bar", party_size=2, tables=1
        )
        Opening.objects.create(entry=entry, reservation=search)
        publish_openings(now=timezone.now())

    def offer(self) -> SwapOffer:
        """Look, see the better table, and return its offer."""
        assert self.look().status_code == 201
        self.see()
        return SwapOffer.objects.get()

    def accept(self, offer: SwapOffer, **more: Any) -> Any:
        """Press "Swap"."""
        return self.person.post(f"/api/swaps/{offer.pk}/accept/", more)

    def swap_of(self, offer: SwapOffer) -> Reservation:
        """Return the reservation that the command filed."""
        offer.refresh_from_db()
        return Reservation.objects.get(group_id=offer.swap_id)

    def claim_new(self, offer: SwapOffer) -> int | None:
        """Claim the new table, as its watcher does."""
        return self.sniper.claim(self.swap_of(offer), at=time(19, 30))

    def book_new(self, offer: SwapOffer) -> str:
        """Claim, book at the platform and record the new table. Return the platform's id."""
        claimed = self.claim_new(offer)
        assert claimed is not None
        number = self.book_there(BEST, time(19, 30))
        assert self.sniper.record(claimed, "booked", named=number)
        return number

    def finish(self) -> int:
        """Run the relay's step."""
        return swapping.finish(now=timezone.now())

    def cancel_old(self) -> None:
        """Run the job that cancels the old table at the platform."""
        requested_cancellations.run_next(now=timezone.now(), attempt_id=self.attempt.pk)

    def state(self, offer: SwapOffer) -> str:
        """Return the state that the page shows."""
        reply = self.person.get(f"/api/swaps/{offer.pk}/")
        assert reply.status_code == 200, reply.content
        return str(reply.json()["state"])

    def held(self) -> set[str]:
        """Return the ids of the tables that the platform holds."""
        found = self.simulator.http.get("/bookings").json()["bookings"]
        return {str(one["reservation_id"]) for one in found if one["status"] == "booked"}

    def events(self, type: str) -> list[dict[str, Any]]:
        """Return the user's events of a type, oldest first."""
        return [one.payload for one in Event.objects.filter(user=self.person.user, type=type).order_by("seq")]

"""Requests for one table in all: of slots that open at about the same time, the best in the user's order is booked."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import product
from typing import Any, cast

import pytest

from snipers.clients.base import BookingClient, Found
from snipers.domain.outcome import Lost
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.tests.examples import DAY, NOON, slot, snipe, windows
from snipers.domain.vocabulary import Reason
from snipers.testing.backend import Backend
from snipers.testing.simulators import ResySimulator, Simulator
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment, NotClaimed

LATER = DAY + timedelta(days=1)
SEATINGS = ("Bar", "Dining Room")


def member(number: int, **other: object) -> Snipe:
    """Return a snipe of one group for one table in all, the `number`-th choice of its user."""
    group = {"group_id": 7, "diner_key": "user:9", "one_table": True, "seatings": SEATINGS, "choice": number}
    return snipe(number + 1, **{**group, **other})


class Venue:
    """The allocator of one venue, with polls that a test answers."""

    def __init__(self, *snipes: Snipe) -> None:
        self.allocator = Allocator()
        self.allocator.set_roster(snipes)
        self.rounds: list[int] = []

    def answer(self, *slots: Slot, day: date = DAY, at: float = 0.0) -> list[Assignment]:
        """Answer a poll of one day and assign its slots."""
        self.allocator.record_answer((day, 2), [replace(one, date=day) for one in slots], asked=at, now=NOON)
        return self.match(day=day, at=at)

    def match(self, *, day: date = DAY, at: float) -> list[Assignment]:
        """Match the open slots of one day again."""
        matched = self.allocator.assign_slots((day, 2), at=at, now=NOON, seen=at, seen_at=NOON)
        self.rounds += matched.rounds
        return list(matched.assignments)

    def end_round(self, *, at: float) -> None:
        """Let the round that has begun end."""
        assert self.rounds == [7]
        self.rounds.clear()
        self.allocator.choices.decide(7, at=at)


def test_a_slot_of_the_first_choice_is_assigned_at_once() -> None:
    venue = Venue(member(0), member(1, date=LATER))
    (assigned,) = venue.answer(slot(seating="Bar"))
    assert (assigned.snipe.choice, assigned.slot.seating) == (0, "Bar")
    assert venue.rounds == []


def test_a_worse_slot_waits_for_the_end_of_the_round() -> None:
    venue = Venue(member(0), member(1, date=LATER))
    assert venue.answer(slot(seating="Bar"), day=LATER) == []
    assert venue.match(day=LATER, at=0.5) == []
    venue.end_round(at=1)
    (assigned,) = venue.match(day=LATER, at=1)
    assert assigned.snipe.choice == 1


def test_a_worse_seating_of_the_first_choice_waits_too() -> None:
    venue = Venue(member(0))
    assert venue.answer(slot(seating="Dining Room")) == []
    (assigned,) = venue.answer(slot(seating="Dining Room"), slot(seating="Bar"), at=0.5)
    assert assigned.slot.seating == "Bar"
    assert [one.slot.seating for one in assigned.also_open] == ["Dining Room"]


def test_a_worse_window_of_the_first_choice_waits_too() -> None:
    venue = Venue(member(0, **windows("20:00-21:00", "12:00-13:30")))
    assert venue.answer(slot("12:30", seating="Bar")) == []
    (assigned,) = venue.answer(slot("12:30", seating="Bar"), slot("20:30", seating="Bar"), at=0.5)
    assert f"{assigned.slot.time:%H:%M}" == "20:30"
    assert [f"{one.slot.time:%H:%M}" for one in assigned.also_open] == ["12:30"]


def test_after_a_round_the_best_of_all_dates_is_assigned() -> None:
    venue = Venue(member(0), member(1, date=LATER))
    assert venue.answer(slot(seating="Bar"), day=LATER) == []
    assert venue.answer(slot(seating="Dining Room"), day=DAY, at=0.5) == []
    venue.end_round(at=1)
    assert venue.match(day=LATER, at=1) == []
    (assigned,) = venue.match(day=DAY, at=1)
    assert (assigned.snipe.choice, assigned.slot.seating) == (0, "Dining Room")
    venue.allocator.finish(assigned, Lost(Reason.TAKEN), at=1.2)
    (second,) = venue.match(day=LATER, at=1.3)
    assert second.snipe.choice == 1


@pytest.mark.parametrize("only", [{}, {"one_table": False}], ids=["one option", "one table for each date"])
def test_a_request_without_a_choice_never_waits(only: dict[str, object]) -> None:
    venue = Venue(member(1, first_choice=1, seatings=(), **only) if not only else member(1, **only))
    assert len(venue.answer(slot(seating="Dining Room"))) == 1
    assert venue.rounds == []


def test_a_release_takes_the_best_slot_at_hand_without_waiting() -> None:
    release = {"snipe_type": "release", "release_at": NOON}
    snipes = member(0, **release), member(1, date=LATER, **release)
    venue = Venue(*snipes)
    venue.allocator.snipes.books.begin_burst(NOON, snipes, at=0)
    (assigned,) = venue.answer(slot(seating="Dining Room"), day=LATER)
    assert assigned.snipe.choice == 1


def test_a_claim_without_a_row_is_tried_again_soon() -> None:
    venue = Venue(member(0))
    (assigned,) = venue.answer(slot(seating="Bar"))
    venue.allocator.finish(assigned, NotClaimed(), at=1)
    assert venue.match(at=1.4) == []
    assert len(venue.match(at=1.6)) == 1


def with_bar(simulator: Simulator) -> tuple[int, int]:
    """Return two venues that have a bar and a dining room."""
    return simulator.venues[2], simulator.venues[5]


@pytest.fixture
async def venues(
    backend: Backend, resy: ResySimulator, lasting_claims: None
) -> AsyncIterator[tuple[WatchHarness, WatchHarness]]:
    """Two venues at one platform, each with watchers of its own."""
    async with resy.client() as client:
        harnesses = [
            WatchHarness(
                backend=backend,
                simulator=resy,
                client=client,
                venue_id=await backend.add_venue(platform_venue_id=platform_venue_id),
            )
            for platform_venue_id in with_bar(resy)
        ]
        yield harnesses[0], harnesses[1]
        for harness in harnesses:
            await harness.close()


async def file_group(venues: Sequence[WatchHarness], *, days: Sequence[date]) -> dict[tuple[int, date], int]:
    """File one request for one table in all, the first venue first and the earliest day first. Start the watchers.

    Return the reservation ids by the venue's place and day.
    """
    account_id = await venues[0].connect_account()
    filed = {}
    for number, (place, day) in enumerate(product(range(len(venues)), days)):
        filed[place, day] = await venues[place].add_request(
            number, account_id=account_id, group=50, diner="user:1", one_table=True, day=day, choice=number,
            seatings=SEATINGS,
        )  # fmt: skip
    watchers = [harness.start_watcher(pace=0.3) for harness in venues]

    def are_polled() -> bool:
        states = [watcher.snapshot().snipes for watcher in watchers]
        return all(len(one) == len(days) and all(state.checks for state in one) for one in states)

    await venues[0].until(are_polled)
    return filed


async def test_of_six_slots_that_open_at_once_the_best_is_booked_and_no_other(
    venues: tuple[WatchHarness, WatchHarness],
) -> None:
    simulator = venues[0].simulator
    days = [simulator.day + timedelta(days=ahead) for ahead in range(4)]
    filed = await file_group(venues, days=days)
    first, second = with_bar(simulator)
    # Worst first, so that the best one is seen last.
    opened = [
        (second, days[3], "Dining Room"),
        (second, days[0], "Dining Room"),
        (second, days[0], "Bar"),
        (first, days[2], "Dining Room"),
        (first, days[1], "Dining Room"),
        (first, days[1], "Bar"),
    ]
    for venue_id, day, seating in opened:
        await simulator.free("19:30", venue_id=venue_id, day=day, seating=seating)
    (tried,) = await venues[0].wait_for_attempts(1, "booked")
    assert tried.reservation_id == filed[0, days[1]]
    await asyncio.sleep(3)
    (held,) = await simulator.held()
    assert (held["venue_id"], held["date"], held["seating"]) == (first, str(days[1]), "Bar")
    statuses = [(await venues[0].backend.request(one)).status for one in filed.values()]
    assert sorted(statuses) == ["canceled"] * 7 + ["confirmed"]


async def test_a_worse_venue_is_booked_after_the_wait(venues: tuple[WatchHarness, WatchHarness]) -> None:
    simulator = venues[0].simulator
    filed = await file_group(venues, days=[simulator.day])
    await simulator.free("19:30", venue_id=with_bar(simulator)[1], seating="Dining Room")
    (tried,) = await venues[0].wait_for_attempts(1, "booked")
    assert tried.reservation_id == filed[1, simulator.day]


class LatePolls:
    """A client whose polls of one day are each sent 1.6 seconds late while `late` is set."""

    def __init__(self, client: BookingClient, day: date) -> None:
        self._client = client
        self._day = day
        self.late = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        if self.late and day == self._day:
            await asyncio.sleep(1.6)
        return await self._client.find(platform_venue_id=platform_venue_id, day=day, party_size=party_size)


async def test_a_round_waits_for_a_late_poll_of_a_preferred_date(
    backend: Backend, resy: ResySimulator, lasting_claims: None
) -> None:
    venue_id, _ = with_bar(resy)
    days = [resy.day, resy.day + timedelta(days=1)]
    async with resy.client() as client:
        polls = LatePolls(client, days[0])
        harness = WatchHarness(
            backend=backend,
            simulator=resy,
            client=cast("BookingClient", polls),
            venue_id=await backend.add_venue(platform_venue_id=venue_id),
        )
        try:
            filed = await file_group([harness], days=days)
            polls.late = True
            for day in reversed(days):
                await resy.free("19:30", venue_id=venue_id, day=day, seating="Bar")
            (tried,) = await harness.wait_for_attempts(1, "booked")
            assert tried.reservation_id == filed[0, days[0]]
        finally:
            await harness.close()

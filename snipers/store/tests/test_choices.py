"""Watchers of several venues compare the open slots of a one-table group in the store, on both stores."""

from datetime import time, timedelta
from typing import Any

from snipers.store.base import CHOICE_SECONDS
from snipers.store.records import Offer, SnipeState, Standing
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY
from snipers.testing.postgres_backend import PostgresBackend

GROUP: dict[str, Any] = {"group": 50, "diner": "user:1", "one_table": True}


async def add_pair(watched: WatchedVenue) -> tuple[int, int]:
    """Add the first and the second choice of one group: the same date at two venues."""
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203)
    await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here")
    first = await watched.add_request(1, choice=0, seatings=("Patio", "Bar"), **GROUP)
    return first, await watched.add_request(2, choice=1, venue_id=elsewhere, **GROUP)


async def offer(watched: WatchedVenue, reservation_id: int, *levels: int) -> Standing:
    group_id = 50
    offers = [
        Offer(reservation_id=reservation_id, slot_key=f"slot {level}", time=time(20, 15), seating="Bar", level=level)
        for level in levels
    ]
    return await watched.store.offer(group_id=group_id, members=[reservation_id], offers=offers)


async def test_the_wait_counts_from_the_first_sighting_at_any_venue(watched: WatchedVenue) -> None:
    first, second = await add_pair(watched)
    alone = await offer(watched, second, 16)
    assert CHOICE_SECONDS - 0.5 < alone.wait_seconds <= CHOICE_SECONDS
    other = await offer(watched, first, 1)
    assert other.wait_seconds <= alone.wait_seconds


async def test_the_wait_covers_the_poll_of_a_preferred_venue_but_no_long_one(watched: WatchedVenue) -> None:
    first, second = await add_pair(watched)

    async def wait_with(interval_ms: int) -> float:
        state = SnipeState(
            reservation_id=first, state="watching", checks=1, last_check_at=None, next_check_at=None,
            interval_ms=interval_ms,
        )  # fmt: skip
        await watched.store.write_states(snipes=[state], venues=[])
        await offer(watched, second)
        return round((await offer(watched, second, 16)).wait_seconds, 1)

    assert [await wait_with(ms) for ms in (500, 1550, 2050, 60_000)] == [1.0, 1.8, 2.3, 1.0]
    # A slot of the first choice waits for nobody's poll.
    assert round((await offer(watched, first, 1)).wait_seconds, 1) <= 1.0


async def test_a_better_offer_outranks_a_worse_one_until_it_is_withdrawn(watched: WatchedVenue) -> None:
    first, second = await add_pair(watched)
    assert not (await offer(watched, first, 1)).outranked
    assert (await offer(watched, second, 16)).outranked
    assert not (await offer(watched, first, 1)).outranked
    await offer(watched, first)
    assert not (await offer(watched, second, 16)).outranked


async def test_a_worse_slot_cannot_be_claimed_while_a_better_one_is_offered(watched: WatchedVenue) -> None:
    first, second = await add_pair(watched)
    await offer(watched, first, 1)
    assert await watched.claim(second, level=16) is None
    assert await watched.claim(first, level=1, seating="Bar")


async def test_a_booking_call_outranks_all_offers_and_its_loss_does_not(watched: WatchedVenue) -> None:
    first, second = await add_pair(watched)
    await offer(watched, first, 0)
    claim = await watched.must_claim(first, seating="Patio")
    assert (await offer(watched, second, 16)).outranked
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert not (await offer(watched, second, 16)).outranked
    assert await watched.claim(second, level=16, slot_key="there")


async def test_a_venue_without_offers_is_not_outranked_and_waits_for_nothing(watched: WatchedVenue) -> None:
    first, second = await add_pair(watched)
    await offer(watched, first, 0)
    await watched.must_claim(first, seating="Patio")
    assert await offer(watched, second) == Standing(wait_seconds=0.0, outranked=False)


async def test_only_wanted_seatings_can_be_claimed(watched: WatchedVenue) -> None:
    wanted = await watched.add_request(seatings=("Patio", "Bar"))
    assert await watched.claim(wanted, seating="Dining Room") is None
    claim = await watched.must_claim(wanted, seating="bar")
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    other = await watched.add_request(2, seatings=("Patio", ""))
    assert await watched.claim(other, seating="Dining Room")


async def test_a_watcher_reads_the_order(watched: WatchedVenue) -> None:
    first = await watched.add_request(1, choice=0, seatings=("Patio", "Bar"), **GROUP)
    await watched.add_request(2, choice=3, day=DAY + timedelta(days=1), **GROUP)

    async def places() -> list[tuple[int, int, tuple[str, ...]]]:
        roster = await watched.store.roster(venue_id=watched.venue_id)
        assert roster is not None
        return [(snipe.choice, snipe.first_choice, snipe.seatings) for snipe in roster.snipes]

    assert await places() == [(0, 0, ("Patio", "Bar")), (3, 0, ())]
    await watched.backend.set_status(first, status="paused")
    assert await places() == [(3, 3, ())]


async def test_the_booking_entry_names_the_best_slot_that_it_was_preferred_to(
    watched_postgres: tuple[WatchedVenue, PostgresBackend],
) -> None:
    watched, backend = watched_postgres
    first, second = await add_pair(watched)
    await offer(watched, second, 16, 17)
    claim = await watched.must_claim(first, seating="Patio")
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    entries = await backend.entries(first)
    assert [entry["over"] for entry in entries if entry["kind"] == "booked"] == [
        {"venue_name": "Little Owlet", "date": str(DAY), "time": "20:15", "seating": "Bar", "by": "venue"}
    ]
    assert await backend.candidates() == 0


async def test_the_booking_entry_says_that_the_time_window_decided(
    watched_postgres: tuple[WatchedVenue, PostgresBackend],
) -> None:
    watched, backend = watched_postgres
    windows = ((time(19), time(19, 45)), (time(20), time(21)))
    only = await watched.add_request(windows=windows, **GROUP)
    # The other slot has the same seating.
    offers = [Offer(reservation_id=only, slot_key="later", time=time(20, 15), seating="Dining Room", level=1)]
    await watched.store.offer(group_id=50, members=[only], offers=offers)
    claim = await watched.must_claim(only)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="743")
    over = [entry["over"] for entry in await backend.entries(only) if entry["kind"] == "booked"]
    assert [(one["time"], one["by"]) for one in over] == [("20:15", "window")]


async def test_a_booking_without_a_choice_names_no_other_slot(
    watched_postgres: tuple[WatchedVenue, PostgresBackend],
) -> None:
    watched, backend = watched_postgres
    only = await watched.add_request(one_table=True, group=51, day=DAY + timedelta(days=1))
    claim = await watched.must_claim(only, date=DAY + timedelta(days=1))
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="742")
    assert [entry["over"] for entry in await backend.entries(only)] == [None]

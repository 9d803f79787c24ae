"""A release learns from the finds that led to earlier attempts at the platform."""

from snipers.domain.early_find import EarlyFind, PastFind
from snipers.store.records import Measured
from snipers.store.tests.watched_venue import WatchedVenue


async def test_past_finds_have_their_durations_and_early_finds_first(watched: WatchedVenue) -> None:
    for number, timings in enumerate(
        (
            {"find_ms": 21.5},
            {"find_ms": 22.0, "early_share": 0.9, "early_shown": 0.0},
            {"find_ms": 23.0, "early_share": 0.85, "early_shown": 1.0},
            {"claim_ms": 1.0},
            {"find_ms": 24.0},
        ),
        start=1,
    ):
        claim = await watched.must_claim(await watched.add_request(number), slot_key=f"table {number}")
        await watched.store.record(
            attempt_id=claim.attempt_id, state="lost", reason="taken", measured=Measured(timings=timings)
        )
    assert await watched.store.past_finds(platform="resy") == [
        PastFind(seconds=0.023, early=EarlyFind(share=0.85, shown=True)),
        PastFind(seconds=0.022, early=EarlyFind(share=0.9, shown=False)),
        PastFind(seconds=0.024),
        PastFind(seconds=0.0215),
    ]
    assert await watched.store.past_finds(platform="opentable") == []

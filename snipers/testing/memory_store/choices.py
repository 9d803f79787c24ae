"""Implements sql/choices.sql for the in-memory store."""

from collections.abc import Sequence
from datetime import timedelta

from snipers.domain.choice import LEVELS_OF_A_CHOICE
from snipers.store.base import CHOICE_MARGIN_SECONDS, CHOICE_SECONDS, MOST_CHOICE_SECONDS, OFFER_SECONDS
from snipers.store.records import Offer, Standing
from snipers.testing.memory_store.rows import LIVE, CandidateRow
from snipers.testing.memory_store.tables import Tables


def offer(tables: Tables, group_id: int, *, members: Sequence[int], offers: Sequence[Offer]) -> Standing:
    """Run the statement `offer` on the in-memory tables."""
    at, kept = tables.now(), {}
    counts_from = at - timedelta(seconds=OFFER_SECONDS)
    for one in offers:
        earlier = tables.candidates.get((one.reservation_id, one.slot_key))
        seen_at = earlier.seen_at if earlier and earlier.seen_at > counts_from else at
        kept[one.reservation_id, one.slot_key] = CandidateRow(group_id=group_id, offer=one, seen_at=seen_at)
    others = {key: row for key, row in tables.candidates.items() if key[0] not in members}
    tables.candidates = others | kept
    if not kept:
        return Standing(wait_seconds=0.0, outranked=False)
    rivals = [row for row in others.values() if row.group_id == group_id and row.seen_at > counts_from]
    level = min(one.level for one in offers)
    began = min(row.seen_at for row in [*kept.values(), *rivals])
    live = any(
        one.snipe.group_id == group_id and one.snipe.one_table and one.state in LIVE for one in tables.attempts.values()
    )
    wait = _wait_seconds(tables, group_id, level) - (at - began).total_seconds()
    return Standing(wait_seconds=max(0.0, wait), outranked=live or any(row.offer.level < level for row in rivals))


def outranked(tables: Tables, group_id: int, *, level: int) -> bool:
    """Return whether a watcher has held back a slot with a better level than `level` for the group within
    CHOICE_SECONDS.
    """
    since = tables.now() - timedelta(seconds=CHOICE_SECONDS)
    rows = tables.candidates.values()
    return any(row.group_id == group_id and row.offer.level < level and row.seen_at > since for row in rows)


def _wait_seconds(tables: Tables, group_id: int, level: int) -> float:
    periods = [
        state.interval_ms / 1000 + CHOICE_MARGIN_SECONDS
        for reservation_id, state in tables.states.items()
        if (row := tables.reservations[reservation_id]).snipe.group_id == group_id
        and row.status == "active"
        and row.snipe.choice * LEVELS_OF_A_CHOICE < level
    ]
    slowest = max(periods, default=0.0)
    return slowest if CHOICE_SECONDS <= slowest <= MOST_CHOICE_SECONDS else CHOICE_SECONDS

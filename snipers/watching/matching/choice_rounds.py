"""Runs rounds: compares the open slots of one-table groups at one venue with those that watchers of other venues hold
back.

The watchers of a group's venues are different processes, so they compare their slots in the database (store.offer). A
round lasts until better slots had time to appear and no other venue has a better one. If a poll of a preferred
reservation at this venue is late, the round waits for its answer. It has a maximum duration, and also ends if the
database fails: the claim itself decides whether a slot may be booked.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from snipers.domain.cadence import PollKey
from snipers.domain.choice import LEVELS_OF_A_CHOICE, OpenChoice
from snipers.store.base import CHOICE_SECONDS, MOST_CHOICE_SECONDS
from snipers.store.records import Offer, Standing
from snipers.watching.context import VenueContext
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment

log = logging.getLogger(__name__)

# The longest time for which a round waits for another venue that has a better slot: booking that slot takes less.
OUTRANKED_SECONDS = 3.0
RECHECK_SECONDS = 0.2


class AnswerDue(Protocol):
    def __call__(self, key: PollKey, *, since: float, by: float) -> bool: ...


class ChoiceRounds:
    """Runs the rounds of one venue.

    `match` is called to match the open slots of a key again. `answer_due` is PollSchedule.answer_due.
    """

    def __init__(
        self,
        context: VenueContext,
        allocator: Allocator,
        *,
        match: Callable[[PollKey], object],
        answer_due: AnswerDue,
    ) -> None:
        self._context = context
        self._store = context.store
        self._now = context.clock.now
        self._monotonic = context.clock.monotonic
        self._allocator = allocator
        self._match = match
        self._answer_due = answer_due

    def start(self, group_id: int) -> None:
        """Start the round of a group that has begun to hold back slots."""
        if not self._context.background.start(("choice", group_id), partial(self._run, group_id)):
            self._allocator.choices.decide(group_id, at=self._monotonic())

    def report(self, assignment: Assignment) -> None:
        """Store the other slots that were open when a slot was assigned, so that the timeline can explain the
        choice.
        """
        group_id = assignment.snipe.group_id
        offer = partial(self._report, group_id, assignment.also_open)
        self._context.background.start(("choice made", group_id), offer)

    async def _run(self, group_id: int) -> None:
        began = self._monotonic()
        try:
            standing = await self._offer(group_id, self._open(group_id))
            await asyncio.sleep(standing.wait_seconds)
            # Usually every preferred key was polled by now. A late poll may have been skipped, which sets no event.
            while self._better_due(group_id, since=began):  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(RECHECK_SECONDS)
            deadline = self._monotonic() + OUTRANKED_SECONDS
            # The better slot is in another process, so there is no event to wait for.
            while (  # noqa: ASYNC110
                await self._offer(group_id, self._open(group_id))
            ).outranked and self._monotonic() < deadline:
                await asyncio.sleep(RECHECK_SECONDS)
        finally:
            self._allocator.choices.decide(group_id, at=self._monotonic())
        for key in dict.fromkeys(one.snipe.poll_key for one in self._open(group_id)):
            self._match(key)

    async def _report(self, group_id: int, found: Sequence[OpenChoice]) -> None:
        await self._offer(group_id, found)

    async def _offer(self, group_id: int, found: Sequence[OpenChoice]) -> Standing:
        offers = [
            Offer(
                reservation_id=one.snipe.reservation_id,
                slot_key=one.slot.key,
                time=one.slot.time,
                seating=one.slot.seating,
                level=one.level,
            )
            for one in found
        ]
        members = [one for one, snipe in self._allocator.snipes.by_id.items() if snipe.group_id == group_id]
        try:
            return await self._store.offer(group_id=group_id, members=members, offers=offers)
        except Exception as error:  # noqa: BLE001 - any error of the database client
            log.warning("group %d: its open slots were not compared: %r", group_id, error)
            return Standing(wait_seconds=CHOICE_SECONDS, outranked=False)

    def _better_due(self, group_id: int, *, since: float) -> bool:
        """Return whether a round must wait for a poll that may show better slots.

        The poll is one for a reservation at this venue that the user prefers to the best open
        slot. A round that began at `since` waits for it until MOST_CHOICE_SECONDS after `since`.
        """
        by = since + MOST_CHOICE_SECONDS
        found = self._open(group_id)
        if not found or self._monotonic() >= by:
            return False
        best = found[0].level
        return any(
            self._answer_due(snipe.poll_key, since=since, by=by)
            for snipe in self._allocator.snipes.by_id.values()
            if snipe.group_id == group_id and snipe.choice * LEVELS_OF_A_CHOICE < best
        )

    def _open(self, group_id: int) -> list[OpenChoice]:
        return self._allocator.open_choices({group_id}, at=self._monotonic(), now=self._now()).get(group_id, [])

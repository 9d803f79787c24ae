import asyncio
from datetime import date

from snipers.domain import metrics
from snipers.domain.cadence import Grant, Schedule
from snipers.domain.counts import Counts
from snipers.domain.metrics import Restart
from snipers.runtime.mailbox import LONGEST_SECONDS, Mailbox, Orders
from snipers.store.base import VenueState
from snipers.watching.snapshot import Snapshot


def word(venue_id: int, *, epoch: int = 1, polls: int = 0) -> Snapshot:
    venue = VenueState(venue_id=venue_id, epoch=epoch, state="watching", polls=polls, last_poll_at=None)
    return Snapshot(venue=venue, snipes=[])


def schedule(version: int, *, starts_at: float = 0.0) -> Schedule:
    grant = Grant(date=date(2026, 11, 20), party_size=2, period=1.0, phase=0.0)
    return Schedule(version=version, starts_at=starts_at, grants=(grant,))


async def waiting(mailbox: Mailbox, said: Snapshot) -> "asyncio.Task[Orders]":
    """Begin a watcher's call and let it come to where it waits."""
    call = asyncio.create_task(mailbox.exchange(said))
    for _ in range(5):
        await asyncio.sleep(0)
    return call


async def test_a_waiting_watcher_gets_its_orders_at_once_and_nobody_elses() -> None:
    mailbox = Mailbox()
    first, second = await waiting(mailbox, word(1)), await waiting(mailbox, word(2))
    await mailbox.order({1: Orders(look=True)})
    assert await first == Orders(look=True)
    assert not second.done()
    second.cancel()


async def test_a_watcher_without_orders_is_let_go_after_a_while() -> None:
    async with asyncio.timeout(2 * LONGEST_SECONDS):
        assert not await Mailbox().exchange(word(1))


async def test_orders_wait_for_the_next_call_and_the_newest_schedule_counts() -> None:
    mailbox = Mailbox()
    await mailbox.order({1: Orders(schedule=schedule(2))})
    await mailbox.order({1: Orders(schedule=schedule(1), look=True)})
    assert await mailbox.exchange(word(1)) == Orders(look=True, schedule=schedule(2))
    call = await waiting(mailbox, word(1))
    assert not call.done(), "orders are given once"
    call.cancel()


async def test_a_schedule_that_begins_later_is_told_one_watcher_after_the_other() -> None:
    # Two draws for the waits of the calls, two for the wake-up events.
    turns = iter([0.5, 0.5, 0.0, 1.0])
    mailbox = Mailbox(jitter=lambda: next(turns), wall=lambda: 100.0)
    first, second = await waiting(mailbox, word(1)), await waiting(mailbox, word(2))
    await mailbox.order({venue: Orders(schedule=schedule(2, starts_at=100.2)) for venue in (1, 2)})
    assert (await first).schedule == schedule(2, starts_at=100.2)
    assert not second.done()
    assert (await second).schedule == schedule(2, starts_at=100.2)


async def test_a_stop_waits_for_nothing() -> None:
    mailbox = Mailbox(jitter=lambda: 1.0, wall=lambda: 100.0)
    call = await waiting(mailbox, word(1))
    await mailbox.order({1: Orders(schedule=schedule(2, starts_at=1e9), retire=True)})
    async with asyncio.timeout(1):
        assert (await call).retire


async def test_watchers_that_called_together_are_let_go_apart() -> None:
    turns = iter([0.0, 1.0])
    mailbox = Mailbox(jitter=lambda: next(turns))
    first, second = await waiting(mailbox, word(1)), await waiting(mailbox, word(2))
    assert not await first
    assert not second.done()
    assert not await second


async def test_an_answer_that_nobody_waits_for_any_more_takes_no_orders_along() -> None:
    mailbox = Mailbox()
    given_up, fresh = await waiting(mailbox, word(1)), await waiting(mailbox, word(1))
    await mailbox.order({1: Orders(retire=True)})
    assert not await given_up
    assert await fresh == Orders(retire=True)


async def test_of_two_watchers_at_one_venue_the_older_is_told_to_go_and_not_heard() -> None:
    mailbox = Mailbox()
    newer = await waiting(mailbox, word(1, epoch=5, polls=3))
    assert await mailbox.exchange(word(1, epoch=4, polls=99)) == Orders(retire=True)
    assert [said.venue.polls for said in (await mailbox.words(0)).snapshots] == [3]
    assert not newer.done()
    newer.cancel()


async def test_an_older_watcher_that_waits_for_an_answer_hears_of_its_successor_at_once() -> None:
    mailbox = Mailbox()
    older = await waiting(mailbox, word(1, epoch=4))
    newer = await waiting(mailbox, word(1, epoch=5))
    async with asyncio.timeout(0.5):
        assert not await older
    assert await mailbox.exchange(word(1, epoch=4)) == Orders(retire=True)
    assert not newer.done()
    newer.cancel()


async def test_a_watcher_that_has_not_taken_its_venue_yet_is_heard() -> None:
    mailbox = Mailbox()
    calls = [await waiting(mailbox, word(1, epoch=5)), await waiting(mailbox, word(1, epoch=0, polls=7))]
    assert [said.venue.polls for said in (await mailbox.words(0)).snapshots] == [7]
    for call in calls:
        call.cancel()


async def test_a_listener_hears_each_word_once() -> None:
    mailbox = Mailbox()
    calls = [await waiting(mailbox, word(1)), await waiting(mailbox, word(2))]
    heard = await mailbox.words(0)
    assert {said.venue.venue_id for said in heard.snapshots} == {1, 2}
    assert not (await mailbox.words(heard.number)).snapshots
    await mailbox.order({2: Orders(look=True)})
    calls.append(await waiting(mailbox, word(2, polls=1)))
    assert [said.venue.polls for said in (await mailbox.words(heard.number)).snapshots] == [1]
    for call in calls:
        call.cancel()


async def test_controller_of_an_earlier_mailbox_actor_receives_everything() -> None:
    mailbox = Mailbox()
    call = await waiting(mailbox, word(1))
    heard = await mailbox.words(700)
    assert len(heard.snapshots) == 1
    assert heard.number == 1
    call.cancel()


async def test_nothing_is_heard_of_a_venue_that_was_forgotten() -> None:
    mailbox = Mailbox()
    call = await waiting(mailbox, word(1))
    await mailbox.forget(1)
    assert not (await mailbox.words(0)).snapshots
    call.cancel()


async def test_what_watchers_counted_adds_up_and_is_told_once() -> None:
    mailbox = Mailbox()
    for venue_id in (1, 2):
        counts = Counts()
        counts.count(metrics.POLLS, "resy", "ok", by=3)
        call = asyncio.create_task(mailbox.exchange(word(venue_id), counts))
        await asyncio.sleep(0)
        call.cancel()
    last = Counts()
    last.count(metrics.FENCED, "resy")
    await mailbox.hand_in(last)
    told = (await mailbox.words(0)).counts
    assert told.totals[metrics.POLLS.series("resy", "ok")] == 6
    assert told.totals[metrics.FENCED.series("resy")] == 1
    assert not (await mailbox.words(0)).counts


async def test_a_higher_epoch_is_a_watcher_that_began_again_and_why() -> None:
    mailbox = Mailbox()
    for epoch in (1, 1, 2):
        (await waiting(mailbox, word(1, epoch=epoch))).cancel()
    await mailbox.expect(1, Restart.DRAIN)
    (await waiting(mailbox, word(1, epoch=3))).cancel()
    (await waiting(mailbox, word(1, epoch=4))).cancel()
    await mailbox.forget(1)
    (await waiting(mailbox, word(1, epoch=9))).cancel()
    told = (await mailbox.words(0)).counts.totals
    assert told == {metrics.RESTARTS.series("crash"): 2, metrics.RESTARTS.series("drain"): 1}

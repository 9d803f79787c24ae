"""The mailbox: delivery of commands, and collection of status reports and counts."""

import asyncio
from datetime import date

import pytest

from snipers.domain import metrics
from snipers.domain.cadence import Grant, Schedule
from snipers.domain.counts import Counts
from snipers.runtime import mailbox as mailboxes
from snipers.runtime.mailbox import LONGEST_SECONDS, Commands, Mailbox
from snipers.store.records import Snapshot, VenueState


def report(venue_id: int, *, epoch: int = 1, polls: int = 0) -> Snapshot:
    venue = VenueState(venue_id=venue_id, epoch=epoch, state="watching", polls=polls, last_poll_at=None)
    return Snapshot(venue=venue, snipes=[])


def schedule(version: int, *, starts_at: float = 0.0) -> Schedule:
    grant = Grant(date=date(2026, 11, 20), party_size=2, period=1.0, phase=0.0)
    return Schedule(version=version, starts_at=starts_at, grants=(grant,))


@pytest.fixture
def endless_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call without commands waits for minutes, so that a call that returns was woken up."""
    for name in ("CHANGED_SECONDS", "LONGEST_SECONDS"):
        monkeypatch.setattr(mailboxes, name, 600.0)


async def waiting(mailbox: Mailbox, sent: Snapshot) -> "asyncio.Task[Commands]":
    """Start a watcher's call and let it run until it waits."""
    call = asyncio.create_task(mailbox.exchange(sent))
    for _ in range(5):
        await asyncio.sleep(0)
    return call


async def test_waiting_watcher_receives_only_its_own_commands_at_once() -> None:
    mailbox = Mailbox()
    first, second = await waiting(mailbox, report(1)), await waiting(mailbox, report(2))
    await mailbox.post({1: Commands(nudge=True)})
    assert await first == Commands(nudge=True)
    assert not second.done()
    second.cancel()


async def test_call_without_commands_returns_after_a_while() -> None:
    async with asyncio.timeout(2 * LONGEST_SECONDS):
        assert not await Mailbox().exchange(report(1))


async def test_commands_wait_for_the_next_call_and_the_newest_schedule_wins() -> None:
    mailbox = Mailbox()
    await mailbox.post({1: Commands(schedules=(schedule(2),))})
    await mailbox.post({1: Commands(schedules=(schedule(1),), nudge=True)})
    assert await mailbox.exchange(report(1)) == Commands(nudge=True, schedules=(schedule(2),))
    call = await waiting(mailbox, report(1))
    assert not call.done(), "commands are delivered once"
    call.cancel()


async def test_schedules_that_start_one_after_the_other_are_all_delivered() -> None:
    mailbox = Mailbox()
    for version, starts_at in ((1, 100.0), (2, 101.0), (3, 100.5)):
        await mailbox.post({1: Commands(schedules=(schedule(version, starts_at=starts_at),))})
    # The second never applies: the third starts before it and has a higher version.
    expected = (schedule(1, starts_at=100.0), schedule(3, starts_at=100.5))
    assert (await mailbox.exchange(report(1))).schedules == expected


async def test_later_schedule_is_delivered_to_one_watcher_after_the_other() -> None:
    # Two draws for the waits of the calls, two for the wake-up events.
    draws = iter([0.5, 0.5, 0.0, 1.0])
    mailbox = Mailbox(jitter=lambda: next(draws), wall=lambda: 100.0)
    first, second = await waiting(mailbox, report(1)), await waiting(mailbox, report(2))
    await mailbox.post({venue: Commands(schedules=(schedule(2, starts_at=100.2),)) for venue in (1, 2)})
    assert (await first).schedules == (schedule(2, starts_at=100.2),)
    assert not second.done()
    assert (await second).schedules == (schedule(2, starts_at=100.2),)


@pytest.mark.usefixtures("endless_waits")
async def test_retire_is_delivered_at_once() -> None:
    mailbox = Mailbox(jitter=lambda: 1.0, wall=lambda: 100.0)
    call = await waiting(mailbox, report(1))
    await mailbox.post({1: Commands(schedules=(schedule(2, starts_at=1e9),), retire=True)})
    async with asyncio.timeout(60):
        assert (await call).retire


async def test_concurrent_calls_return_at_different_times() -> None:
    draws = iter([0.0, 1.0])
    mailbox = Mailbox(jitter=lambda: next(draws))
    first, second = await waiting(mailbox, report(1)), await waiting(mailbox, report(2))
    assert not await first
    assert not second.done()
    assert not await second


async def test_a_call_waits_less_after_a_changed_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailboxes, "CHANGED_SECONDS", 0.1)
    monkeypatch.setattr(mailboxes, "LONGEST_SECONDS", 3.0)
    mailbox = Mailbox(jitter=lambda: 0.5)
    started = asyncio.get_running_loop().time()
    assert not await mailbox.exchange(report(1))
    changed = asyncio.get_running_loop().time()
    assert not await mailbox.exchange(report(1, polls=5))
    unchanged = asyncio.get_running_loop().time()
    assert changed - started < 3.0 <= unchanged - changed


async def test_abandoned_call_consumes_no_commands() -> None:
    mailbox = Mailbox()
    abandoned, fresh = await waiting(mailbox, report(1)), await waiting(mailbox, report(1))
    await mailbox.post({1: Commands(retire=True)})
    assert not await abandoned
    assert await fresh == Commands(retire=True)


async def test_older_of_two_watchers_retires_and_its_report_is_ignored() -> None:
    mailbox = Mailbox()
    newer = await waiting(mailbox, report(1, epoch=5, polls=3))
    assert await mailbox.exchange(report(1, epoch=4, polls=99)) == Commands(retire=True)
    assert [one.venue.polls for one in (await mailbox.status_reports(0)).snapshots] == [3]
    assert not newer.done()
    newer.cancel()


@pytest.mark.usefixtures("endless_waits")
async def test_waiting_older_watcher_is_released_at_once() -> None:
    mailbox = Mailbox()
    older = await waiting(mailbox, report(1, epoch=4))
    newer = await waiting(mailbox, report(1, epoch=5))
    async with asyncio.timeout(60):
        assert not await older
    assert await mailbox.exchange(report(1, epoch=4)) == Commands(retire=True)
    assert not newer.done()
    newer.cancel()


async def test_report_without_an_epoch_is_accepted() -> None:
    mailbox = Mailbox()
    calls = [await waiting(mailbox, report(1, epoch=5)), await waiting(mailbox, report(1, epoch=0, polls=7))]
    assert [one.venue.polls for one in (await mailbox.status_reports(0)).snapshots] == [7]
    for call in calls:
        call.cancel()


async def test_each_report_is_returned_once() -> None:
    mailbox = Mailbox()
    calls = [await waiting(mailbox, report(1)), await waiting(mailbox, report(2))]
    received = await mailbox.status_reports(0)
    assert {one.venue.venue_id for one in received.snapshots} == {1, 2}
    assert not (await mailbox.status_reports(received.number)).snapshots
    await mailbox.post({2: Commands(nudge=True)})
    calls.append(await waiting(mailbox, report(2, polls=1)))
    assert [one.venue.polls for one in (await mailbox.status_reports(received.number)).snapshots] == [1]
    for call in calls:
        call.cancel()


async def test_controller_of_an_earlier_mailbox_receives_everything() -> None:
    mailbox = Mailbox()
    call = await waiting(mailbox, report(1))
    received = await mailbox.status_reports(700)
    assert len(received.snapshots) == 1
    assert received.number == 1
    call.cancel()


async def test_removed_venue_has_no_report() -> None:
    mailbox = Mailbox()
    call = await waiting(mailbox, report(1))
    await mailbox.remove_venue(1)
    assert not (await mailbox.status_reports(0)).snapshots
    call.cancel()


async def test_counts_add_up_and_are_returned_once() -> None:
    mailbox = Mailbox()
    for venue_id in (1, 2):
        counts = Counts()
        counts.count(metrics.POLLS, "resy", "ok", by=3)
        call = asyncio.create_task(mailbox.exchange(report(venue_id), counts))
        await asyncio.sleep(0)
        call.cancel()
    last = Counts()
    last.count(metrics.FENCED, "resy")
    await mailbox.add_counts(last)
    counted = (await mailbox.status_reports(0)).counts
    assert counted.totals[metrics.POLLS.series("resy", "ok")] == 6
    assert counted.totals[metrics.FENCED.series("resy")] == 1
    assert not (await mailbox.status_reports(0)).counts

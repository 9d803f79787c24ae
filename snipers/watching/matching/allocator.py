"""Who waits at one venue and what is open there: decides which snipe tries which table now. In memory, no I/O.

Owns tables in use, tables spent, pairs that must not be tried, snipes that have to wait a while, and those whose book
has not opened yet (release.py says when it has). The matching itself is domain/matching.py; what is written here is
never truth, the claim decides.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from itertools import count

from snipers.domain.cadence import AWAY_CEILING, delay_after
from snipers.domain.matching import assign, fits
from snipers.domain.meals import meal_at
from snipers.domain.outcome import Booked, Lost, Refused, Unknown
from snipers.domain.slot import OpenTables, Slot, unit_key
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import Reason
from snipers.watching.matching.orders import Key, NoDatabase, NotClaimed, Order, Result

# The claim returned no row and a new roster still has the snipe: another attempt of the diner blocks it. That may last
# for good, so the pause doubles up to a minute.
NOT_CLAIMED_SECONDS = 5.0
LONGEST_NOT_CLAIMED = 60.0
NO_DATABASE_SECONDS = 1.0
# Nothing will change at the platform until its owner acts.
OWNER_SECONDS = 300.0
NO_BURST: Mapping[int, bool] = {}


class Floor:
    """Snipes and tables of one venue. Times `at` are monotonic seconds."""

    def __init__(self) -> None:
        self.snipes: dict[int, Snipe] = {}
        self.unsettled: frozenset[int] = frozenset()
        self._orders: dict[int, Order] = {}
        self._doubtful: dict[int, Order] = {}
        self._tables: dict[Key, OpenTables] = {}
        self._barred: dict[tuple[int, str], float] = {}
        self._held_back: dict[tuple[int, str], tuple[int, time]] = {}
        self._not_claimed: dict[tuple[int, str], int] = {}
        self._resting: dict[int, tuple[int, float]] = {}
        self._dead_tokens: set[str] = set()
        self._closed_until = 0.0
        self._checks: dict[int, int] = {}
        self._released: set[tuple[int, datetime | None]] = set()

    def take_roster(self, snipes: Iterable[Snipe]) -> None:
        """Replace the waiting list. An edit, another guest or card end what was not possible before."""
        before, self.snipes = self.snipes, {snipe.reservation_id: snipe for snipe in snipes}
        changed = {one for one, snipe in self.snipes.items() if one in before and _changed(before[one], snipe)}
        self._checks = {one: self._checks.get(one, snipe.checks) for one, snipe in self.snipes.items()}
        self._released = {pair for pair in self._released if pair[0] in self.snipes}
        still = self.snipes.keys() - changed
        self._resting = {one: rest for one, rest in self._resting.items() if one in still}
        self._forget(lambda pair: pair[0] not in still)
        self._dead_tokens &= {snipe.account.sealed_token for snipe in self.snipes.values()}
        live = {(snipe.date, snipe.party_size) for snipe in self.snipes.values()}
        self._tables = {key: tables for key, tables in self._tables.items() if key in live}

    def release(self, snipes: Iterable[Snipe]) -> None:
        """The book that these wait for is open: from now on they are served like everybody else."""
        self._released |= {(snipe.reservation_id, snipe.release_at) for snipe in snipes}

    def is_open(self, snipe: Snipe) -> bool:
        """Whether the book that the snipe waits for is open; a request for a cancelled table waits for none."""
        return snipe.snipe_type == "cancel" or (snipe.reservation_id, snipe.release_at) in self._released

    def checks(self, reservation_id: int) -> int:
        """Return how often the snipe has been checked."""
        return self._checks.get(reservation_id, 0)

    def checked(self, key: Key, *, now: datetime) -> None:
        """The platform was asked for everybody who waits on a key."""
        for snipe in self.waiting(now=now, key=key):
            self._checks[snipe.reservation_id] = self.checks(snipe.reservation_id) + 1

    def connected(self, snipe: Snipe) -> bool:
        """Whether the snipe's account can be used, as far as we know."""
        return snipe.account.usable and snipe.account.sealed_token not in self._dead_tokens

    def take_unsettled(self, reservation_ids: frozenset[int]) -> None:
        """Replace the set of snipes whose attempt has no end yet; tables of the others may be tried again."""
        self.unsettled = reservation_ids
        self._doubtful = {one: order for one, order in self._doubtful.items() if one in reservation_ids}

    def token_died(self, sealed_token: str) -> None:
        """The platform no longer accepts that token."""
        self._dead_tokens.add(sealed_token)

    @property
    def busy(self) -> bool:
        """Whether any booking is out."""
        return bool(self._orders)

    def booking(self, reservation_id: int) -> bool:
        """Whether a booking is out for the snipe."""
        return reservation_id in self._orders

    def waiting(self, *, now: datetime, key: Key | None = None) -> list[Snipe]:
        """Return the snipes that may be served: connected, not over, their book open, nothing in flight for them."""
        return [
            snipe
            for snipe in self.snipes.values()
            if (key is None or (snipe.date, snipe.party_size) == key)
            and snipe.ends_at > now
            and snipe.reservation_id not in self._orders
            and snipe.reservation_id not in self.unsettled
            and self.connected(snipe)
            and self.is_open(snipe)
        ]

    def keys(self, *, now: datetime) -> list[Key]:
        """Return what is worth polling, soonest date first."""
        return sorted({(snipe.date, snipe.party_size) for snipe in self.waiting(now=now)})

    def names(self, key: Key) -> frozenset[str]:
        """Return the names of what is open on one key."""
        return self._tables[key].keys if key in self._tables else frozenset()

    def see(self, key: Key, slots: Sequence[Slot], *, asked: float) -> tuple[list[Slot], frozenset[str]]:
        """Take the answer to a poll sent at `asked` in; returns what is new and the names of what left."""
        tables = self._tables.setdefault(key, OpenTables())
        before = tables.keys
        fresh = tables.update(slots, asked=asked)
        gone = before - tables.keys
        if gone:
            self._forget(lambda pair: pair[1] in gone)
        return fresh, gone

    def match(
        self,
        key: Key,
        *,
        at: float,
        now: datetime,
        seen: float,
        seen_at: datetime,
        first_sight: Callable[[int, str], bool],
        bursting: Mapping[int, bool] = NO_BURST,
    ) -> list[Order]:
        """Give open tables to waiting snipes; the orders count as in flight from here until finish().

        `bursting`: snipes whose book opens at this moment, and whether their account's baseline is fresh.
        """
        tables = self._tables.get(key)
        if tables is None or at < self._closed_until:
            return []
        open_now = tables.available(in_use=self._in_use(), at=at)
        if not open_now:
            return []
        ready = [snipe for snipe in self.waiting(now=now, key=key) if self._rested(snipe, at)]
        orders = []
        calling = {_line_of_a_list(order.snipe, order.slot) for order in self._out()}
        for pick in assign(tables=open_now, snipes=ready, barred=self._off_limits(ready, open_now, at)):
            reservation_id = pick.snipe.reservation_id
            if (line := _line_of_a_list(pick.snipe, pick.slot)) in calling:
                continue
            calling.add(line)
            order = Order(
                snipe=pick.snipe,
                slot=pick.slot,
                table_key=self._free_unit(pick.slot.key),
                seen_at=seen_at,
                seen=seen,
                first_sight=first_sight(reservation_id, pick.slot.key),
                checks=self.checks(reservation_id),
                picked=pick.reason,
                baseline_fresh=bursting.get(reservation_id, False),
                also=pick.also if reservation_id in bursting else (),
            )
            self._orders[reservation_id] = order
            orders.append(order)
        return orders

    def finish(self, order: Order, result: Result, *, at: float) -> None:
        """Take the end of an order in: what it means for the table, the snipe and everybody else."""
        reservation_id, slot_key = order.snipe.reservation_id, order.slot.key
        self._orders.pop(reservation_id, None)
        match result:
            case Booked():
                self.snipes.pop(reservation_id, None)
                if order.key in self._tables:
                    self._tables[order.key].booked(slot_key, at=at)
            case Lost(Reason.TAKEN | Reason.SLOT_GONE):
                if order.key in self._tables:
                    self._tables[order.key].lost(slot_key, at=at)
            case Lost():
                self._rest(reservation_id, at)
            case Refused(reason):
                if reason is Reason.HELD_BACK_FEE:
                    self._held_back[reservation_id, slot_key] = result.fee_cents or 0, order.slot.time
                self._refused(order, reason, at)
            case Unknown():
                self._doubt(order)
            case NotClaimed():
                self._bar_for_a_while((reservation_id, slot_key), at)
            case NoDatabase():
                self._closed_until = at + NO_DATABASE_SECONDS

    def held_back(self, reservation_id: int) -> tuple[int, time] | None:
        """Return the lowest fee (cents) that keeps an open table from being booked for the snipe, and its time."""
        return min((held for pair, held in self._held_back.items() if pair[0] == reservation_id), default=None)

    def drop(self, order: Order) -> None:
        """The booking broke off without an end: until the settler has looked, the snipe waits."""
        self._orders.pop(order.snipe.reservation_id, None)
        self._doubt(order)

    def wakes_at(self, *, at: float) -> float | None:
        """Return when a pause that holds somebody back ends next."""
        ends = [until for _, until in self._resting.values()]
        ends += [until for until in self._barred.values() if until < math.inf]
        ends.append(self._closed_until)
        return min((end for end in ends if end > at), default=None)

    def _forget(self, over: Callable[[tuple[int, str]], bool]) -> None:
        self._barred = {pair: until for pair, until in self._barred.items() if not over(pair)}
        self._held_back = {pair: held for pair, held in self._held_back.items() if not over(pair)}
        self._not_claimed = {pair: times for pair, times in self._not_claimed.items() if not over(pair)}

    def _bar_for_a_while(self, pair: tuple[int, str], at: float) -> None:
        times = self._not_claimed.get(pair, 0)
        self._not_claimed[pair] = times + 1
        self._barred[pair] = at + min(NOT_CLAIMED_SECONDS * 2.0**times, LONGEST_NOT_CLAIMED)

    def _refused(self, order: Order, reason: Reason, at: float) -> None:
        pair = order.snipe.reservation_id, order.slot.key
        match reason:
            case Reason.CONFLICT | Reason.HELD_BACK_FEE:
                self._barred[pair] = math.inf
            case Reason.PAYMENT_REQUIRED | Reason.CAPTCHA:
                self._barred[pair] = math.inf
                self._resting[order.snipe.reservation_id] = 0, at + OWNER_SECONDS
            case Reason.NEEDS_RECONNECT:
                self.token_died(order.snipe.account.sealed_token)
            case _:
                self._rest(order.snipe.reservation_id, at)

    def _doubt(self, order: Order) -> None:
        self._doubtful[order.snipe.reservation_id] = order
        self.unsettled |= {order.snipe.reservation_id}

    def _out(self) -> list[Order]:
        """Orders that may have a table: in flight, or of unknown outcome."""
        return [*self._orders.values(), *self._doubtful.values()]

    def _rest(self, reservation_id: int, at: float) -> None:
        """Something but the table was in the way: try again, ever more rarely, while others may."""
        failures = self._resting.get(reservation_id, (0, 0.0))[0] + 1
        delay = delay_after(failures=failures, ceiling=AWAY_CEILING, asked=None, jitter=0.0)
        self._resting[reservation_id] = failures, at + delay

    def _rested(self, snipe: Snipe, at: float) -> bool:
        return self._resting.get(snipe.reservation_id, (0, 0.0))[1] <= at

    def _in_use(self) -> dict[str, int]:
        used: dict[str, int] = {}
        for order in self._out():
            used[order.slot.key] = used.get(order.slot.key, 0) + 1
        return used

    def _free_unit(self, slot_key: str) -> str:
        used = {order.table_key for order in self._out()}
        return next(name for number in count(1) if (name := unit_key(slot_key, number)) not in used)

    def _off_limits(self, snipes: Sequence[Snipe], tables: Sequence[Slot], at: float) -> set[tuple[int, str]]:
        """Pairs that were tried in vain, and second tables for a meal that somebody is being booked for."""
        self._barred = {pair: until for pair, until in self._barred.items() if until > at}
        pairs = set(self._barred)
        sitting = {(one.snipe.diner_key, one.slot.date, meal_at(one.slot.time)) for one in self._out()}
        if sitting:
            diners = {diner for diner, _, _ in sitting}
            pairs |= {
                (snipe.reservation_id, slot.key)
                for snipe in snipes
                if snipe.diner_key in diners
                for slot in tables
                if (snipe.diner_key, slot.date, meal_at(slot.time)) in sitting
            }
        return pairs

    def fitting(self, key: Key, slots: Sequence[Slot], *, now: datetime) -> list[tuple[Snipe, Slot]]:
        """Return who could take which of these tables, whether or not anything is in flight for them."""
        return [
            (snipe, slot)
            for snipe in self.snipes.values()
            if (snipe.date, snipe.party_size) == key and snipe.ends_at > now and self.is_open(snipe)
            for slot in slots
            if fits(snipe, slot)
        ]


def _line_of_a_list(snipe: Snipe, slot: Slot) -> tuple[int, date, time, int]:
    """What an account's list shows of a booking here. A concierge's list does not say for which client it is, so a call
    for one waits for the end of the other's: were both without an answer, one's table could be taken for the other's.
    """
    return snipe.account.account_id, slot.date, slot.time, slot.party_size


def _changed(before: Snipe, after: Snipe) -> bool:
    """Whether it was edited, the guest or the card is another, or the card that the platform missed is there."""
    missed = before.account.needs_card and not after.account.needs_card
    return missed or _said(before) != _said(after)


def _said(snipe: Snipe) -> tuple[object, ...]:
    return snipe.revision, snipe.guest, snipe.payment_method_id

"""Decides whether a request is ready to book: one line for each check, each with one action. Pure.

The checks use stored facts and call no platform. facts.py reads these facts, and calls.py
renews those that only a platform knows.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import ClassVar, Final, Literal, NamedTuple

from apps.common.formatting import format_money
from apps.common.schemas import ALWAYS_COMPLETE
from apps.readiness import messages
from apps.requests import messages as request_messages
from apps.requests.rules import same_date
from apps.requests.rules.time_windows import Windows
from realtime.events import Platform
from snipers.domain.fees import UNKNOWN_CENTS, above

Check = Literal["session", "card", "clock", "venue", "platform", "fee", "meal", "channel"]
LineState = Literal["ok", "warning", "failed", "unknown"]
ActionKind = Literal[
    "reconnect", "add_card", "check_again", "change_request", "accept_fee", "open_request", "notifications"
]

# The calls of a rehearsal: the account's list, the search for a table, its terms.
RehearsalPart = Literal["account", "find", "terms"]
REHEARSE_AGAIN_AFTER: Final = timedelta(minutes=2)
# A rehearsal that has not ended by then was lost with its process.
REHEARSAL_LOST_AFTER: Final = timedelta(minutes=2)
# How long before a release its user is notified of a failed line, and how often the request is checked from then on.
NOTIFY_BEFORE: Final = timedelta(minutes=30)
LOOK_EVERY_MINUTES: Final = 5
# How long before a release the clock of its platform is compared with ours, and how long a comparison counts.
CLOCK_FROM: Final = timedelta(hours=24)
CLOCK_COUNTS: Final = timedelta(minutes=30)
# The bound that the snipers assume for the offset of a platform's clock until they have measured it.
ASSUMED_OFFSET_MS: Final = 2000.0
_WORST_FIRST: Final[Sequence[LineState]] = ("failed", "unknown", "warning", "ok")
# The checks of a notify-only request, which uses no account and books no meal.
NOTIFY_ONLY: Final[Collection[Check]] = ("venue", "platform", "channel")


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFacts:
    """One account with which the request books.

    `status` is "connected", "needs_reconnect" or "disconnected". `ends_at` is when its sign-in ends, None if that is
    not known. `read_at` is when the platform last accepted the sign-in. `has_card` says whether the card that the
    booking would use is on file.
    """

    platform: str
    platform_name: str
    status: str
    ends_at: datetime | None
    read_at: datetime | None
    has_card: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFacts:
    """The last comparison of a platform's clock with ours: its offset is between `low_ms` and `high_ms`.

    `failed`: the last attempt to read the clock failed. `read_at` is None before the first comparison.
    """

    platform_name: str
    read_at: datetime | None = None
    low_ms: float = 0.0
    high_ms: float = 0.0
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueFacts:
    """One venue of the request. `obstacle` is the sentence that says why it cannot be booked, "" if nothing is known.

    `asks_card`: the platform hints that a booking may need a card; only the terms of a table prove it.
    """

    obstacle: str
    asks_card: bool = False


class TermsFacts(NamedTuple):
    """The last terms seen at one venue: what the request's party pays now, and what it pays if nobody comes. 0 is
    nothing, UNKNOWN_CENTS could not be read. `currency` is the ISO code, "" if it is not known.
    """

    venue_name: str
    due_now_cents: int
    cancel_cents: int
    currency: str = "USD"

    @property
    def cents(self) -> int:
        """The larger of the two amounts."""
        return max(self.due_now_cents, self.cancel_cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """A table that the diner has booked with another request, on one of the request's dates."""

    group_id: int
    venue_name: str
    date: date
    time: time
    meal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelFacts:
    """A channel (e-mail, SMS, ...) on which the user wants urgent messages.

    `delivered` says whether the last message was delivered, None before the first message.
    """

    name: str
    delivered: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformFacts:
    """A platform or account whose calls are stopped or slowed. `stopped`: no call is made. `sentence` says why, for the
    user."""

    sentence: str
    stopped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Everything that is known about one request with active reservations. `locale` is that of the user who reads the
    lines.

    `for_client`: a concierge books for a client, with the client's card.
    """

    notify_only: bool
    for_client: bool
    override: bool
    fee_ceiling_cents: int
    cancel_fee_ceiling_cents: int
    accepts_unknown_fee: bool
    windows: Windows
    dates: Collection[date]
    release_at: datetime | None
    accounts: Sequence[AccountFacts]
    clocks: Sequence[ClockFacts]
    venues: Sequence[VenueFacts]
    platforms: Sequence[PlatformFacts]
    terms: Sequence[TermsFacts]
    tables: Sequence[TableFacts]
    channels: Sequence[ChannelFacts]
    locale: str


@dataclass(frozen=True, slots=True)
class LineAction:
    """What the user can do about a line.

    `group_id` is the request to open, `cents` the amount paid now to accept and `cancel_cents` the one paid if nobody
    comes (both null: a fee that is not known), and `platform` the platform at which to add a card; each is null for
    other kinds of action.
    """

    __pydantic_config__: ClassVar = ALWAYS_COMPLETE
    kind: ActionKind
    group_id: int | None = None
    cents: int | None = None
    cancel_cents: int | None = None
    platform: Platform | None = None


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check with its result. A line that is not `ok` has an action."""

    __pydantic_config__: ClassVar = ALWAYS_COMPLETE
    check: Check
    state: LineState
    text: str
    action: LineAction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalStep:
    """One call of a rehearsal: it reads the account's list, searches for a table, or reads the table's terms. `text` is
    the result as a sentence for the user; `duration_ms` is null if no call was made."""

    part: RehearsalPart
    ok: bool
    text: str
    duration_ms: int | None


def lines_of(facts: Facts, *, now: datetime) -> list[CheckLine]:
    """Return one line for each check that applies to the request, in a fixed order."""
    found = [check(facts, now) for check in _CHECKS]
    return [line for line in found if line is not None and (not facts.notify_only or line.check in NOTIFY_ONLY)]


def failed(lines: Collection[CheckLine]) -> list[CheckLine]:
    """Return the lines that may prevent a booking."""
    return [line for line in lines if line.state == "failed"]


def looks_now(*, release_at: datetime, now: datetime) -> bool:
    """Return whether a release request is to be checked in this minute, to notify its user of failed lines.

    The check is due 30 minutes before the release, and every five minutes from then on.
    """
    since = now - (release_at - NOTIFY_BEFORE)
    return since >= timedelta(0) and now < release_at and since // timedelta(minutes=1) % LOOK_EVERY_MINUTES == 0


def _session(facts: Facts, now: datetime) -> CheckLine | None:
    return _worst("session", [_session_of(account, facts, now) for account in facts.accounts])


def _session_of(account: AccountFacts, facts: Facts, now: datetime) -> CheckLine:
    name, reconnect = account.platform_name, LineAction("reconnect")
    needed_until = facts.release_at or now
    if account.status == "disconnected":
        return CheckLine("session", "failed", messages.not_connected(platform=name), reconnect)
    if account.status != "connected" or (account.ends_at is not None and account.ends_at <= now):
        return CheckLine("session", "failed", messages.signed_out(platform=name), reconnect)
    if account.ends_at is not None and account.ends_at <= needed_until:
        return CheckLine("session", "failed", messages.ends_before_release(platform=name), reconnect)
    if account.read_at is None:
        return CheckLine("session", "unknown", messages.session_unread(platform=name), LineAction("check_again"))
    return CheckLine("session", "ok", messages.signed_in(platform=name))


def _card(facts: Facts, _: datetime) -> CheckLine | None:
    return _worst("card", [_card_of(account, facts) for account in facts.accounts])


def _card_of(account: AccountFacts, facts: Facts) -> CheckLine:
    name = account.platform_name
    add = LineAction("change_request") if facts.for_client else LineAction("add_card", platform=account.platform)
    if account.has_card:
        return CheckLine("card", "ok", messages.card_on_file(platform=name))
    if any(terms.cents for terms in facts.terms):
        return CheckLine("card", "failed", messages.card_asked(platform=name), add)
    asked_none = bool(facts.terms) and not any(venue.asks_card for venue in facts.venues)
    sentence = messages.no_card_asked(platform=name) if asked_none else messages.no_card(platform=name)
    return CheckLine("card", "warning", sentence, add)


def _clock(facts: Facts, now: datetime) -> CheckLine | None:
    if facts.release_at is None or facts.release_at <= now:
        return None
    return _worst("clock", [_clock_of(clock, facts.release_at, now) for clock in facts.clocks])


def _clock_of(clock: ClockFacts, release_at: datetime, now: datetime) -> CheckLine:
    name, again = clock.platform_name, LineAction("check_again")
    if release_at - now > CLOCK_FROM:
        return CheckLine("clock", "ok", messages.clock_later(platform=name))
    if clock.failed:
        return CheckLine("clock", "failed", messages.clock_unread(platform=name), again)
    if clock.read_at is None or now - clock.read_at > CLOCK_COUNTS:
        return CheckLine("clock", "unknown", messages.clock_unknown(platform=name), again)
    if clock.low_ms > ASSUMED_OFFSET_MS or clock.high_ms < -ASSUMED_OFFSET_MS:
        return CheckLine("clock", "failed", messages.clock_differs(platform=name), again)
    return CheckLine("clock", "ok", messages.clock_known(platform=name))


def _venue(facts: Facts, _: datetime) -> CheckLine:
    obstacle = next((venue.obstacle for venue in facts.venues if venue.obstacle), None)
    if obstacle is not None:
        return CheckLine("venue", "failed", obstacle, LineAction("change_request"))
    return CheckLine("venue", "ok", messages.venues_bookable(number=len(facts.venues)))


def _platform(facts: Facts, _: datetime) -> CheckLine:
    if not facts.platforms:
        return CheckLine("platform", "ok", messages.CALLS_RUN)
    worst = max(facts.platforms, key=lambda platform: platform.stopped)
    state: LineState = "failed" if worst.stopped else "warning"
    return CheckLine("platform", state, worst.sentence, LineAction("check_again"))


def _fee(facts: Facts, _: datetime) -> CheckLine | None:
    if not facts.terms:
        return CheckLine("fee", "unknown", messages.NO_TERMS, LineAction("change_request"))
    dearest_first = sorted(facts.terms, key=lambda terms: -terms.cents)
    return _worst("fee", [_fee_of(terms, facts) for terms in dearest_first])


def _fee_of(terms: TermsFacts, facts: Facts) -> CheckLine:
    money = partial(messages.amounts, currency=terms.currency, locale=facts.locale)
    due_now = above(terms.due_now_cents, facts.fee_ceiling_cents)
    cancel = above(terms.cancel_cents, facts.cancel_fee_ceiling_cents)
    if due_now is not None or cancel is not None:
        limits = (due_now and facts.fee_ceiling_cents, cancel and facts.cancel_fee_ceiling_cents)
        most = " and ".join(format_money(limit, locale=facts.locale) for limit in limits if limit is not None)
        text = messages.fee_above(venue=terms.venue_name, asked=money(due_now, cancel), accepted=most)
        return CheckLine("fee", "failed", text, LineAction("accept_fee", cents=due_now, cancel_cents=cancel))
    if terms.cents >= UNKNOWN_CENTS and facts.accepts_unknown_fee:
        return CheckLine(
            "fee", "warning", messages.fee_unknown_accepted(venue=terms.venue_name), LineAction("change_request")
        )
    if terms.cents >= UNKNOWN_CENTS:
        return CheckLine("fee", "failed", messages.fee_unknown(venue=terms.venue_name), LineAction("accept_fee"))
    asked = money(terms.due_now_cents or None, terms.cancel_cents or None)
    return CheckLine("fee", "ok", messages.fee_within(venue=terms.venue_name, asked=asked))


def _meal(facts: Facts, _: datetime) -> CheckLine | None:
    meals = same_date.meals(facts.windows)
    met = [table for table in facts.tables if table.date in facts.dates and table.meal in meals]
    if not met:
        return CheckLine("meal", "ok", messages.NO_OTHER_TABLE)
    first = min(met, key=lambda table: (table.date, table.time))
    table = request_messages.table(venue=first.venue_name, day=first.date, at=first.time, locale=facts.locale)
    if facts.override:
        return CheckLine("meal", "ok", messages.replaces_table(table=table))
    booked = {(table.date, table.meal) for table in met}
    nothing = same_date.nothing_left(dates=facts.dates, wanted=meals, booked=booked, override=False)
    state: LineState = "failed" if nothing else "warning"
    return CheckLine(
        "meal", state, request_messages.other_table(table=table), LineAction("open_request", group_id=first.group_id)
    )


def _channel(facts: Facts, _: datetime) -> CheckLine:
    open_settings = LineAction("notifications")
    works = [channel.name for channel in facts.channels if channel.delivered]
    if works:
        return CheckLine("channel", "ok", messages.channels_work(channels=works, locale=facts.locale))
    if not facts.channels:
        return CheckLine("channel", "failed", messages.NO_CHANNEL, open_settings)
    if all(channel.delivered is False for channel in facts.channels):
        return CheckLine("channel", "failed", messages.CHANNELS_FAIL, open_settings)
    return CheckLine("channel", "warning", messages.CHANNELS_UNTESTED, open_settings)


_CHECKS: Final[Sequence[Callable[[Facts, datetime], CheckLine | None]]] = (
    _session, _card, _clock, _venue, _platform, _fee, _meal, _channel,
)  # fmt: skip


def _worst(check: Check, lines: Sequence[CheckLine]) -> CheckLine | None:
    """Return the line with the worst state, the first of equals. Without lines, return None, or a failed line for the
    check "session": the request then has no account."""
    if not lines:
        no_account = CheckLine(check, "failed", messages.NO_ACCOUNT_LEFT, LineAction("reconnect"))
        return no_account if check == "session" else None
    return min(lines, key=lambda line: _WORST_FIRST.index(line.state))

"""Selects a venue's last openings and last known fee from what the watchers and attempts of all requests recorded."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Literal

from apps.common.schemas import Clock, Day, Instant
from apps.outcomes.rules.known_terms import KnownTerms
from snipers.domain.fees import UNKNOWN_CENTS

FeeKind = Literal["deposit", "late_cancellation", "fee_or_deposit", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that was seen open for a request of any user. `seen_at` is cut to the minute in what users see."""

    date: Day
    time: Clock
    party_size: int
    seen_at: Instant


def latest_openings(sightings: Iterable[Opening], *, limit: int) -> list[Opening]:
    """Return the `limit` newest openings, newest first. An opening that several requests saw is one opening, with the
    time of its last sighting.

    `seen_at` is cut to the minute, so that nobody can match an opening with an entry of another user's timeline.
    """
    last: dict[tuple[date, time, int], Opening] = {}
    for seen in sightings:
        key = seen.date, seen.time, seen.party_size
        known = last.get(key)
        if known is None or seen.seen_at > known.seen_at:
            last[key] = seen
    newest = sorted(last.values(), key=lambda seen: seen.seen_at, reverse=True)[:limit]
    return [replace(seen, seen_at=seen.seen_at.replace(second=0, microsecond=0)) for seen in newest]


def stated_fee(terms: KnownTerms) -> tuple[FeeKind, int] | None:
    """Return the kind and the cents of the fee in the terms: ("none", 0) if the terms have no fee, ("unknown", 0) if an
    amount could not be read, None if the platform stated no terms."""
    if UNKNOWN_CENTS in (terms.deposit_cents, terms.cancel_fee_cents, terms.held_back_cents):
        return "unknown", 0
    if terms.deposit_cents:
        return "deposit", terms.deposit_cents
    if terms.cancel_fee_cents:
        return "late_cancellation", terms.cancel_fee_cents
    if terms.held_back_cents:
        return "fee_or_deposit", terms.held_back_cents
    return ("none", 0) if terms.deposit_cents is not None else None

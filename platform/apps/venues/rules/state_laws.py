"""A table of state laws on restaurant reservations, each with the first day on which it applies.

The laws are about third parties that list, sell or advertise tables without the restaurant's agreement. Tablehawk books
with a user's own account and sells no tables. The admin shows the laws to operators as a hint; they are no legal
advice.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from apps.venues import messages


@dataclass(frozen=True, slots=True, kw_only=True)
class StateLaw:
    """A law of a state, and its consequence for Tablehawk as a sentence.

    `since` is the first day on which the law applies, None if we have not confirmed the day from the state's own text.
    """

    state: str
    law: str
    since: date | None
    consequence: str


LAWS: Final = (
    StateLaw(state="NY", law="General Business Law 391-w", since=date(2025, 2, 17), consequence=messages.NO_LISTING),
    StateLaw(state="FL", law="Florida Statutes 509.105", since=date(2025, 7, 1), consequence=messages.NO_LISTING),
    StateLaw(
        state="IL",
        law="Public Act 104-0227",
        since=date(2026, 1, 1),
        consequence=f"{messages.NO_LISTING} {messages.RESTAURANTS_SUE}",
    ),
    StateLaw(state="LA", law="Revised Statutes 51:3291 (HB 90 of 2025)", since=None, consequence=messages.NO_LISTING),
    StateLaw(
        state="NV", law="Revised Statutes 598.0999 as amended in 2025", since=None, consequence=messages.NO_LISTING
    ),
    StateLaw(
        state="CA",
        law="Resale of reservations",
        since=None,
        consequence=messages.NO_DEARER_RESALE,
    ),
)


def laws_at(*, region: str, on: date) -> list[StateLaw]:
    """Return the laws of the state `region` ("NY") that apply on the day `on`, including laws without a confirmed first
    day."""
    return [law for law in LAWS if law.state == region.upper() and (law.since is None or law.since <= on)]

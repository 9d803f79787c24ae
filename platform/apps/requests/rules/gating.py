"""Decides what the plan and the connected accounts allow for a complete submission.

It reads entitlements as data (apps.accounts.rules.entitlements), never the name of a tier.
"""

from collections.abc import Collection, Mapping
from datetime import time
from typing import Final, Protocol

from apps.accounts.rules.entitlements import Entitlements
from apps.requests import messages
from snipers.clients import registry

from .submission import Submission

TIME_PRESETS: Final = {
    "Early": (time(17, 0), time(18, 30)),
    "Prime": (time(18, 30), time(20, 30)),
    "Late": (time(20, 30), time(22, 30)),
}


class Venue(Protocol):
    """The fields of a venue that these rules read. `reservation_source` is the key of its platform."""

    reservation_source: str
    premium: bool


def beyond_plan(
    form: Submission, *, venues: Collection[Venue], allowed: Entitlements, same_date: bool
) -> Mapping[str, str]:
    """Return the plan's sentence for each field that exceeds the plan. Without a plan, the only key is "plan", unless
    the request only notifies.

    `same_date` means that the diner has an active request for another meal on one of the dates.
    """
    if not allowed.can_reserve and not (form.notify_only and allowed.free_notify_only):
        return {"plan": messages.PLAN_NEEDED}
    exceeded = {
        "snipe_type_error": form.snipe_type == "release" and not allowed.release_requests,
        "venues_error": len(venues) > allowed.max_venues
        or (any(venue.premium for venue in venues) and not allowed.premium_venues),
        "table_type_error": any(venue.table_type for venue in form.venues) and not allowed.seating_choice,
        "party_size_error": form.party_size not in allowed.party_sizes,
        "dates_error": len(form.dates) > allowed.max_dates or (same_date and not allowed.same_date_booking),
        "times_error": (len(form.windows) > 1 or form.windows[0] not in TIME_PRESETS.values())
        and not allowed.custom_time,
        "override_error": form.override_reservations and not allowed.override,
    }
    return {key: messages.PRO_ONLY for key, is_exceeded in exceeded.items() if is_exceeded}


def account_needed(*, venues: Collection[Venue], connected: Collection[str]) -> str:
    """Return the sentence for the first venue whose platform has no connected account, "" if all have one."""
    lacking = next((venue.reservation_source for venue in venues if venue.reservation_source not in connected), None)
    return "" if lacking is None else account_lacking(lacking)


def account_lacking(source: str) -> str:
    """Return the specification's sentence for a platform without a connected account."""
    return messages.account_lacking(platform=registry.find(source).name)


def not_offered(form: Submission, *, venues: Collection[Venue]) -> str:
    """Return the sentence that refuses a release request at a platform where we offer none, or "" for other
    requests."""
    if form.snipe_type != "release":
        return ""
    platforms = (registry.find(venue.reservation_source) for venue in venues)
    refused = next((one for one in platforms if not one.offers_release), None)
    # The specification writes the key with a capital letter, and not the name.
    return "" if refused is None else messages.no_release(platform=refused.key.capitalize())

"""The entitlements of each subscription tier, as data for the server and the screens. Pure functions."""

from dataclasses import dataclass
from datetime import datetime

STANDARD_LIMIT = 5
PREMIUM_LIMIT = 25
# Active requests that only notify, for a user without a plan.
FREE_NOTIFY_ONLY = 1
# The largest numbers of venues and dates in one request, on any tier.
MOST_VENUES = 25
MOST_DATES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Entitlements:
    """The current entitlements of one user.

    `active_limit` is the number of active requests allowed, None for no limit. `free_notify_only` is the number of
    active notify-only requests allowed without a plan, 0 with one, where they count as all others do. `can_reserve`
    means that the user may file a request for one restaurant. `can_select` means that the user may select several
    restaurants in the listing for the same request.
    """

    active_limit: int | None
    free_notify_only: int
    party_sizes: tuple[int, ...]
    custom_party_size: bool
    custom_time: bool
    release_requests: bool
    seating_choice: bool
    override: bool
    max_venues: int
    max_dates: int
    premium_venues: bool
    same_date_booking: bool
    priority_booking: bool
    can_reserve: bool
    can_select: bool

    def limit(self, *, notify_only: bool) -> int | None:
        """Return the limit of active requests that a new one counts toward, None for no limit."""
        return self.free_notify_only if notify_only and not self.can_reserve else self.active_limit


def effective_tier(*, tier: str, trial_ends_at: datetime | None, now: datetime) -> str:
    """Return the tier that applies now: "none" after the end of a trial, otherwise `tier`."""
    if trial_ends_at is not None and trial_ends_at <= now:
        return "none"
    return tier


def entitlements(*, tier: str, is_vip: bool, is_concierge: bool) -> Entitlements:
    """Return the entitlements of an effective tier. The flags vip and concierge only lift the limit on active
    requests."""
    pro = tier == "premium"
    limit = {"premium": PREMIUM_LIMIT, "standard": STANDARD_LIMIT}.get(tier, 0)
    return Entitlements(
        active_limit=None if is_vip or is_concierge else limit,
        free_notify_only=0 if limit else FREE_NOTIFY_ONLY,
        party_sizes=tuple(range(1, 11)) if pro else (2, 4),
        custom_party_size=pro,
        custom_time=pro,
        release_requests=pro,
        seating_choice=pro,
        override=pro,
        max_venues=MOST_VENUES if pro else 1,
        max_dates=MOST_DATES if pro else 1,
        premium_venues=pro,
        same_date_booking=pro,
        priority_booking=pro,
        can_reserve=tier in ("standard", "premium"),
        can_select=pro,
    )

"""The endpoints of weekly rules: list, pause, unpause, end. A rule is created with a request (`repeat_until`)."""

from typing import Literal

from django.utils import timezone
from ninja import Router

from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Id

from . import listing, rule_changes
from .schemas import WeeklyRulesOut

router = Router(auth=bearer)


@router.get("/", response=WeeklyRulesOut)
def list_weekly_rules(request: SignedInRequest) -> WeeklyRulesOut:
    """Return the user's weekly rules that have not ended."""
    return listing.weekly_rules(user=request.auth.user, now=timezone.now())


@router.post("/{rule_id}/pause/", response=WeeklyRulesOut)
def pause_weekly_rule(request: SignedInRequest, rule_id: Id) -> WeeklyRulesOut:
    """Pause a weekly rule. It files nothing until it is unpaused."""
    return _change(request, rule_id, "pause")


@router.post("/{rule_id}/unpause/", response=WeeklyRulesOut)
def unpause_weekly_rule(request: SignedInRequest, rule_id: Id) -> WeeklyRulesOut:
    """Make a paused weekly rule active again. It goes on with the next week that is not past."""
    return _change(request, rule_id, "unpause")


@router.delete("/{rule_id}/", response=WeeklyRulesOut)
def end_weekly_rule(request: SignedInRequest, rule_id: Id) -> WeeklyRulesOut:
    """End a weekly rule. The requests that it has filed stay."""
    return _change(request, rule_id, "end")


def _change(request: SignedInRequest, rule_id: int, action: Literal["pause", "unpause", "end"]) -> WeeklyRulesOut:
    user, now = request.auth.user, timezone.now()
    rule_changes.change_rule(user_id=user.pk, rule_id=rule_id, action=action, now=now)
    return listing.weekly_rules(user=user, now=now)

"""One action for many groups: each stands for itself, so that a refusal spoils nothing beside it.

Owns the order and what is said of each group. What a pause, an unpause or a delete means: stops.py and services.py.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from apps.common.errors import Refusal, not_found
from apps.reservations.stops import stopping
from apps.reservations.stops.stopping import Answer, Stop

from . import filing


class Action(StrEnum):
    """What is asked for."""

    PAUSE = "pause"
    UNPAUSE = "unpause"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one group: whether it is done, the stable word of the answer, and its sentence."""

    group_id: int
    done: bool
    code: str
    message: str


UNPAUSED = "Request active again."
STOPS = {Action.PAUSE: Stop.PAUSE, Action.DELETE: Stop.DELETE}


def act(*, user_id: int, action: Action, group_ids: Collection[int], now: datetime) -> list[Result]:
    """Do it to each group, in the order given, and return what came of each; a group named twice counts once.

    Every group is a transaction of its own. A group of somebody else is "not_found" and stays untouched.
    """
    wanted = list(dict.fromkeys(group_ids))
    if action is Action.UNPAUSE:
        return [_unpaused(user_id=user_id, group_id=group_id, now=now) for group_id in wanted]
    stop = STOPS[action]
    answers = stopping.stop_groups(user_id=user_id, group_ids=wanted, stop=stop, now=now)
    return [_stopped(group_id=group_id, stop=stop, answers=answers) for group_id in wanted]


def _unpaused(*, user_id: int, group_id: int, now: datetime) -> Result:
    try:
        filing.unpause_group(user_id=user_id, group_id=group_id, now=now)
    except Refusal as refusal:
        return Result(group_id=group_id, done=False, code=refusal.code, message=refusal.message)
    return Result(group_id=group_id, done=True, code="active", message=UNPAUSED)


def _stopped(*, group_id: int, stop: Stop, answers: Mapping[int, Answer]) -> Result:
    if group_id not in answers:
        missing = not_found("request")
        return Result(group_id=group_id, done=False, code=missing.code, message=missing.message)
    answer = answers[group_id]
    return Result(
        group_id=group_id, done=answer is Answer.STOPPED, code=answer, message=stopping.SENTENCES[stop, answer]
    )

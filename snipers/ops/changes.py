"""The changes that operators may make. Each is one transaction of named statements, with its audit entries.

A change may be repeated: if nothing is left to do, no row changes. Then nothing is recorded, except
for the acts of a hand-over (Change.audit_once). Parameters are checked here, because they may come
from the network.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from snipers.clients import registry
from snipers.domain import access
from snipers.ops import parameters
from snipers.ops.parameters import Check, check_parameters
from snipers.ops.results import CommandRefused, ExitCode, Row
from snipers.store.operations import KILL_SWITCH, OPERATION

SMALLEST_SHARE = 0.01
LONGEST_QUARANTINE = 60 * 24 * 7
MOST_REPLAYED_MINUTES = 60 * 24
MOST_BY = 100
Facts = Mapping[str, str | int | float | None]
# (platform, secret) -> the sealed secret, None if it equals the stored one.
Seal = Callable[[str, str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """The operator who makes a change, and the reason.

    `by` is the operator's name. For changes through the admin API, `by_id` is the user's id and `address` the network
    address. `seal(platform, secret)` returns a sealed secret, None if the secret equals the stored one.
    """

    by: str
    reason: str
    seal: Seal
    by_id: int | None = None
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The statements of one change, in order, its audit entries and its message.

    The first statement that changes rows is decisive: `audit` makes the facts of one audit entry
    from each of its rows, and `done` makes the message from the first of them. If no statement
    changes a row, there is no entry, and `already` is the message. With `audit_once`, there is
    instead exactly one entry, with these facts, whether or not a row changed.
    """

    statements: Sequence[tuple[str, Mapping[str, Any]]]
    did: str
    done: Callable[[Row], str]
    already: str
    audit: Callable[[Row], Facts] = lambda row: {}
    audit_once: Facts | None = None
    act: str = OPERATION


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of change: the checks of its parameters, and the function that makes the Change from them."""

    checks: Mapping[str, Check]
    build: Callable[..., Change]


def build_change(name: str, params: Mapping[str, Any], *, author: Author) -> Change:
    """Return the change with this name. Raises CommandRefused for an unknown name or wrong parameters."""
    kind = CHANGES.get(name)
    if kind is None:
        raise CommandRefused(f"There is no change {name!r}.", code=ExitCode.NOT_FOUND)
    return kind.build(author, **check_parameters(params, kind.checks, name=name))


def _pause_source(author: Author, source: str) -> Change:
    params = {"platform": source, "reason": author.reason, "by": author.by[:MOST_BY]}
    return Change(
        statements=[("switch_source_off", params)],
        act=KILL_SWITCH,
        did="switched off",
        audit=lambda row: {"scope": "platform", "about": source},
        done=lambda row: f"{source} is paused; {row['venues']} venues were notified",
        already=f"{source} was already paused",
    )


def _resume_source(author: Author, source: str) -> Change:
    return Change(
        statements=[("switch_source_on", {"platform": source})],
        act=KILL_SWITCH,
        did="switched on",
        audit=lambda row: {"scope": "platform", "about": source},
        done=lambda row: f"{source} is resumed",
        already=f"{source} was not paused",
    )


def _set_share(author: Author, source: str, share: float) -> Change:
    if share < SMALLEST_SHARE:
        raise CommandRefused(f"A share is between {SMALLEST_SHARE} and 1; to stop everything use `source pause`.")
    params: dict[str, Any] = {"platform": source} | ({} if share == 1 else {"share": share})
    return Change(
        statements=[("lift_share" if share == 1 else "set_share", params)],
        did="throttled",
        audit=lambda row: {"about": source, "share": share},
        done=lambda row: f"{source} may use {share:.0%} of its budget",
        already=f"{source} could already use {share:.0%} of its budget",
    )


def _reset_breaker(author: Author, source: str) -> Change:
    return Change(
        statements=[("reset_breaker", {"platform": source})],
        did="breaker reset",
        audit=lambda row: {"about": source, "state": row["state"]},
        done=lambda row: f"the breaker of {source} is reset; it was {row['state']}",
        already=f"the breaker of {source} is healthy, or was already reset",
    )


def _quarantine(author: Author, venue: int, minutes: int) -> Change:
    return Change(
        statements=[("start_quarantine", {"venue_id": venue, "minutes": minutes})],
        did="quarantined",
        audit=lambda row: {"about": str(venue), "minutes": minutes},
        done=lambda row: f"venue {venue} is in quarantine for {minutes} minutes",
        already=f"venue {venue} was already in quarantine for that long",
    )


def _retry(author: Author, venue: int) -> Change:
    return Change(
        statements=[("end_quarantine", {"venue_id": venue})],
        did="quarantine ended",
        audit=lambda row: {"about": str(venue)},
        done=lambda row: f"venue {venue} may be watched again",
        already=f"venue {venue} was not in quarantine",
    )


def _fence(author: Author, venue: int) -> Change:
    return Change(
        statements=[("fence", {"venue_id": venue})],
        did="fenced",
        audit=lambda row: {"about": str(venue), "epoch": row["epoch"]},
        done=lambda row: f"venue {venue} is fenced at epoch {row['epoch']}",
        already=f"no watcher holds venue {venue}",
    )


def _drain_node(author: Author, node: str) -> Change:
    return Change(
        statements=[("drain_node", {"node": node})],
        did="node drained",
        audit=lambda row: {"about": row["name"], "cell": row["cell"]},
        done=lambda row: f"node {node} is draining",
        already=f"node {node} was already draining",
    )


def _undrain_node(author: Author, node: str) -> Change:
    return Change(
        statements=[("undrain_node", {"node": node})],
        did="node drain ended",
        audit=lambda row: {"about": row["name"], "cell": row["cell"]},
        done=lambda row: f"watchers stay on node {node}; nothing new starts there before it restarts",
        already=f"node {node} was not draining",
    )


def _replay(author: Author, event: int, minutes: int) -> Change:
    return Change(
        statements=[("replay_events", {"event_id": event, "minutes": minutes})],
        did="events replayed",
        audit=lambda row: {"events": row["events"], "minutes": minutes},
        done=lambda row: f"{row['events']} events are published again",
        already="there is no such event",
    )


def _set_access(
    author: Author,
    source: str,
    secret: str | None,
    application_id: str | None,
    user_agent: str | None,
    sign_in_paths: list[str] | None,
) -> Change:
    values = {
        "application_id": _checked(access.check_token, application_id),
        "user_agent": _checked(access.check_user_agent, user_agent),
        "sign_in_paths": _check_paths(sign_in_paths, source=source),
    }
    secret = _checked(access.check_token, secret)
    given = {"secret": secret, **values}
    names = ", ".join(name.replace("_", " ") for name, value in given.items() if value is not None)
    if not names:
        raise CommandRefused("Name a value: --secret-from, --application-id, --user-agent or --sign-in-path.")
    sealed = None if secret is None else author.seal(source, secret)
    params = {**values, "sealed_secret": sealed, "platform": source, "by": author.by[:MOST_BY]}
    return Change(
        statements=[("set_access", params)],
        did="access changed",
        audit=lambda row: {"about": source, "fields": names},
        done=lambda row: f"{source}: {names} changed; {row['venues']} venues were notified",
        already=f"{source} already had these values",
    )


def _forget_access(author: Author, source: str) -> Change:
    return Change(
        statements=[("forget_access", {"platform": source})],
        did="access returned to the environment",
        audit=lambda row: {"about": source},
        done=lambda row: f"{source} uses the values of the environment; {row['venues']} venues were notified",
        already=f"{source} already used the values of the environment",
    )


def _move_cell(author: Author, cell: str, *, verb: str, did: str, state: str) -> Change:
    return Change(
        statements=[(f"{verb}_cell", {"cell": cell})],
        did=f"cell {did}",
        audit=lambda row: {"about": cell},
        done=lambda row: f"cell {cell} is {state}",
        already=f"cell {cell} was already {state}",
    )


def _assign(author: Author, cell: str, venues: list[int], did: str) -> Change:
    return Change(
        statements=[("assign", {"venue_ids": venues, "cell": cell})],
        did=did,
        audit_once={"about": cell, "venues": len(venues)},
        done=lambda row: f"{len(venues)} venues are assigned to {cell}",
        already=f"cell {cell} already had these venues",
    )


def _hand_over(author: Author, cell: str, before: str, venues: int) -> Change:
    return Change(
        statements=[
            ("deactivate_other_cells", {"cell": cell}),
            ("activate_cell", {"cell": cell}),
            ("clear_assignments", {"cells": [before, cell]}),
        ],
        did="cell handed over",
        audit_once={"about": cell, "before": before, "venues": venues},
        done=lambda row: f"{cell} is the active cell",
        already=f"{cell} was already the active cell",
    )


def _assignment(value: Any) -> str:
    if value not in ASSIGNMENTS:
        raise ValueError("expected one of the acts of a hand-over")
    return str(value)


def _check_paths(paths: list[str] | None, *, source: str) -> list[str] | None:
    if not paths:
        return None
    if not registry.find(source).sign_in_paths:
        raise CommandRefused(f"{registry.find(source).name} has no sign-in paths that we know.")
    if len(paths) > access.MOST_SIGN_IN_PATHS:
        raise CommandRefused(f"Name at most {access.MOST_SIGN_IN_PATHS} sign-in paths.")
    for path in paths:
        _checked(access.check_sign_in_path, path)
    return paths


def _checked(check: Callable[[str], str], value: str | None) -> str | None:
    try:
        return None if value is None else check(value)
    except ValueError as error:
        raise CommandRefused(str(error)) from None


def _any_text(value: Any) -> str:
    # access.py checks the content, and its errors do not repeat a secret.
    if not isinstance(value, str) or len(value) > 2_000:
        raise ValueError("expected a text")
    return value


def _paths(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > 50:
        raise ValueError("expected a list of texts")
    return [_any_text(one) for one in value]


ASSIGNMENTS: Final = ("venues assigned", "hand-over taken back", "hand-over rolled back")
_SOURCE: Final = {"source": parameters.platform}
_VENUE: Final = {"venue": parameters.one_id}
_NODE: Final = {"node": parameters.text}
_CELL: Final = {"cell": parameters.text}
CHANGES: Final[Mapping[str, Kind]] = {
    "pause_source": Kind(checks=_SOURCE, build=_pause_source),
    "resume_source": Kind(checks=_SOURCE, build=_resume_source),
    "set_share": Kind(checks={**_SOURCE, "share": parameters.share}, build=_set_share),
    "reset_breaker": Kind(checks=_SOURCE, build=_reset_breaker),
    "quarantine": Kind(checks={**_VENUE, "minutes": parameters.whole(1, LONGEST_QUARANTINE)}, build=_quarantine),
    "retry": Kind(checks=_VENUE, build=_retry),
    "fence": Kind(checks=_VENUE, build=_fence),
    "drain_node": Kind(checks=_NODE, build=_drain_node),
    "undrain_node": Kind(checks=_NODE, build=_undrain_node),
    "replay": Kind(
        checks={
            "event": parameters.whole(0, parameters.LARGEST_ID),
            "minutes": parameters.whole(0, MOST_REPLAYED_MINUTES),
        },
        build=_replay,
    ),
    "set_access": Kind(
        checks={
            **_SOURCE,
            "secret": parameters.optional(_any_text),
            "application_id": parameters.optional(_any_text),
            "user_agent": parameters.optional(_any_text),
            "sign_in_paths": parameters.optional(_paths),
        },
        build=_set_access,
    ),
    "forget_access": Kind(checks=_SOURCE, build=_forget_access),
    "raise_cell": Kind(checks=_CELL, build=partial(_move_cell, verb="raise", did="raised", state="up")),
    "lower_cell": Kind(checks=_CELL, build=partial(_move_cell, verb="lower", did="lowered", state="down")),
    "assign": Kind(checks={**_CELL, "venues": parameters.ids, "did": _assignment}, build=_assign),
    "hand_over": Kind(
        checks={**_CELL, "before": parameters.text, "venues": parameters.whole(0, parameters.LARGEST_ID)},
        build=_hand_over,
    ),
}

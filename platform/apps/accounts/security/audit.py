"""The audit log: security events of accounts, changes of tiers, and changes by staff and operators.

All apps add entries; entries never change. An entry is written in the caller's transaction, so the
entry and the change that it records are committed together. The facts of an entry are short. They
contain no password, token, code, link, card number, or e-mail address of another person.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum

from apps.accounts.models import AuditEntry

LONGEST_FACT = 200

Fact = str | int | bool | None


class Act(StrEnum):
    """The actions that the audit log records, of all apps. The value is stored in the column `act`."""

    SIGNED_UP = "signed_up"
    SIGNED_IN = "signed_in"
    SIGN_IN_LOCKED = "sign_in_locked"
    SIGNED_OUT = "signed_out"
    SESSION_ENDED = "session_ended"
    REFRESH_REUSED = "refresh_reused"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - not a password
    PASSWORD_RESET = "password_reset"  # noqa: S105 - not a password
    EMAIL_CONFIRMED = "email_confirmed"
    EMAIL_CHANGE_REQUESTED = "email_change_requested"
    EMAIL_CHANGED = "email_changed"
    EMAIL_REVERTED = "email_reverted"
    PHONE_CHANGED = "phone_changed"
    PHONE_CONFIRMED = "phone_confirmed"
    ACCOUNT_CLOSED = "account_closed"
    PLATFORM_CONNECTED = "platform_connected"
    PLATFORM_RECONNECTED = "platform_reconnected"
    PLATFORM_DISCONNECTED = "platform_disconnected"
    CARD_ON_FILE = "card_on_file"
    CARD_REMOVED = "card_removed"
    # The address of the calendar feed was created, renewed or removed.
    CALENDAR_ADDRESS = "calendar_address"
    # A device or chat app was added or removed.
    DELIVERY_ADDRESS = "delivery_address"
    # An API key was made or revoked.
    API_KEY = "api_key"
    # A passkey was added or removed.
    PASSKEY = "passkey"
    # A program got access by OAuth, or lost it.
    CONNECTED_PROGRAM = "connected_program"
    # A standing approval of a program was given, declined or revoked.
    MANDATE = "mandate"
    # A webhook was created, changed, removed, or got a new secret.
    WEBHOOK = "webhook"
    # The user's MQTT broker was saved or removed.
    MQTT_BROKER = "mqtt_broker"
    CLIENT_DELETED = "client_deleted"
    TIER_CHANGED = "tier_changed"
    KILL_SWITCH = "kill_switch"
    # Commands of operators to the snipers; snipers/store/sql/operations.sql writes these entries too.
    OPERATION = "operation"
    ADMIN_CHANGE = "admin_change"
    # A token of the operators' command line was made or revoked.
    OPERATOR_TOKEN = "operator_token"  # noqa: S105 - not a token


def record(
    act: Act, *, user_id: int | None, now: datetime, by_id: int | None = None, address: str = "", **facts: Fact
) -> None:
    """Add one entry. `user_id` is the user concerned, None if there is none.

    `by_id` is the id of the user who acted, by default `user_id`. `address` is the network address
    of the browser (throttle.client_address). `facts` are stored with the entry; texts are cut to
    200 characters.
    """
    by_id = user_id if by_id is None else by_id
    AuditEntry.objects.create(at=now, act=act, user_id=user_id, by_id=by_id, address=address[:64], facts=_short(facts))


def record_each(act: Act, *, user_id: int, now: datetime, each: Iterable[Mapping[str, Fact]]) -> None:
    """Add one entry for each mapping of facts in `each`, with one INSERT. The actor is the user `user_id`."""
    AuditEntry.objects.bulk_create(
        AuditEntry(at=now, act=act, user_id=user_id, by_id=user_id, facts=_short(facts)) for facts in each
    )


def _short(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    return {name: fact[:LONGEST_FACT] if isinstance(fact, str) else fact for name, fact in facts.items()}

"""The devices and chat apps that get a user's messages. Their addresses are stored encrypted and are never shown again.

Only this module writes the table `delivery_address`.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac
from procrastinate.contrib.django import app as jobs

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.throttle import Guard
from apps.accounts.sign_in import sessions
from apps.common.errors import Refusal
from apps.notices import messages
from apps.notices.models import AddressState, Channel, DeliveryAddress
from apps.senders.rules import chat_apps
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken

MAX_ADDRESSES: Final = 10
# New addresses of one user in 15 minutes. For each of them a name of the user's choice is resolved.
NEW_ADDRESSES: Final = 10
PURPOSE: Final = "delivery_address"
# The task that checks the host of an address, and its queue.
CHECK: Final = "apps.notices.tasks.check_address"
CHECKS: Final = "addresses"


@transaction.atomic
def add_device(
    *, user: User, session_id: UUID, subscription: Mapping[str, object], label: str, address: str, now: datetime
) -> DeliveryAddress:
    """Store the Web Push subscription of a browser, and return its row. `address` is the browser's network address.

    A browser has one subscription, so an earlier row with it is deleted. This includes a row of
    another user, who is no longer signed in at this browser. Raises Refusal: 409 if the user has
    MAX_ADDRESSES, 429 after NEW_ADDRESSES new ones.
    """
    fingerprint = _fingerprint(Channel.PUSH, str(subscription["endpoint"]))
    # Two accounts may register one browser at the same time.
    _lock_device(fingerprint)
    sessions.lock_user(user)
    earlier = DeliveryAddress.objects.filter(channel=Channel.PUSH, fingerprint=fingerprint)
    is_new = not earlier.filter(user=user).exists()
    earlier.delete()
    _check_room(user, now=now)
    if is_new:
        _count(user, now=now)
    _audit("added", channel=Channel.PUSH, user_id=user.pk, address=address, now=now)
    return _store(
        user=user,
        channel=Channel.PUSH,
        label=label,
        sealed_address=_seal(subscription),
        fingerprint=fingerprint,
        session_id=session_id,
        created_at=now,
        state=AddressState.CHECKING,
    )


@transaction.atomic
def add_chat(
    *, user: User, app: chat_apps.ChatApp, fields: Mapping[str, str], address: str, now: datetime
) -> DeliveryAddress:
    """Store the address of a chat app, whose parts are `fields`, and return its row. `address` is the browser's network
    address.

    If the user has the same address already, its row is returned unchanged. Raises Refusal: 409 if the user has
    MAX_ADDRESSES, 429 after NEW_ADDRESSES new ones.
    """
    fingerprint = _fingerprint(app, json.dumps(fields, sort_keys=True))
    sessions.lock_user(user)
    known = DeliveryAddress.objects.filter(user=user, fingerprint=fingerprint).first()
    if known is not None:
        return known
    _check_room(user, now=now)
    _count(user, now=now)
    _audit("added", channel=app, user_id=user.pk, address=address, now=now)
    return _store(
        user=user,
        channel=Channel.CHAT,
        app=app,
        label=chat_apps.label(app=app, address=fields),
        sealed_address=_seal(fields),
        fingerprint=fingerprint,
        created_at=now,
        # The other apps have one server each, which is known to be public.
        state=AddressState.CHECKING if "server" in fields else AddressState.READY,
    )


@transaction.atomic
def remove(*, user_id: int, address_id: int, address: str, now: datetime) -> None:
    """Delete an address of the user. Raises Refusal 404 if the user has no such address."""
    row = DeliveryAddress.objects.filter(user_id=user_id, pk=address_id).first()
    if row is None:
        raise Refusal("not_found", 404, messages.NO_SUCH_ADDRESS)
    row.delete()
    _audit("removed", channel=row.app or row.channel, user_id=user_id, address=address, now=now)


def defer_check(*, address_id: int) -> None:
    """Defer the check of an address's host (address_checks.py), in the transaction that stores the address."""
    jobs.configure_task(CHECK, queue=CHECKS).defer(address_id=address_id)


def forget(*, address_id: int) -> None:
    """Delete an address that accepts no more messages."""
    DeliveryAddress.objects.filter(pk=address_id).delete()


def forget_all(*, user_id: int, **_: Any) -> None:
    """Delete all addresses of the user. Called when a stranger may have used the account and added
    addresses (apps/reservations/receivers.py).
    """
    DeliveryAddress.objects.filter(user_id=user_id).delete()


def live_addresses(*, user: User, now: datetime) -> QuerySet[DeliveryAddress]:
    """Return the user's addresses that get messages: all but devices whose session has ended or expired."""
    live = Q(session=None) | Q(session__revoked_at=None, session__expires_at__gt=now)
    return DeliveryAddress.objects.filter(live, user=user)


def open_address(address: DeliveryAddress | None) -> str | None:
    """Return an address in plain text, None if it was removed or no key opens it. Only the senders call this."""
    if address is None:
        return None
    try:
        return SealedBox(settings.SEAL_KEYS).open(SealedToken(address.sealed_address))
    except BrokenSeal:
        return None


def _seal(address: Mapping[str, object]) -> str:
    return SealedBox(settings.SEAL_KEYS).seal(json.dumps(address, sort_keys=True)).text


def _fingerprint(kind: str, address: str) -> str:
    return salted_hmac(PURPOSE, f"{kind}\n{address}", algorithm="sha256").hexdigest()


def _lock_device(fingerprint: str) -> None:
    """Let the caller's transaction be the only one that stores the device."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended('notices.device:' || %s, 0))", [fingerprint])


def _count(user: User, *, now: datetime) -> None:
    Guard(action="new_address", account=str(user.pk), limit=NEW_ADDRESSES).count(now=now)


def _store(**columns: Any) -> DeliveryAddress:
    """Store an address, and defer the check of its host if its state says so."""
    row = DeliveryAddress.objects.create(**columns)
    if row.state == AddressState.CHECKING:
        defer_check(address_id=row.pk)
    return row


def _audit(what: str, *, channel: str, user_id: int, address: str, now: datetime) -> None:
    audit.record(audit.Act.DELIVERY_ADDRESS, user_id=user_id, now=now, address=address, what=what, channel=str(channel))


def _check_room(user: User, *, now: datetime) -> None:
    """Delete the user's devices whose session has ended or expired. Raises Refusal 409 if MAX_ADDRESSES other addresses
    are left.
    """
    over = Q(session__revoked_at__isnull=False) | Q(session__expires_at__lte=now)
    DeliveryAddress.objects.filter(over, user=user).delete()
    if DeliveryAddress.objects.filter(user=user).count() >= MAX_ADDRESSES:
        raise Refusal("too_many_addresses", 409, messages.too_many_addresses(limit=MAX_ADDRESSES))

"""Checks the address of a new device or chat app before it is stored: each field is well-formed, and the text of its
URL names no internal host. The worker resolves the name afterwards (address_checks.py); no request waits for it.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.conf import settings

from apps.accounts.models import User
from apps.common.errors import Refusal, bad_form
from apps.common.rules.devices import device_name
from apps.notices import messages
from apps.notices.models import DeliveryAddress
from apps.senders.messages import HOST_FAULTS
from apps.senders.rules import chat_apps, hosts, subscriptions

from . import addresses


def add_device(
    *,
    user: User,
    session_id: UUID,
    endpoint: str,
    keys: Mapping[str, str],
    user_agent: str,
    address: str,
    now: datetime,
) -> DeliveryAddress:
    """Store a browser's subscription. Raises Refusal: 400 if it cannot be used or its host is not public, 409 if the
    user has too many addresses or this deployment sends no Web Push, 429 after too many new addresses."""
    if not settings.VAPID_PRIVATE_KEY:
        raise Refusal("push_unavailable", 409, messages.NO_PUSH)
    if not re.fullmatch(subscriptions.P256DH, keys["p256dh"]) or not re.fullmatch(subscriptions.AUTH, keys["auth"]):
        raise bad_form({"keys": messages.BAD_SUBSCRIPTION})
    _check_host(endpoint, field="endpoint")
    subscription = {"endpoint": endpoint, "keys": dict(keys)}
    return addresses.add_device(
        user=user,
        session_id=session_id,
        subscription=subscription,
        label=device_name(user_agent),
        address=address,
        now=now,
    )


def add_chat(
    *, user: User, app: chat_apps.ChatApp, given: Mapping[str, str], address: str, now: datetime
) -> DeliveryAddress:
    """Store the address of a chat app. Raises Refusal: 400 with one sentence for each wrong field, or if the server is
    not public; 409 if the user has too many addresses; 429 after too many new ones."""
    fields, wrong = chat_apps.cleaned(app=app, given=given)
    if wrong:
        raise bad_form({name: messages.CHAT_FIELDS[name] for name in wrong})
    if "server" in fields:
        _check_host(fields["server"], field="server")
    return addresses.add_chat(user=user, app=app, fields=fields, address=address, now=now)


def _check_host(url: str, *, field: str) -> None:
    fault = hosts.url_fault(url, with_loopback=settings.NOTIFY_LOOPBACK)
    if fault is not None:
        raise bad_form({field: HOST_FAULTS[fault]})

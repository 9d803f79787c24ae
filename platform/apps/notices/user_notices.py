"""Notifies users about their plan, their text messages and webhooks: an event with a sentence and, if it is
important, a message on the channels that the user wants.

Each function appends its event in the caller's transaction, if there is one.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from apps.accounts.models import User
from apps.common.formatting import new_york_day
from apps.mqtt.models import MqttBroker
from apps.webhooks.models import OffReason, Webhook
from realtime.events import UserNoticeName

from . import messages, services
from .content.fields import MAX_SUMMARIES, RequestSummary
from .content.kinds import MandateDrafted, Notice, PaymentFailed, RequestsPaused, TrialEnding, WebhookOff


def trial_ending(
    *, user_id: int, ends_at: datetime, plan_name: str, price_cents: int, renews: bool, now: datetime
) -> None:
    """Notify the user that the free trial ends soon and, if the plan `renews`, of its price. The same end of a trial is
    reported once."""
    day = new_york_day(ends_at)
    text = messages.trial_ending(
        day=day, plan_name=plan_name, price_cents=price_cents, renews=renews, locale=_locale(user_id)
    )
    _append(
        user_id=user_id,
        what="trial_ending",
        text=text,
        notice=TrialEnding(plan_name=plan_name, price_cents=price_cents, renews=renews, ends_at=ends_at),
        now=now,
        dedupe_key=f"trial_ending:{user_id}:{day}",
    )


def payment_failed(*, user_id: int, plan_name: str, goes_on: bool, now: datetime) -> None:
    """Notify the user that a payment failed, and whether the plan stays active (`goes_on`).

    Stripe tries the payment again several times, so a failure is reported at most once a day.
    """
    _append(
        user_id=user_id,
        what="payment_failed",
        text=messages.payment_failed(plan_name=plan_name),
        notice=PaymentFailed(plan_name=plan_name, goes_on=goes_on),
        now=now,
        dedupe_key=f"payment_failed:{user_id}:{new_york_day(now)}",
    )


def requests_paused(
    *, user_id: int, plan_name: str, limit: int, paused: Sequence[RequestSummary], now: datetime
) -> None:
    """Notify the user of requests that were paused because the plan allows only `limit` active ones, 0 without a plan.

    The caller calls this in the transaction that pauses the requests, and only if it paused any.
    """
    _append(
        user_id=user_id,
        what="requests_paused",
        text=messages.requests_paused(number=len(paused)),
        notice=RequestsPaused(
            plan_name=plan_name,
            limit=limit,
            requests=list(paused[:MAX_SUMMARIES]),
            more=max(0, len(paused) - MAX_SUMMARIES),
        ),
        now=now,
    )


@transaction.atomic
def trial_refused(*, user_id: int, subscription_id: str, now: datetime, **_: Any) -> None:
    """Notify the user that a trial was ended because another account has had a trial with the same card. Each
    subscription is reported once."""
    _append(
        user_id=user_id,
        what="trial_refused",
        text=messages.TRIAL_REFUSED,
        notice=None,
        now=now,
        dedupe_key=f"trial_refused:{subscription_id}",
    )


@transaction.atomic
def stop_texts(*, user_id: int, phone: str, reason: str, now: datetime) -> bool:
    """Switch the user's text messages off, because they never reach this phone, and notify the user on the page.

    `reason` is "opted_out" or "bad_number". Returns False and changes nothing if text messages are already off or the
    user has another phone by now.
    """
    wanting = User.objects.filter(pk=user_id, phone=phone, phone_notifications=True)
    if not wanting.update(phone_notifications=False):
        return False
    _append(user_id=user_id, what="texts_stopped", text=messages.STOPPED[reason], notice=None, now=now)
    return True


def server_switched_off(*, server: Webhook | MqttBroker, now: datetime, **_: Any) -> None:
    """Notify the user that a webhook or, on the page only, the MQTT broker was turned off, because it does not accept
    calls."""
    if isinstance(server, MqttBroker):
        text = messages.mqtt_off(address=server.address)
        _append(user_id=server.user_id, what="mqtt_off", text=text, notice=None, now=now)
        return
    notice = WebhookOff(label=server.label, is_gone=server.off_reason == OffReason.GONE)
    text = messages.webhook_off(label=server.label)
    _append(user_id=server.user_id, what="webhook_off", text=text, notice=notice, now=now)


def mandate_drafted(*, user_id: int, notice: MandateDrafted, now: datetime) -> None:
    """Notify the user that a program asks for a standing approval."""
    text = messages.mandate_drafted(name=notice.program_name, domain=notice.program_domain)
    _append(user_id=user_id, what="mandate_drafted", text=text, notice=notice, now=now, mandate_id=notice.mandate_id)


def _locale(user_id: int) -> str:
    return User.objects.values_list("locale", flat=True).get(pk=user_id)


def _append(
    *,
    user_id: int,
    what: UserNoticeName,
    text: str,
    notice: Notice | None,
    now: datetime,
    dedupe_key: str | None = None,
    **more: int,
) -> None:
    body = {"what": what, "text": text, **more}
    services.append(user_id=user_id, type="user.notice", body=body, now=now, dedupe_key=dedupe_key, notice=notice)

"""Endpoints of the profile's notification settings: choices, quiet hours, devices, chat apps and test messages."""

from typing import Any

from django.utils import timezone
from ninja import Router

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Id

from . import addresses, channel_tests, choices, new_addresses
from .schemas import ChatIn, ChoicesIn, DeviceIn, NotificationSettingsOut, QuietHoursIn, TestOut, TestResultOut

router = Router(auth=bearer)


@router.get("/", response=NotificationSettingsOut)
def get_notification_settings(request: SignedInRequest) -> dict[str, Any]:
    """Return the user's choices of topics for each channel, the quiet hours, and the devices and chat apps."""
    return _shown(request)


@router.patch("/choices/", response=NotificationSettingsOut)
def choose_notifications(request: SignedInRequest, form: ChoicesIn) -> dict[str, Any]:
    """Change which topics are sent on which channel."""
    changes = [choices.Choice(one.topic, one.channel, one.on) for one in form.choices]
    choices.choose(user=request.auth.user, changes=changes)
    return _shown(request)


@router.put("/quiet-hours/", response=NotificationSettingsOut)
def set_quiet_hours(request: SignedInRequest, form: QuietHoursIn) -> dict[str, Any]:
    """Set the user's quiet hours. In these hours, only messages about booked tables and messages that need the user now
    are sent.
    """
    choices.set_quiet_hours(user=request.auth.user, start=form.start, end=form.end, time_zone=form.time_zone)
    return _shown(request)


@router.delete("/quiet-hours/", response=NotificationSettingsOut)
def clear_quiet_hours(request: SignedInRequest) -> dict[str, Any]:
    """Switch quiet hours off."""
    choices.clear_quiet_hours(user=request.auth.user)
    return _shown(request)


@router.post("/devices/", response=NotificationSettingsOut)
def add_device(request: SignedInRequest, form: DeviceIn) -> dict[str, Any]:
    """Send notifications to this browser until the device is removed or the browser's session is ended."""
    new_addresses.add_device(
        user=request.auth.user,
        session_id=request.auth.session_id,
        endpoint=form.endpoint.get_secret_value(),
        keys={"p256dh": form.keys.p256dh.get_secret_value(), "auth": form.keys.auth.get_secret_value()},
        user_agent=request.headers.get("User-Agent", ""),
        **origin(request),
    )
    return _shown(request)


@router.post("/apps/", response=NotificationSettingsOut)
def add_chat_app(request: SignedInRequest, form: ChatIn) -> dict[str, Any]:
    """Send notifications to a chat app. Its address is stored encrypted and is never shown again."""
    given = {name: value.get_secret_value() for name, value in form if name != "app" and value is not None}
    new_addresses.add_chat(user=request.auth.user, app=form.app, given=given, **origin(request))
    return _shown(request)


@router.delete("/addresses/{address_id}/", response=NotificationSettingsOut)
def remove_address(request: SignedInRequest, address_id: Id) -> dict[str, Any]:
    """Remove a device or chat app. It gets no more notifications."""
    addresses.remove(user_id=request.auth.user.pk, address_id=address_id, **origin(request))
    return _shown(request)


@router.post("/tests/", response=TestOut)
def send_test_messages(request: SignedInRequest) -> dict[str, int]:
    """Send a test message on each channel that is on."""
    return {"test": channel_tests.send(user=request.auth.user, now=timezone.now())}


@router.get("/tests/{test}/", response=list[TestResultOut])
def list_test_results(request: SignedInRequest, test: Id) -> list[dict[str, Any]]:
    """Return the result of a test message for each channel, device and chat app."""
    return channel_tests.results(user=request.auth.user, seq=test)


def _shown(request: SignedInRequest) -> dict[str, Any]:
    return choices.read(user=request.auth.user, session_id=request.auth.session_id, now=timezone.now())

"""Chooses the sender of text messages: Twilio if an account of it is configured. Otherwise,
production has no sender, and other deployments write the messages to files.
"""

from pathlib import Path

from django.conf import settings

from .base import TextSender
from .files import FileTexts
from .twilio import Twilio


def text_sender() -> TextSender | None:
    """Return the sender of text messages that the settings configure, None if this deployment cannot send text
    messages."""
    if settings.TWILIO_ACCOUNT_SID:
        return Twilio(
            base_url=settings.TWILIO_API_BASE,
            account_sid=settings.TWILIO_ACCOUNT_SID,
            auth_token=settings.TWILIO_AUTH_TOKEN,
            sender=settings.TWILIO_FROM,
        )
    return None if settings.PRODUCTION else FileTexts(Path(settings.SMS_FILE_PATH))

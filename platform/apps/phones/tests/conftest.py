"""A fake Twilio server, a fake push service and a fake ntfy."""

from apps.senders.tests.fixtures import browser, ntfy, push_service, twilio

__all__ = ["browser", "ntfy", "push_service", "twilio"]

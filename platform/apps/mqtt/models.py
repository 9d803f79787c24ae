"""The table of users' MQTT brokers."""

from django.db import models

from apps.accounts.models import User
from apps.senders.user_servers import UserServer

from . import messages


class MqttBroker(UserServer):
    """The broker to which the states of a user's requests are published.

    `sealed_password` is the encrypted password, "" for none. `published` has the fingerprint of each sensor's newest
    messages by the sensor's topic, "" if the broker may have other ones. The next call is due at `next_at`; during a
    call, `claimed_until` is when its worker counts as dead. The user asked for a call at `asked_at`, null after its
    result. `reason` is the code of the last failed call. If `is_removed`, the last call removes the sensors and then
    this row.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="mqtt_broker")
    address = models.CharField(max_length=300)
    username = models.CharField(max_length=100, blank=True)
    sealed_password = models.TextField(blank=True)
    prefix = models.CharField(max_length=60)
    is_removed = models.BooleanField(default=False)
    published = models.JSONField(default=dict)
    next_at = models.DateTimeField(null=True)
    claimed_until = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=20, blank=True)

    class Meta:
        db_table = "mqtt_broker"

    @property
    def has_password(self) -> bool:
        return bool(self.sealed_password)

    @property
    def is_sending(self) -> bool:
        return self.asked_at is not None

    @property
    def sensors(self) -> int:
        """The number of requests that the broker shows."""
        return len(self.published)

    @property
    def problem(self) -> str | None:
        """A sentence that says why states don't get through, None if they do."""
        return messages.OFF if self.off_reason else messages.REASONS.get(self.reason)

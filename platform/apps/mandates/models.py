"""The tables of mandates and of the requests that were filed within them."""

from django.db import models

from apps.accounts.models import User
from apps.requests.models import ReservationGroup


class State(models.TextChoices):
    """What the user has decided. A draft lapses after a day, and an approved mandate ends at `ends_at`."""

    DRAFT = "draft"
    APPROVED = "approved"
    DECLINED = "declined"
    REVOKED = "revoked"


class Mandate(models.Model):
    """What a program may file for its user without a further confirmation, if the user has approved it.

    `client_id` names the program as in apps.keys.programs; `program_domain` is "" for an API key. `terms` are
    terms.Terms, which never change. `currency` is the one of all restaurants, "" if they have several.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="mandates")
    client_id = models.CharField(max_length=255)
    program_name = models.CharField(max_length=255, blank=True)
    program_domain = models.CharField(max_length=255, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    terms = models.JSONField()
    currency = models.CharField(max_length=3, blank=True)
    created_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "mandate"


class MandateRequest(models.Model):
    """A request that was filed within a mandate."""

    mandate = models.ForeignKey(Mandate, models.CASCADE, related_name="requests")
    group = models.OneToOneField(ReservationGroup, models.CASCADE, related_name="filed_within")

    class Meta:
        db_table = "mandate_request"

"""The tables of API keys, with the scopes that a key may have, and of calls with an Idempotency-Key."""

from enum import StrEnum

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.accounts.models import User


class Scope(StrEnum):
    """What a program may do. config/scopes.json names the scope of each operation."""

    REQUESTS_READ = "requests:read"
    REQUESTS_WRITE = "requests:write"
    TABLES_CANCEL = "tables:cancel"
    VENUES_READ = "venues:read"
    CLIENTS_READ = "clients:read"
    CLIENTS_WRITE = "clients:write"
    SETTINGS = "settings"


class UsedByProgram(models.Model):
    """What a program may use to call the REST API as a user, and when it last did."""

    scopes = ArrayField(models.CharField(max_length=20))
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class ApiKey(UsedByProgram):
    """A key with which a program calls the REST API as its user, stored as a hash.

    It is valid until `expires_at`, or until it is revoked (`revoked_at`).
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    key_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "api_key"


class IdempotentCall(models.Model):
    """A call that created something, with its answer. `sent_hash` is of its path and body."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    key_hash = models.CharField(max_length=64)
    sent_hash = models.CharField(max_length=64)
    called_at = models.DateTimeField(db_index=True)
    status = models.SmallIntegerField(default=0)
    answer = models.JSONField(default=dict)

    class Meta:
        db_table = "idempotent_call"
        constraints = (models.UniqueConstraint(fields=("user", "key_hash"), name="one_call_for_each_key"),)

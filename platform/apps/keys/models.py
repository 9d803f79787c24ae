"""The table of API keys, and the scopes that a key may have."""

from enum import StrEnum

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.accounts.models import User


class Scope(StrEnum):
    """What a program may do with a key. config/scopes.json names the scope of each operation."""

    REQUESTS_READ = "requests:read"
    REQUESTS_WRITE = "requests:write"
    TABLES_CANCEL = "tables:cancel"
    VENUES_READ = "venues:read"
    CLIENTS_READ = "clients:read"
    CLIENTS_WRITE = "clients:write"
    SETTINGS = "settings"


class ApiKey(models.Model):
    """A key with which a program calls the REST API as its user, stored as a hash.

    It is valid until `expires_at`, or until it is revoked (`revoked_at`).
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=60)
    scopes = ArrayField(models.CharField(max_length=20))
    key_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "api_key"

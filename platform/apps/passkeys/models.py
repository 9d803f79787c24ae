"""The table of passkeys."""

from django.db import models

from apps.accounts.models import User


class Passkey(models.Model):
    """The public key of a device of the user. `credential_id` is in base64url, as browsers send it.

    `sign_count` is how often the device says that it has signed, always 0 for devices that do not count.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    credential_id = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "passkey"

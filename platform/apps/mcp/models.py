"""The table of confirmations that a write has used."""

from django.db import models


class SpentConfirmation(models.Model):
    """A confirmation that a write has used. `nonce` is the part of it that no other confirmation has."""

    nonce = models.CharField(max_length=32, primary_key=True)
    spent_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "spent_confirmation"

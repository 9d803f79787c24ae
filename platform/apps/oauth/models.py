"""The table of connected programs. Clients, codes and tokens are tables of django-oauth-toolkit (`oauth2_provider`)."""

from urllib.parse import urlsplit

from django.db import models

from apps.accounts.models import User
from apps.keys.models import UsedByProgram


class ConnectedProgram(UsedByProgram):
    """A program that a user has allowed to call the API, with the scopes that it was given so far.

    Without this row the program gets no token, and revoking it deletes its codes and tokens.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="connected_programs")
    client = models.ForeignKey("oauth2_provider.Application", models.CASCADE, related_name="connected")

    class Meta:
        db_table = "connected_program"
        constraints = (models.UniqueConstraint(fields=("user", "client"), name="one_row_for_each_connected_program"),)

    @property
    def name(self) -> str:
        return str(self.client.name)

    @property
    def domain(self) -> str:
        return domain_of(self.client.client_id)


def domain_of(url: str) -> str:
    """Return the host of a URL in ASCII, so that letters that look alike are not mistaken for each other."""
    return (urlsplit(url).hostname or "").encode("idna").decode()

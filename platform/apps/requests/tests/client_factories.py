"""Factories of clients, their cards and their requests."""

from typing import Any

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.requests.models import Client, ClientCard, ReservationGroup
from apps.requests.services.on_behalf import details_of

from . import factories


def person(owner: User, first_name: str = "Ada", **fields: Any) -> Client:
    """One client of the owner, in the book unless `saved` says otherwise."""
    values: dict[str, Any] = {
        "last_name": "Lovelace",
        "email": f"{first_name.lower()}@clients.example",
        "phone": "+12125550199",
        "zip_code": "10012",
    }
    return Client.objects.create(owner=owner, first_name=first_name, **{**values, **fields})


def card(client: Client, account: PlatformAccount, **fields: Any) -> ClientCard:
    """A card on file with an account."""
    values = {"platform_payment_id": "881", "last_four": "4242", "expiry": "07/2029"}
    return ClientCard.objects.create(client=client, account=account, **{**values, **fields})


def group(client: Client, **fields: Any) -> ReservationGroup:
    """A group filed for the client."""
    return factories.group(client.owner, client=details_of(client), **fields)

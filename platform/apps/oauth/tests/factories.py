"""Factories of connected programs."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, RefreshToken, set_token_value

from apps.accounts.models import User
from apps.accounts.sign_in.sessions import TokenPair
from apps.keys.models import Scope
from apps.oauth import services
from apps.oauth.models import ConnectedProgram
from testing.users import Person

CLIENT_ID = "https://agent.example/client.json"


def with_token(
    user: User, *scopes: Scope, now: datetime | None = None, resource: str = "", client_id: str = CLIENT_ID
) -> Person:
    """Connect a program with the user, and return the user with a client that sends its access token."""
    at = now or timezone.now()
    values = {"name": "Table Agent", "client_type": "public", "authorization_grant_type": "authorization-code"}
    client, _ = Application.objects.get_or_create(client_id=client_id, defaults=values)
    ConnectedProgram.objects.get_or_create(
        user=user, client=client, defaults={"scopes": sorted(scopes), "created_at": at}
    )
    given = {"user": user, "application": client}
    audience = [resource or settings.PUBLIC_URL]
    access = AccessToken(**given, scope=" ".join(scopes), expires=at + timedelta(hours=1), resource=audience)
    text, refresh = services.new_access_token(None), services.new_refresh_token(None)
    set_token_value(access, text)
    access.save()
    later = RefreshToken(**given, access_token=access, resource=audience)
    set_token_value(later, refresh)
    later.save()
    return Person(user=user, tokens=TokenPair(text, refresh))

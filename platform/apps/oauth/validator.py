"""What we require beyond django-oauth-toolkit's own checks: PKCE with S256, no token without a connected program, and
the end of the tokens of a code that is used twice.
"""

from typing import Any
from uuid import UUID

from oauth2_provider.models import RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.scopes import BaseScopes
from oauthlib.oauth2.rfc6749 import errors

from apps.common.hashing import hash_secret
from apps.keys.models import Scope
from apps.oauth.models import ConnectedProgram


class Scopes(BaseScopes):  # type: ignore[misc] # the library ships no types
    """The scopes of API keys. A program that names none asks to read."""

    def get_available_scopes(self, *_: Any, **__: Any) -> list[str]:
        return list(Scope)

    def get_default_scopes(self, *_: Any, **__: Any) -> list[str]:
        return [Scope.REQUESTS_READ, Scope.VENUES_READ]


class Validator(OAuth2Validator):  # type: ignore[misc] # the library ships no types
    """The library's validator with our requirements. Its settings are in config/settings.py."""

    def is_pkce_required(self, client_id: str, request: Any) -> bool:
        """Return True. Refuse another method than S256 before the user is asked; the library does so afterwards."""
        if request.code_challenge is not None and request.code_challenge_method != "S256":
            raise errors.UnsupportedCodeChallengeMethodError(request=request)
        return True

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *rest: Any, **options: Any) -> bool:
        is_valid = bool(super().validate_code(client_id, code, client, request, *rest, **options))
        if not is_valid:
            _end_tokens(code, client)
        return is_valid

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *rest: Any, **options: Any
    ) -> None:
        try:
            super().invalidate_authorization_code(client_id, code, request, *rest, **options)
        except errors.InvalidGrantError:
            # A parallel call has used the code.
            _end_tokens(code, request.client)
            raise

    def _save_bearer_token(self, token: Any, request: Any, *rest: Any, **options: Any) -> None:
        """Save new tokens. The lock makes calls of one user's program wait for each other, and for a revocation."""
        rows = ConnectedProgram.objects.select_for_update(of=("self",))
        if not rows.filter(user=request.user, client=request.client, user__is_active=True).exists():
            raise errors.InvalidGrantError(request=request)
        presented = getattr(request, "refresh_token_instance", None)
        if presented and not RefreshToken.objects.filter(pk=presented.pk, revoked=None).exists():
            raise errors.InvalidGrantError(request=request)
        super()._save_bearer_token(token, request, *rest, **options)

    def _create_refresh_token(self, request: Any, text: str, access_token: Any, previous: Any) -> Any:
        made = super()._create_refresh_token(request, text, access_token, previous)
        if previous is None:
            RefreshToken.objects.filter(pk=made.pk).update(token_family=_family(request.code))
        return made


def _family(code: str) -> UUID:
    """Return the id that the tokens of a code have in common, so that they are found if the code is used again."""
    return UUID(hash_secret(code)[:32])


def _end_tokens(code: str, client: Any) -> None:
    """Revoke the tokens that were issued for a code of this client, if there are any."""
    if RefreshToken.objects.filter(token_family=_family(code), application=client).exists():
        RefreshToken.revoke_family(_family(code))

"""The users of the demo. The README prints their password, so production refuses to create them."""

from typing import Any, Final

from django.utils import timezone

from apps.accounts.models import Tier, User

PASSWORD: Final = "Table4two!"  # noqa: S105 - printed in the README
DOMAIN: Final = "tablehawk.test"

USERS: Final[dict[str, dict[str, Any]]] = {
    "diner": {"first_name": "Nora", "last_name": "Lindqvist", "tier": Tier.STANDARD},
    "pro": {"first_name": "Marcus", "last_name": "Oyelaran", "tier": Tier.PREMIUM},
    "concierge": {"first_name": "Ines", "last_name": "Carvalho", "tier": Tier.PREMIUM, "is_concierge": True},
    "admin": {"first_name": "Theo", "last_name": "Adler", "is_staff": True, "is_superuser": True},
}


def make_users() -> list[User]:
    """Create the demo users that do not exist, and return all demo users in the order of USERS. Existing users are not
    changed."""
    existing = {user.email: user for user in User.objects.filter(email__endswith=f"@{DOMAIN}")}
    return [existing.get(f"{name}@{DOMAIN}") or _make(name, number) for number, name in enumerate(USERS)]


def _make(name: str, number: int) -> User:
    return User.objects.create_user(
        email=f"{name}@{DOMAIN}",
        password=PASSWORD,
        phone=f"+1212555014{number}",
        has_had_free_trial=True,
        # The demo users' mailboxes and phones do not exist, so nobody could confirm them.
        email_confirmed_at=timezone.now(),
        phone_confirmed_at=timezone.now(),
        referral_code=f"DEMO{name.upper()}"[:12],
        **USERS[name],
    )

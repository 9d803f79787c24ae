"""The people of the demo. Their password is in the README, so production never has them."""

from typing import Any, Final

from django.utils import timezone

from apps.accounts.models import Tier, User

PASSWORD: Final = "Table4two!"  # noqa: S105 - printed in the README
DOMAIN: Final = "tablehawk.test"

PEOPLE: Final[dict[str, dict[str, Any]]] = {
    "diner": {"first_name": "Nora", "last_name": "Lindqvist", "tier": Tier.STANDARD},
    "pro": {"first_name": "Marcus", "last_name": "Oyelaran", "tier": Tier.PREMIUM},
    "concierge": {"first_name": "Ines", "last_name": "Carvalho", "tier": Tier.PREMIUM, "is_concierge": True},
    "admin": {"first_name": "Theo", "last_name": "Adler", "is_staff": True, "is_superuser": True},
}


def make_people() -> list[User]:
    """Create the users that are missing; returns all of them in the order above. Existing users stay unchanged."""
    there = {user.email: user for user in User.objects.filter(email__endswith=f"@{DOMAIN}")}
    return [there.get(f"{name}@{DOMAIN}") or _make(name) for name in PEOPLE]


def _make(name: str) -> User:
    number = list(PEOPLE).index(name)
    return User.objects.create_user(
        email=f"{name}@{DOMAIN}",
        password=PASSWORD,
        phone=f"+1212555014{number}",
        has_had_free_trial=True,
        # Nobody reads mail or texts for them.
        email_confirmed_at=timezone.now(),
        phone_confirmed_at=timezone.now(),
        referral_code=f"DEMO{name.upper()}"[:12],
        **PEOPLE[name],
    )

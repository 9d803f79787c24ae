"""Forms that the tests of accounts send."""

from typing import Any

from testing.users import PASSWORD


def sign_up_form(**changes: Any) -> dict[str, Any]:
    """Return a valid sign-up form in which some fields are changed."""
    form: dict[str, Any] = {
        "first_name": "Ada",
        "last_name": "Lovelace",
        "email": "ada@example.org",
        "phone": "+12125550123",
        "password": PASSWORD,
        "referral_code": None,
        "referral_link": None,
    }
    return {**form, **changes}

"""Sign-in of staff to the admin: password and authenticator code, limited per network address.

`manage.py staff_second_factor` creates authenticators. The admin pages cannot create them, because a stolen password
must not be enough to add an authenticator.
"""

from typing import Any, Final

import django_otp
from django import forms
from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import Guard, client_address

# Failed sign-ins in 15 minutes from one network address, for all accounts together.
ADDRESS_LIMIT: Final = 20
NO_DEVICE: Final = "This account has no authenticator yet. An operator adds one with `manage.py staff_second_factor`."
MISSING_CODE: Final = "Enter the code of your authenticator."
WRONG_CODE: Final = "This code is wrong. Enter the newest code of your authenticator."


def login_guard(address: str) -> Guard:
    return Guard(action="admin_login", address=address, limit=ADDRESS_LIMIT)


def find_device(user: User) -> TOTPDevice | None:
    return TOTPDevice.objects.filter(user=user, confirmed=True).first()


def may_enter(user: User | AnonymousUser) -> bool:
    """Return whether the session has passed the second factor of the admin, or needs none.

    It needs none if the user has no authenticator and the setting STAFF_SECOND_FACTOR does not
    require one. The caller, config/admin_site.py, checks that the user is staff.
    """
    if not isinstance(user, User):
        return False
    verified: bool = user.is_verified()  # type: ignore[attr-defined]  # added by django_otp's middleware
    return verified or (not settings.STAFF_SECOND_FACTOR and find_device(user) is None)


class StaffLoginForm(AdminAuthenticationForm):
    """The login form of the admin, with an additional field for the authenticator code."""

    otp_token = forms.CharField(
        label="Code of your authenticator",
        required=False,
        max_length=10,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def confirm_login_allowed(self, user: Any) -> None:
        """Check the authenticator code of a user whose password was correct.

        Raises ValidationError for a missing or wrong code, or if the user has no authenticator
        although STAFF_SECOND_FACTOR requires one. After each wrong code, django_otp refuses all
        codes of the user for a growing time.
        """
        super().confirm_login_allowed(user)
        device = find_device(user)
        if device is None and settings.STAFF_SECOND_FACTOR:
            raise ValidationError(NO_DEVICE, code="no_device")
        address = client_address(self.request) if self.request is not None else ""
        if device is not None:
            token = self.cleaned_data.get("otp_token", "").replace(" ", "")
            if not token:
                # An empty field must not count as a wrong code for django_otp.
                raise ValidationError(MISSING_CODE, code="missing_code")
            verified = django_otp.verify_token(user, device.persistent_id, token)
            if verified is None:
                raise ValidationError(WRONG_CODE, code="wrong_code")
            user.otp_device = verified
        login_guard(address).refund()
        audit.record(Act.SIGNED_IN, user_id=user.pk, now=timezone.now(), address=address, at="admin")

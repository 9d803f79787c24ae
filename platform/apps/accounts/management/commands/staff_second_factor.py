"""`manage.py staff_second_factor EMAIL`: gives a member of staff a new authenticator and prints its QR code.

The earlier authenticator and all operator tokens of the user stop working.
"""

from typing import Any

import qrcode
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.staff import operator_tokens


class Command(BaseCommand):
    help = "Give a member of staff a new authenticator (TOTP) for /admin/; the earlier one and operator tokens end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *_: Any, email: str, **__: Any) -> None:
        """Replace the user's authenticator and print the URL of the new one, as text and as a QR code.

        All operator tokens of the user are revoked.

        The URL contains the authenticator's secret, so it is not logged. Raises CommandError if no active member of
        staff has the address.
        """
        user = User.objects.filter(email=email.lower(), is_active=True, is_staff=True).first()
        if user is None:
            raise CommandError(f"No active member of staff has the address {email}.")
        now = timezone.now()
        with transaction.atomic():
            TOTPDevice.objects.filter(user=user).delete()
            device = TOTPDevice.objects.create(user=user, name="authenticator", confirmed=True)
            operator_tokens.revoke_tokens(user_id=user.pk, now=now)
            audit.record(Act.ADMIN_CHANGE, user_id=user.pk, now=now, did="second factor")
        code = qrcode.QRCode(border=1)
        code.add_data(device.config_url)
        code.print_ascii(out=self.stdout, invert=True)
        self.stdout.write(device.config_url)

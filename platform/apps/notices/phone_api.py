"""Endpoints that confirm a phone number, below /api/users/phone/."""

from django.utils import timezone
from ninja import Router

from apps.accounts.auth import SignedInRequest, bearer
from apps.accounts.throttle import client_address
from apps.common.schemas import REFUSALS, MessageOut, RefusalOut, Secret, Strict

from . import messages, phone_codes

router = Router(auth=bearer)


class ConfirmPhoneIn(Strict):
    """The code that was texted."""

    code: Secret


@router.post("/send_code/", response={200: MessageOut, REFUSALS: RefusalOut})
def send_phone_code(request: SignedInRequest) -> dict[str, str]:
    """Text a code to the phone of the profile."""
    phone = phone_codes.send_code(user=request.auth.user, now=timezone.now())
    return {"message": messages.code_sent(phone)}


@router.post("/confirm/", response={200: MessageOut, REFUSALS: RefusalOut})
def confirm_phone(request: SignedInRequest, form: ConfirmPhoneIn) -> dict[str, str]:
    """Confirm the phone of the profile with the code that was texted."""
    phone_codes.confirm(
        user=request.auth.user,
        code=form.code.get_secret_value().strip(),
        address=client_address(request),
        now=timezone.now(),
    )
    return {"message": messages.PHONE_CONFIRMED}

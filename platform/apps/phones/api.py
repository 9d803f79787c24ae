"""Endpoints that confirm a phone number, below /api/users/phone/."""

from ninja import Router

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import MessageOut, Secret, Strict
from apps.notices import messages

from . import codes as phone_codes

router = Router(auth=bearer)


class ConfirmPhoneIn(Strict):
    """The code that was sent to the user's phone as a text message."""

    code: Secret


@router.post("/send_code/", response=MessageOut)
def send_phone_code(request: SignedInRequest) -> dict[str, str]:
    """Send a code as a text message to the phone number in the user's profile."""
    phone = phone_codes.send_code(user=request.auth.user, **origin(request))
    return {"message": messages.code_sent(phone)}


@router.post("/confirm/", response=MessageOut)
def confirm_phone(request: SignedInRequest, form: ConfirmPhoneIn) -> dict[str, str]:
    """Confirm the phone number in the user's profile with the code that was sent to it."""
    phone_codes.confirm(user=request.auth.user, code=form.code.get_secret_value().strip(), **origin(request))
    return {"message": messages.PHONE_CONFIRMED}

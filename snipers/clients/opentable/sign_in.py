"""Sign-in to OpenTable with a code: the client's two calls, as SignInCalls."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from snipers.clients.base import CodeSent, Login
from snipers.clients.sign_in import Challenge, SignInCalls

NATIONAL_DIGITS = 10
Reply = TypeVar("Reply")
Call = Callable[..., Awaitable[Reply]]


class SignIn(SignInCalls):
    """The sign-in calls. An address is a phone number whose last ten digits are the national number.

    The arguments are the methods of OpenTableClient.
    """

    def __init__(self, *, send_code: Call[CodeSent], confirm_code: Call[Login]) -> None:
        self._send_code = send_code
        self._confirm_code = confirm_code

    async def send_code(self, *, address: str) -> str:
        sent = await self._send_code(phone=address[-NATIONAL_DIGITS:], country_code=address[:-NATIONAL_DIGITS])
        return sent.correlation_id

    async def confirm_code(self, *, address: str, code: str, correlation_id: str = "") -> Login | Challenge:
        return await self._confirm_code(
            phone=address[-NATIONAL_DIGITS:],
            country_code=address[:-NATIONAL_DIGITS],
            code=code,
            correlation_id=correlation_id,
        )

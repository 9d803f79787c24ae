"""Stripe's error bodies as exceptions."""

from typing import Any


class StripeError(Exception):
    """An error reply of Stripe's API.

    With `kept`, the transaction is committed in spite of the error: a declined charge counts as an attempt. If `begun`
    is False, the call was refused before it changed anything, so the reply is not stored under its idempotency key.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        type: str = "invalid_request_error",
        kept: bool = False,
        begun: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kept = kept
        self.begun = begun
        self.body: dict[str, Any] = {"type": type, "message": message}
        self.body |= {name: value for name, value in more.items() if value is not None}


class BadRequest(StripeError):
    """The error for a malformed request: status 400. The reply is not stored under the idempotency key."""

    def __init__(self, message: str, *, code: str | None = None, param: str | None = None) -> None:
        super().__init__(400, message, code=code, param=param, begun=False)


def missing(kind: str, id: str, *, param: str = "id", status: int = 404) -> StripeError:
    """Return the error for an object that does not exist.

    `status` is 404 if the id is in the path, and 400 if it is in the parameter `param`.
    """
    name = {"checkout.session": "checkout.session", "payment_method": "PaymentMethod"}.get(kind, kind.split(".")[-1])
    return StripeError(status, f"No such {name}: '{id}'", code="resource_missing", param=param)


def missing_param(param: str) -> BadRequest:
    return BadRequest(f"Missing required param: {param}.", code="parameter_missing", param=param)


def not_played(what: str) -> BadRequest:
    """Return the error for a parameter that Stripe accepts but the simulator does not support.

    The simulator refuses such a parameter, because a caller would assume that it has the effect that it has at Stripe.
    """
    return BadRequest(f"Stripe knows {what}, but the simulator does not play it.", code="simulator_does_not_play")

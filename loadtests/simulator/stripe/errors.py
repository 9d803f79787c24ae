"""How Stripe says no."""

from typing import Any


class StripeError(Exception):
    """One of Stripe's error bodies. `kept`: what the call did until here stays done (a declined charge was tried).
    `begun` is false where the call was refused before it did anything: such an answer is not kept for its
    idempotency key."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        type: str = "invalid_request_error",
        code: str | None = None,
        param: str | None = None,
        kept: bool = False,
        begun: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kept = kept
        self.begun = begun
        self.body: dict[str, Any] = {"type": type, "message": message}
        self.body |= {
            name: value for name, value in {"code": code, "param": param, **more}.items() if value is not None
        }


class BadRequest(StripeError):
    """The request itself is malformed."""

    def __init__(self, message: str, *, code: str | None = None, param: str | None = None) -> None:
        super().__init__(400, message, code=code, param=param, begun=False)


def missing(kind: str, id: str, *, param: str = "id", status: int = 404) -> StripeError:
    """The object that the path (404) or a parameter (400) names is not there."""
    name = {"checkout.session": "checkout.session", "payment_method": "PaymentMethod"}.get(kind, kind.split(".")[-1])
    return StripeError(status, f"No such {name}: '{id}'", code="resource_missing", param=param)


def not_played(what: str) -> BadRequest:
    """Stripe would take it, but this simulator would ignore it, and an answer that hides that would be a lie."""
    return BadRequest(f"Stripe knows {what}, but the simulator does not play it.", code="simulator_does_not_play")

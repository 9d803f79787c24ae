"""The header Idempotency-Key: a call that creates something may be repeated after a lost answer.

The creation and its answer are stored in one transaction, so a process that dies between them leaves neither. A refused
call stores no answer and may be sent again. Parallel calls wait at the unique index for the first one.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from ninja import Status
from pydantic import BaseModel

from apps.accounts.sign_in.auth import SignedInRequest
from apps.common.errors import Refusal
from apps.common.hashing import hash_secret
from apps.keys import messages
from apps.keys.models import IdempotentCall

HEADER: Final = "Idempotency-Key"
LONGEST: Final = 255
KEPT: Final = timedelta(hours=24)
# The operations that accept the header.
OPERATIONS: Final[set[str]] = set()
# The refusals of such an operation, by status and code.
REFUSED: Final = {
    "400": {"bad_idempotency_key": messages.bad_idempotency_key(longest=LONGEST)},
    "422": {"idempotency_key_reused": messages.IDEMPOTENCY_KEY_REUSED},
}

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def idempotent(endpoint: Endpoint) -> Endpoint:
    """Let an endpoint of signed-in users, which returns a model or a Status of one, accept the header."""

    @wraps(endpoint)
    def once(request: SignedInRequest, **given: Any) -> Any:
        key = request.headers.get(HEADER)
        if key is None:
            return endpoint(request, **given)
        if not 0 < len(key) <= LONGEST:
            raise Refusal("bad_idempotency_key", 400, messages.bad_idempotency_key(longest=LONGEST))
        return _call_once(call_endpoint=lambda: endpoint(request, **given), request=request, key=key)

    OPERATIONS.add(endpoint.__name__)
    return cast(Endpoint, once)


def _call_once(*, call_endpoint: Callable[[], Any], request: SignedInRequest, key: str) -> Any:
    """Make the call, or return the stored answer to the same call. Raises Refusal 422 if it was another one."""
    now, same = timezone.now(), {"user": request.auth.user, "key_hash": hash_secret(key)}
    # A body may have the number of a card, which could be guessed from a hash without a secret.
    sent = salted_hmac(__name__, b"%b %b" % (request.get_full_path().encode(), request.body), algorithm="sha256")
    with transaction.atomic():
        old_calls(now=now).filter(**same).delete()
        first = {"sent_hash": sent.hexdigest(), "called_at": now}
        call, is_first = IdempotentCall.objects.get_or_create(**same, defaults=first)
        if call.sent_hash != sent.hexdigest():
            raise Refusal("idempotency_key_reused", 422, messages.IDEMPOTENCY_KEY_REUSED)
        if not is_first:
            return Status(call.status, call.answer)
        try:
            result = call_endpoint()
            status, value = (result.status_code, result.value) if isinstance(result, Status) else (200, result)
            answer = cast(BaseModel, value).model_dump(mode="json", by_alias=True)
            IdempotentCall.objects.filter(pk=call.pk).update(status=status, answer=answer)
            return result
        except Refusal as error:
            # Commits what the call has counted and read, such as the cards that a platform has refused.
            call.delete()
            refusal = error
    raise refusal


def old_calls(*, now: datetime) -> QuerySet[IdempotentCall]:
    """Return the calls of all users that are older than KEPT."""
    return IdempotentCall.objects.filter(called_at__lt=now - KEPT)


def forget_answers(about: Q, *, user_id: int) -> None:
    """Forget a user's answers about what is deleted. The calls themselves stay, so that none of them happens twice."""
    IdempotentCall.objects.filter(about, user_id=user_id).update(sent_hash="", answer={})

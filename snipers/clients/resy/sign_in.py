"""Sign-in to Resy by code, and the renewal of a sign-in with its refresh token.

A code goes to a telephone number by SMS or to an e-mail address. The right code signs in, or Resy asks for the
account's other address (a challenge). CHECKLIST.md states the evidence for each call. We solve no captcha: if Resy
demands one, the call raises CaptchaRequired.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from snipers.clients import optional
from snipers.clients.base import Login
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.clients.errors import BadCredentials, Blocked, PlatformError, SignInBlocked, SignInMoved
from snipers.clients.reading import Node, member, unless_malformed
from snipers.clients.replies import SHORT_ERROR_BYTES, Reply, raise_failure, raise_platform_failure
from snipers.clients.resy import profiles
from snipers.clients.sign_in import (
    CaptchaRequired,
    Challenge,
    ExhaustedCode,
    ExpiredCode,
    Property,
    Renewal,
    SignInCalls,
    WrongCode,
)
from snipers.clients.wire import Timeouts, Wire
from snipers.domain.access import Access

MOBILE, CHALLENGE, REFRESH = "mobile", "challenge", "refresh"
EMAIL_REQUEST, EMAIL_VERIFY = "email/request", "email/verify"
# The path at which a renewal was seen. Nobody recorded one at /4/auth.
REFRESH_PATH = "/3/auth"
MOVED = (404, 405, 410)
REFUSED = (400, 401, 403, 404, 409, 410, 412, 422, 429)
WRONG_PASSWORD = (400, 401, 403, 419)
LONGEST_LABEL = 100
MOST_PROPERTIES = 5


class SignIn(SignInCalls):
    """The sign-in calls, which need no user token.

    `access` returns our current access to Resy, with the common parts of the sign-in paths. `check_key` raises
    KeyRefused if a refusal is due to our key and not to the diner's input. `find_works` returns whether Resy answers a
    call that is no sign-in. In the methods, `address` is a telephone number in the form +12125550100 or an e-mail
    address.
    """

    def __init__(
        self,
        *,
        wire: Wire,
        box: SealedBox,
        access: Callable[[], Access],
        check_key: Callable[[Reply, Access], Awaitable[None]],
        find_works: Callable[[], Awaitable[bool]],
    ) -> None:
        self._wire = wire
        self._box = box
        self._access = access
        self._check_key = check_key
        self._find_works = find_works

    async def call(self, step: str, *, form: Mapping[str, str]) -> Reply:
        """Call one step of the sign-in (the last part of the path) at the first sign-in path that exists.

        Raises SignInMoved if none of the paths exists, SignInBlocked, and KeyRefused.
        """
        access, paths = self._access(), self._access().sign_in_paths
        if step == REFRESH:
            paths = tuple(sorted(paths, key=lambda path: path != REFRESH_PATH))
        for path in paths:
            reply = await self._wire.call("POST", f"{path}/{step}", form=form, timeouts=Timeouts())
            if reply.status not in MOVED or _fields(reply):
                await self._check_key(reply, access)
                if await self._is_blocked(reply):
                    seen = f"status {reply.status}" + (f", a page of {reply.edge}" if reply.edge else "")
                    raise SignInBlocked(f"sign-ins are refused ({seen})", delay=reply.delay)
                return reply
        raise SignInMoved("none of the paths of the sign-in exists")

    async def _is_blocked(self, reply: Reply) -> bool:
        """Whether a firewall sent the reply because it refuses sign-ins from our address.

        A page with a status of 500 or more may also mean that Resy is away; then other calls fail too.
        """
        if reply.from_platform or reply.status == 429:
            return False
        return reply.status < 500 or reply.size <= SHORT_ERROR_BYTES or await self._find_works()

    async def login(self, *, email: str, password: str) -> Login:
        """Sign in with a password. The call is not retried.

        Raises CaptchaRequired if Resy demands a captcha. Otherwise raises BadCredentials for each of the four statuses
        that Resy returns for a wrong password.
        """
        reply = await self.call("password", form={"email": email, "password": password})
        if isinstance(captcha := classify_refusal(reply), CaptchaRequired):
            raise captcha
        if reply.from_platform and reply.status in WRONG_PASSWORD:
            raise BadCredentials("invalid email or password")
        raise_failure(reply)
        return self.read_login(reply.data)

    async def send_code(self, *, address: str) -> str:
        """Let Resy send a code to the address. Raises BadCredentials if Resy refuses the address; CaptchaRequired."""
        if "@" in address:
            await self._post(EMAIL_REQUEST, {"em_address": address})
        else:
            await self._post(MOBILE, {"mobile_number": address, "method": "sms"})
        return ""

    async def confirm_code(self, *, address: str, code: str, correlation_id: str = "") -> Login | Challenge:
        """Sign in with the code. Return the sign-in, or Resy's challenge.

        Raises WrongCode, ExpiredCode, ExhaustedCode, CaptchaRequired.
        """
        step = EMAIL_VERIFY if "@" in address else MOBILE
        data = await self._post(step, {**_address_field(address), "code": code})
        return self._challenge(data) if Node(data)["challenge"].value is not None else self.read_login(data)

    async def answer_challenge(self, *, address: str, challenge: Challenge, answers: Mapping[str, str]) -> Login:
        """Sign in with the answers to a challenge. `answers` has a value for the name of each of its properties.

        Raises WrongCode, ExpiredCode, ExhaustedCode, CaptchaRequired.
        """
        form = {name: answers[name] for name in (asked.name for asked in challenge.properties)}
        form["challenge_id"] = challenge.challenge_id
        if challenge.claim_token is not None:
            form["claim_token"] = self._open(challenge.claim_token)
        return self.read_login(await self._post(CHALLENGE, {**_address_field(address), **form}))

    async def renew(self, *, refresh_token: SealedToken) -> Renewal:
        """Exchange a refresh token for a new user token.

        Resy accepts a refresh token only once, so the call is not retried. Raises BadCredentials if Resy refuses it.
        """
        data = await self._post(REFRESH, {"refresh_token": self._open(refresh_token)})
        token = self._box.seal(profiles.login_token(_user(data)))
        return Renewal(token=token, refresh_token=self._refresh_token(data))

    def read_login(self, data: Any) -> Login:
        """Parse the reply to a successful sign-in, and seal its tokens."""
        user = _user(data)
        return Login(
            token=self._box.seal(profiles.login_token(user)),
            refresh_token=self._refresh_token(data),
            profile=profiles.profile(user),
        )

    def _refresh_token(self, data: Any) -> SealedToken | None:
        found = profiles.refresh_token(data) or profiles.refresh_token(_user(data))
        return self._box.seal(found) if found else None

    def _challenge(self, data: Any) -> Challenge:
        reply = Node(data)
        claim, challenge = reply["mobile_claim"], reply["challenge"]
        claim_token = member(claim, "claim_token").value
        listed = (unless_malformed(partial(_property, one)) for one in optional.members(challenge["properties"]))
        asked = [one for one in listed if one is not None][:MOST_PROPERTIES]
        return Challenge(
            challenge_id=challenge["challenge_id"].identifier(),
            claim_token=self._box.seal(claim_token) if isinstance(claim_token, str) and claim_token else None,
            # If the challenge lists no readable properties, every public client sends the e-mail address.
            properties=tuple(asked) or (Property(name="em_address", label=""),),
        )

    def _open(self, token: SealedToken) -> str:
        try:
            return self._box.open(token)
        except BrokenSeal:
            raise ExpiredCode("the stored token cannot be opened") from None

    async def _post(self, step: str, form: Mapping[str, str]) -> Any:
        """Call one step of the sign-in and return the data of the reply. Raise the error of a refusal."""
        reply = await self.call(step, form=form)
        if (refusal := classify_refusal(reply)) is not None:
            raise refusal
        raise_platform_failure(reply)
        if reply.status not in (200, 201):
            # call() has excluded a stale key of ours. Without a stated reason, a 419 does not prove a wrong code.
            raise Blocked(f"status {reply.status} without a reason")
        return reply.data


def classify_refusal(reply: Reply) -> PlatformError | None:
    """Return the error of a refused sign-in, None if the refusal is not about the diner's input or a captcha."""
    named = _fields(reply)
    if not reply.from_platform or (reply.status not in REFUSED and not named):
        return None
    message = reply.data.get("message") if isinstance(reply.data, dict) else ""
    text = " ".join([str(message), *map(str, named.values())]).lower()
    if "captcha" in " ".join([text, *named]).lower():
        return CaptchaRequired("Resy demands a captcha")
    if not named and reply.status in (403, 404, 429):
        return None
    if "challenge_id" in named or "claim_token" in named or "expired" in text:
        return ExpiredCode("the code is no longer valid")
    if "too many" in text:
        return ExhaustedCode("too many wrong codes")
    left = named.get("attempts_left")
    return WrongCode("refused", tries_left=left if type(left) is int and left >= 0 else None)


def _fields(reply: Reply) -> dict[str, Any]:
    """Return the object `data` of a refusal, which names the refused fields; empty if there is none."""
    data = reply.data.get("data") if isinstance(reply.data, dict) and reply.status >= 400 else None
    return data if isinstance(data, dict) else {}


def _address_field(address: str) -> dict[str, str]:
    return {"em_address" if "@" in address else "mobile_number": address}


def _user(data: Any) -> Any:
    """Return the user's data in the reply to a sign-in: the member `user`, or the reply itself if it has no `user`."""
    nested = Node(data)["user"].value
    return data if nested is None else nested


def _property(asked: Node) -> Property:
    label = asked["message"].value
    return Property(
        name=asked["name"].text()[:LONGEST_LABEL], label=label[:LONGEST_LABEL] if isinstance(label, str) else ""
    )

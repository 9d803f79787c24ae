"""Wire shapes of connections."""

from ninja import Schema

from apps.accounts.schemas import Email, ResyAccountOut
from apps.common.schemas import Id, Secret, Strict


class ResyLoginIn(Strict):
    """A sign-in at Resy. The password goes on to Resy and nowhere else."""

    email: Email
    password: Secret


class DisconnectIn(Strict):
    """Which account to disconnect; the specification writes this field in its own way."""

    accountId: Id


class ResySignedInOut(Schema):
    """Whether a Resy account is connected."""

    resy_signed_in: bool


class OpenTableSignedInOut(Schema):
    """Whether an OpenTable account is connected."""

    opentable_signed_in: bool


class ResyConnectedOut(Schema):
    """The connected account."""

    message: str
    account: ResyAccountOut

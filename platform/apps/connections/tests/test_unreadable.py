"""A reply that we cannot read is our problem: the user does not read that the platform is not responding."""

from apps.connections import services
from snipers.clients.errors import Malformed, Unavailable


def test_an_unreadable_reply_has_a_sentence_of_its_own() -> None:
    refusal = services.sign_in_failed(Malformed("reply.id is not a text", field="reply.id"), platform="resy")
    assert (refusal.code, refusal.status) == ("reply_unreadable", 503)
    assert refusal.message.startswith("We couldn't read Resy's answer.")
    away = services.sign_in_failed(Unavailable("status 503"), platform="resy")
    assert away.code == "platform_unavailable"

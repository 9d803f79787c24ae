"""Control calls for the accounts of diners: end their sessions, remove and add cards."""

from starlette.responses import Response

from loadtests.simulator.accounts import Card, Diner
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json

from .parameters import body, refused, source_of


def change_account(call: Call) -> Response:
    """POST /accounts `{source, user, end_sessions?, cards?}`: change an account. `user` is the e-mail address of a Resy
    diner or the telephone number of an OpenTable customer (`+12125550100`).

    With `end_sessions`, every token issued before this second is refused. `cards` 0 removes all cards; 1 adds one.
    """
    fields = body(call)
    accounts, diner = call.world.accounts, _diner(call, fields)
    if fields.flag("end_sessions"):
        accounts.end_sessions(diner)
    if "cards" in fields:
        if fields.integer("cards", most=1):
            accounts.add_card(diner, Card(0, "Visa", "4242", 12, accounts.clock.now().year + 3))
        else:
            accounts.remove_cards(diner)
    return Json({"user_id": diner.id, "cards": [card.id for card in diner.cards]})


def _diner(call: Call, fields: Fields) -> Diner:
    accounts, user = call.world.accounts, fields.text("user")
    found = accounts.diner_by_email(user) if source_of(fields) == "resy" else accounts.known_customer(user)
    if found is None:
        raise refused(f"There is no account {user}; the first sign-in creates it.", 404)
    return found

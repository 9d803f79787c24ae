"""Why a request or an attempt ended: each reason with the sentence for the user.

Both towers store the codes. Only this module has the sentences.
"""

from datetime import datetime
from typing import Final

from snipers.clients import registry

CANCELED_AT_PLATFORM: Final = "canceled_at_platform"
TABLE_CANCELED_BY_YOU: Final = "table_canceled_by_you"
CANCELED_BY_LINK: Final = "canceled_by_link"
CANCEL_FAILED: Final = "cancel_failed"
CANCEL_FORBIDDEN: Final = "cancel_forbidden"
CANCEL_CARD_REFUSED: Final = "cancel_card_refused"
OLD_TABLE_KEPT: Final = "old_table_kept"
BOOKED_ELSEWHERE: Final = "booked_elsewhere"
SEARCH_OVER: Final = "search_over"
SWAP_FAILED: Final = "swap_failed"
SWITCHED_OFF: Final = "switched_off"
RESTAURANT_CLOSED: Final = "restaurant_closed"
RELEASE_MISSED: Final = "release_missed"

SENTENCES: Final = {
    "booked_elsewhere": "We booked another table of this request.",
    "canceled_by_you": "You canceled it.",
    "table_canceled_by_you": "You canceled this table on {platform}.",
    "canceled_by_link": "Canceled from the link in your mail.",
    "cancel_failed": "{platform} didn't cancel the table. Cancel it on {platform}.",
    "cancel_forbidden": "{platform} doesn't let this table be canceled any more. Call the restaurant.",
    "cancel_card_refused": (
        "{platform} couldn't charge the cancellation fee to your card, so you still have the table. "
        "Check your card on {platform}, then cancel the table there."
    ),
    "old_table_kept": "{platform} hasn't canceled your old table. Cancel it on {platform}.",
    "canceled_at_platform": "Canceled at {platform}{on_day}.",
    "plan_limit": "Your plan now allows fewer active requests.",
    "withdrawn": "You removed it from the request.",
    "window_over": "No table opened in time.",
    "release_missed": "No table at the release. We keep watching for cancellations until the date, as you asked.",
    "search_over": "The table that you wanted to improve isn't booked any more.",
    "swap_failed": "We didn't get the new table. Your table stays as it is.",
    "notify_over": "The time for your notifications is over. We booked nothing, as you asked.",
    "taken": "Lost to another diner.",
    "slot_gone": "The table was gone before we could book it.",
    "conflict": "You already have a table at that time.",
    "needs_reconnect": "Your {platform} login expired. Reconnect to resume.",
    "expires_soon": "Your {platform} login expires soon. Reconnect it to keep your requests running.",
    "payment_required": "{platform} requires a payment method on file.",
    "card_refused": "{platform} refused your card for this table. Check the card on {platform}.",
    "cancel_refused": "{platform} doesn't let us cancel your old table, so we kept it and didn't book the new one.",
    "held_back_fee": "This table asks for a fee above your limit.",
    "fee_unknown": "We couldn't read what this table may cost at {platform}, so we didn't book it.",
    "fee_accepted": "You now accept a higher fee or deposit.",
    "unknown_fee_accepted": "You now accept a fee that we can't read.",
    "blocked": "{platform} asked us to slow down.",
    "key_refused": "A problem on our side at {platform} prevented the booking. We're fixing it.",
    "unsent": "We couldn't reach {platform}.",
    "not_confirmed": "We checked your {platform} account: the table wasn't booked.",
    "list_unreadable": "We couldn't check your {platform} account before booking.",
    "account_disconnected": "You disconnected the {platform} account of this request.",
    "claim_lapsed": "There was no time left to book it.",
    "better_claim": "That request had priority or was filed earlier.",
    "captcha": "{platform} asks for a human check there.",
    "no_cards": "This table asks for a card, but the restaurant can't take cards on {platform}.",
    "account_gone": "{platform} has deactivated this account. Contact {platform}, or connect another account.",
    "edge_refused": "{platform} refuses our calls at the moment. We pause and try again.",
    "not_understood": "We didn't understand the answer of {platform}.",
    "override_failed": "We canceled your old table, but another diner booked the new one.",
    "replaced": "Replaced by a better table you asked for.",
    "found_after_restore": "Your {platform} account already has a table that fits. Unpause if you want another one.",
    "unread_after_restore": "We couldn't read your {platform} account. Check your reservations there, then unpause.",
    "switched_off": "Paused by our staff for this restaurant.",
    "restaurant_closed": "This restaurant takes no reservations on {platform} any more.",
    "picked_priority": "Yours by priority.",
    "picked_first": "Yours because you filed first.",
    "picked_best": "Of the tables that opened, it fits your window best.",
    "picked_only": "The only table that opened in your window.",
}


def explain_stop(*, code: str, at: datetime, closed_at: datetime | None) -> str:
    """Return the reason code to show for a timeline entry that the snipers wrote at `at` with the reason `code`.

    The snipers write "switched_off" for any kill switch. If the platform had removed the restaurant by then
    (`closed_at`, None for a listed restaurant), the kill switch was set for that reason: return "restaurant_closed".
    """
    return RESTAURANT_CLOSED if code == SWITCHED_OFF and closed_at is not None and at >= closed_at else code


def sentence(*, code: str, platform: str, on: str = "") -> str:
    """Return the sentence that explains a reason code, or "" without a code or for an unknown one.

    `on` is the day of the event in the reader's form, for sentences that mention it. `platform` is a platform's key, or
    "" for a sentence that names none. Unknown codes come from a newer release of the snipers. Raises UnknownPlatform.
    """
    return SENTENCES.get(code, "").format(
        platform=registry.find(platform).name if platform else "the platform", on_day=f" on {on}" if on else ""
    )

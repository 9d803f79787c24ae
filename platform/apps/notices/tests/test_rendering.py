"""Messages as e-mail text, HTML and SMS."""

import re
from datetime import time
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest
from pytest_django import Settings

from apps.accounts import email_templates
from apps.notices.content.kinds import Booked, HeldBack, Notice, ReleaseMissed, Unsuccessful
from apps.notices.rules import sms
from apps.notices.tests.notices import LONG, PAGE, booked, cancel_deadline, every, table_open
from apps.notices.text import rendering
from apps.notices.text.rendering import RenderedMail

SITE = "https://tablehawk.example"


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.PUBLIC_URL = SITE


def name(notice: Notice) -> str:
    return notice.kind


def mail_of(notice: Notice, *, first_name: str = "Alice", locale: str = "en-US") -> RenderedMail:
    return rendering.render_mail(notice=notice, first_name=first_name, locale=locale)


def text_of(notice: Notice, *, locale: str = "en-US") -> str:
    return rendering.render_text(notice=notice, first_name="Alice", locale=locale)


@pytest.mark.parametrize("notice", [*every(), *every(LONG)], ids=name)
def test_every_kind_has_a_subject_on_one_line_a_text_and_a_short_message(notice: Notice) -> None:
    mail = mail_of(notice)
    assert mail.subject
    assert "\n" not in mail.subject
    assert mail.text.startswith("Hi Alice,\n\n")
    assert f"{SITE}/profile?tab=notifications" in mail.text
    assert ">Hi Alice,</p>" in mail.html
    short = text_of(notice)
    assert short.startswith("Tablehawk")
    assert sms.cost(short) <= 160
    assert sms.gsm(short) == short


@pytest.mark.parametrize("notice", [*every(), *every(LONG)], ids=name)
def test_no_message_shows_template_artifacts(notice: Notice, monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in (rendering.PLAIN, rendering.HTML):
        monkeypatch.setattr(engine, "string_if_invalid", "{{ %s }}")
    mail = mail_of(notice)
    for form in (mail.subject, mail.text, mail.html, text_of(notice)):
        assert not re.search(r"{{|{%|None|\bTrue\b|\bFalse\b|&amp;amp;", form)
    assert "\n\n\n" not in mail.text
    assert "&amp;" not in mail.text


@pytest.mark.parametrize("notice", every(), ids=name)
def test_templates_use_only_fields_of_their_kind(notice: Notice) -> None:
    # An undefined variable in a condition is false, so rendering alone does not find it.
    for template in rendering.TEMPLATES.glob(f"{notice.kind}.*"):
        for field in re.findall(r"\bn\.(\w+)", template.read_text()):
            assert hasattr(notice, field), f"{template.name}: {field}"


@pytest.mark.parametrize("notice", every(LONG), ids=name)
def test_html_is_well_formed_escaped_and_loads_nothing(notice: Notice) -> None:
    html = mail_of(notice, first_name="<script>alert(1)</script>").html
    assert "<b>" not in html
    assert "<script" not in html
    page = _Tags()
    page.feed(html)
    assert page.open == []
    assert not page.loads
    assert {link.split("/")[2] for link in page.links} == {"tablehawk.example"} | (
        {"resy.com"} if "resy.com" in getattr(notice, "page", "") else set()
    )


# Any date, time of day and amount that is not in the form of the locale.
MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
FOREIGN = {
    "en-US": rf"\b\d{{1,2}}:\d\d\b(?! [AP]M\b)|\d {MONTH}|US\$",
    "en-GB": rf"\d ?[AaPp]\.?[Mm]\b|{MONTH} \d{{1,2}}\b|(?<!US)\$",
}
RAW = r"\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{2,4}|\d:\d\d:\d\d|\d cents|\u202f"


def shown(notice: Notice, *, locale: str) -> list[str]:
    """Return all that a reader sees: the subject, the mail as text and as HTML, and the text message."""
    mail = mail_of(notice, locale=locale)
    html = re.sub(r"<style>.*?</style>|<[^>]+>", " ", mail.html, flags=re.DOTALL)
    # A link of a platform has its own form of the date.
    return [form.replace(PAGE, "") for form in (mail.subject, mail.text, html, text_of(notice, locale=locale))]


def test_every_kind_has_a_case() -> None:
    union, _ = get_args(Notice)
    assert {notice.kind for notice in every()} == {kind.model_fields["kind"].default for kind in get_args(union)}


@pytest.mark.parametrize("locale", ["en-US", "en-GB"])
@pytest.mark.parametrize("notice", every(), ids=name)
def test_dates_times_and_money_have_the_form_of_the_readers_locale(notice: Notice, locale: str) -> None:
    for form in shown(notice, locale=locale):
        assert not re.search(f"{FOREIGN[locale]}|{RAW}", form)


DATED = [notice for notice in every() if {"date", "requests", "price_cents"} & dict(notice).keys()]


@pytest.mark.parametrize(("locale", "other"), [("en-US", "en-GB"), ("en-GB", "en-US")])
@pytest.mark.parametrize("notice", DATED, ids=name)
def test_the_form_of_another_locale_is_found(notice: Notice, locale: str, other: str) -> None:
    _, text, html, _ = shown(notice, locale=other)
    assert re.search(FOREIGN[locale], text)
    assert re.search(FOREIGN[locale], html)


@pytest.mark.parametrize("path", sorted(email_templates.FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_mails_of_accounts_have_no_date_time_or_amount(path: Path) -> None:
    text = path.read_text()
    assert set(re.findall(r"{(\w+)}", text)) <= {"name", "new", "url", "site", "tables"}
    assert not re.search("|".join([*FOREIGN.values(), RAW]), text)


def test_a_british_reader_gets_british_forms() -> None:
    mail = mail_of(booked(cancel_fee_cents=2500), locale="en-GB")
    assert mail.subject == "Booked: Lilac & Vine, Fri 4 Dec at 19:30"
    for fact in ("Friday, 4 December 2026", "19:30", "costs US$25.00"):
        assert fact in mail.text
    assert text_of(booked(), locale="en-GB").startswith("Tablehawk booked: Fri 4 Dec, 19:30, party of 2")


class _Tags(HTMLParser):
    """Collects open tags, loaded resources and links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if {"src", "srcset", "background"} & given.keys() or "url(" in given.get("style", ""):
            self.loads.append(tag)
        if "href" in given:
            self.links.append(given["href"])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_booked_mail_has_all_details_of_the_table() -> None:
    mail = mail_of(booked())
    assert mail.subject == "Booked: Lilac & Vine, Fri, Dec 4 at 7:30 PM"
    for fact in ("Friday, December 4, 2026", "7:30 PM", "Bar", "R-48213 (Resy)", "12 Bond Street", "Alice Example"):
        assert fact in mail.text
    short = text_of(booked())
    assert short == (
        "Tablehawk booked: Fri, Dec 4, 7:30 PM, party of 2, Lilac & Vine. Resy confirmation R-48213. "
        "See or cancel: https://tablehawk.example/reservations"
    )


def test_a_booked_mail_names_the_fee_of_canceling() -> None:
    free = mail_of(booked()).text
    assert "it listed no deposit and no cancellation fee" in free
    paid = mail_of(booked(cancel_fee_cents=123_400)).text
    assert "A late cancellation costs $1,234.00 for your party, plus any tax." in paid
    deposit = mail_of(booked(deposit_cents=5000, currency="GBP")).text
    assert "Resy states a deposit of £50.00 for your party." in deposit
    unknown = [mail_of(booked(**{name: None})).text for name in ("cancel_fee_cents", "deposit_cents")]
    for text in unknown:
        assert "We couldn't read all that this table may cost, so check the terms on Resy." in text
    # Facts without amounts are not taken for none.
    facts = booked().model_dump(exclude={"cancel_fee_cents", "deposit_cents"})
    for text in (paid, deposit, *unknown, mail_of(Booked.model_validate(facts)).text):
        assert "no deposit" not in text


def test_a_held_back_mail_never_names_an_unknown_fee_as_free() -> None:
    known, absent, both, unknown = (mail_of(one) for one in every() if isinstance(one, HeldBack))
    assert known.subject.startswith("Accept a $50.00 fee at")
    assert "your party for $50.00 now (your request accepts none), plus any tax." in known.text
    assert "your party for $90.00 if you don't come (your limit is $25.00), plus any tax." in absent.text
    assert both.subject.startswith("Accept a $140.00 fee at")
    assert "$50.00 now (your request accepts none) and $90.00 if you don't come (your limit is $25.00)" in both.text
    assert unknown.subject.startswith("Accept an unknown fee at")
    assert "We couldn't read what it may cost." in unknown.text
    assert "$" not in unknown.text


def test_a_reminder_names_table_deadline_zone_fee_and_ticket() -> None:
    mail = mail_of(cancel_deadline())
    assert mail.subject == "Free to cancel until Thu, Dec 3, 7:30 PM: Lilac & Vine"
    assert "free of charge until Thursday, December 3, 2026, 7:30 PM in New York." in mail.text
    for fact in ("Friday, December 4, 2026", "a cancellation fee of $50.00", f"{SITE}/reservations?open=12"):
        assert fact in mail.text
        assert fact in mail.html
    assert "fee" not in mail_of(cancel_deadline(cancel_fee_cents=None)).text
    assert "a cancellation fee of £50.00" in mail_of(cancel_deadline(currency="GBP")).text
    # The platform stated a number only.
    assert "a cancellation fee of 50.00" in mail_of(cancel_deadline(currency="")).text
    assert text_of(cancel_deadline()) == (
        "Tablehawk: Cancel free of charge until Thu, Dec 3, 7:30 PM in New York: Lilac & Vine. "
        "https://tablehawk.example/reservations?open=12 For Fri, Dec 4, 7:30 PM."
    )


def test_messages_name_the_concierges_client() -> None:
    notice = booked(client_name="Grace Hopper")
    mail = mail_of(notice)
    assert mail.subject.endswith("7:30 PM, for Grace Hopper")
    assert "Your table for Grace Hopper is booked." in mail.text
    assert "Lilac & Vine, for Grace Hopper." in text_of(notice)


def test_a_trial_ending_mail_names_date_price_and_how_to_cancel() -> None:
    renewed, canceled = (notice for notice in every() if notice.kind == "trial_ending")
    mail = mail_of(renewed)
    # 2 AM in UTC is still the day before in New York.
    assert mail.subject == "Your free trial ends on December 3, 2026"
    assert "$25.00 a month" in mail.text
    assert "cancel before that day and you won't be charged" in mail.text
    assert "You canceled it, so you won't be charged" in mail_of(canceled).text


def test_an_expiring_login_differs_from_an_expired_one() -> None:
    over, soon = (notice for notice in every() if notice.kind == "reconnect")
    assert mail_of(over).subject == "Reconnect your OpenTable account"
    mail = mail_of(soon)
    assert mail.subject == "Your Resy login expires on Thu, Dec 3"
    assert "1 active request needs it." in mail.text
    assert "has expired" not in mail.text


def test_a_long_list_names_the_number_of_further_requests() -> None:
    over = next(notice for notice in every() if notice.kind == "unsuccessful")
    mail = mail_of(over)
    assert mail.subject == "No table: Lilac & Vine, Fri, Dec 4 and 4 more"
    assert "- and 3 more" in mail.text
    assert "3 more" in mail.html


@pytest.mark.parametrize("kind", ["unsuccessful", "release_missed"])
def test_a_message_names_each_time_window(kind: str) -> None:
    of_requests = [notice for notice in every() if isinstance(notice, Unsuccessful | ReleaseMissed)]
    one = next(notice for notice in of_requests if notice.kind == kind)
    assert one.model_dump(mode="json")["further"] == []
    several = one.model_copy(update={"start": time(19), "end": time(21), "further": ((time(12), time(13, 30)),)})
    assert several.model_dump(mode="json")["further"] == [["12:00:00", "13:30:00"]]
    mail = mail_of(several)
    for text in (mail.text, mail.html):
        assert "between 7:00 PM and 9:00 PM or between 12:00 PM and 1:30 PM." in text


@pytest.mark.parametrize(
    ("locale", "when", "title"),
    [
        ("en-US", "Fri, Dec 4, 7:30 PM", "Table open: Lilac & Vine, Fri, Dec 4 at 7:30 PM"),
        ("en-GB", "Fri 4 Dec, 19:30", "Table open: Lilac & Vine, Fri 4 Dec at 19:30"),
    ],
)
def test_an_open_table_is_told_with_the_platforms_own_link(locale: str, when: str, title: str) -> None:
    mail = mail_of(table_open(others=2), locale=locale)
    assert mail.subject == title
    assert "A table is open, and 2 more at other times or seatings." in mail.text
    assert f"Book it on Resy, which also states fees and terms: {PAGE}\n" in mail.text
    assert f'href="{PAGE.replace("&", "&amp;")}"' in mail.html
    later = "Book it yourself on Resy."
    assert text_of(table_open(), locale=locale) == f"Tablehawk: Table open {when}, Lilac & Vine. {PAGE} {later}"


@pytest.mark.parametrize(
    ("openings", "sentence"),
    [(0, "No table opened that we could tell you about, for:"), (1, "We notified you of 1 opening and booked nothing")],
)
def test_the_end_of_a_notify_only_request_speaks_of_notifications(openings: int, sentence: str) -> None:
    ended = next(
        one for one in every() if isinstance(one, Unsuccessful) and one.notify_only and one.openings == openings
    )
    mail = mail_of(ended)
    assert mail.subject == "Notifications ended: Lilac & Vine, Fri, Dec 4"
    assert sentence in mail.text
    assert text_of(ended).startswith("Tablehawk: Your request to be notified has ended: Fri, Dec 4, Lilac & Vine.")

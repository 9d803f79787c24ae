"""What messages say, in their three forms."""

import re
from html.parser import HTMLParser

import pytest
from pytest_django import Settings

from apps.notices import writing
from apps.notices.kinds import Notice
from apps.notices.rules import sms
from apps.notices.tests.notices import LONG, booked, every

SITE = "https://tablehawk.example"


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.PUBLIC_URL = SITE


def name(notice: Notice) -> str:
    return notice.kind


@pytest.mark.parametrize("notice", [*every(), *every(LONG)], ids=name)
def test_every_kind_has_a_subject_on_one_line_a_text_and_a_short_message(notice: Notice) -> None:
    letter = writing.mail(notice=notice, first_name="Alice")
    assert letter.subject
    assert "\n" not in letter.subject
    assert "Hello Alice" in letter.text
    assert f"{SITE}/profile?tab=notifications" in letter.text
    assert "Hello Alice" in letter.html
    short = writing.text(notice=notice, first_name="Alice")
    assert short.startswith("Tablehawk")
    assert sms.cost(short) <= 160
    assert sms.gsm(short) == short


@pytest.mark.parametrize("notice", [*every(), *every(LONG)], ids=name)
def test_no_form_shows_the_seams_of_its_template(notice: Notice) -> None:
    letter = writing.mail(notice=notice, first_name="Alice")
    for form in (letter.subject, letter.text, letter.html, writing.text(notice=notice, first_name="Alice")):
        assert not re.search(r"{{|{%|None|\bTrue\b|\bFalse\b|&amp;amp;", form)
    assert "\n\n\n" not in letter.text
    assert "&amp;" not in letter.text


@pytest.mark.parametrize("notice", every(LONG), ids=name)
def test_html_is_well_formed_escapes_what_it_is_given_and_loads_nothing(notice: Notice) -> None:
    html = writing.mail(notice=notice, first_name="<script>alert(1)</script>").html
    assert "<b>" not in html
    assert "<script" not in html
    page = _Tags()
    page.feed(html)
    assert page.open == []
    assert not page.loads
    assert {link.split("/")[2] for link in page.links} == {"tablehawk.example"}


class _Tags(HTMLParser):
    """Which tags are left open, what would be loaded, where links lead."""

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


def test_a_booked_table_is_told_with_all_that_the_door_may_ask() -> None:
    letter = writing.mail(notice=booked(), first_name="Alice")
    assert letter.subject == "Booked: Lilac & Vine, Fri, Dec 4 at 7:30 PM"
    for fact in ("Friday, December 4, 2026", "7:30 PM", "Bar", "R-48213 (Resy)", "12 Bond Street", "Alice Example"):
        assert fact in letter.text
    short = writing.text(notice=booked(), first_name="Alice")
    assert short == (
        "Tablehawk booked: Fri, Dec 4, 7:30 PM, party of 2, Lilac & Vine. Resy no. R-48213. "
        "Not wanted? Cancel soon on Resy. https://tablehawk.example/reservations"
    )


def test_who_does_not_want_the_table_reads_what_it_may_cost() -> None:
    free = writing.mail(notice=booked(), first_name="Alice").text
    assert "Resy named no deposit and no fee for canceling" in free
    paid = writing.mail(notice=booked(fee_ceiling_cents=123_400), first_name="Alice").text
    assert "up to $1,234.00" in paid
    assert "no fee" not in paid


def test_a_concierge_reads_for_whom_it_is() -> None:
    notice = booked(client_name="Grace Hopper")
    letter = writing.mail(notice=notice, first_name="Dana")
    assert letter.subject.endswith("7:30 PM, for Grace Hopper")
    assert "booked for Grace Hopper" in letter.text
    assert "Lilac & Vine, for Grace Hopper." in writing.text(notice=notice, first_name="Dana")


def test_the_end_of_a_trial_says_when_how_much_and_how_to_cancel() -> None:
    renewed, canceled = (notice for notice in every() if notice.kind == "trial_ending")
    letter = writing.mail(notice=renewed, first_name="Alice")
    # 2 AM in UTC is still the day before in New York.
    assert letter.subject == "Your free trial ends on Thursday, December 3, 2026"
    assert "$25.00 a month" in letter.text
    assert "cancel before that day and nothing is charged" in letter.text
    assert "You canceled it, so nothing is charged" in writing.mail(notice=canceled, first_name="Alice").text


def test_a_login_that_ends_soon_is_no_login_that_ran_out() -> None:
    over, soon = (notice for notice in every() if notice.kind == "reconnect")
    assert writing.mail(notice=over, first_name="Alice").subject == "Reconnect your OpenTable account"
    letter = writing.mail(notice=soon, first_name="Alice")
    assert letter.subject == "Your Resy login ends on Thu, Dec 3"
    assert "1 active request of yours needs it." in letter.text
    assert "ran out" not in letter.text


def test_a_long_list_says_how_many_more_there_are() -> None:
    over = next(notice for notice in every() if notice.kind == "unsuccessful")
    letter = writing.mail(notice=over, first_name="Alice")
    assert letter.subject == "No table: Lilac & Vine, Fri, Dec 4 and 4 more"
    assert "- and 3 more" in letter.text
    assert "3 more" in letter.html

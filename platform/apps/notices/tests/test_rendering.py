"""Messages as e-mail text, HTML and SMS."""

import re
from html.parser import HTMLParser

import pytest
from pytest_django import Settings

from apps.notices import rendering
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
    mail = rendering.render_mail(notice=notice, first_name="Alice")
    assert mail.subject
    assert "\n" not in mail.subject
    assert "Hello Alice" in mail.text
    assert f"{SITE}/profile?tab=notifications" in mail.text
    assert "Hello Alice" in mail.html
    short = rendering.render_text(notice=notice, first_name="Alice")
    assert short.startswith("Tablehawk")
    assert sms.cost(short) <= 160
    assert sms.gsm(short) == short


@pytest.mark.parametrize("notice", [*every(), *every(LONG)], ids=name)
def test_no_message_shows_template_artifacts(notice: Notice, monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in (rendering.PLAIN, rendering.HTML):
        monkeypatch.setattr(engine, "string_if_invalid", "{{ %s }}")
    mail = rendering.render_mail(notice=notice, first_name="Alice")
    for form in (mail.subject, mail.text, mail.html, rendering.render_text(notice=notice, first_name="Alice")):
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
    html = rendering.render_mail(notice=notice, first_name="<script>alert(1)</script>").html
    assert "<b>" not in html
    assert "<script" not in html
    page = _Tags()
    page.feed(html)
    assert page.open == []
    assert not page.loads
    assert {link.split("/")[2] for link in page.links} == {"tablehawk.example"}


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
    mail = rendering.render_mail(notice=booked(), first_name="Alice")
    assert mail.subject == "Booked: Lilac & Vine, Fri, Dec 4 at 7:30 PM"
    for fact in ("Friday, December 4, 2026", "7:30 PM", "Bar", "R-48213 (Resy)", "12 Bond Street", "Alice Example"):
        assert fact in mail.text
    short = rendering.render_text(notice=booked(), first_name="Alice")
    assert short == (
        "Tablehawk booked: Fri, Dec 4, 7:30 PM, party of 2, Lilac & Vine. Resy no. R-48213. "
        "Not wanted? Cancel soon on Resy. https://tablehawk.example/reservations"
    )


def test_a_booked_mail_names_the_fee_of_canceling() -> None:
    free = rendering.render_mail(notice=booked(), first_name="Alice").text
    assert "Resy named no deposit and no fee for canceling" in free
    paid = rendering.render_mail(notice=booked(fee_ceiling_cents=123_400), first_name="Alice").text
    assert "up to $1,234.00" in paid
    assert "no fee" not in paid


def test_messages_name_the_concierges_client() -> None:
    notice = booked(client_name="Grace Hopper")
    mail = rendering.render_mail(notice=notice, first_name="Dana")
    assert mail.subject.endswith("7:30 PM, for Grace Hopper")
    assert "booked for Grace Hopper" in mail.text
    assert "Lilac & Vine, for Grace Hopper." in rendering.render_text(notice=notice, first_name="Dana")


def test_a_trial_ending_mail_names_date_price_and_how_to_cancel() -> None:
    renewed, canceled = (notice for notice in every() if notice.kind == "trial_ending")
    mail = rendering.render_mail(notice=renewed, first_name="Alice")
    # 2 AM in UTC is still the day before in New York.
    assert mail.subject == "Your free trial ends on Thursday, December 3, 2026"
    assert "$25.00 a month" in mail.text
    assert "cancel before that day and nothing is charged" in mail.text
    assert "You canceled it, so nothing is charged" in rendering.render_mail(notice=canceled, first_name="Alice").text


def test_an_expiring_login_differs_from_an_expired_one() -> None:
    over, soon = (notice for notice in every() if notice.kind == "reconnect")
    assert rendering.render_mail(notice=over, first_name="Alice").subject == "Reconnect your OpenTable account"
    mail = rendering.render_mail(notice=soon, first_name="Alice")
    assert mail.subject == "Your Resy login ends on Thu, Dec 3"
    assert "1 active request of yours needs it." in mail.text
    assert "expired" not in mail.text


def test_a_long_list_names_the_number_of_further_requests() -> None:
    over = next(notice for notice in every() if notice.kind == "unsuccessful")
    mail = rendering.render_mail(notice=over, first_name="Alice")
    assert mail.subject == "No table: Lilac & Vine, Fri, Dec 4 and 4 more"
    assert "- and 3 more" in mail.text
    assert "3 more" in mail.html

"""Validation of the access values that an operator sets for a platform."""

from collections.abc import Callable

import pytest

from snipers.domain.access import check_sign_in_path, check_token, check_user_agent

LONG = "k" * 301


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (check_token, "VbWk7s3L4KiK5fzlO7JD3Q5EYolJI7n5"),
        (check_token, "a-b_c.d~e+f/g="),
        (check_user_agent, "Tablehawk/0.1 (+https://tablehawk.example)"),
        (check_sign_in_path, "/4/auth"),
        (check_sign_in_path, "/auth"),
    ],
)
def test_values_of_headers_and_paths_are_accepted(check: Callable[[str], str], value: str) -> None:
    assert check(value) == value


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (check_token, ""),
        (check_token, "two words"),
        (check_token, 'quoted"'),
        (check_token, "line\nbreak"),
        (check_token, "clé"),
        (check_token, LONG),
        (check_user_agent, ""),
        (check_user_agent, "Tablehawk\r\nX-More: 1"),
        (check_user_agent, 'Table"hawk'),
        (check_sign_in_path, ""),
        (check_sign_in_path, "4/auth"),
        (check_sign_in_path, "/4/auth/"),
        (check_sign_in_path, "//evil.example/auth"),
        (check_sign_in_path, "/4/../auth"),
        (check_sign_in_path, "/4/auth?x=1"),
        (check_sign_in_path, "https://api.resy.com/4/auth"),
    ],
)
def test_other_values_are_refused_with_a_sentence(check: Callable[[str], str], value: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$") as refusal:
        check(value)
    if check is check_token and value:
        assert value not in str(refusal.value)

from django.contrib.auth.password_validation import CommonPasswordValidator

from apps.accounts.passwords import password_errors


def test_no_common_password_gets_through_even_with_a_capital_letter() -> None:
    common = CommonPasswordValidator().passwords
    assert len(common) > 3_000
    assert [word for word in common if not password_errors(word.capitalize(), "password")] == []

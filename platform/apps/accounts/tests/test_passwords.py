from django.contrib.auth.password_validation import CommonPasswordValidator

from apps.accounts.sign_in.passwords import password_errors


def test_common_password_is_refused_in_any_case() -> None:
    common = CommonPasswordValidator().passwords
    assert len(common) > 3_000
    assert [word for word in common if not password_errors(word.capitalize(), "password")] == []

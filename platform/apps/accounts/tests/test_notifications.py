from testing.users import Anyone, Person

URL = "/api/users/notifications/"


def test_preferences_are_shown_and_changed_one_by_one(alice: Person) -> None:
    assert alice.get(URL).json() == {"email_notifications": True, "phone_notifications": False}
    changed = {"email_notifications": True, "phone_notifications": True}
    assert alice.patch(URL, {"phone_notifications": True}).json() == changed
    assert alice.patch(URL, {}).json() == changed
    assert alice.get(URL).json() == changed


def test_preferences_of_other_users_stay(alice: Person, bob: Person) -> None:
    alice.patch(URL, {"email_notifications": False})
    assert bob.get(URL).json()["email_notifications"]


def test_invalid_input_and_missing_sign_in_are_refused(anyone: Anyone, alice: Person) -> None:
    assert alice.patch(URL, {"email_notifications": "perhaps"}).status_code == 422
    assert alice.patch(URL, {"sms": True}).json()["message"] == "Unknown field: sms."
    assert anyone.get(URL).status_code == 401

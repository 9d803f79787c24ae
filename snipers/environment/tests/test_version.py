"""The version of the product in the User-Agent."""

from snipers.environment.version import VERSION, user_agent


def test_user_agent_names_version_and_address() -> None:
    assert user_agent(public_url="https://tablehawk.example") == f"Tablehawk/{VERSION} (+https://tablehawk.example)"

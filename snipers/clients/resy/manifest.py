"""The manifest of Resy."""

from snipers.clients.manifest import Manifest, SignInKind

MANIFEST = Manifest(
    key="resy",
    name="Resy",
    position=1,
    sign_in=(SignInKind.PASSWORD, SignInKind.CODE_TO_PHONE, SignInKind.CODE_TO_EMAIL),
    home_url="https://resy.com",
    link_hosts=("resy.com",),
    offers_release=True,
)

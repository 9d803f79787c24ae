"""The manifest of OpenTable."""

from snipers.clients.manifest import Manifest, SignInKind

MANIFEST = Manifest(
    key="opentable",
    name="OpenTable",
    position=2,
    sign_in=(SignInKind.CODE_TO_PHONE,),
    home_url="https://www.opentable.com",
    # OpenTable's sites for North America. Its sites for other countries are separate systems, where we cannot book.
    link_hosts=("opentable.com", "opentable.ca"),
    offers_release=False,
)

"""The manifest of the test platform."""

from snipers.clients.manifest import AccessKind, Manifest, PollDefaults, SignInKind

MANIFEST = Manifest(
    key="bistro",
    name="Bistro Book",
    position=3,
    sign_in=(SignInKind.PASSWORD,),
    home_url="https://bistro.example",
    link_hosts=("bistro.example",),
    session_days=30,
    offers_release=False,
    holds_before_booking=True,
    replaces_in_one_call=False,
    reads_calendar=False,
    takes_note=True,
    base_url="https://api.bistro.example",
    needs_key=AccessKind.NONE,
    polls=PollDefaults(prefix="BISTRO_", rate=5, shortest_period=1),
    client="testing.bistro.client:BistroClient",
    shared="testing.bistro.client:NothingShared",
    catalog="testing.bistro.catalog:BistroCatalog",
    links="testing.bistro.links",
)

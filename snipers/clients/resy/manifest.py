"""The manifest of Resy."""

from snipers.clients.manifest import AccessKind, Manifest, PollDefaults, SignInKind

MANIFEST = Manifest(
    key="resy",
    name="Resy",
    position=1,
    sign_in=(SignInKind.PASSWORD, SignInKind.CODE_TO_PHONE, SignInKind.CODE_TO_EMAIL),
    home_url="https://resy.com",
    link_hosts=("resy.com",),
    short_hosts=("resy.page.link", "resy.app.link"),
    link_scheme="resy",
    offers_release=True,
    holds_before_booking=False,
    replaces_in_one_call=True,
    reads_calendar=True,
    searches_cities=True,
    base_url="https://api.resy.com",
    needs_key=AccessKind.API_KEY,
    # Public clients disagree on whether the older path still exists (R1 in CHECKLIST.md).
    sign_in_paths=("/4/auth", "/3/auth"),
    polls=PollDefaults(prefix="", rate=50, shortest_period=10),
    client="snipers.clients.resy.client:ResyClient",
    shared="snipers.clients.http_client:KeyCheck",
    catalog="snipers.clients.resy.catalog:ResyCatalog",
    links="snipers.clients.resy.links",
    verification="snipers.clients.resy.verification",
    assumptions="snipers.clients.resy.assumptions:ASSUMPTIONS",
)

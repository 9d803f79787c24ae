"""The manifest of OpenTable."""

from snipers.clients.manifest import AccessKind, Manifest, PollDefaults, SignInKind

MANIFEST = Manifest(
    key="opentable",
    name="OpenTable",
    position=2,
    sign_in=(SignInKind.CODE_TO_PHONE,),
    home_url="https://www.opentable.com",
    # OpenTable's sites for North America. Its sites for other countries are separate systems.
    link_hosts=("opentable.com", "opentable.ca"),
    short_hosts=("opentable.app.link",),
    region_note="We book on OpenTable in the United States and Canada only.",
    wrong_codes=5,
    # Public clients report about 14 days.
    session_days=14,
    offers_release=False,
    holds_before_booking=True,
    replaces_in_one_call=True,
    reads_calendar=False,
    takes_note=True,
    base_url="https://mobile-api.opentable.com",
    needs_key=AccessKind.APPLICATION,
    polls=PollDefaults(prefix="OPENTABLE_", rate=5, shortest_period=30),
    client="snipers.clients.opentable.client:OpenTableClient",
    shared="snipers.clients.opentable.callers:ApplicationToken",
    catalog="snipers.clients.opentable.catalog:OpenTableCatalog",
    links="snipers.clients.opentable.links",
    verification="snipers.clients.opentable.verification",
    assumptions="snipers.clients.opentable.assumptions:ASSUMPTIONS",
)

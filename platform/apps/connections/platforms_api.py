"""The public endpoint about the booking platforms. It needs no access token. The ETag is computed from the bytes of the
answer."""

from functools import cache

from django.http import HttpRequest
from django.views.decorators.http import conditional_page
from ninja import Router
from pydantic import TypeAdapter

from apps.common.schemas import REFUSALS, RefusalOut, Shape
from snipers.clients import registry
from snipers.clients.manifest import Manifest, SignInKind

router = Router()
router.add_decorator(conditional_page, mode="view")


class PlatformOut(Shape):
    """A booking platform where users can connect accounts."""

    key: str
    name: str
    home_url: str
    link_hosts: list[str]
    sign_in: list[SignInKind]
    offers_release: bool


@router.get("/", response={200: list[PlatformOut], 304: None, REFUSALS: RefusalOut})
def list_platforms(request: HttpRequest) -> list[Manifest]:
    """The booking platforms, in the order in which pages list them."""
    return list(registry.manifests())


@cache
def platforms_json() -> str:
    """Return the answer of `list_platforms` as JSON that may stand in a script element of a page."""
    adapter = TypeAdapter(list[PlatformOut])
    found = adapter.dump_json(adapter.validate_python(registry.manifests(), from_attributes=True)).decode()
    return found.replace("<", "\\u003c")

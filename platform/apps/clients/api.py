"""The endpoints of the client book, for concierges only."""

from django.http import HttpResponse
from ninja import Query, Router, Status
from ninja.errors import ValidationError as BadBody
from pydantic import ValidationError

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.clients import messages
from apps.common.errors import Refusal
from apps.common.schemas import Id, MessageOut, Page, SearchText
from apps.keys.idempotency import idempotent
from apps.requests import parsing
from apps.requests.schemas.clients import CardIn, ClientIn, ClientPatchIn

from . import book, cards, csv_files
from .schemas import BookEntryOut, BookOut, ClientSavedOut, HeadingsIn, ImportIn, ImportOut

router = Router(auth=bearer)

CSV = "text/csv"
# Ninja documents JSON bodies only; these two endpoints use CSV.
FILE_IN = {
    "requestBody": {
        "required": True,
        "content": {
            CSV: {"schema": {"type": "string", "maxLength": 1_000_000}},
            "application/json": {"schema": ImportIn.model_json_schema()},
        },
    }
}
FILE_OUT = {
    "responses": {
        200: {"description": "The book, as a spreadsheet reads it.", "content": {CSV: {"schema": {"type": "string"}}}}
    }
}


@router.get("/", response=BookOut)
def list_clients(request: SignedInRequest, search: SearchText = "", saved: bool = True, page: Page = 1) -> BookOut:
    """Return one page of the client book, sorted by name. With saved=false, return clients known only from requests."""
    return book.list_clients(owner=request.auth.user, search=search, saved=saved, page=page)


@router.post("/", response={201: ClientSavedOut})
@idempotent
def add_client(request: SignedInRequest, body: ClientIn) -> Status[ClientSavedOut]:
    """Add a person to the client book."""
    client = book.create_client(owner=request.auth.user, person=parsing.parse_person(body))
    message = messages.client_added(client=f"{client.first_name} {client.last_name}")
    return Status(201, ClientSavedOut(message=message, client=client))


@router.post("/import/", response=ImportOut, openapi_extra=FILE_IN)
@idempotent
def import_clients(request: SignedInRequest, headings: Query[HeadingsIn], preview: bool = False) -> ImportOut:
    """Add the clients of a CSV file to the client book. Report the result of each line.

    With `preview`, the report says what an import would do, and nothing is stored.
    """
    file, charset = _file(request)
    fields = {heading: field for field, heading in headings.dict().items() if heading}
    return csv_files.import_clients(owner=request.auth.user, file=file, charset=charset, fields=fields, preview=preview)


@router.get("/export/", openapi_extra=FILE_OUT)
def export_clients(request: SignedInRequest) -> HttpResponse:
    """Return the client book as a CSV file."""
    text = csv_files.export_clients(owner=request.auth.user)
    # With a byte order mark, or Excel reads the file as Windows-1252.
    response = HttpResponse(text.encode("utf-8-sig"), content_type=f"{CSV}; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="clients.csv"'
    return response


@router.get("/{client_id}/", response=BookEntryOut)
def get_client(request: SignedInRequest, client_id: Id) -> BookEntryOut:
    """Return one client."""
    return book.read_client(owner=request.auth.user, client_id=client_id)


@router.patch("/{client_id}/", response=ClientSavedOut)
def change_client(request: SignedInRequest, client_id: Id, body: ClientPatchIn) -> ClientSavedOut:
    """Change a client. Missing fields stay unchanged."""
    client = book.change_client(
        owner=request.auth.user, client_id=client_id, person=parsing.parse_person(body), saved=body.saved
    )
    return ClientSavedOut(message=messages.CLIENT_SAVED, client=client)


@router.delete("/{client_id}/", response=MessageOut)
def delete_client(request: SignedInRequest, client_id: Id) -> MessageOut:
    """Delete a client and the client's cards. Refused (409) while the client has open requests."""
    return MessageOut(message=book.delete_client(owner=request.auth.user, client_id=client_id, **origin(request)))


@router.post("/{client_id}/cards/", response={201: ClientSavedOut})
def put_client_card(request: SignedInRequest, client_id: Id, body: CardIn) -> Status[ClientSavedOut]:
    """Put a client's card on file with one of the accounts. Number and CVC are not stored."""
    ids, card = {"client_id": client_id, "account_id": body.account_id}, parsing.parse_card(body)
    client = cards.put_card(owner=request.auth.user, **ids, card=card, **origin(request))
    return Status(201, ClientSavedOut(message=messages.CARD_SAVED, client=client))


@router.delete("/{client_id}/cards/{account_id}/", response=MessageOut)
def forget_client_card(request: SignedInRequest, client_id: Id, account_id: Id) -> MessageOut:
    """Forget a client's card at one account. Refused (409) while the client has open requests with that account."""
    ids = {"client_id": client_id, "account_id": account_id}
    return MessageOut(message=cards.forget_card(owner=request.auth.user, **ids, **origin(request)))


def _file(request: SignedInRequest) -> tuple[bytes | str, str | None]:
    """Return the uploaded CSV file, and the charset in its Content-Type, None without one.

    The file is bytes if it is the body, and text if the body is JSON with the field `csv`. Raises
    Refusal 422 for another content type, and BadBody for invalid JSON.
    """
    if request.content_type == CSV:
        return request.body, (request.content_params or {}).get("charset")
    if request.content_type == "application/json":
        try:
            return ImportIn.model_validate_json(request.body).csv, None
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_context=False, include_input=False)
            raise BadBody([{**one, "loc": ("body", "form", *one["loc"])} for one in wrong]) from None
    raise Refusal("invalid", 422, messages.NO_FILE)

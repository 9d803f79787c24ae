"""The public endpoint about the odds. It needs no access token. The ETag is computed from the bytes of the answer."""

from django.http import HttpRequest
from django.views.decorators.http import conditional_page
from ninja import Router

from apps.common.schemas import REFUSALS, RefusalOut

from . import public_score
from .schemas.odds import OddsScoreOut

router = Router()
router.add_decorator(conditional_page, mode="view")


@router.get("/score/", response={200: OddsScoreOut, 304: None, REFUSALS: RefusalOut})
def get_odds_score(request: HttpRequest) -> OddsScoreOut:
    """Return how good our odds were: the Brier scores of our odds and of the base rate, and the calibration."""
    return public_score.read()

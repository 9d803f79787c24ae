"""Splits phone numbers into OpenTable's three parts: calling code, country, national number."""

from dataclasses import dataclass, field

# The country that OpenTable's forms preselect for a calling code. No calling code is a prefix of another.
COUNTRIES = dict(
    pair.split(":")
    for pair in (
        "1:US 7:RU 20:EG 27:ZA 30:GR 31:NL 32:BE 33:FR 34:ES 36:HU 39:IT 40:RO 41:CH 43:AT 44:GB 45:DK 46:SE 47:NO "
        "48:PL 49:DE 51:PE 52:MX 54:AR 55:BR 56:CL 57:CO 58:VE 60:MY 61:AU 62:ID 63:PH 64:NZ 65:SG 66:TH 81:JP 82:KR "
        "84:VN 86:CN 90:TR 91:IN 92:PK 94:LK 212:MA 213:DZ 216:TN 233:GH 234:NG 254:KE 351:PT 352:LU 353:IE 354:IS "
        "356:MT 357:CY 358:FI 359:BG 370:LT 371:LV 372:EE 377:MC 380:UA 381:RS 385:HR 386:SI 420:CZ 421:SK 423:LI "
        "502:GT 503:SV 506:CR 507:PA 591:BO 593:EC 595:PY 598:UY 852:HK 853:MO 880:BD 886:TW 961:LB 962:JO 965:KW "
        "966:SA 971:AE 972:IL 973:BH 974:QA"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone number. `number` is the national number, digits only."""

    calling_code: str
    country: str
    number: str = field(repr=False)


def phone(text: str, *, calling_code: str = "1") -> Phone:
    """Split a phone number into its parts.

    If `text` begins with + and a known calling code, that code is used, otherwise `calling_code`
    (with or without +).
    """
    digits = "".join(char for char in text if char.isascii() and char.isdigit())
    if text.strip().startswith("+"):
        for length in (1, 2, 3):
            if digits[:length] in COUNTRIES:
                return Phone(digits[:length], COUNTRIES[digits[:length]], digits[length:])
    code = calling_code.strip().lstrip("+") or "1"
    return Phone(code, COUNTRIES.get(code, "US"), digits)

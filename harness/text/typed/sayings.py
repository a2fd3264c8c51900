"""Several sayings of one thing read as one: that nothing is charged ("keine Kosten", "ne co\u00fbte rien"), and what is not allowed.

Both sides are read so; what says that something is charged, without a sum, is read as the opposite word.
"""

from __future__ import annotations

import re

_SAID = {
    "de": (
        (
            (
                r"\b(?:fallen|f\u00e4llt|entstehen|entsteht|wird|werden) (?:[\w.]+ ){0,6}?keine? (?:zus\u00e4tzlichen? |weiteren? )?(?:geb\u00fchr(?:en)?|kosten|entgelte?)(?: an| erhoben| berechnet| verlangt)?"
                r"|\bkeine? (?:zus\u00e4tzlichen? |weiteren? )?(?:geb\u00fchr(?:en)?|kosten|entgelte?) (?:anfallen|anf\u00e4llt|erhoben|berechnet|verlangt|f\u00e4llig)"
                r"|\bohne (?:aufpreis|zusatzkosten|geb\u00fchr)|\b(?:kostet|kosten|zahlt|zahlen|bezahlt|bezahlen) (?:daf\u00fcr )?nichts"
            ),
            "ist kostenlos",
        ),
        (r"\b(?:fallen|entstehen) (?:[\w.]+ ){0,6}?(?:geb\u00fchren|kosten) an\b", "ist kostenpflichtig"),
        (
            r"(?<!nicht )(?<!nicht mehr )\b(?:streng |strengstens )?(?:verboten|untersagt|unzul\u00e4ssig)\b(?![^.;]{0,60}\b(?:erlaubt|gestattet|zugelassen))",
            "nicht erlaubt",
        ),
    ),
    "fr": (
        (
            (
                r"\bn(?:e |')(?:co\u00fbte|paie|paye|payez|co\u00fbteront|co\u00fbtera)(?:nt)? (?:rien|pas)(?: pour)?\b"
                r"|\b(?:aucune?s?|sans) (?:frais|suppl\u00e9ment)(?: suppl\u00e9mentaires?)?(?: (?:n'est|ne sont|ne sera) (?:per\u00e7us?|factur\u00e9s?|exig\u00e9s?|demand\u00e9s?|appliqu\u00e9s?))?"
            ),
            "gratuit",
        ),
        (r"\b(?:il faut|on doit) payer\b", "payant"),
        (
            r"(?<!pas )(?<!plus )\b(?:strictement |formellement )?(?:interdit|prohib\u00e9)(?:e?s?)\b(?![^.;]{0,60}\b(?:autoris|permis))|\bd\u00e9fense de\b",
            "pas autoris\u00e9",
        ),
    ),
    "es": (
        (
            (
                r"\bno (?:se )?(?:les? )?cobran?(?: nada)?\b|\bno (?:pagan?|cuestan?|cobran?) (?:nada|ning[u\u00fa]n[ao]? (?:tasa|tarifa|cargo)|gastos? de)\b"
                r"|\bno (?:tiene|lleva|supone) (?:ning[u\u00fa]n )?(?:coste|costo|cargo)s?(?: adicional(?:es)?)?|\bsin (?:ning[u\u00fa]n )?(?:coste|costo|cargo)s?(?: adicional(?:es)?)?"
            ),
            "gratis",
        ),
        (
            r"(?<!no )(?<!no est\u00e1 )(?<!no est\u00e1n )\b(?:(?:terminantemente|estrictamente) )?prohibid[oa]s?\b(?![^.;]{0,60}\b(?:permitid|autorizad))|\bse proh\u00edben?\b",
            "no permitido",
        ),
    ),
    "tr": (
        (
            r"\b\u00fccret (?:al\u0131nma|\u00f6denme|talep edilme|istenme)(?:z|maktad\u0131r|mektedir|yacak|yecek)\w*",
            "\u00fccretsizdir",
        ),
        (r"\b\u00fccret (?:al\u0131n|\u00f6den)(?:\u0131r|ir|maktad\u0131r|mektedir)\b", "\u00fccretlidir"),
        (r"\byasak(?:t\u0131r|lanm\u0131\u015ft\u0131r)?\b(?! de\u011fil)", "izin verilmez"),
    ),
    "zh": (
        (
            "\u4e0d(?:\u53e6\u884c?|\u518d)?(?:\u6536\u53d6?|\u9700?\u652f?\u4ed8|\u7528?\u4ea4)(?:\u4efb\u4f55)?\u8d39\u7528?|(?:\u65e0\u9700|\u65e0\u987b|\u4e0d\u7528|\u4e0d\u5fc5)(?:\u53e6\u884c)?(?:\u652f?\u4ed8|[\u4ea4\u7f34]\u7eb3?)(?:\u4efb\u4f55)?\u8d39\u7528?",
            "\u514d\u8d39",
        ),
        (
            "(?:\u9700\u8981?|\u987b|\u5e94|\u5fc5\u987b)(?:\u53e6\u884c)?(?:\u652f?\u4ed8|[\u4ea4\u7f34]\u7eb3?)\u8d39\u7528?",
            "\u6536\u8d39",
        ),
        (
            "\u4e25\u7981|\u7981\u6b62|\u5207\u52ff|\u8bf7\u52ff|\u52ff|\u4e0d\u8981|\u4e0d\u5f97(?!\u4e0d)|\u4e0d(?:\u53ef\u4ee5|\u5141\u8bb8|\u51c6\u8bb8?|\u8bb8|\u5e94|\u5b9c|\u80fd(?!\u591f))",
            "\u4e0d\u53ef",
        ),
        ("(?<!\u4e0d)(?:\u53ef\u4ee5|\u5141\u8bb8|\u51c6\u8bb8)", "\u53ef"),
        ("\u4e0d(?:\u627f\u4fdd|\u6db5\u76d6|\u5305\u542b|\u542b(?!\u7cd6))", "\u4e0d\u5305\u62ec"),
        (r"\u4e0d\u5728(\w{0,6}?)(?:\u7684)?\u8303\u56f4\u4e4b?\u5185", "\\1\u4e0d\u5305\u62ec"),
    ),
}
_PATTERNS = {code: [(re.compile(p, re.IGNORECASE), word) for p, word in said] for code, said in _SAID.items()}
_MARKS = {
    "de": ("eb\u00fchr", "osten", "ostet", "ntgelt", "zahl", "ufpreis", "verboten", "untersagt", "unzul\u00e4ssig"),
    "fr": ("frais", "uppl\u00e9ment", "co\u00fbt", "pai", "pay", "interdit", "prohib", "\u00e9fense"),
    "es": ("cobr", "pag", "cuesta", "cost", "cargo", "rohib", "roh\u00edb"),
    "tr": ("cret ", "yasak"),
    "zh": ("\u8d39", "\u4e0d", "\u52ff", "\u7981\u6b62", "\u4e25\u7981", "\u53ef\u4ee5", "\u8bb8"),
}
"""What every such saying of a language has, so that most texts are not searched."""


def in_one_saying(text: str, code: str) -> str:
    """Return a text of a language with each saying that nothing, or something, is charged in one word."""
    if code not in _MARKS or not any(mark in text for mark in _MARKS[code]):
        return text
    for pattern, word in _PATTERNS[code]:
        text = pattern.sub(word, text)
    return text

"""Understatements: "not unusual" is usual, "nicht selten" often, "pas impossible" possible; both sides are read without them.

What is denied of a word that itself denies is said plainly, so that the two negations are never counted one by one.
"""

from __future__ import annotations

import re

_DENIALS = {
    "en": r"[Nn](?<!\w[Nn])[Oo][Tt] (?:at all |so |that |all that |entirely |in any way |an? )?({words})\b",
    "de": r"\bnicht (?:ganz |so |gerade |eben |sehr |v\u00f6llig )?({words})\b",
    "fr": r"\bn(?:'|e )(est|sont|\u00e9tait|\u00e9taient) pas (?:si |du tout |tr\u00e8s )?({words})\b",
    "es": r"\bno (es|son|era|eran|resulta) (?:nada |tan |muy )?({words})\b",
    "tr": r"\b({words}) (?:bir \u015fey )?de\u011fil(dir)?\b",
    "zh": "(?:\u5e76|\u4e5f|\u7edd)?(?:\u4e0d|\u975e)({words})",
}
"""How each language denies one of its words that deny."""
_PLAIN_WORDS = {
    "en": "unusual usual uncommon usual infrequent usual rare usual atypical usual impossible possible "
    "unlikely likely unreasonable reasonable illegal legal unlawful lawful insignificant significant "
    "inconsiderable considerable unimportant important uncommonly usually infrequently usually rarely usually "
    "unusually usually",
    "de": "ungew\u00f6hnlich \u00fcblich un\u00fcblich \u00fcblich selten \u00fcblich unm\u00f6glich m\u00f6glich "
    "unwahrscheinlich wahrscheinlich unerheblich erheblich unwichtig wichtig unwesentlich wesentlich "
    "illegal legal",
    "fr": "rare courant rares courants inhabituel courant inhabituelle courante inhabituels courants "
    "inhabituelles courantes exceptionnel courant exceptionnelle courante impossible possible "
    "improbable probable ill\u00e9gal l\u00e9gal",
    "es": "raro habitual rara habitual raros habituales raras habituales inusual habitual inusuales habituales "
    "infrecuente habitual infrecuentes habituales ins\u00f3lito habitual imposible posible improbable probable "
    "ilegal legal",
    "tr": "al\u0131\u015f\u0131lmad\u0131k ola\u011fan ola\u011fand\u0131\u015f\u0131 ola\u011fan nadir ola\u011fan "
    "ender ola\u011fan imkans\u0131z m\u00fcmk\u00fcn imk\u00e2ns\u0131z m\u00fcmk\u00fcn",
    "zh": "\u7f55\u89c1 \u5f88\u5e38\u89c1 \u5c11\u89c1 \u5f88\u5e38\u89c1 \u7a00\u5947 \u5f88\u5e38\u89c1 "
    "\u7f55\u6709 \u5f88\u5e38\u89c1 \u4e0d\u53ef\u80fd \u53ef\u80fd "
    "\u6536\u8d39 \u514d\u8d39 \u6536\u94b1 \u514d\u8d39 \u8981\u94b1 \u514d\u8d39 \u8425\u4e1a \u4f11\u606f",
}
"""Pairs of a word that denies and what its denial says."""
_AS_USUAL = {
    "en": r"(?P<un>(?:rare|uncommon|infrequent|unusual|atypical|abnormal)|)(?:normal|common|customary|typical|frequent|usual|)",
    "de": r"(?P<un>(?:selten|ungew\u00f6hnlich|un\u00fcblich)|)(?:normal|gew\u00f6hnlich|h\u00e4ufig|gel\u00e4ufig|\u00fcblich|)",
    "fr": r"(?P<un>(?:rares?|inhabituel(?:le)?s?|exceptionnel(?:le)?s?)|)(?:(?:normal|habituel|usuel)(?:les|le|s)?|(?:fr\u00e9quent|courant)e?s?|)",
    "es": r"(?P<un>(?:rar[oa]s?|inusual(?:es)?|infrecuentes?)|)(?:(?:normal|habitual|usual)(?:es)?|com\u00fan|comunes|frecuentes?|corrientes?|)",
    "tr": r"(?P<un>(?:al\u0131\u015f\u0131lmad\u0131k|ola\u011fand\u0131\u015f\u0131|nadir|ender)|)(?:normal|s\u0131radan|yayg\u0131n|ola\u011fan|)(?:d[i\u0131]r)?",
}
"""What says of a thing that it is usual, or (`un`) that it is not, in the languages' words for it."""
_USUAL = {
    "en": ("usual", "not usual"),
    "de": ("\u00fcblich", "nicht \u00fcblich"),
    "fr": ("courant", "pas courant"),
    "es": ("habitual", "no habitual"),
    "tr": ("ola\u011fan", "ola\u011fan de\u011fil"),
    "zh": ("\u5f88\u5e38\u89c1", "\u4e0d\u5f88\u5e38\u89c1"),
}
_HAN_USUAL = "(?P<un>\u7f55\u89c1|\u5c11\u89c1|\u7f55\u6709|)(?:\u6b63\u5e38|\u5e38\u89c1|\u666e\u904d|)"
_HAN_DEGREE = "(?:\u5f88|\u5341\u5206|\u8f83\u4e3a|\u6bd4\u8f83|\u76f8\u5f53)?"


def _pairs(listed: str) -> dict[str, str]:
    words = listed.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_PLAIN = {code: _pairs(listed) for code, listed in _PLAIN_WORDS.items()}
_PATTERNS = {
    code: re.compile(pattern.replace("{words}", "|".join(sorted(_PLAIN[code], key=len, reverse=True))), re.IGNORECASE)
    for code, pattern in _DENIALS.items()
}
_OTHER_WORDS = {code: re.compile(rf"\b{pattern}\b(?<=\w)") for code, pattern in _AS_USUAL.items()}
_OTHER_WORDS["zh"] = re.compile(_HAN_DEGREE + _HAN_USUAL)
_MARKS = {
    "en": ("not ", "Not "),
    "de": ("nicht ", "Nicht "),
    "fr": (" pas ",),
    "es": ("no ", "No "),
    "tr": ("de\u011fil",),
    "zh": ("\u4e0d", "\u975e"),
}
"""What every denial of a language has, so that most texts are not searched."""


def without_litotes(text: str, code: str) -> str:
    """Return a text of a language with each understatement said plainly."""
    for mark in _MARKS.get(code, ()):
        if mark in text:
            break
    else:
        return text
    plain = _PLAIN[code]
    if code in {"fr", "es"}:
        return _PATTERNS[code].sub(lambda m: f"{m[1]} {plain[m[2].lower()]}", text)
    return _PATTERNS[code].sub(
        lambda m: plain[m[1].lower()] + ((m[2] or "") and "d\u0131r" if code == "tr" else ""), text
    )


def in_plain_words(text: str, code: str, spans: str) -> str:
    """Return a claim that says how usual something is in the word that spans without their litotes have for it.

    A word that the spans have themselves is kept.
    """
    usual, unusual = _USUAL.get(code, ("", ""))
    if not usual or usual not in spans:
        return text

    def plain(match: re.Match[str]) -> str:
        if not match[0] or match[0] in spans:
            return match[0]
        return unusual if match["un"] else usual

    return _OTHER_WORDS[code].sub(plain, text)

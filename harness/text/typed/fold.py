"""One spelling for what Unicode can spell in many ways: text with its case kept, and the key a word is compared by."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

_VULGAR = re.compile("(?:(\\d)\\s?)?([\u00bc-\u00be\u2150-\u215e])")
_RAISED = re.compile("[\u207b\u207a]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
_NOT = re.compile(r"\b(ca|wo|sha|\w{2,8})n't\b", re.IGNORECASE)
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)
_MARKUP = re.compile(r"\*\*|__(?=\w)|(?<=\w)__|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])|`+")
_SHORTENED = {"ca": "can", "wo": "will", "sha": "shall"}
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u00b4\uff07", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f\u2033\u301d\u301e", '"'),
        **dict.fromkeys("\u2010\u2011\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2012\u2013\u2043", "\u2013"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f", None),
        "\u00d7": "x",
        "\u2044": "/",
        "\u2236": ":",
        "\u00ba": "\u00ba",
        "\u00b5": "\u03bc",
    }
)
_KEEP = {"\u00ba": "\ue000", "\u00aa": "\ue001"}
_KEPT = str.maketrans({v: k for k, v in _KEEP.items()})
_KEEPING = str.maketrans(_KEEP)


_NOTE = re.compile(r"(?<=[\w.,;:!?)\"'\]])\[\d{1,3}\](?=[\s.,;:!?)\[]|\Z)")
_NOTED = re.compile(r"[.,;!?]\[\d{1,3}\](?=[\s\[]|\Z)")


def normalise(text: str) -> str:
    """Return `text` in one Unicode form: straight quotes, one minus, raised digits as `^2`, \u00bd as `1/2`, no emphasis.

    Case, digits and word order are kept; NFC, NFD and NFKC of a text give the same. Linear in the text.
    """
    if not text.isascii():
        text = _VULGAR.sub(_fraction, text)
        text = _RAISED.sub(_raised, text)
        text = unicodedata.normalize("NFKC", text.translate(_PLAIN).translate(_KEEPING)).translate(_KEPT)
    if "'" in text:
        text = _NOT.sub(_spelled_out, text)
    if "annot" in text or "ANNOT" in text:
        text = _CANNOT.sub("can not", text)
    if "*" in text or "__" in text or "`" in text:
        text = _MARKUP.sub("", text)
    return text


def without_notes(text: str) -> str:
    """Return a text without the numbers of footnotes glued to its words, where one stands behind a stop: opened in 1932[7]."""
    return _NOTE.sub("", text) if "[" in text and _NOTED.search(text) else text


def fold(text: str) -> str:
    """Return the key of a word or phrase: lower case, Latin letters without marks, dotless and dotted i the same."""
    return text.lower() if text.isascii() else _fold_marks(text)


@lru_cache(maxsize=32768)
def _fold_marks(text: str) -> str:
    lowered = text.casefold().replace("\u0131", "i")
    decomposed = unicodedata.normalize("NFD", lowered)
    return unicodedata.normalize("NFC", "".join([c for c in decomposed if not "\u0300" <= c <= "\u036f"]))


def _fraction(match: re.Match[str]) -> str:
    value = unicodedata.normalize("NFKC", match[2]).replace("\u2044", "/")
    return f"{match[1]} {value}" if match[1] else value


def _raised(match: re.Match[str]) -> str:
    digits = unicodedata.normalize("NFKC", match[0]).replace("\u2212", "-")
    return f"^{digits}"


def _spelled_out(match: re.Match[str]) -> str:
    verb = match[1]
    return f"{_SHORTENED.get(verb.lower(), verb)} not"

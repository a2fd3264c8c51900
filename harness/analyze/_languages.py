"""Which analyzer a language gets; apart from the analyzers, which a golden set in English need not load."""

from __future__ import annotations

CODES = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Language codes that may stand for the Snowball name."""


def analyzer_for(language: str) -> str | None:
    """Return the analyzer for a golden set in this language (`tr`, `pt-BR`); null for English, where `plain` stays.

    A language without a stemmer gets `unicode`.
    """
    code = language.replace("_", "-").partition("-")[0].lower()
    if code in {"", "en", "english"}:
        return None
    name = CODES.get(code, code)
    return f"snowball:{name}" if name in CODES.values() else "unicode"

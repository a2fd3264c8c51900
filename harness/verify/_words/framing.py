"""Words that speak of the text rather than of what it says: "According to the passage, ...", "The document states that ..."."""

from __future__ import annotations

import re

_TEXT = r"(?:provided |given |above |retrieved |supplied )?(?:passages?|texts?|contexts?|documents?|documentation|articles?|excerpts?|sources?|snippets?|spans?|extracts?|summary)(?: provided| given| above)?"
_SAYS = (
    r"(?:(?:also|then|further|clearly|explicitly) )?(?:describes?|discuss(?:es)?|mentions?|states?|says?|reports?|explains?|notes?|indicates?|shows?|outlines?|covers?|details?"
    r"|(?:is|are) about|provides? (?:some |basic |brief |detailed )?(?:information|details|an overview|a summary)(?: on| about| of| regarding)?)(?: that\b| how\b)?,?"
)
_FRAME = re.compile(
    rf"(?:(?:according to|in|based on|as (?:stated|mentioned|described) in) (?:the|this|these) {_TEXT},? (?=\S)"
    rf"|(?:the|this|these) {_TEXT} {_SAYS} (?=\S)"
    r"|(?:laut|gemäß) (?:dem|der|diesem|dieser) (?:Text|Dokument|Kontext|Abschnitt|Quelle),? (?=\S)"
    r"|(?:selon|d['’]après) (?:le|la|ce|cette) (?:texte|document|passage|contexte|source),? (?=\S)"
    r"|según (?:el|la|este|esta) (?:texto|documento|pasaje|contexto|fuente),? (?=\S)"
    r"|(?:metne|belgeye|kaynağa|bağlama) göre,? (?=\S)"
    r"|根据(?:上述|所给|提供的|以上)?(?:文本|文档|文章|资料|上下文|内容)[,,]?(?=\S))",
    re.IGNORECASE,
)
_OPENS = frozenset("tiablgsdmk根")


def without_frame(text: str) -> str:
    """Return a claim without the words before it that only say that a text says it; a claim of nothing else stays as it is."""
    if text[:1].lower() not in _OPENS or not (match := _FRAME.match(text)):
        return text
    rest = text[match.end() :]
    return rest[:1].upper() + rest[1:] if text[:1].isupper() else rest

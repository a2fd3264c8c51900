"""A qualifier that no span has and that changes what is said: approved unanimously, closed permanently, sold worldwide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._words.support import Support

_LINES = """
unanimously unanimous | unanimity all every everyone dissent dissenting objection nobody abstentions
permanently | permanent indefinitely forever ever always lifelong lasting good never longer irreversible definitively perpetual
temporarily | temporary interim until briefly short provisional provisionally pause paused suspended meantime
publicly | public published publishes announced press open website
privately secretly covertly anonymously | private secret confidential anonymous unnamed behind hidden
worldwide globally | world global international internationally countries everywhere continents planet
nationwide nationally countrywide | nation national country federal
immediately instantly | immediate instant once straight promptly away instantaneous soon moment directly now minutes seconds
automatically | automatic auto automated itself default
manually | manual hand hands
voluntarily | voluntary volunteer volunteers volunteered willing own choose choice optional
deliberately intentionally purposely knowingly | deliberate intentional intent purpose intended
accidentally inadvertently unintentionally | accident accidental mistake mistakenly error
illegally unlawfully fraudulently | illegal unlawful law fraud unauthorised unauthorized permit licence
retroactively retrospectively | retroactive retrospective backdated
irrevocably unconditionally | irrevocable unconditional conditions
reluctantly grudgingly | reluctant reluctance hesitation hesitant
enthusiastically eagerly | enthusiasm enthusiastic eager keen
angrily furiously | angry anger furious
lifelong | life lifetime
overwhelmingly | overwhelming majority landslide
singlehandedly | alone single
einstimmig | alle allen jeder gegenstimme gegenstimmen
dauerhaft endgueltig endg\u00fcltig | dauer immer ewig unbefristet st\u00e4ndig definitiv
vor\u00fcbergehend zeitweise | bis kurz kurzzeitig befristet provisorisch
weltweit | welt global international l\u00e4nder l\u00e4ndern
bundesweit landesweit | bund land bundesland national deutschland
sofort umgehend unverz\u00fcglich | sofortig gleich direkt unmittelbar
automatisch | selbst automatik
freiwillig | freiwillige freiwilliger wunsch
absichtlich vors\u00e4tzlich | absicht vorsatz
versehentlich | versehen irrtum irrt\u00fcmlich
heimlich | geheim verdeckt
r\u00fcckwirkend | r\u00fcckwirkung
unwiderruflich bedingungslos | widerruf bedingung bedingungen
unanimit\u00e9 unanimement | tous toutes unanime
d\u00e9finitivement | d\u00e9finitif d\u00e9finitive jamais permanent permanente toujours
temporairement provisoirement | temporaire provisoire jusqu
mondialement | monde mondial mondiale international pays
imm\u00e9diatement | imm\u00e9diat imm\u00e9diate aussit\u00f4t directement suite
automatiquement | automatique automatiques
volontairement | volontaire volontaires
d\u00e9lib\u00e9r\u00e9ment intentionnellement | d\u00e9lib\u00e9r\u00e9 intentionnel expr\u00e8s
accidentellement | accident accidentel erreur
secr\u00e8tement | secret secr\u00e8te cachette
r\u00e9troactivement | r\u00e9troactif r\u00e9troactive
publiquement | public publique publi\u00e9
unanimidad un\u00e1nimemente | todos todas un\u00e1nime
permanentemente definitivamente | permanente definitivo definitiva siempre nunca
temporalmente provisionalmente | temporal provisional hasta
mundialmente | mundo mundial internacional pa\u00edses
inmediatamente | inmediato inmediata enseguida acto directamente
autom\u00e1ticamente | autom\u00e1tico autom\u00e1tica
voluntariamente | voluntario voluntaria voluntarios
deliberadamente intencionadamente | deliberado intencionado prop\u00f3sito
accidentalmente | accidente accidental error
retroactivamente | retroactivo retroactiva
p\u00fablicamente | p\u00fablico p\u00fablica publicado
oybirli\u011fiyle | herkes t\u00fcm b\u00fct\u00fcn
derhal | hemen an\u0131nda acil
otomatik | kendili\u011finden
gizlice | gizli
"""
_NUMBERS_SAY = frozenset({"temporarily", "vorubergehend", "temporairement", "temporalmente", "immediately"})


def unsaid_qualifier(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return a word of a claim that says how or how far, where no span says so in any word, or None."""
    known = _qualifiers()
    if known.keys().isdisjoint(claim.words):
        return None
    for word in support.missing:
        same = known.get(word.text)
        if same is None or any(c.negator for c in clauses(claim) if c.first <= word.index < c.last):
            continue
        if any(not same.isdisjoint(p.words) for p in passages):
            continue
        if word.text in _NUMBERS_SAY and any(p.with_literals for p in passages):
            # Closed for two weeks is closed temporarily.
            continue
        return f"{word.text!r} is not there"
    return None


@cache
def _qualifiers() -> Mapping[str, frozenset[str]]:
    """Return each folded qualifier with the words that may say the same."""
    found: dict[str, frozenset[str]] = {}
    for line in _LINES.strip().splitlines():
        mine, others = (fold(side).split() for side in line.split("|"))
        found.update(dict.fromkeys(mine, frozenset([*mine, *others])))
    return found

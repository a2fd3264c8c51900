"""One word put in another's place: everything round it is the span's, and the span has something else there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from harness.text.typed.kin import kin
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.verify._deeds.deeds import deeds_told
from harness.verify._deeds.words import STANDING
from harness.verify._denied.clauses import clauses
from harness.verify._denied.denials import HAVING
from harness.verify._literals.weekdays import is_short_day
from harness.verify._whose.aliases import called_by
from harness.verify._whose.zones import BEGIN_PREDICATES
from harness.verify._words.support import COMMON, PLAIN, Support, Word

_MOST_MISSING = 2
_SHARE = 0.55
_SHARE_AT_AN_END = 0.62
_SHARE_ELSEWHERE = 0.6
_SHARE_OF_NAMES = 0.5
_MOST_SENTENCES, _FEW = 12, 8
_LONGEST = 3
_OPENING = 4
_VERB_LAST = frozenset({"tr", "de"})
_MOST_ADDED, _FEWEST_KEPT, _CLOSE = 3, 4, 2
_JOINS = frozenset("and or und oder sowie et ou y e o ve veya".split())
_PARTICLES = frozenset("de la del della di da du van von der den ter le el al bin ibn".split())
_SHORTEST_VERB = 4
_STATEMENTS = frozenset(
    "whereas while but wahrend aber tandis mais mientras pero oysa ama \u800c \u4f46 and und et y ve".split()
)
_OPEN_CLAUSES = frozenset(
    "because since while whereas although but weil da wahrend obwohl aber parce puisque mais porque aunque pero".split()
)
_BEFORE_VERBS = frozenset(
    "to can could may might must shall should will would not never who which they we you he she it i also usually often always normally typically generally".split()
)
_BEFORE_NOUNS = frozenset(
    "the a an this that these those its his her their our my your of in on at for from with by several many some no each every all".split()
)
_PREPOSITIONS = frozenset("of in on at for from with by and or to near is are was were".split())
_OTHER_ARTICLES = frozenset(
    "le la les l un une des du de d au aux el los las una unos unas del al a su sus son sa ses environ".split()
)
_PASTS = frozenset(
    "fell rose won lost held sold bought went came took gave saw made said led met kept left grew drew ran became began brought told stood built sent spent met".split()
)
_RECKONS = frozenset(
    "later earlier afterwards on after sp\u00e4ter spater danach fr\u00fcher fruher tard apres tarde despues sonra".split()
)
"""Words that only count from a time named before: twelve years later."""
_GENERIC = frozenset(
    "onwards onward before after said says say stated according reported noted describes described called named known considered believed referred refers article text passage source sources document context "
    "author authors study report mentioned mentions information following answer also several number type types kind form next process way important able possible "
    "undertaken performed conducted durchgefuhrt vorgenommen erfolgte effectue effectuee plazo delai frist siguientes suivants "
    "laut text quelle selon fuente segun kaynak mr mrs ms dr prof".split()
)


_CARRIERS = frozenset(
    "has have had having holds hold held contains contain contained containing includes included counts count counted counting numbers numbered lists listed comprises comprised features featured "
    "records record recorded registers registered reports reported posts posted logs logged saw sees seen measures measured shows showed shown tallied tallies noted boasts welcomed welcomes attracted "
    "runs listens operates amounts amount amounted totals total totalled totaled comes stands stood runs ran lies lay reaches reached reach reachable attains remains remained stays stayed keeps kept equals equalled "
    "applies apply applied valid effect force lasts lasted last persists persisted persist continues continued takes took "
    "covers covered cover deals dealt governs governed governing rules rule provisions found subject treats concerns concerned relates related "
    "manages manage managed looks looked oversees administers handles handled serves served address called phoned answers listens "
    "behandelt regelt regeln vorschriften adresse erreichbar enthalt enthielt enthielten umfasst umfasste zahlt zahlte zahlten besitzt verfugt verzeichnete verzeichnet erfasste erfasst meldete registrierte "
    "betragt betrug belauft liegt lag besteht bestehen bestand gehoren gehorten angehoren dauert dauerte gilt galt gelten gultig verwaltet betreut "
    "traite traitent objet s eleve elevee elevait compose composee regles compte comptait possede comprend contient contenait abrite renferme adresse joignable enregistre recense affiche eleve dure dura durait vaut valable applique gere "
    "trata tratan normas regula cuenta conto contaron tiene tenia posee contiene contenia alberga incluye direccion localizable registro registra registraron suma asciende dura duro vale valido aplica gestiona administra "
    "gecerli gecerlidir surer surdu kaydetti bulunur icerir".split()
)
"""Plain words that say no more than that a number or a name goes with something: deals with, has the address, holds."""
_APPLYING = frozenset(
    "applies apply applied valid gilt gelten galt applique appliquent aplica aplican gecerlidir uygulanir".split()
)
"""Those whose subject is what goes with something: the fee of 5 applies to it, so who has it pays 5."""
_DATE_ORDER = frozenset("dd mm yyyy yy tt jjjj aaaa gg".split())
"""What a note on how dates are written is made of."""
_ENDING = frozenset("ends end ended expires closes endet endete lauft termine expire finaliza termina vence".split())
_FILING = frozenset(
    "submit submitted file filed lodge lodged apply register enrol possible eingelegt eingereicht gestellt abgegeben anmelden bewerben mittags noon midday deposer deposee envoyer presentar presentarse enviar inscribirse".split()
)
"""What may be done up to the end of the period for it: appeals may be lodged until the day on which the period for appeals ends."""
_MEASURES = frozenset(
    "dose dosage area size superficie tamano extension surface taille flache grosse figure figures number worth period duration quantity value exactly enough sufficient suffices "
    "anzahl zahl wert zeitraum dauer genau ausreichend genugt nombre valeur duree periode exactement suffit numero valor duracion periodo exactamente basta "
    "speed temperature pressure voltage geschwindigkeit temperatur vitesse temperature pression velocidad temperatura presion hiz hizi sicaklik sicakligi saat sure suresi sayisi miktar miktari tam yeterli yeterlidir".split()
)
"""Words that only say what kind of value a number is: a period, a figure, exactly; or what its unit says: the speed of 90 km/h."""
_WHOEVER = frozenset(
    "passenger traveller traveler customer buyer purchaser user subscriber visitor tenant guest patient client reader borrower participant applicant holder passengers travellers travelers customers buyers purchasers users subscribers visitors tenants renters guests patients clients readers borrowers participants applicants holders "
    "passagiere reisende kunden kaufer nutzer besucher mieter gaste patienten abonnenten teilnehmer fahrgaste kundinnen besucherinnen "
    "passagers voyageurs clients acheteurs usagers utilisateurs visiteurs locataires patients abonnes lecteurs "
    "pasajeros viajeros clientes compradores usuarios visitantes inquilinos pacientes abonados lectores "
    "yolcular musteriler kullanicilar ziyaretciler kiracilar hastalar aboneler".split()
)
"""Those whom a thing is for, who stand in its place: the passengers of a flight, the subscribers of a plan."""


def replaced(claim: Sentence, support: Support, sentence: Sentence, anchors: Sequence[Sequence[int]]) -> str | None:
    """Return which word of the claim stands where a sentence of a span has another, or None.

    Looks only where at most two words of the claim are not in the sentence and most of the others are; `anchors` has, for
    each literal of the claim, where in the sentence's words it is found, each as good as a word. Then it looks again at
    the sentence's clauses that hold most of the claim: one of them must have nothing else in a word's place.
    """
    if found := _replaced_in(claim, support, sentence, (0, len(sentence.tokens)), anchors)[1]:
        return found
    cuts = clause_cuts(sentence)
    if not cuts:
        return None
    edges = [0, *cuts, len(sentence.tokens)]
    first: str | None = None
    for part in pairwise(edges):
        if _says_more_of_the_subject(part, support, sentence, anchors):
            return None
        held, found = _replaced_in(claim, support, sentence, part, anchors)
        if held and found is None:
            return None
        first = first or found
    return first


def _says_more_of_the_subject(
    part: tuple[int, int], support: Support, sentence: Sentence, anchors: Sequence[Sequence[int]]
) -> bool:
    """Return whether a part without a subject of its own, "and has a bed of 110 cm", says with the sentence's subject all of the claim."""
    opening = sentence.tokens[part[0] + 1 : part[0] + 2]
    if not part[0] or not opening or not is_predicate(sentence, opening[0]):
        return False
    verb = next((i for i, t in enumerate(sentence.tokens) if i and is_predicate(sentence, t)), 0)
    if verb > part[0]:
        return False
    mine = frozenset(sentence.tokens[:verb] + sentence.tokens[part[0] : part[1]])
    told = all(not support.variants[w.text].isdisjoint(mine) for w in support.words)
    return told and all(any(part[0] <= place < part[1] or place < verb for place in places) for places in anchors)


def is_predicate(sentence: Sentence, word: str) -> bool:
    """Return whether a word can be the verb of a statement."""
    return word in BEGIN_PREDICATES or is_known_verb(sentence, word)


def added(claim: Sentence, support: Support) -> str | None:
    """Return what a claim adds to what a sentence of a span says: "and feeds on beetles" at its end, or one more of a list.

    Only where all else is that sentence's, in its order, and no span has any word of what is added.
    """
    missing = support.missing
    if not missing or len(missing) > _MOST_ADDED or support.turned or claim.code == "zh":
        return None
    kept = [w for w in support.words if support.variants[w.text]]
    if len(kept) < _FEWEST_KEPT or all(_weak(w) for w in missing):
        return None
    earlier = [w for w in kept if w.index < missing[0].index]
    at_the_end = len(earlier) == len(kept) or claim.code in _VERB_LAST
    if not earlier or any(missing[0].index < w.index < missing[-1].index for w in kept):
        return None
    between = claim.tokens[earlier[-1].index + 1 : missing[0].index]
    if (_JOINS.isdisjoint(between) or not at_the_end) and not _is_listed(claim, missing):
        return None
    for _, _, sentence in support.best[:_MOST_ADDED]:
        if all(not support.variants[w.text].isdisjoint(sentence.words) for w in kept) and _copied(
            kept, support, sentence
        ):
            return f"{missing[-1].text!r} is not there"
    return None


def _is_listed(claim: Sentence, words: Sequence[Word]) -> bool:
    """Return whether words are an item in the middle of a list: a comma before them, a comma or "and" after them."""
    first, last = claim.starts[words[0].index], words[-1].index
    after = claim.text[claim.starts[last] + len(claim.tokens[last]) :]
    joined = last + 1 < len(claim.tokens) and claim.tokens[last + 1] in _JOINS
    return claim.text[:first].rstrip().endswith(",") and (after.startswith(",") or joined)


def _weak(word: Word) -> bool:
    return word.weight <= COMMON or word.text in _GENERIC


def _copied(kept: Sequence[Word], support: Support, sentence: Sentence) -> bool:
    """Return whether words come in a sentence one right after the other, but for what tells nothing."""
    content = sentence.content
    last: list[int] = []
    for word in kept:
        places = [p for f in support.variants[word.text] for p in content.get(f, ())[:_FEW]]
        if last and not any(0 < p - q <= _CLOSE for p in places for q in last):
            return False
        last = places
    return True


def clause_cuts(sentence: Sentence) -> list[int]:
    """Return where in a sentence's words a statement of its own begins: after "whereas", "but", a semicolon. Kept."""
    kept: list[int] | None = sentence.__dict__.get("cuts")
    if kept is None:
        cuts: set[int] = set()
        if not _STATEMENTS.isdisjoint(sentence.words):
            cuts.update([i for i, t in enumerate(sentence.tokens) if i and t in _STATEMENTS])
        if ";" in sentence.text:
            cuts.update([token_at(sentence.starts, m.end()) for m in re.finditer(";", sentence.text)])
        kept = sentence.__dict__["cuts"] = sorted([i for i in cuts if 0 < i < len(sentence.tokens)])
    return kept


def _replaced_in(
    claim: Sentence, support: Support, sentence: Sentence, part: tuple[int, int], anchors: Sequence[Sequence[int]]
) -> tuple[bool, str | None]:
    """Return whether a part of a sentence holds most of the claim, and what it has in a word's place."""
    whole = part == (0, len(sentence.tokens))
    inside = sentence.words if whole else frozenset(sentence.tokens[part[0] : part[1]])
    missing = [w for w in support.words if support.variants[w.text].isdisjoint(inside)]
    found = [any(part[0] <= place < part[1] for place in places) for places in anchors]
    words = sum([w.weight for w in support.words])
    total = words + len(found) * PLAIN
    held = words - sum([w.weight for w in missing]) + sum(found) * PLAIN
    if not total or held / total < _SHARE:
        return False, None
    if not 0 < len(missing) <= _MOST_MISSING:
        return True, None
    lex = sentence.lexicon
    mine = frozenset().union(*[support.variants[w.text] for w in support.words])
    skipped = sentence.literal_words | sentence.comparing
    content = [
        i
        for i, t in enumerate(sentence.tokens[part[0] : part[1]], part[0])
        if t not in lex.stop and not t.isdigit() and i not in skipped and t not in lex.quantifiers
    ]
    order = {w.text: i for i, w in enumerate(support.words)}
    lost = {order[w.text] for w in missing}
    agreed = deeds_told(claim, support).agreed
    anchored = any(found) or bool(claim.verbatim)
    for word in missing:
        if word.weight <= COMMON or word.text in _GENERIC or word.text in agreed:
            continue
        index = order[word.text]
        # Two lost words side by side are looked for as one.
        before, after = index - 1 - (index - 1 in lost), index + 1 + (index + 1 in lost)
        left = (
            support.words[before]
            if before >= 0 and not _parted(claim, support.words[before].index, word.index)
            else None
        )
        right = support.words[after] if after < len(support.words) else None
        elsewhere = bool(support.variants[word.text])
        named = word.capital and claim.code == "en"
        least = _SHARE_OF_NAMES if named else _SHARE_ELSEWHERE if elsewhere else _SHARE_AT_AN_END
        if (left is None) != (right is None) and held / total < least:
            continue
        if not index and elsewhere and not lex.pronouns.isdisjoint(sentence.tokens[:_OPENING]):
            # The claim names what a pronoun stands for there.
            continue
        other = _in_its_place(sentence, content, _forms(support, left), _forms(support, right), mine)
        if other and elsewhere and _is_said_elsewhere(word, (left, right), claim, support, sentence):
            continue
        if (
            other
            and word.capital
            and _stands_for_it(claim, word, [sentence.tokens[o] for o in other], elsewhere=elsewhere)
        ):
            continue
        if (
            other
            and not (anchored and not elsewhere and only_carries(word.text, [sentence.tokens[o] for o in other], lex))
            and not (elsewhere and _may_stand_for(word.text, [sentence.tokens[o] for o in other], claim))
            and not (word.text in HAVING and all(sentence.tokens[o] in HAVING for o in other))
            and not any(_tells_nothing(sentence, o) for o in other)
            and not _front_of_a_name(sentence, other[-1], mine)
            and any(sentence.tokens[o] not in lex.common and sentence.tokens[o] not in _GENERIC for o in other)
            and (
                not support.variants[word.text].isdisjoint(sentence.words)
                or not _another_kind(claim, word.index, sentence, other)
            )
        ):
            return True, f"{word.text!r} in the answer, {' '.join(sentence.tokens[o] for o in other)!r} there"
    return True, None


def only_carries(word: str, others: Sequence[str], lex: Lexicon) -> bool:
    """Return whether a word by a literal, and those that stand in its place, only say that the literal goes with something."""
    if word in _MEASURES or (word in _CARRIERS and not _CARRIERS.isdisjoint(others)):
        return True
    if word in _FILING and not _ENDING.isdisjoint(others):
        return True
    if word in _WHOEVER:
        return _WHOEVER.isdisjoint(others)
    return word not in lex.opposites and not _APPLYING.isdisjoint(others)


def _may_stand_for(word: str, others: Sequence[str], claim: Sentence) -> bool:
    """Return whether the thesaurus has two different words in one group, and no opposition has them: quake, of an earthquake."""
    known, lex = kin(claim.code), claim.lexicon
    groups = set(known.groups_of(word))
    against = {other for place in lex.opposites.get(word, ()) for other in lex.facing[place]}
    return any(o not in against and not groups.isdisjoint(known.groups_of(o)) for o in others)


def _stands_for_it(claim: Sentence, word: Word, others: Sequence[str], *, elsewhere: bool) -> bool:
    """Return whether words stand for a name of another sentence: "the group" of a company, "the Lessee" of who is called so."""
    return (elsewhere and all(t in STANDING for t in others)) or called_by(claim, word.text, others)


def _stands_with_neighbour(word: Word, left: Word | None, right: Word | None, support: Support) -> bool:
    """Return whether another sentence has a word beside one that it stands beside in the claim."""
    for beside, step in ((left, -1), (right, 1)):
        if beside is None:
            continue
        for _, _, sentence in support.best[:_MOST_SENTENCES]:
            content = sentence.content
            mine = [p for v in support.variants[word.text] for p in content.get(v, ())[:_FEW]]
            theirs = [p for v in support.variants[beside.text] for p in content.get(v, ())[:_FEW]]
            if any(b - a == step for a in mine for b in theirs):
                return True
    return False


def _is_said_elsewhere(
    word: Word, sides: tuple[Word | None, Word | None], claim: Sentence, support: Support, sentence: Sentence
) -> bool:
    """Return whether another sentence has a word beside its neighbour of the claim, or all of its clause."""
    return _stands_with_neighbour(word, *sides, support) or _clause_is_elsewhere(word, claim, support, sentence)


def _clause_is_elsewhere(word: Word, claim: Sentence, support: Support, sentence: Sentence) -> bool:
    """Return whether a later clause of a claim is all of another sentence: "A has steps, but B has a ramp" of two sentences."""
    clause = next((c for c in clauses(claim) if c.first <= word.index < c.last), None)
    if clause is None or not clause.first or clause.tokens[0] in _JOINS:
        return False
    told = [w for w in support.words if clause.first <= w.index < clause.last]
    return len(told) > 1 and any(
        s is not sentence and all(not support.variants[w.text].isdisjoint(s.words) for w in told)
        for _, _, s in support.best[:_FEW]
    )


def _tells_nothing(sentence: Sentence, index: int) -> bool:
    """Return whether a word of a span cannot be what another word was put in the place of: only, neither, LU0987, n."""
    word = sentence.tokens[index]
    lex = sentence.lexicon
    return (
        (len(word) == 1 and lex.code != "zh")
        or word in lex.only_words
        or word in lex.negators
        or word in sentence.label
        or (index in sentence.capitals and is_short_day(word))
        or word in _DATE_ORDER
        or any(c.isdigit() for c in word)
        or (word in _RECKONS and not sentence.literal_words.isdisjoint({index - 1, index - 2}))
    )


def _front_of_a_name(sentence: Sentence, index: int, mine: frozenset[str]) -> bool:
    """Return whether a word is the front of a name whose last word the claim has: Lucien of Lucien de la Tour."""
    if index not in sentence.capitals:
        return False
    after = index + 1
    # In German "of" is a particle of names too: the Bahnhof von Olden has no name.
    while sentence.code != "de" and after < len(sentence.tokens) and sentence.tokens[after] in _PARTICLES:
        after += 1
    return after in sentence.capitals and sentence.tokens[after] in mine


def _parted(claim: Sentence, left: int, right: int) -> bool:
    """Return whether a clause begins between two words: what stands there says nothing of what follows."""
    return not _OPEN_CLAUSES.isdisjoint(claim.tokens[left + 1 : right])


def _another_kind(claim: Sentence, index: int, source: Sentence, others: Sequence[int]) -> bool:
    """Return whether words cannot stand for each other: only one is a verb, or both are, which may say the same.

    Of two verbs that the thesaurus has, alone or with a particle, it is known that they do not.
    """
    if is_known_verb(claim, claim.tokens[index]) and any(_is_known_at(source, o) for o in others):
        return False
    other = others[-1]
    if claim.tokens[index] in _PASTS:
        return True
    if _is_verb(claim, index):
        return claim.code != "en" or _is_verb(source, other) or source.tokens[other] in _PASTS
    return source.tokens[other] in _PASTS


def is_known_verb(sentence: Sentence, word: str) -> bool:
    """Return whether the thesaurus has a word as a verb: what may stand for it is known."""
    known = kin(sentence.code)
    return any(group in known.verbs for group in known.groups_of(word))


def _is_known_at(sentence: Sentence, index: int) -> bool:
    """Return whether the thesaurus has a word of a sentence as a verb, or the phrase that it opens: phased out."""
    if is_known_verb(sentence, sentence.tokens[index]):
        return True
    known = kin(sentence.code)
    return any(group in known.verbs and places[0] == index for group, places in sentence.phrases)


def _is_verb(sentence: Sentence, index: int) -> bool:
    """Return whether an English word looks like a verb: another verb may say the same, another noun hardly."""
    if sentence.code != "en":
        return _before_its_object(sentence, index)
    word = sentence.tokens[index]
    before = sentence.tokens[index - 1] if index else ""
    after = sentence.tokens[index + 1] if index + 1 < len(sentence.tokens) else ""
    if before in _BEFORE_VERBS:
        return True
    if before in _BEFORE_NOUNS:
        return False
    if word.endswith(("ed", "ing")) and len(word) > _SHORTEST_VERB:
        return True
    return word.endswith("s") and bool(before) and after not in _PREPOSITIONS and after != ""


def _before_its_object(sentence: Sentence, index: int) -> bool:
    """Return whether a French or Spanish word looks like a verb: no article before it, an article or a number after it."""
    if sentence.code not in {"fr", "es"} or not 0 < index < len(sentence.tokens) - 1:
        return False
    before, after = sentence.tokens[index - 1], sentence.tokens[index + 1]
    return before not in _OTHER_ARTICLES and (
        after in _OTHER_ARTICLES or after[0].isdigit() or after in sentence.lexicon.cardinals
    )


def _forms(support: Support, word: Word | None) -> frozenset[str] | None:
    return None if word is None else support.variants[word.text]


def _in_its_place(
    sentence: Sentence,
    content: Sequence[int],
    left: frozenset[str] | None,
    right: frozenset[str] | None,
    mine: frozenset[str],
) -> list[int]:
    """Return the words of the sentence between the neighbours that the claim's word has, or beside the only one."""
    tokens = sentence.tokens
    if left is None:
        for before, index in pairwise(content):
            if right and tokens[index] in right and tokens[before] not in mine:
                return [before]
        return []
    for place, index in enumerate(content):
        if tokens[index] in left and (
            between := _after(tokens, content[place + 1 : place + 2 + _LONGEST], right, mine)
        ):
            return between
    return []


def _after(
    tokens: Sequence[str], following: Sequence[int], right: frozenset[str] | None, mine: frozenset[str]
) -> list[int]:
    """Return the words up to one of `right`, or only the next one where there is no right neighbour."""
    between: list[int] = []
    for index in following:
        if right is not None and tokens[index] in right:
            return between
        if tokens[index] in mine:
            return []
        between.append(index)
        if right is None:
            return between
    return []

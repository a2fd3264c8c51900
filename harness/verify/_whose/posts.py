"""Posts: who is whose spokeswoman, founder or project manager, by apposition, copula or title.

A claim must not give a post to one person where its spans give it to another, nor give a person the same post elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import sign_before
from harness.verify._literals.weekdays import spoken_day
from harness.verify._words.support import Support

_ROLES = {
    "en": "spokesman=spokeswoman=spokesperson founder=cofounder director chief=ceo head manager chair=chairman=chairwoman=chairperson president mayor minister engineer geologist lawyer=attorney professor conductor pianist author editor translator architect owner leader coach captain secretary treasurer chancellor governor ambassador dean curator inspector commissioner producer sponsor supplier landlord tenant widow daughter son sister brother wife husband mother father cousin biographer successor predecessor deputy adviser=advisor analyst economist scientist researcher attendant copilot clerk judge assistant pharmacist accountant violinist violist cellist physicist chemist biologist historian nurse surgeon pilot photographer composer painter guitarist drummer goalkeeper librarian trainer banker broker trustee guardian heir nephew niece uncle aunt grandson tutor mentor student teacher playwright novelist poet critic reporter journalist correspondent detective sheriff bishop rector principal headteacher warden",
    "de": "leiter=leiterin direktor=direktorin sprecher=sprecherin chef=chefin grunder=grunderin vorsitzender=vorsitzende prasident=prasidentin burgermeister=burgermeisterin minister=ministerin geschaftsfuhrer=geschaftsfuhrerin anwalt=anwaltin professor=professorin autor=autorin trainer=trainerin intendant=intendantin dirigent=dirigentin inhaber=inhaberin",
    "fr": "directeur=directrice maire fondateur=fondatrice president=presidente ministre avocat=avocate professeur=professeure auteur=autrice secretaire tresorier=tresoriere chef=cheffe responsable proprietaire parole gerant=gerante",
    "es": "director=directora portavoz fundador=fundadora alcalde=alcaldesa presidente=presidenta ministro=ministra abogado=abogada profesor=profesora autor=autora jefe=jefa secretario=secretaria tesorero=tesorera responsable propietario=propietaria gerente",
}  # fmt: skip
_OF = {
    "en": frozenset("of for at".split()),
    "de": frozenset("der des von vom fur beim bei".split()),
    "fr": frozenset("de du des d".split()),
    "es": frozenset("de del".split()),
}
_BE = {
    "en": frozenset("is was are were became becomes remains".split()),
    "de": frozenset("ist war wurde bleibt".split()),
    "fr": frozenset("est etait devient fut".split()),
    "es": frozenset("es era fue".split()),
}
_ARTICLES = {
    "en": frozenset("a an the its their our his her former current new long time".split()),
    "de": frozenset("der die das ein eine".split()),
    "fr": frozenset("le la l un une".split()),
    "es": frozenset("el la un una".split()),
}
_ENDS = frozenset(
    "who which that is was are were has have had in on since until and said says met ist war hat und est a et es ha y en in se".split()
)
_GERMAN_ENDS = (
    "leiter",
    "leiterin",
    "direktor",
    "direktorin",
    "sprecher",
    "sprecherin",
    "chef",
    "chefin",
    "minister",
    "ministerin",
)
_LESSER = frozenset(
    "deputy vice assistant acting former interim associate co stellvertretender stellvertretende adjoint adjointe ancien ancienne exdirector ex".split()
)
"""Words that make another post of one."""
_POSSESSIVES = frozenset("its their his her".split())
_JOINS = frozenset("and or but with und oder aber et ou mais y o pero".split())
_TURKISH = tuple(
    "mudur baskan sorumlu direktor yazar sozcu kurucu bakan sahib yonetmen mimar avukat editor sef koordinator yardimci bashekim rektor dekan kaptan mudire muhtar".split()
)
_HAN_TAKES = re.compile(
    "\u7531?([^\uff0c\u3002\uff1b\u3001,;\u7531\u7684]{2,4})(?:\u62c5\u4efb|\u51fa\u4efb|\u8d1f\u8d23)([^\uff0c\u3002\uff1b,;]{2,12})"
)
_HAN_BY = re.compile(
    "([^\uff0c\u3002\uff1b,;]{2,12}?)\u7531([^\uff0c\u3002\uff1b\u3001,;\u7684]{2,4})(?:\u8d1f\u8d23|\u62c5\u4efb|\u4e3b\u6301|\u4e3b\u7ba1)(?=[\uff0c\u3002\uff1b,;.]|$)"
)
_HAN_IS = re.compile("([^\uff0c\u3002\uff1b,;]{2,14}?)(?:\u662f|\u4e3a)([^\uff0c\u3002\uff1b,;.]{2,12})")
_HAN_FRONT = re.compile("^(?:\u672c|\u8be5|\u6b64)?(?:\u6b21|\u5c4a)?")
_MOST_SENTENCES, _MOST_POSTS = 12, 12
_ADJECTIVES, _COMPLEMENT, _OWNER = 4, 6, 4
_LONGEST_NAME, _SHORTEST = 4, 3
_SPEAKS = "parole"


class Post(NamedTuple):
    """A person's post: folded words of the name and of what the post belongs to, and the canonical name of the post."""

    name: frozenset[str]
    role: str
    whose: frozenset[str]


def another_post(claim: Sentence, support: Support) -> str | None:
    """Return who has a post there that a claim gives to another, or where one has it, or None."""
    if not may_tell(claim):
        return None
    mine = posts(claim)
    if not mine:
        return None
    sentences = [s for _, _, s in support.best[:_MOST_SENTENCES] if s.code == claim.code]
    theirs = [p for s in sentences for p in posts(s)]
    if claim.code == "zh":
        return _han_clash(mine, theirs)
    for post in mine:
        if support.variants.keys().isdisjoint(post.name) and not post.name & frozenset().union(
            *[s.words for s in sentences]
        ):
            continue
        whose = frozenset([f for w in post.whose for f in support.variants.get(w, ())])
        if found := _clash(post, whose, theirs):
            return found
    return None


def _clash(post: Post, whose: frozenset[str], theirs: Sequence[Post]) -> str | None:
    own = [p for p in theirs if p.role == post.role and is_same(p.name, post.name)]
    if own:
        apart = [p for p in own if whose and p.whose and whose.isdisjoint(p.whose)]
        if len(apart) == len(own):
            return (
                f"{post.role} of {' '.join(sorted(apart[0].whose))} there, of {' '.join(sorted(whose))} in the answer"
            )
        return None
    for other in theirs:
        if (
            other.role != post.role
            or (post.whose and not whose)
            or (whose and other.whose and whose.isdisjoint(other.whose))
        ):
            continue
        if bool(whose) != bool(other.whose) and sum(p.role == post.role for p in theirs) > 1:
            continue
        return f"{' '.join(sorted(other.name))} is {post.role} there, not {' '.join(sorted(post.name))}"
    return None


def is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two names may be one person's: they share a word, and do not both have another one: Ivy and Ida Marsh."""
    if one.isdisjoint(other):
        return False
    left, right = one - other, other - one
    return not left or not right or any(a.startswith(b) or b.startswith(a) for a in left for b in right)


def may_tell(sentence: Sentence) -> bool:
    """Return whether a sentence may name a post: one look-up that says no of most."""
    if sentence.code == "zh":
        return any(w in sentence.text for w in "\u4efb\u8d1f\u662f\u4e3a\u7531")
    if sentence.code == "tr":
        return len(sentence.capitals) > 1 and any(t.startswith(_TURKISH) for t in sentence.tokens)
    if sentence.code == "de" and any(t.endswith(_GERMAN_ENDS) for t in sentence.tokens):
        return True
    return len(sentence.capitals) > 1 and not roles_of(sentence.code).keys().isdisjoint(sentence.words)


@cache
def roles_of(code: str) -> Mapping[str, str]:
    """Return the words for posts of a language, each with the one that stands for its kind."""
    return {fold(w): line.split("=")[0] for line in _ROLES.get(code, "").split() for w in line.split("=")}


def posts(sentence: Sentence) -> list[Post]:
    """Return the posts that a sentence names with who has them, the first few. Kept with it."""
    kept: list[Post] | None = sentence.__dict__.get("posts")
    if kept is None:
        kept = []
        if may_tell(sentence):
            reader = {"zh": _han_posts, "tr": _turkish_posts}.get(sentence.code, _read)
            kept = list(reader(sentence))[:_MOST_POSTS]
        sentence.__dict__["posts"] = kept
    return kept


def _read(sentence: Sentence) -> Iterator[Post]:
    tokens, code = sentence.tokens, sentence.code
    roles = roles_of(code)
    for index, token in enumerate(tokens):
        role = roles.get(token) or (_compound(token, roles) if code == "de" else None)
        if role is None or (role == _SPEAKS and tokens[index - 1] != "porte"):
            continue
        if code == "en" and tokens[index + 1 : index + 2] == ["executive"]:
            index += 1  # noqa: PLW2901 -- the chief executive is one post
        if index and tokens[index - 1] in _LESSER:
            role = f"{tokens[index - 1]} {role}"
        whose, end = _whose(sentence, index)
        if code == "en" and not whose:
            whose = _owner(sentence, index)
        titled = end == index + 1 and end in sentence.capitals and not _cut(sentence, end)
        name = _follows(sentence, index, end) if titled else frozenset()
        name = name or _apposed(sentence, index) or _called(sentence, index) or _follows(sentence, index, end)
        if name and name.isdisjoint(whose):
            yield Post(name, role, whose)


def _compound(token: str, roles: Mapping[str, str]) -> str | None:
    """Return the post that a German word ends with: director of Verwaltungsdirektorin."""
    return next((role for word, role in roles.items() if len(word) > _LONGEST_NAME and token.endswith(word)), None)


def _whose(sentence: Sentence, index: int) -> tuple[frozenset[str], int]:
    """Return the words after "director of", and where they end."""
    tokens, code = sentence.tokens, sentence.code
    if tokens[index + 1 : index + 2] and tokens[index + 1] in _OF[code] and not _cut(sentence, index + 1):
        end = index + 2
        while end < len(tokens) and end - index < _COMPLEMENT and not _cut(sentence, end) and tokens[end] not in _ENDS:
            end += 1
        stop = sentence.lexicon.stop
        return frozenset([t for t in tokens[index + 2 : end] if t not in stop]), end
    return frozenset(), index + 1


def _owner(sentence: Sentence, index: int) -> frozenset[str]:
    """Return the words whose thing a post is: the choir of "the choir's conductor"; what is before it: railway spokesman."""
    tokens = sentence.tokens
    for i in range(index - 1, max(-1, index - _OWNER), -1):
        if tokens[i] == "s" and i and sentence.starts[i] - sentence.starts[i - 1] == len(tokens[i - 1]) + 1:
            first = i - 1
            while first and first - 1 in sentence.capitals and first in sentence.capitals and not _cut(sentence, first):
                first -= 1
            return frozenset(tokens[first:i])
    return frozenset()


def _apposed(sentence: Sentence, index: int) -> frozenset[str]:
    """Return the name before the comma before a post: Lena Brandt, a spokeswoman for the operator."""
    first = index
    while first and not _cut(sentence, first):
        first -= 1
        if index - first > _ADJECTIVES + 1:
            return frozenset()
    if (
        not first
        or sentence.tokens[first] in _JOINS
        or any(t in _BE[sentence.code] for t in sentence.tokens[first:index])
        or sign_before(sentence, first) != ","
    ):
        return frozenset()
    if (
        any(i in sentence.capitals and sentence.tokens[i] not in roles_of(sentence.code) for i in range(first, index))
        and sentence.code != "en"
    ):
        return frozenset()
    return _name_before(sentence, first)


def _called(sentence: Sentence, index: int) -> frozenset[str]:
    """Return the name of "Ann Lee is the director"."""
    tokens = sentence.tokens
    be = next(
        (
            i
            for i in range(index - 1, max(0, index - _ADJECTIVES - 3), -1)
            if tokens[i] in _BE[sentence.code] or _cut(sentence, i)
        ),
        None,
    )
    if index > 1 and tokens[index - 1] in _POSSESSIVES and index - 2 in sentence.capitals:
        # "A is head of the school and B its porter".
        return _name_before(sentence, index - 1, joined=True)
    if be is None or tokens[be] not in _BE[sentence.code]:
        return frozenset()
    allowed = _ARTICLES[sentence.code] | {"s", "also", "ihr", "sein", "ihre", "seine", "now", "both"}
    if any(t in sentence.lexicon.stop and t not in allowed for t in tokens[be + 1 : index]):
        return frozenset()
    return _name_before(sentence, be)


def _follows(sentence: Sentence, index: int, end: int) -> frozenset[str]:
    """Return the name after a post: the choir's conductor, Hana Mori; director Hana Mori; the director is Hana Mori."""
    tokens = sentence.tokens
    if end < len(tokens) and tokens[end] in _BE[sentence.code]:
        end += 1
    elif end > index + 1 and not (end < len(tokens) and _cut(sentence, end)):
        return frozenset()
    last = end
    while (
        last < len(tokens)
        and last in sentence.capitals
        and last - end < _LONGEST_NAME
        and not (last > end and _cut(sentence, last))
    ):
        last += 1
    if last - end < 2:  # noqa: PLR2004 -- a name that surely is one has two words
        return frozenset()
    if (
        last < len(tokens)
        and not _cut(sentence, last)
        and end > index + 1
        and _cut(sentence, end)
        and tokens[last] not in _ENDS
    ):
        # "Before the director, Ann Lee spoke" opens another statement.
        return frozenset()
    return frozenset(_bare(sentence, tokens[end:last]))


def _name_before(sentence: Sentence, end: int, *, joined: bool = False) -> frozenset[str]:
    first = end
    while (
        first
        and first - 1 in sentence.capitals
        and end - first < _LONGEST_NAME
        and (first == end or not _cut(sentence, first))
    ):
        first -= 1
    if end - first < 2 or (not joined and sentence.tokens[first - 1 : first] == ["and"]):  # noqa: PLR2004 -- a name that surely is one has two words
        return frozenset()
    return frozenset(_bare(sentence, sentence.tokens[first:end]))


def _bare(sentence: Sentence, words: Sequence[str]) -> list[str]:
    return [
        w
        for w in words
        if w not in sentence.lexicon.stop
        and w not in roles_of(sentence.code)
        and len(w) >= _SHORTEST
        and w not in {"mrs", "prof"}
        and w not in sentence.lexicon.months
        and spoken_day(w) is None
    ]


def _cut(sentence: Sentence, index: int) -> bool:
    return sign_before(sentence, index) in {",", ";", ":", "(", '"', "\u2014"}


def _turkish_posts(sentence: Sentence) -> Iterator[Post]:
    """Yield the name after a post, or the one a sentence opens with where the post closes it: müdürü Selin Kaya, Selin Kaya müdürüdür."""
    tokens = sentence.tokens
    for index, token in enumerate(tokens):
        role = next((r for r in _TURKISH if token.startswith(r)), None)
        if role is None:
            continue
        first = index + 1 + (tokens[index + 1 : index + 2] == ["ise"])
        last = first
        while last < len(tokens) and last in sentence.capitals and not (last > first and _cut(sentence, last)):
            last += 1
        name = frozenset(t for t in tokens[first:last] if t not in sentence.lexicon.stop)
        if index + 1 < len(tokens) and tokens[index + 1].startswith("yardimci"):
            # The deputy head is no head.
            continue
        if len(name) > 1:
            yield Post(name, role, frozenset())
        elif index == len(tokens) - 1 and {0, 1} <= sentence.capitals:
            yield Post(frozenset(tokens[:2]), role, frozenset())


def _han_posts(sentence: Sentence) -> Iterator[Post]:
    text = sentence.text
    for match in _HAN_TAKES.finditer(text):
        yield Post(frozenset({match[1].removeprefix("\u7531")}), _trimmed(match[2]), frozenset({"takes"}))
    for match in _HAN_BY.finditer(text):
        yield Post(frozenset({match[2]}), _trimmed(match[1]), frozenset({"takes"}))
    for match in _HAN_IS.finditer(text):
        yield Post(frozenset({match[2]}), _trimmed(match[1]), frozenset())
        yield Post(frozenset({match[1]}), _trimmed(match[2]), frozenset())


def _trimmed(role: str) -> str:
    return _HAN_FRONT.sub("", role).rpartition("\u7684")[2].removesuffix("\u5de5\u4f5c").strip(".")


def _han_clash(mine: Sequence[Post], theirs: Sequence[Post]) -> str | None:
    """Return who has a Chinese post there; only names that the spans give a post count as names."""
    sure = [p for p in theirs if p.whose]
    people = frozenset().union(*[p.name for p in sure]) if sure else frozenset()
    for post in mine:
        name = next((n for n in people if n in min(post.name) or min(post.name).endswith(n)), None)
        if name is None or len(post.role) < 2:  # noqa: PLR2004 -- a post has two characters
            continue
        same = [p for p in sure if _same(p.role, post.role)]
        if same and all(name not in p.name for p in same):
            return f"{min(same[0].name)} {same[0].role} there, {name} in the answer"
    return None


def _same(one: str, other: str) -> bool:
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    if not longer.endswith(shorter):
        return longer.startswith(shorter)
    return longer.removesuffix(shorter)[-1:] not in {"\u526f", "\u524d", "\u539f", "\u4ee3"}

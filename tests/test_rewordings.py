"""Fair rewordings pass and their twins do not: forms, words and phrases that may stand for each other, and what guards them."""

from __future__ import annotations

import pytest

from harness.text.typed.inflect import noun_forms, verb_forms
from harness.text.typed.kin import kin, lands
from harness.text.typed.lexicon import CODES, lexicon
from harness.text.typed.passage import Passage
from harness.verify import typed


def verdict(answer, *spans, citations="ignored"):
    made = typed.make(typed.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations=citations)
    return made.verify(answer, spans).verdict


def reason(answer, *spans):
    return (
        typed.make(typed.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations="ignored")
        .verify(answer, spans)
        .reason
    )


def alike(word, other, code="en"):
    """Return whether a group of the thesaurus has both words."""
    known = kin(code)
    return any(other in known.members[group] for group in known.groups_of(word))


# --- the thesaurus ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "code", "forms"),
    [
        ("carry", "en", {"carry", "carries", "carried", "carrying"}),
        ("stop", "en", {"stop", "stops", "stopped", "stopping"}),
        ("agree", "en", {"agree", "agrees", "agreed", "agreeing"}),
        ("die", "en", {"die", "dies", "died", "dying"}),
        ("kaufen", "de", {"kaufen", "kauft", "kaufte", "gekauft"}),
        ("payer", "fr", {"payer", "paie", "payait"}),
        ("comprar", "es", {"comprar", "compra", "comprado", "compraron"}),
    ],
)
def test_regular_verbs_have_their_forms(word, code, forms):
    """The forms that people write are among those that are made."""
    assert forms <= set(verb_forms(word, code))


def test_a_long_vowel_doubles_no_consonant():
    """Headed, not headded."""
    assert "headded" not in verb_forms("head", "en")


@pytest.mark.parametrize(
    ("noun", "code", "form"), [("box", "en", "boxes"), ("city", "en", "cities"), ("tarifa", "es", "tarifas")]
)
def test_nouns_have_a_plural(noun, code, form):
    """One box, two boxes."""
    assert form in noun_forms(noun, code)


@pytest.mark.parametrize(
    ("word", "other", "code"),
    [
        ("frozen", "froze", "en"),
        ("mice", "mouse", "en"),
        ("began", "commenced", "en"),
        ("immersion", "submerged", "en"),
        ("gestartet", "begann", "de"),
        ("anfing", "begonnen", "de"),
        ("couverte", "couvrir", "fr"),
        ("escrito", "escribieron", "es"),
    ],
)
def test_forms_and_synonyms_are_in_one_group(word, other, code):
    """Irregular forms, derivations and synonyms are alike, whichever is asked."""
    assert alike(word, other, code)
    assert alike(other, word, code)


@pytest.mark.parametrize("code", CODES)
def test_no_group_holds_two_opposites(code):
    """What a minimal edit would swap never stands for each other."""
    known, lex = kin(code), lexicon(code)
    assert [
        sorted(words)
        for words in known.members
        if any(not lex.facing[place].isdisjoint(words) for w in words for place in lex.opposites.get(w, ()))
    ] == []


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("approve", "consider"), ("postpone", "cancel"), ("recommend", "require"), ("director", "manager"), ("arrest", "convict"),
        ("repair", "replace"), ("profit", "revenue"), ("king", "queen"), ("tenant", "landlord"), ("doctor", "nurse"),
    ],
)  # fmt: skip
def test_near_words_that_are_not_the_same_are_apart(word, other):
    """Words that a careless thesaurus would join are in no common group."""
    assert not alike(word, other)


def test_phrases_are_found_with_words_between():
    """A verb and its particle may stand apart; a German prefix at the end of its clause."""
    english = kin("en")
    tokens = "the heater shuts itself off".split()
    assert any(places == (2, 4) for _, places in english.find(tokens))
    assert any(places == (2, 5) for _, places in kin("de").find("die sperre hort erst am auf".split()))


def test_a_land_and_what_is_of_it_are_one():
    """Chile and Chilean; a land of two words joins no other."""
    assert "chilean" in lands("en")["chile"]
    assert "south" not in lands("en")


def test_a_word_beside_itself_stands_for_nothing_else():
    """Where a sentence has the word itself, its synonym there is another thing."""
    assert verdict("The valve is checked before the test.", "The valve is checked before the test, by two people.") == "supported"  # fmt: skip


# --- each rule passes the fair one and refuses the twin ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("span", "fair", "twin"),
    [
        ("The lab failed to meet its staffing target.", "The lab missed its staffing target.", "The lab met its staffing target."),
        ("Support for floppy disks was discontinued in version 4.", "Version 4 no longer supports floppy disks.", "Version 4 supports floppy disks."),
        ("The jury decided against a retrial.", "The jury decided not to hold a retrial.", "The jury decided to hold a retrial."),
        ("The gym is open from 6 am to 10 pm.", "The gym closes at 10 pm.", "The gym closes at 6 am."),
        ("Die Praxis ist von 8 Uhr bis 17 Uhr geöffnet.", "Die Praxis öffnet um 8 Uhr.", "Die Praxis öffnet um 17 Uhr."),
        ("The kiosk is open daily except Monday.", "The kiosk is closed on Monday.", "The kiosk is closed on Friday."),
        ("Keep the seeds in a cool cupboard. Do not water.", "The seeds belong in a cool cupboard and must not be watered.", "The seeds belong in a cool cupboard and must be watered."),
        ("The pump does not start without a fuse.", "A fuse is needed for the pump to start.", "No fuse is needed for the pump to start."),
        ("Entry is free for pupils.", "Entry for pupils is at no cost.", "Entry for adults is at no cost."),
        ("To stop the alarm you have to enter the code.", "The alarm stops only if you enter the code.", "The alarm stops only if you cut the wire."),
        ("The court threw out the claim.", "The claim was dismissed by the court.", "The claim was upheld by the court."),
        ("Auf dem Steg wird das Tragen eines Helms empfohlen. Westen sind dort Pflicht.", "Auf dem Steg muss eine Weste getragen werden.", "Auf dem Steg muss ein Helm getragen werden."),
        ("A local artist covered the roof with slates.", "The roof was covered with slates by a local artist.", "The roof was covered with tiles by a local artist."),
        ("The bell was cast in Lyon and now hangs in Ghent. Its clapper came from Turin.", "The bell was cast in Lyon.", "The bell was cast in Turin."),
        ("The tunnel opened to trains on 4 May 1907.", "Trains first passed the tunnel in May 1907.", "Trains first passed the tunnel in May 1917."),
        ("The fever of the children did not fall. The appetite of older patients improved.", "The fever did not fall, but the appetite of older patients improved.", "The fever of the children did not fall, and the appetite of older patients did not improve."),
    ],
)  # fmt: skip
def test_a_fair_rewording_passes_and_its_twin_does_not(span, fair, twin):
    """Phrases that deny, ends of ranges, exceptions, negators of another clause, and a word in another's place."""
    assert (verdict(fair, span), verdict(twin, span)) == ("supported", "unsupported"), reason(fair, span)


def test_a_lead_in_before_a_list_claims_nothing():
    """A line such as "Cleaning tips:" is no claim; one that denies, or stands alone, is."""
    spans = ("Rinse the brush with water.", "Hang the brush up to dry.")
    points = "\n- Rinse the brush with water [S1].\n- Hang the brush up to dry [S2]."
    assert verdict("Cleaning tips:" + points, *spans, citations="required") == "supported"
    assert verdict("Not allowed:" + points, *spans, citations="required") == "unsupported"
    assert verdict("Cleaning tips:", *spans, citations="required") == "unsupported"


def test_a_sentence_ends_after_a_code():
    """B4 before a full stop is no ordinal."""
    assert len(Passage("Its number begins with B4. No other unit is affected.").sentences) == 2

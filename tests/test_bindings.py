"""Who did what to whom, who holds which post, for what cause, and which value holds now: what is read, and what is refused."""

from __future__ import annotations

import pytest

from harness.text.typed.passage import Passage
from harness.verify import typed
from harness.verify._deeds.deeds import deeds
from harness.verify._whose.causes import adjuncts
from harness.verify._whose.posts import posts


def sentence(text):
    return Passage(text).sentences[0]


def decided(answer, *spans):
    verifier = typed.make(typed.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations="checked")
    return verifier.verify(answer, spans)


@pytest.mark.parametrize(
    "text",
    [
        "Norrland Capital will acquire the Tessaro works from the Lindgren family.",
        "The Tessaro works were bought by Norrland Capital from the Lindgren family.",
        "The Lindgren family is selling the Tessaro works to Norrland Capital.",
    ],
)
def test_a_deed_is_one_from_every_side(text):
    """Buying, being bought and selling give the same parts to the same people."""
    (deed,) = deeds(sentence(text))
    assert deed.event == "trade"
    assert deed.parts["buyer"] == {"norrland", "capital"}
    assert deed.parts["seller"] == {"lindgren", "family"}
    assert "tessaro" in deed.parts["thing"]


@pytest.mark.parametrize(
    ("text", "doer"),
    [
        ("Der Vertrag zwischen den Parteien wurde von der Kanzlei Ebert geprüft.", "ebert"),
        ("Le contrat de vente a été relu par la société Ebert pour la mairie.", "ebert"),
        ("El contrato de venta fue revisado por la firma Ebert para el ayuntamiento.", "ebert"),
        ("Sözleşme ve ekleri Ebert Hukuk tarafından incelendi.", "ebert"),
    ],
)
def test_the_passive_names_its_doer_in_each_language(text, doer):
    """What stands behind "by", or before "tarafından", does it."""
    (deed,) = [d for d in deeds(sentence(text)) if d.event == "review"]
    assert doer in deed.parts["doer"]


def test_a_pronoun_leaves_a_part_open():
    """Who "it" is, is not guessed."""
    (deed,) = deeds(sentence("It had acquired the mill."))
    assert not deed.parts["buyer"]
    assert deed.parts["thing"] == {"mill"}


def test_posts_are_read_by_apposition_copula_and_title():
    """A name may stand before its post or behind it."""
    for text in (
        "Hana Mori, the conductor of the choir, has left.",
        "The choir's conductor, Hana Mori, has left.",
        "Hana Mori is the conductor of the choir.",
    ):
        (post,) = posts(sentence(text))
        assert (post.name, post.role, post.whose) == ({"hana", "mori"}, "conductor", {"choir"})


def test_an_adjunct_ends_where_the_sentence_goes_on():
    """The cause that opens a sentence ends at its comma, the one that closes it at the full stop."""
    opening = sentence("Because of a burst pipe, the pool stays shut.")
    closing = sentence("The pool stays shut because of a burst pipe.")
    for text in (opening, closing):
        (adjunct,) = adjuncts(text)
        assert text.tokens[adjunct.first : adjunct.last] == ["a", "burst", "pipe"]


@pytest.mark.parametrize(
    ("answer", "spans", "reason"),
    [
        ("Felodipine raises levels of juice.", ("Grapefruit juice raises levels of felodipine.",), "the doer in the answer"),
        ("Luis Prado, the conductor of the choir, has left.", ("The choir's conductor, Hana Mori, and its pianist, Luis Prado, have left.",), "is conductor there"),
        ("The race was stopped because of fog.", ("The race was stopped because a rider fell. There was fog at night.",), "a rider fell"),
        ("The fee is 4 euros.", ("The fee was cut from 4 euros to 3 euros.",), "3 euros is the new value"),
        ("The board has decided to close the depot.", ("The board is to decide whether to close the depot.",), "'whether' there"),
        ("All 60 schools that replied teach Greek.", ("Of the 60 schools that replied, 22 teach Greek.",), "22 of 60 there"),
        ("The ruling came before the sale.", ("The sale was on 5 May. The ruling came on 9 May.",), "is after 5 May"),
    ],
)  # fmt: skip
def test_the_reason_says_what_the_spans_have_instead(answer, spans, reason):
    """Each refusal names the part, the post, the cause, the value, the word or the date that is there."""
    verdict = decided(answer, *spans)
    assert verdict.verdict == "unsupported"
    assert reason in verdict.reason


def test_a_noun_that_may_stand_for_a_name_refuses_no_name():
    """What the group acquired may be said of a company that is named elsewhere."""
    span = "Brightwater Foods was founded in Leeds. In May the group acquired the Kestrel chain."
    assert decided("Brightwater Foods acquired the Kestrel chain in May.", span).verdict == "supported"


def test_an_earlier_value_may_be_called_earlier():
    """What a thing was lowered from is right where the answer says that it was so before."""
    span = "The deposit was reduced from 500 euros to 300 euros in May."
    assert decided("Until May the deposit was 500 euros.", span).verdict == "supported"
    assert decided("The deposit is 500 euros.", span).verdict == "unsupported"

"""Typed literals, the reasons of the typed verifier, and what must never or always change its verdict."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.text.typed import units
from harness.text.typed.bilingual import opposite_of, parts_of
from harness.text.typed.dates import day_comes_first
from harness.text.typed.fold import fold, normalise, without_notes
from harness.text.typed.lexicon import CODES, lexicon
from harness.text.typed.numerals import han_number, spelled_numbers
from harness.text.typed.passage import LONGEST, Passage, Sentence, cut_long, sentence_key
from harness.text.typed.values import read_number
from harness.verify import typed


def verifier(citations="ignored", citation="[S{n}]"):
    return typed.make(typed.Options(), citation=citation, refusal="NOT IN THE CONTEXT", citations=citations)


SHARED = verifier()


def verdict(answer, *spans, citations="ignored"):
    return verifier(citations).verify(answer, spans).verdict


def literals(text, code="en"):
    sentence = Sentence(normalise(text), 0, code, lexicon(code).decimal_comma)
    return [(x.kind, x.values[0], x.unit, x.comparator) for x in sentence.typed]


# --- literals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "comma", "readings"),
    [
        ("1,000", False, ["1000"]),
        ("1,000", True, ["1"]),
        ("1,234", None, ["1234", "1.234"]),
        ("1.234", None, ["1.234", "1234"]),
        ("0,5", False, ["0.5"]),
        ("0.500", True, ["0.5"]),
        ("12,50", False, ["12.5"]),
        ("1.234,56", False, ["1234.56"]),
        ("1,234.56", True, ["1234.56"]),
        ("1,50,000", False, ["150000"]),
        ("2'400'000", False, ["2400000"]),
        ("1 250,50", True, ["1250.5"]),
        (".6", False, ["0.6"]),
        ("1.2.3", False, []),
        ("1,2,3", False, []),
    ],
)
def test_separators_are_decided_by_context(raw, comma, readings):
    """Both locales' separators; a separator that cannot part thousands parts decimals, whatever the locale."""
    assert [v.normalize() for v in read_number(raw, decimal_comma=comma)] == [Decimal(r).normalize() for r in readings]


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("It weighs 0.5 kg.", "en", [("number", Decimal("0.5"), "kilogram", "")]),
        ("Section 4.2 applies.", "en", [("version", "4.2", "", "")]),
        ("Since v1.2.3 it works.", "en", [("version", "1.2.3", "", "")]),
        ("Seat A19 is free.", "en", [("identifier", "a19", "", "")]),
        ("On 3 March 2026 it rained.", "en", [("date", (2026, 3, 3), "", "")]),
        ("On 03/04/2026 it rained.", "en", [("date", (2026, 3, 4), "", "")]),
        ("In May 2020 it rained.", "en", [("date", (2020, 5, None), "", "")]),
        ("You may leave.", "en", []),
        ("It takes two and a half hours.", "en", [("number", Decimal("2.5"), "hour", "")]),
        ("It fell by a fifth.", "en", [("number", Decimal("0.2"), "part", "")]),
        ("It was sold by a third party.", "en", [("ordinal", Decimal(3), "", "")]),
        ("The second of May 1984 was dry.", "en", [("date", (1984, 5, 2), "", "")]),
        ("On the twenty-first of June it rained.", "en", [("date", (None, 6, 21), "", "")]),
        ("Le deux mai 1984 fut sec.", "fr", [("date", (1984, 5, 2), "", "")]),
        ("Il dure deux ans et demi.", "fr", [("number", Decimal("2.5"), "year", "")]),
        ("Es dauert anderthalb Stunden.", "de", [("number", Decimal("1.5"), "hour", "")]),
        ("\u5176\u4e2d\u516d\u6210\u7528\u4e8e\u519c\u4e1a\u3002", "zh", [("number", Decimal(60), "%", "")]),
        ("It is open from 4 to 7 May 2020.", "en", [("date", (2020, 5, 4), "", ""), ("date", (2020, 5, 7), "", "")]),
        ("At 2:30 pm it starts.", "en", [("time", 870, "", "")]),
        ("It costs $2.5m.", "en", [("number", Decimal("2500000.0"), "USD", "")]),
        ("It fell by 5 percentage points.", "en", [("number", Decimal(5), "pp", "")]),
        ("At least twelve people came.", "en", [("number", Decimal(12), "", ">=")]),
        ("No more than 5 days.", "en", [("number", Decimal(5), "day", "<=")]),
        ("Between 5 and 10 kg.", "en", [("number", Decimal(5), "kilogram", "low"), ("number", Decimal(10), "kilogram", "high")]),
        ("Half of them left.", "en", [("number", Decimal("0.5"), "part", "")]),
        ("It took 1 h 30 min.", "en", [("number", Decimal(90), "minute", "")]),
        ("The one who left.", "en", []),
        ("Am 3. Oktober 2025.", "de", [("date", (2025, 10, 3), "", "")]),
        ("Mindestens einundzwanzig Tage.", "de", [("number", Decimal(21), "day", ">=")]),
        ("Quatre-vingt-dix-sept euros.", "fr", [("number", Decimal(97), "EUR", "")]),
        ("Soixante et onze personnes.", "fr", [("number", Decimal(71), "", "")]),
        ("Doscientos treinta y dos kilos.", "es", [("number", Decimal(232), "kilogram", "")]),
        ("Yüzde 30 artt\u0131.", "tr", [("number", Decimal(30), "%", "")]),
        ("İki yüz elli üç lira.", "tr", [("number", Decimal(253), "TRY", "")]),
        ("\u81f3\u5c11\u4e09\u767e\u4e8c\u5341\u4e00\u5143\u3002", "zh", [("number", Decimal(321), "CNY", ">=")]),
        ("\u767e\u5206\u4e4b\u5341\u4e8c", "zh", [("number", Decimal(12), "%", "")]),
    ],
)  # fmt: skip
def test_literals_are_read_with_their_type(text, code, expected):
    """Value, unit and comparator, as a person reads them."""
    assert literals(text, code) == expected


def test_number_words_are_read_as_they_are_counted():
    """Every number word from 1 to 999 in English, spelled by the rules of school, is its number."""
    ones = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()

    def spell(number):
        words = []
        if number >= 100:
            words += [ones[number // 100 - 1], "hundred"] + (["and"] if number % 100 else [])
        rest = number % 100
        if rest >= 20:
            words.append(tens[rest // 10 - 2])
            rest %= 10
        return words + ([ones[rest - 1]] if rest else [])

    for number in range(2, 1000):
        tokens = spell(number)
        assert list(spelled_numbers(tokens, lexicon("en"))) == [(0, len(tokens), Decimal(number), "cardinal")], tokens


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("\u5341", 10),
        ("\u4e8c\u5341\u4e00", 21),
        ("\u4e00\u5343\u96f6\u4e94", 1005),
        ("\u4e09\u4e07\u4e94\u5343", 35000),
        ("\u4e8c\u3007\u4e8c\u516d", 2026),
        ("\u4e00\u4ebf\u4e8c\u5343\u4e07", 120_000_000),
    ],
)
def test_chinese_numerals(numeral, value):
    """Positions and groups of four digits, and years digit by digit."""
    assert han_number(numeral) == value


def test_every_unit_converts_within_its_dimension():
    """Each unit the verifier compares is one pint knows, under the name used here, and of the dimension it is filed under."""
    for dimension, spaced in units._DIMENSIONS.items():
        first, *others = spaced.split()
        for other in others:
            there = units.convert(Decimal(1000), other, first)
            back = units.convert(there, first, other)
            assert there is not None, (dimension, other)
            assert back is not None
            assert abs(back - 1000) < Decimal("1e-5"), (dimension, other)


@pytest.mark.parametrize(
    ("value", "unit", "to", "expected"),
    [("1", "kilogram", "gram", "1000"), ("90", "minute", "hour", "1.5"), ("100", "degC", "degF", "212"), ("1", "mile", "kilometer", "1.609344"), ("50", "USD/100", "USD", "0.5"), ("25", "bp", "pp", "0.25"), ("1", "decade", "year", "10"), ("36", "kilometer/hour", "meter/second", "10")],
)  # fmt: skip
def test_conversions_worked_by_hand(value, unit, to, expected):
    """Factors, offsets, cents and basis points."""
    converted = units.convert(Decimal(value), unit, to)
    assert converted is not None
    assert abs(converted - Decimal(expected)) < Decimal("1e-8")


@pytest.mark.parametrize("code", CODES)
def test_a_lexicon_is_folded(code):
    """Words are looked up by their folded form, so that a word that is not folded would never be found."""
    lex = lexicon(code)
    for words in (
        lex.stop,
        lex.negators,
        lex.cardinals,
        lex.ordinals,
        lex.months,
        lex.units,
        lex.before,
        lex.opposites,
    ):
        assert [w for w in words if fold(w) != w] == []


def test_nothing_heavy_is_loaded_with_the_text_package():
    """Importing the verifier loads neither pint nor the stemmer."""
    code = (
        "import sys; import harness.verify.typed; print([m for m in ('pint', 'snowballstemmer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- reasons ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "span", "says"),
    [
        ("Take 5 mg [S1].", "Take 0.5 mg.", "5 mg in the answer, 0.5 mg in [S1]"),
        ("Children over 5 travel free [S1].", "Children under 5 travel free.", "more than 5 in the answer, less than 5 in [S1]"),
        ("Business may check 23 kg [S1].", "Economy may check 23 kg, business 32 kg.", "23 kg stands with economy in [S1], not with business"),
        ("Refunds are available [S1].", "Refunds are not available.", "negated there ('not'), not in the answer ([S1])"),
        ("Refunds are not available [S1].", "Refunds are available.", "not negated there, but 'not' in the answer ([S1])"),
        ("It moved to Zurich [S1].", "It moved to Geneva.", "Zurich is not in [S1]"),
        ("It says \u201cno exit\u201d [S1].", 'It says "no entry".', "'no exit' is not in [S1]"),
        ("Prices rose sharply [S1].", "Prices fell sharply.", "'rose' in the answer, 'fell' there ([S1])"),
    ],
)  # fmt: skip
def test_the_reason_names_what_does_not_match(answer, span, says):
    """A person can check each reason by reading the span."""
    (claim,) = verifier("required").verify(answer, [span]).claims
    assert (claim.verdict, claim.reason) == ("unsupported", says)


@pytest.mark.parametrize(
    ("answer", "span"),
    [
        ("Kestrel is faster than Auklet and Kestrel [S1].", "Auklet is faster than Kestrel."),
        ("Kestrel was cheaper than Auklet, as Kestrel says [S1].", "Auklet was cheaper than Kestrel."),
    ],
)
def test_a_comparison_that_names_one_side_twice_gets_a_verdict(answer, span):
    """A word on both sides of `than` is no sign that the two were exchanged, and no reason to fail."""
    assert verdict(answer, span) in {"supported", "unsupported", "unknown"}


def test_a_right_claim_with_the_wrong_citation_says_which_span_it_is():
    """The cited span is held to; another that supports the claim is named."""
    (claim,) = (
        verifier("required")
        .verify("The tower has 81 floors [S2].", ["The tower has 81 floors.", "Parking is free."])
        .claims
    )
    assert claim.verdict == "unsupported"
    assert claim.reason.endswith("([S1] supports it)")


def test_what_cannot_be_decided_is_unknown():
    """Another language with too few words that are known, or nothing to check."""
    german = "Die Gebühr wird nicht erstattet, wenn der Kunde nicht erscheint."
    assert verdict("The fee is not refunded if the customer does not show up.", german) == "supported"
    assert verdict("The fee is refunded if the customer does not show up.", german) == "unknown"
    assert verdict("Nobody gets anything back for a missed tour.", german) != "supported"
    assert verdict("Cyclists need a helmet on the trail.", german) == "unknown"
    assert verdict("It is.", "Nothing.") == "unknown"


# --- metamorphic ------------------------------------------------------------------------------------------------------

FACTS = [
    ("The default timeout is 30 seconds and the retry limit is 5.", "The default timeout is 30 seconds."),
    ("The stadium in Leeds seats 45,500 people.", "The stadium in Leeds seats 45,500 people."),
    ("Cabin bags may weigh up to 8 kg on all routes.", "Cabin bags may weigh up to 8 kg."),
    ("The treaty was signed on 14 July 1998 in Oslo.", "The treaty was signed on 14 July 1998 in Oslo."),
    ("Die Gebühr beträgt 1.200 Euro im Jahr.", "Die Gebühr beträgt 1.200 Euro im Jahr."),
    ("Le magasin ferme à 19h30 le samedi.", "Le magasin ferme à 19h30 le samedi."),
    ("El contrato vence el 31 de diciembre de 2026.", "El contrato vence el 31 de diciembre de 2026."),
    ("İstanbul'da 16 milyon kişi yaşıyor.", "İstanbul'da 16 milyon kişi yaşıyor."),
    ("Refunds are not available for sale items.", "Refunds are not available for sale items."),
    ("Marie Curie won the prize in 1911.", "Marie Curie won the prize in 1911."),
    ("The overnight low was -5 °C at the station.", "The overnight low was -5 °C."),
]
WRONG = [
    ("The default timeout is 30 seconds.", "The default timeout is 40 seconds."),
    ("Cabin bags may weigh up to 8 kg.", "Cabin bags may weigh at least 8 kg."),
    ("Refunds are not available.", "Refunds are available."),
    ("Plan A costs 20 euros. Plan B costs 35 euros.", "Plan B costs 20 euros."),
]
IRRELEVANT = ["Bees navigate by the position of the sun.", "", "The lake is deep.\n\n| a | b |\n|---|---|\n| x | y |"]


@st.composite
def disguises(draw):
    """A way to write a text that says the same."""
    form = draw(st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
    prefix = draw(st.sampled_from(["", "- ", "* ", "\n", "  ", "**Note**\n\n"]))
    space = draw(st.sampled_from([" ", "  ", "\t", "\u00a0"]))
    suffix = draw(st.sampled_from(["", " [S1]", " [1]", "[S1][S2]", " (Source 1)", "\n"]))

    def disguise(text):
        if form.startswith("NFK") and ("\u00b0" in text or "\u00bd" in text):
            return prefix + unicodedata.normalize("NFC", text).replace(" ", space) + suffix
        return prefix + unicodedata.normalize(form, text).replace(" ", space) + suffix

    return disguise


@given(st.sampled_from(FACTS), disguises(), st.sampled_from(IRRELEVANT), st.booleans())
def test_how_a_supported_answer_is_written_never_matters(fact, disguise, other, before):
    """Markers, bullets, white space, Unicode forms, an irrelevant span and the order of spans change no verdict."""
    span, answer = fact
    spans = [other, span] if before else [span, other]
    assert SHARED.verify(answer, [span]).verdict == "supported"
    assert SHARED.verify(disguise(answer), spans).verdict == "supported"


@given(st.sampled_from(WRONG), disguises(), st.sampled_from(IRRELEVANT), st.booleans())
def test_how_an_unsupported_answer_is_written_never_matters(pair, disguise, other, before):
    """The same for an answer that is wrong."""
    span, answer = pair
    assert SHARED.verify(disguise(answer), [other, span] if before else [span, other]).verdict == "unsupported"


@given(
    st.sampled_from([f for f in FACTS if not any("\u0130" in t or "\u00b0" in t for t in f)]),
    st.sampled_from([str.upper, str.lower, str.title]),
)
def test_case_changes_no_verdict(fact, change):
    """Capitals, small letters and title case."""
    span, answer = fact
    if change is str.title and any(ord(c) > 127 for c in answer):
        change = str.upper
    assert SHARED.verify(change(answer), [span]).verdict == "supported"


@given(st.sampled_from(FACTS), st.data())
def test_changing_one_digit_always_refuses(fact, data):
    """Any digit of the answer, replaced by any other."""
    span, answer = fact
    digits = [i for i, c in enumerate(answer) if c.isdigit()]
    if not digits:
        return
    place = data.draw(st.sampled_from(digits))
    digit = data.draw(st.sampled_from([d for d in "123456789" if d != answer[place]]))
    assert SHARED.verify(answer[:place] + digit + answer[place + 1 :], [span]).verdict == "unsupported"


@pytest.mark.parametrize(
    ("span", "right", "wrong"),
    [
        ("It weighs 8 kg.", "8 kg", ["8 g", "8 km", "8 lb", "8 %", "-8 kg"]),
        ("It lasts 30 seconds.", "30 seconds", ["30 minutes", "30 hours", "30 percent", "-30 seconds"]),
        ("It costs $160.", "$160", ["\u20ac160", "160%", "$160 million", "$1.60"]),
        ("It holds 1,000 tokens.", "1,000", ["1.000", "10,00", "-1,000", "1,000%"]),
    ],
)
def test_changing_a_unit_or_a_sign_always_refuses(span, right, wrong):
    """Every replacement of the amount by another one of the same digits."""
    assert SHARED.verify(span, [span]).verdict == "supported"
    for other in wrong:
        assert SHARED.verify(span.replace(right, other), [span]).verdict == "unsupported", other


NAMES = ["Leeds", "Oslo", "Kano", "Zaragoza", "Avignon"]


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_changing_a_name_always_refuses(name, other):
    """One place for another."""
    span = f"The clinic in {name} opened in 2019."
    assert (SHARED.verify(f"The clinic in {other} opened in 2019.", [span]).verdict == "supported") == (name == other)


@given(
    st.sampled_from(["The valve is open", "The device supports roaming", "Pets are allowed in the hotel"]),
    st.booleans(),
    st.booleans(),
)
def test_adding_or_dropping_a_negation_always_refuses(statement, in_span, in_answer):
    """Both negated or neither: supported; one of them: not."""

    def said(negated):
        if not negated:
            return f"{statement}."
        return (statement.replace(" is ", " is not ") if " is " in statement else statement.replace(" are ", " are not ") if " are " in statement else statement.replace(" supports", " does not support")) + "."  # fmt: skip

    expected = "supported" if in_span == in_answer else "unsupported"
    assert SHARED.verify(said(in_answer), [said(in_span)]).verdict == expected


# --- real answers -----------------------------------------------------------------------------------------------------


def real_answers(shared, limit):
    path = shared / "azure_northwind" / "published_runs.jsonl"
    if not path.exists():
        pytest.skip("azure_northwind is not there")
    with path.open(encoding="utf-8") as lines:
        for line, _ in zip(lines, range(limit), strict=False):
            run = json.loads(line)
            yield run["answer"], [context["text"] for context in run["contexts"]]


def test_real_answers_keep_their_verdicts_when_written_otherwise(shared):
    """White space, markers, an irrelevant span and the order of spans, on answers of a real system."""
    from harness.text.claims import split_claims

    checked = 0
    for answer, contexts in real_answers(shared, 60):
        for claim in split_claims(answer, citation="[S{n}]"):
            expected = SHARED.verify(claim.bare, contexts).verdict
            for changed, spans in (
                (claim.bare + " [S1]", contexts),
                ("- " + claim.bare.replace(" ", "  "), contexts),
                (unicodedata.normalize("NFD", claim.bare), contexts),
                (claim.bare, [*contexts[::-1], "Bees navigate by the sun."]),
            ):
                assert SHARED.verify(changed, spans).verdict == expected, (changed, expected)
                checked += 1
    assert checked > 400


def test_real_answers_with_another_digit_are_refused(shared):
    """Each supported claim of a real answer with a number, with one digit changed to one no span has there."""
    caught = tried = 0
    for answer, contexts in real_answers(shared, 300):
        for claim in SHARED.verify(answer, contexts).claims:
            places = [i for i, c in enumerate(claim.text) if c.isdigit() and "[" not in claim.text[:i]]
            if claim.verdict != "supported" or not places or re.match(r"\d+\.\s", claim.text):
                continue
            place = places[0]
            for digit in "3789":
                changed = claim.text[:place] + digit + claim.text[place + 1 :]
                number = re.search(r"\d+", changed[place:])
                if len(number[0]) > 1 and not any(number[0] in context for context in contexts):
                    tried += 1
                    caught += SHARED.verify(changed, contexts).verdict != "supported"
                    break
    if tried:
        assert caught / tried >= 0.95, (caught, tried)


# --- cost -------------------------------------------------------------------------------------------------------------

MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "piece", ["a", "aA", "a_", "1", "1.", " ", "_", "\n\t", "a, ", "A ", "not ", "'a ", "İ", "é", "don't ", "Ab Cd "]
)
def test_a_megabyte_of_hostile_text_costs_time_in_proportion(piece):
    """As a span and as an answer: seconds would be hours if a pattern backtracked or pairs were compared."""
    text = (piece * (MEGABYTE // len(piece) + 1))[:MEGABYTE]
    began = time.process_time()
    fresh = verifier()
    fresh.verify("The default cutoff is 0.6 and 5 kg. It is not A1.", [text])
    fresh.verify(text + " is 0.6.", ["Optional arg cutoff (default 0.6) is a float in [0, 1]."])
    assert time.process_time() - began < 40


@pytest.mark.parametrize("piece", ["1 and ", "5 kg, ", "| 1 ", "\u4e09\u767e", "May 5 ", "1-2 ", "twenty ", "X1, 5\n"])
def test_spans_full_of_literals_cost_time_in_proportion(piece):
    """Doubling a span of nothing but literals doubles the time, with room for noise."""

    def seconds(size):
        text = (piece * (size // len(piece) + 1))[:size]
        began = time.process_time()
        verifier().verify("The default cutoff is 0.6 and 5 kg. It is not A1.", [text])
        return time.process_time() - began

    seconds(1000)
    small, large = seconds(30_000), seconds(120_000)
    assert large < 10 * max(small, 0.02), (small, large)


def test_parsed_spans_are_kept_within_bounds():
    """The cache holds a bounded number of characters, and the last span always."""
    made = verifier()
    for number in range(30):
        made.verify("It is 5.", [f"It is {number}. " * 30_000])
    assert made._characters <= typed._KEPT_CHARACTERS + 15 * 30_000
    assert len(made._passages) < 30


def test_a_kept_verdict_is_that_of_the_same_spans_and_sources():
    """The same answer is verified again where its spans or their names differ; long ones are not kept at all."""
    made = verifier()
    asked = [(["It is 5 kg."], ()), (["It is 6 kg."], ()), (["It is 5 kg.", "No."], ("a.md", "b.md"))]
    for _ in range(2):
        assert [made.verify("It is 5 kg.", *given).verdict for given in asked] == [
            "supported", "unsupported", "supported",
        ]  # fmt: skip
    assert len(made._verdicts) == len(asked)
    made.verify("It is 5 kg.", ["It is 5 kg. " * 10_000])
    assert len(made._verdicts) == len(asked)
    for number in range(typed._KEPT_VERDICTS):
        made.verify(f"It is {number}.", ["It is 5 kg."])
    assert len(made._verdicts) == typed._KEPT_VERDICTS


def test_a_sentence_of_many_megabytes_is_cut_in_one_pass():
    """Nothing is lost, no piece is longer than the limit, and what is left is not copied for every piece."""
    text = "word " * 8_000_000
    pieces = cut_long(text)
    assert max(map(len, pieces)) <= LONGEST
    assert sum(piece.count("word") for piece in pieces) == 8_000_000


@pytest.mark.parametrize(
    ("before", "copied"),
    [
        ("the program was extended to 2013. ", True),
        ("item 3. legal proceedings ", True),
        ("It is not true that ", False),
        ("Critics falsely say that ", False),
    ],
)
def test_a_long_copy_may_begin_inside_a_sentence(before, copied):
    """Text without capitals shows no sentences; a word that turns what follows it is no place to begin at."""
    said = "the company had repurchased $7.12 billion of its shares under this program as of december 31, 2012"
    span = f"{before}{said}. it may buy more."
    assert Passage(normalise(span)).copied(sentence_key(said)) == copied
    if copied:
        assert verifier().verify(said, [span]).verdict == "supported"


def test_a_copy_over_lines_that_begin_with_a_mark_is_one():
    """An answer has no blank before a mark, and a line of a span may begin with one."""
    passage = Passage(normalise("<: little-endian, std. size\n>: big-endian, std. size\n!: same as >\n?: not in C89"))
    assert passage.copied(sentence_key("<: little-endian, std. size >: big-endian, std. size!: same as >"))
    assert passage.copied(sentence_key(">: big-endian, std. size !: same as >?: not in C89"))
    assert not passage.copied(sentence_key(">: big-endian, std. size !: not in C89"))


@pytest.mark.parametrize(
    ("head", "values", "unit"),
    [
        ("USD million", (Decimal(-4_000_000), Decimal(-4)), "USD"),
        ("in Mio. Euro", (Decimal(-4_000_000), Decimal(-4)), "EUR"),
        ("Millions d'euros", (Decimal(-4_000_000), Decimal(-4)), "EUR"),
        ("EUR", (Decimal(-4),), "EUR"),
        ("Branch", (Decimal(4),), ""),
    ],
)
def test_a_head_that_names_money_counts_for_every_cell(head, values, unit):
    """The factor and the currency of a table's first head hold for its cells, and brackets are a minus there alone."""
    row = Passage(f"| {head} | 2020 |\n|---|---|\n| Result | (4) |").sentences[-1]
    assert [(x.values, x.unit) for x in row.typed] == [(values, unit)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Revenue (in thousands of USD)\n| Item | 2020 |\n|---|---|\n| Sales | 8,410 |", 8_410_000, "USD"),
        ("Umsatz (in Tsd. Euro)\n| Sparte | 2020 |\n|---|---|\n| Handel | 120 |", 120_000, "EUR"),
        ("Revenue by item\n| Item | 2020 |\n|---|---|\n| Sales | 8,410 |", 8410, ""),
        ("Net cash flow, EUR millions (outflows in brackets): (4)", -4_000_000, "EUR"),
        ("Net cash flow, EUR millions (audited): (4)", 4, ""),
    ],
)
def test_a_caption_names_the_unit_of_what_follows(text, value, unit):
    """A caption in brackets counts for each cell below it, and a line that says so has losses in brackets."""
    last = Passage(text).sentences[-1].typed[-1]
    assert (last.values[0], last.unit) == (value, unit)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("Das Museum ist von 9 bis 22 Uhr offen.", [540, 1320]),
        ("Das Museum ist von 9.30 bis 18.00 Uhr offen.", [570, 1080]),
        ("Das Museum ist von 9 bis 10 Uhr abends offen.", [1260, 1320]),
        ("Open from 7 to 10 p.m. daily.", [1140, 1320]),
        ("Open from 9 to 5 p.m. daily.", [540, 1020]),
    ],
)
def test_the_first_hour_of_a_range_is_in_the_half_of_the_day_that_is_named(text, minutes):
    assert [x.values[0] for x in Passage(text).sentences[0].typed if x.kind == "time"] == minutes


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Fridays: 09.00-16.00", ["time", "time"]),
        ("Closed 01.05-09.09", ["number", "number"]),
        ("The shop opens at 9", ["time"]),
        ("The choir sings at 9 venues", ["number"]),
    ],
)
def test_hours_without_a_colon_are_times_where_the_words_say_so(text, kinds):
    """Two digits and two after a point are hours with a leading zero, but not where they may be days of months."""
    assert [x.kind for x in Passage(text).sentences[0].typed] == kinds


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Closes on 05/07/2025 (DD/MM/YYYY).", True),
        ("Dates are month/day/year: 05/07/2025.", False),
        ("From 25/03/2024 to 02/04/2024.", True),
        ("From 02/04/2024 to 03/25/2024.", False),
        ("From 25/03/2024 to 03/25/2024.", None),
        ("On 02/04/2024.", None),
    ],
)
def test_a_note_or_another_date_tells_which_number_is_the_day(text, first):
    assert day_comes_first(text) is first


def test_footnotes_are_taken_off_where_one_follows_a_stop():
    assert without_notes("It opened in 1932[7] and closed.[8]") == "It opened in 1932 and closed."
    assert without_notes("Read values[3] of the list.") == "Read values[3] of the list."


def test_words_of_two_languages_tell_one_thing():
    """German compounds tell what their parts do, and every opposite has one."""
    assert set(parts_of("close", "en")) == set(parts_of("kapanir", "tr")) == set(parts_of("ferme", "fr"))
    assert set(parts_of("notice", "en")) <= set(parts_of("kundigungsfrist", "de"))
    assert parts_of("xylophone", "en") == ()
    opened, closed = (min(parts_of(word, "en")[0]) for word in ("open", "close"))
    assert opposite_of(opened) == closed
    assert opposite_of(closed) == opened

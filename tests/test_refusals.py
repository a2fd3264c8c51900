"""Refusals: the template's line and the ways models really refuse, and what is an answer all the same."""

from __future__ import annotations

import json
import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.text.refusals import refusal

LINE = "NOT IN THE CONTEXT"

FULL = """\
NOT IN THE CONTEXT
NOT IN THE CONTEXT. Sorry [S1].
Not in the context.
I'm sorry, but the sources I have been given don't say anything about the amount.
Unfortunately, no opening date is given in the documents.
The warranty terms provided make no reference to water damage, so it's unclear.
I could not find the reason for the delay in the provided press releases.
The context only mentions where he died, not his birthplace.
That isn't something the handbook sections I was shown go into. Please ask HR.
Nothing in the agreement tells us when the grace period ends.
I couldn't find instructions for that in the manual.
I don't know.
I don’t know.
I do not know the answer to this question.
I'm afraid I don't know.
I'm not sure.
I’m not sure what the fee is.
I'm sorry, but I cannot answer that based on the provided documents.
I’m sorry, I couldn’t find any information about that.
I can't tell from these documents.
I have no information on that.
I don't have enough information to answer.
I wasn't able to locate any details regarding the fee.
That's not something I can answer.
The context does not mention the fee.
The provided context doesn't contain any information about refunds.
There is no information about this in the sources.
There isn't enough information to answer.
The title is not specified in the given sources.
Based on the provided information, the title and company are not specified.
The sources say nothing about pets.
None of the provided passages mention the fee.
Nothing in the context answers this.
The handbook does not say when the fee is due.
This cannot be determined from the given passages.
The question cannot be answered with the information given.
The answer is not in the context.
It doesn't say.
The documents do not specify a fee. Please contact support for more information.
The context does not provide information on it. Therefore, the answer is None.
None
N/A
Unanswerable
Not specified.
Insufficient information.
Information not found.
Ich weiß es nicht.
Tut mir leid, der Kontext enthält keine Informationen dazu.
Leider kann ich diese Frage nicht beantworten.
Die Gebühr wird im Kontext nicht erwähnt.
In den Dokumenten finde ich dazu nichts.
Je ne sais pas.
Désolé, je ne peux pas répondre à cette question.
Le contexte ne mentionne pas les frais.
Je n’ai pas trouvé cette information dans les documents.
No lo sé.
Lo siento, no tengo información sobre eso.
El contexto no menciona la tarifa.
No puedo responder a esta pregunta con la información proporcionada.
Bilmiyorum.
BİLMİYORUM
Üzgünüm, bu soruyu cevaplayamıyorum.
Bağlamda bu konuda bilgi bulunmuyor.
Verilen metinde ücret belirtilmemiştir.
我不知道。
抱歉，我无法回答这个问题。
上下文中没有提到费用。
根据提供的资料，无法确定答案。
わかりません。
申し訳ありませんが、その情報は文書に記載されていません。
لا أعرف.
السياق لا يذكر الرسوم.
Non lo so.
Não sei.
Ik weet het niet.
Не знаю.""".split("\n")

ANSWERS = """\
I don't know of any exception: the fee is $5.
The plan does not cover hearing aids [S1].
The document only covers full-time employees.
Nothing in the contract prevents early termination.
Out-of-network services do not have a deductible [S1].
The guarantee is not provided with prior authorization.
If you cannot find a provider in the network, you may visit another one.
If there is no information on the label, call us.
There is no fee.
There is no information desk in the lobby.
We cannot provide refunds after 30 days [S2].
No.
None [S1].
It is unknown to most people that the fee is $5.
The service is not available in Rome.
The function returns None if nothing is found [S1].
Frühstück ist nicht enthalten.
Der Tarif enthält keine Mahlzeiten.
Das Dokument enthält 5 Seiten, nicht 6.
Le tarif ne comprend pas les repas.
El plan no incluye comidas.
No se permite fumar.
Plan yemek içermiyor.
该计划不包含餐食。
没有费用。
料金に食事は含まれません。
The data cannot be recovered.
Documents are not returned.
Please contact HR.
Such tasks are beyond the scope of current systems.""".split("\n")


@pytest.mark.parametrize("answer", FULL)
def test_the_ways_models_refuse(answer):
    """Nothing is left to verify."""
    found = refusal(answer, line=LINE)
    assert (found.kind, found.rest) == ("full", "")


@pytest.mark.parametrize("answer", ANSWERS)
def test_negative_answers_are_answers(answer):
    """What is not covered, not free or not there is a fact about the world, not about the sources."""
    found = refusal(answer, line=LINE)
    assert (found.kind, found.rest) == ("none", answer)


@pytest.mark.parametrize(
    ("answer", "kind", "rest"),
    [
        ("I don't know. The fee is $5.", "then_answer", "The fee is $5."),
        ("NOT IN THE CONTEXT. The fee is $5 [S1].", "then_answer", "The fee is $5 [S1]."),
        ("I don't know, but the fee is $5.", "then_answer", "the fee is $5."),
        ("Sorry, I could not find that. The fee is $5 [S1].", "then_answer", "The fee is $5 [S1]."),
        ("The context does not state the fee. However, a year costs $60 [S1].", "then_answer", "However, a year costs $60 [S1]."),
        ("No lo sé, pero la tarifa es 5 euros.", "then_answer", "la tarifa es 5 euros."),
        ("我不知道，但是费用是五元。", "then_answer", "费用是五元。"),
        ("The fee is $5. The context does not mention when it is due.", "partial", "The fee is $5."),
        ("The fee is $5, but the documents do not say when it is due.", "partial", "The fee is $5, but"),
        ("The fee is $5; the sources do not mention refunds.", "partial", "The fee is $5;"),
        ("Dogs are allowed [S1]. I could not find anything about cats.", "partial", "Dogs are allowed [S1]."),
        ("Die Gebühr beträgt 5 Euro. Zur Frist enthält der Kontext keine Angaben.", "partial", "Die Gebühr beträgt 5 Euro."),
        ("Ücret 5 liradır. Son tarih belirtilmemiştir.", "partial", "Ücret 5 liradır."),
    ],
)  # fmt: skip
def test_a_refusal_beside_an_answer_leaves_the_answer(answer, kind, rest):
    """Which came first tells the two apart; only the answer goes on to be verified."""
    found = refusal(answer, line=LINE)
    assert (found.kind, found.rest) == (kind, rest)


def test_what_a_concession_grants_is_the_lesser_part():
    """The main clause answers, so it is a partial answer."""
    found = refusal("While the context does not mention the fee, it is due monthly [S1].", line=LINE)
    assert (found.kind, found.rest) == ("partial", "it is due monthly [S1].")


@pytest.mark.parametrize(
    "answer",
    [
        "I'm not sure, but the fee is $5.",
        "I’m not 100% certain, but I believe it is 5.",
        "I think the fee is $5.",
        "The fee is probably $5.",
        "As far as I know, the fee is $5.",
        "I don't know for sure, but it costs $5.",
        "Perhaps the fee is $5.",
        "Ich bin mir nicht sicher, aber die Gebühr beträgt 5 Euro.",
        "Je ne suis pas sûr, mais le tarif est de 5 euros.",
        "No estoy seguro, pero cuesta 5 euros.",
        "Emin değilim ama ücret 5 lira.",
        "我不确定，但费用是五元。",
    ],
)
def test_a_hedge_is_an_answer_whose_claim_is_checked(answer):
    """Doubt takes nothing away from what is claimed; a clause that only doubts is no claim."""
    found = refusal(answer, line=LINE)
    assert found.kind == "hedge"
    assert answer.endswith(found.rest)
    assert any(value in found.rest for value in ("5", "五"))
    assert not any(
        doubt in found.rest for doubt in ("not", "n't", "nicht sicher", "pas sûr", "seguro", "değilim", "不确定")
    )


@given(
    st.sampled_from([a for a in FULL if a.isascii()]),
    st.sampled_from(["{}", " {} ", "\n{}\n", "**{}**", "> {}", '"{}"', "{} [S1]"]),
    st.booleans(),
)
def test_how_a_refusal_is_dressed_changes_nothing(answer, dress, curly):
    """Metamorphic: white space, emphasis, quotes, markers and curly apostrophes."""
    if dress == "{} [S1]" and (len(answer) < 30 or "." in answer[:-1]):
        return  # a bare "None" that cites is an answer, and so is advice that cites
    dressed = dress.format(answer.replace("'", "’") if curly else answer)
    assert refusal(dressed, line=LINE).kind == "full"


@given(st.text(alphabet="Iiknowdt'’ .,;:b[S1]NOE*\n不知道但", max_size=60))
def test_any_text_is_read(text):
    """Nothing raises; `rest` is empty for a full refusal and the answer itself where nothing was refused."""
    found = refusal(text, line=LINE)
    assert found.rest == ("" if found.kind == "full" else text) or found.kind in {"then_answer", "partial"}


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "piece",
    ["a", "not ", "i do not ", "the context ", "is not ", "there is no ", "information ", "any ", "kann nicht ", "je ne ", "bilgi ", "没有", "无法",
     "上下文", "لا ", "but ", ",", "while ", "None. ", "[", "sorry ", "\n", "n't ", "i'm not ", "NOT IN THE CONTEXT "],
)  # fmt: skip
def test_a_megabyte_of_hostile_text_costs_time_in_proportion(piece):
    """No answer, however built, makes a pattern backtrack."""
    began = time.process_time()
    refusal(piece * (MEGABYTE // len(piece)), line=LINE)
    assert time.process_time() - began < 30


def test_the_published_runs_refuse_as_a_person_counts_them(shared):
    """Of 800 answers 6 refuse (read one by one); of 2,889 answers 433 are a bare None and 27 more say it in words."""
    found = Counter()
    for folder, name in (("azure_northwind", "published_runs.jsonl"), ("haystack_aragog_runs", "runs.jsonl")):
        with (shared / folder / name).open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                found[folder, refusal(row["answer"], line=LINE).kind] += 1
    assert found["azure_northwind", "full"] == 6
    assert found["haystack_aragog_runs", "full"] == 460
    assert sum(n for (folder, kind), n in found.items() if kind in {"then_answer", "partial"}) <= 12


def test_what_the_sources_are_about_adds_nothing_to_a_refusal():
    """Beside a refusal, a clause on what the sources deal with instead is no answer."""
    answer = "I wasn't able to find anything on working abroad; the policy excerpts deal with home office only."
    assert refusal(answer, line=LINE).kind == "full"

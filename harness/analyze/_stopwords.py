"""Function words by Snowball language: what a question holds that says nothing of what it is about.

Lower-cased as the analyzer does it, before stemming. Short on purpose: rare words that look like function words (`can`,
`will`) carry meaning in some corpora, and BM25 gives a common word next to no weight anyway.
"""

from __future__ import annotations

_LISTS = {
    "english": """a an and are as at be been by did do does for from had has have how if in into is it its of on or than that
        the their then there these they this those to was were what when where which who whom whose why with""",
    "turkish": """acaba ama ancak aslında az bana bazı belki ben beni benim bir biri bu buna bunu bunun çok çünkü da daha de
        değil diye en gibi hangi hani hem hep her için ile ise kaç kadar ki kim kime kimi kimin mi mı mu mü nasıl ne neden
        nerede nereden nereye niçin niye o olan olarak oldu olduğu on ona onlar onu onun sen seni senin siz sizin şey şu ve
        veya ya yani""",
    "german": """aber als am an auch auf aus bei bin bis bist da das dass dem den der des die dies diese dieser dieses doch du
        durch ein eine einem einen einer eines er es für hat hatte ich ihr im in ist ja kein mit nach nicht noch nur ob oder
        ohne sich sie sind so über um und uns unter vom von vor war waren warum was welche welcher welches wenn wer wie wir
        wird wo zu zum zur""",
    "french": """à au aux avec ce ces cet cette comment dans de des du elle en est et eu il ils je la le les leur lui mais ne nous
        on ont ou où par pas pour pourquoi qu quand que quel quelle quelles quels qui sa se ses son sont sur ta te tes tu un
        une vous y""",
    "spanish": """a al como cómo con cual cuál cuando cuándo de del donde dónde el él ella en era es esta está este esto fue ha
        hay la las le lo los más me mi no nos o para pero por qué que quien quién se ser si sí sin sobre son su sus te tu un
        una uno y ya""",
    "italian": """a ai al alla alle anche che chi come con cosa cui da dal dalla dei del della delle di dove e è ed era fu gli ha
        hanno i il in la le lo ma nel nella non o per perché più qual quale quali quando quanto questa questo se si sono su sua
        suo tra un una uno""",
    "portuguese": """a ao aos as às com como da das de do dos e é ela ele em entre era eu foi há isso já mais mas na não nas no
        nos o onde os ou para pela pelo por porque qual quais quando que quem se ser seu são sua suas seus também um uma""",
    "dutch": """aan als bij dan dat de der des die dit door een en er had heb heeft het hij hoe ik in is je maar met naar niet nog
        of om onder ook op over te toch tot uit van veel voor waar waarom wat welke wie wij wordt worden ze zich zij zijn""",
    "russian": """а без был была были было быть в вам вас во вот вы где да для до его ее если есть еще же за и из или им их к как
        какая какие какой ко когда кто ли мы на над не него нее нет ни но о об он она они от по под почему при с со так то
        только у уже что чтобы это этот я""",
}  # fmt: skip

STOPWORDS: dict[str, frozenset[str]] = {language: frozenset(words.split()) for language, words in _LISTS.items()}
"""By Snowball name; a language without a list drops nothing."""

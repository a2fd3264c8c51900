"""Which words tell a deed, and what their subjects, objects and prepositions bring: the tables of `_deeds/deeds.py`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from harness.text.typed.fold import fold


class Kind(NamedTuple):
    """What a word says: its event, the parts of its subject and object, and those of what its prepositions bring."""

    event: str
    subject: str = "doer"
    object: str = "thing"
    source: str = ""
    goal: str = ""


KINDS = {
    "buy": Kind("trade", "buyer", "thing", source="seller"),
    "sell": Kind("trade", "seller", "thing", goal="buyer"),
    "lend": Kind("loan", "lender", "thing", goal="borrower"),
    "borrow": Kind("loan", "borrower", "thing", source="lender"),
    "let": Kind("lease", "landlord", "thing", goal="tenant"),
    "rent": Kind("lease", "tenant", "thing", source="landlord"),
    "succeed": Kind("turn", "later", "earlier"),
    "precede": Kind("turn", "earlier", "later"),
    "takeover": Kind("turn", "later", "", source="earlier"),
    "handover": Kind("turn", "earlier", "", goal="later"),
    "give": Kind("gift", "giver", "thing", goal="recipient"),
    "receive": Kind("gift", "recipient", "thing", source="giver"),
    "employ": Kind("job", "employer", "worker"),
    "workfor": Kind("job", "worker", "", goal="employer"),
    "belong": Kind("own", "thing", "", goal="doer"),
    "beat": Kind("match", "winner", "loser"),
    "lose": Kind("match", "loser", "", goal="winner"),
    "sue": Kind("suit", "plaintiff", "defendant"),
    "bring": Kind("suit", "plaintiff", "", goal="defendant"),
}
WORDS = {
    "en": {
        "buy": "buy buys bought buying purchase purchases purchased purchasing acquire acquires acquired acquiring",
        "sell": "sell sells sold selling",
        "lend": "lend lends lent lending",
        "borrow": "borrow borrows borrowed borrowing",
        "let": "let lets letting",
        "rent": "rent rents rented renting lease leases leased leasing",
        "give": "give gives gave given giving donate donates donated donating awarded awards granted grants granting",
        "receive": "receive receives received receiving",
        "succeed": "succeed succeeds succeeded succeeding replace replaces replaced replacing",
        "precede": "precede precedes preceded preceding",
        "takeover": "took takes taken take taking",
        "handover": "handed hands hand handing",
        "employ": "employ employs employed employing hire hires hired hiring",
        "workfor": "work works worked working",
        "beat": "beat beats beaten beating defeat defeats defeated defeating",
        "lose": "lost lose loses losing",
        "sue": "sue sues sued suing",
        "bring": "brought filed bring brings files bringing filing",
        "write": "write writes wrote written writing authored penned draft drafts drafted drafting drawn drew",
        "translate": "translate translates translated translating rendered",
        "review": "review reviews reviewed reviewing",
        "edit": "edit edits edited editing",
        "report": "report reports reported reporting",
        "approve": "approve approves approved approving",
        "order": "commission commissions commissioned commissioning ordered",
        "pay": "fund funds funded financed finances finance funding paid pay pays paying",
        "conduct": "conduct conducts conducted conducting carried carries carry",
        "design": "design designs designed designing",
        "illustrate": "illustrate illustrates illustrated",
        "compose": "compose composes composed",
        "direct": "directed directs",
        "invent": "invent invents invented",
        "discover": "discover discovers discovered",
        "found": "founded founds cofounded",
        "organise": "organise organises organised organize organizes organized host hosts hosted",
        "supply": "supply supplies supplied supplying",
        "inspect": "inspect inspects inspected",
        "train": "train trains trained coach coaches coached",
        "accuse": "accuse accuses accused accusing",
        "raise": "raise raises raised raising increase increases increased increasing",
        "lower": "lower lowers lowered lowering reduce reduces reduced reducing decrease decreases decreased",
        "inhibit": "inhibit inhibits inhibited inhibiting slow slows slowed slowing block blocks blocked",
        "own": "own owns owned owning",
        "build": "build builds built building",
        "lead": "led leads headed heads chaired chairs",
        "win": "won wins winning",
        "make": "made manufacture manufactures manufactured manufacturing",
        "operate": "operate operates operated operating run",
        "belong": "belongs belonged",
        "install": "install installs installed fitted",
        "restore": "restore restores restored renovated refurbished",
        "repair": "repair repairs repaired",
        "paint": "painted paints",
        "test": "tested tests",
    },
    "de": {
        "lend": "leiht lieh verleiht verliehen",
        "let": "vermietet vermietete verpachtet verpachtete",
        "rent": "mietet mietete gemietet pachtet pachtete gepachtet",
        "give": "schenkte geschenkt schenkt spendete gespendet spendet uberreichte uberreicht gewahrte gewahrt bewilligte bewilligt",
        "receive": "erhalt erhielt erhalten bekam bekommt bekommen",
        "buy": "ubernahmen kaufen kauft kaufte kauften gekauft erwerben erwirbt erwarb erwarben erworben ubernimmt ubernahm ubernommen",
        "sell": "verkaufen verkauft verkaufte verkauften",
        "succeed": "abgelost ersetzt ersetzte",
        "employ": "beschaftigt beschaftigte",
        "beat": "besiegt besiegte besiegten schlug geschlagen",
        "sue": "verklagt verklagte",
        "write": "schreibt schrieb geschrieben verfasst verfasste erstellt erstellte",
        "translate": "ubersetzt ubersetzte",
        "edit": "lektoriert redigiert herausgegeben",
        "review": "gepruft prufte begutachtet",
        "order": "beauftragt beauftragte auftrag bestellt bestellte",
        "pay": "finanziert finanzierte bezahlt bezahlte",
        "conduct": "durchgefuhrt",
        "organise": "organisiert organisierte veranstaltet veranstaltete",
        "design": "entworfen entwarf",
        "found": "gegrundet grundete",
        "raise": "erhoht erhohte steigert",
        "inhibit": "hemmt hemmte gehemmt",
        "lead": "leitet leitete geleitet",
        "install": "installiert installierte eingebaut",
        "restore": "restauriert restaurierte renoviert saniert",
        "repair": "repariert reparierte",
        "discover": "entdeckt entdeckte entdeckten",
        "describe": "beschreibt beschrieb beschrieben",
        "invent": "erfand erfunden",
        "paint": "malte gemalt",
        "build": "baute gebaut errichtet errichtete",
        "compose": "komponierte komponiert",
        "develop": "entwickelte entwickelt",
    },
    "fr": {
        "buy": "achete achetee acheta rachete rachetee racheta acquis acquise acquiert rachetent",
        "lend": "prete pretee preta",
        "borrow": "emprunte empruntee emprunta empruntent",
        "give": "donne donnee donna offre offert offerte accorde accordee accorda octroye octroyee verse versee",
        "receive": "recoit recu recue recut",
        "sell": "vend vendu vendue cede cedee",
        "succeed": "remplace remplacee",
        "employ": "emploie employe employee",
        "beat": "battu battue bat",
        "sue": "assigne assignee attaque attaquee poursuivi poursuivie poursuit",
        "write": "ecrit ecrite redige redigee",
        "translate": "traduit traduite",
        "edit": "edite editee",
        "review": "relu relue relit",
        "order": "commande commandee commandite",
        "pay": "finance financee",
        "conduct": "realise realisee mene menee conduite",
        "organise": "organise organisee",
        "design": "concu concue dessine dessinee",
        "found": "fonde fondee",
        "raise": "augmente",
        "inhibit": "inhibe inhibee",
        "lead": "dirige dirigee preside presidee",
        "discover": "decouvert decouverte decouvre",
        "invent": "invente inventee",
        "paint": "peint peinte",
        "build": "construit construite bati batie",
        "compose": "compose composee",
        "develop": "developpe developpee",
        "install": "installe installee installa",
        "restore": "restaure restauree restaura renove renovee",
        "repair": "repare reparee repara",
    },
    "es": {
        "buy": "compro comprado comprada compra adquirio adquirido adquirida adquiere",
        "lend": "presto presta prestado prestada prestados prestadas prestaron",
        "give": "dono donado donada entrego entregado entregada regalo concedio concedido concedida otorgo otorgado otorgada",
        "receive": "recibio recibe recibido recibida",
        "sell": "vendio vendido vendida vende",
        "succeed": "sucedio reemplazo sustituyo sustituido sustituida",
        "employ": "emplea contrato contratado contratada",
        "beat": "vencio derroto vencido derrotado",
        "sue": "demando demandado demandada denuncio denunciado denunciada",
        "write": "escribio escrito escrita redacto redactado redactada",
        "translate": "tradujo traducido traducida",
        "edit": "edito editado editada",
        "review": "reviso revisado revisada",
        "order": "encargo encargado encargada",
        "pay": "financio financiado financiada pago pagado pagada",
        "conduct": "realizo realizado realizada",
        "organise": "organizo organizado organizada",
        "design": "diseno disenado disenada",
        "found": "fundo fundado fundada",
        "raise": "aumenta aumento",
        "inhibit": "inhibe inhibio",
        "lead": "dirige dirigio dirigido dirigida preside presidio presidido presidida",
        "install": "instalo instalado instalada",
        "restore": "restauro restaurado restaurada renovo",
        "repair": "reparo reparado reparada",
        "discover": "descubrio descubierto descubierta",
        "invent": "invento inventado inventada",
        "paint": "pinto pintado pintada",
        "build": "construyo construido construida",
        "compose": "compuso compuesto compuesta",
        "develop": "desarrollo desarrollado desarrollada",
    },
}  # fmt: skip
NOUNS = {
    "novel": "write", "book": "write", "memoir": "write", "story": "write", "poem": "write", "essay": "write", "biography": "write", "play": "write", "translation": "translate", "illustrations": "illustrate", "design": "design", "music": "compose", "review": "review",
}  # fmt: skip
"""English nouns that are somebody's when "by" follows: a novel by Ann Lee."""
DOINGS = {
    "sale": "sell", "purchase": "buy", "acquisition": "buy", "donation": "give", "construction": "build", "restoration": "restore", "translation": "translate", "discovery": "discover", "design": "design", "invention": "invent",
}  # fmt: skip
"""English nouns of deeds, with "of" what it is done to: the sale of the farm by the heirs."""
DOERS = {
    "successor": "succeed", "predecessor": "precede", "builder": "build", "founder": "found", "winner": "win", "buyer": "buy", "purchaser": "buy", "seller": "sell", "vendor": "sell", "manufacturer": "make", "maker": "make", "operator": "operate", "painter": "paint", "restorer": "restore", "lender": "lend", "borrower": "borrow", "discoverer": "discover", "installer": "install", "organiser": "organise", "organizer": "organise",
    "author": "write", "writer": "write", "translator": "translate", "editor": "edit", "reviewer": "review", "owner": "own", "illustrator": "illustrate", "inventor": "invent", "composer": "compose", "designer": "design",
}  # fmt: skip
DOERS_ELSEWHERE = {
    "de": "erbauer=build erbauerin=build baumeister=build grunder=found grunderin=found ubersetzer=translate ubersetzerin=translate verfasser=write verfasserin=write autor=write autorin=write entwerfer=design kaufer=buy kauferin=buy verkaufer=sell verkauferin=sell erfinder=invent erfinderin=invent entdecker=discover komponist=compose komponistin=compose",
    "fr": "constructeur=build constructrice=build fondateur=found fondatrice=found traducteur=translate traductrice=translate auteur=write autrice=write concepteur=design conceptrice=design acheteur=buy acheteuse=buy vendeur=sell inventeur=invent inventrice=invent compositeur=compose compositrice=compose",
    "es": "constructor=build constructora=build fundador=found fundadora=found traductor=translate traductora=translate autor=write autora=write disenador=design disenadora=design comprador=buy compradora=buy vendedor=sell inventor=invent inventora=invent compositor=compose compositora=compose",
}
"""Nouns of doers in other languages, each with its deed."""
SUITS = frozenset("claim complaint suit lawsuit case action proceedings".split())
TURKISH = {
    "sipar": "order", "hazirla": "write", "yazil": "write", "yazdi": "write", "cevir": "translate", "cevril": "translate", "duzenle": "organise", "tasarla": "design", "finanse": "pay", "denetle": "inspect", "kurul": "found", "kurdu": "found", "incele": "review", "onayla": "approve", "yurut": "conduct",
}  # fmt: skip
HAN = {
    "收购": "buy", "买下": "buy", "购买": "buy", "委托": "order", "撰写": "write", "编写": "write", "翻译": "translate", "审校": "review", "审核": "review", "设计": "design", "资助": "pay", "出资": "pay", "承建": "conduct", "起诉": "sue", "击败": "beat", "战胜": "beat", "创办": "found", "创立": "found", "主编": "edit", "发现": "discover", "抑制": "inhibit", "接替": "succeed",
}  # fmt: skip
BE = {
    "en": frozenset("is are was were be been being gets got".split()),
    "de": frozenset("wurde wurden wird werden worden".split()),
    "fr": frozenset("est sont ete fut etait sera seront etre".split()),
    "es": frozenset("fue fueron es son sido sera ser era".split()),
}
AUXILIARIES = {
    "en": frozenset(
        "is are was were be been being has have had will would can could may might must shall should to not also agreed plans planned about now then already later so thus therefore".split()
    ),
    "de": frozenset("hat haben hatte hatten will wollen wird werden soll".split()),
    "fr": frozenset("a ont avait va vont doit".split()),
    "es": frozenset("ha han habia va van".split()),
}
BY = {"en": {"by"}, "de": {"von", "vom", "durch"}, "fr": {"par"}, "es": {"por"}}
FROM = {
    "en": {"from"},
    "de": {"von", "vom"},
    "fr": {"a", "au", "aux", "aupres", "de", "du"},
    "es": {"a", "al", "de", "del"},
}
TO = {"en": {"to", "for", "at", "against"}, "de": {"an", "ans"}, "fr": {"a", "au", "aux"}, "es": {"a", "al"}}
ENDS = {
    "en": frozenset(
        "for into against on at over after before since with as while when where because although if but whereas than during under within via".split()
    ),
    "de": frozenset("fur in im ins am um auf nach vor seit mit als wahrend weil zum zur bei".split()),
    "fr": frozenset("pour dans sur apres avant depuis avec comme en lors".split()),
    "es": frozenset("para en sobre tras antes desde con como cuando".split()),
}
RELATIVE = frozenset("who which that whom qui que dont der die das den".split())
PRONOUNS = frozenset(
    "it they he she this them him her we you i es sie er il elle ils elles lo la el who which that what qui que one".split()
)
LIGHT = {
    "takeover": ("over", "from"),
    "handover": ("over", "to"),
    "workfor": ("for", "at"),
    "lose": ("to",),
    "let": ("to",),
    "bring": ("against",),
    "pay": ("for",),
    "conduct": ("out",),
    "write": ("up",),
}
BARE = frozenset("paid carried carries carry took takes taken take taking handed hands hand handing work works worked working brought filed bring brings files bringing filing lost lose loses losing drawn drew pay pays paying".split())  # fmt: skip
"""Words that name a deed only with their particle or preposition near: paid for, carried out, lost to."""
ALSO_NOUNS = frozenset(
    "report reports review reviews increase increases decrease decreases purchase purchases design designs draft drafts work works order supply supplies block blocks slow lower train coach host hosts finance finances fund funds lead buys beat defeat defeats trains own leads heads chairs rent rents lease leases".split()
)
DETERMINERS = frozenset("the a an this that these those its his her their it them him each every all".split())
TO_DO = frozenset("agreed agrees plans planned plan intends intended wants about set able due decided".split())
PLACES = frozenset("in on at during since last this".split())
STANDING = frozenset(
    "group company firm bank team club man woman couple pair family brothers sisters brother sister son daughter couple author authors writer researcher researchers scientist scientists studio label publisher "
    "retailer maker manufacturer startup player singer actor actress artist band hospital university school agency organisation organization charity foundation buyer investor operator carrier airline giant "
    "firma unternehmen konzern gruppe bank verein mann frau verlag hersteller stiftung gesellschaft entreprise groupe societe banque homme femme fondation empresa grupo compania banco hombre mujer fundacion".split()
)
NAMING = frozenset("named called known based titled entitled located based used skilled".split())
NOT_DEEDS = frozenset({"that", "dass", "daß", "que", "on", "whether", "how"})
TRADED, GIVEN = frozenset({"de", "du", "del"}), frozenset({"a", "au", "aux", "al"})
"""French and Spanish prepositions that do not say from whom: one buys à somebody, and receives de somebody."""


@cache
def doers_of(code: str) -> Mapping[str, str]:
    """Return the nouns of doers of a language, each with its deed."""
    if code == "en":
        return DOERS
    return dict(pair.split("=") for pair in DOERS_ELSEWHERE.get(code, "").split())


@cache
def triggers_of(code: str) -> Mapping[str, str]:
    found = {fold(w): kind for kind, spaced in WORDS.get(code, {}).items() for w in spaced.split()}
    if code == "en":
        found.update(
            {**dict.fromkeys(SUITS, "noun"), **dict.fromkeys((*NOUNS, *DOINGS), "noun"), **dict.fromkeys(DOERS, "noun")}
        )
        found.update({w: k for k, spaced in WORDS["en"].items() for w in spaced.split()})
    return found

"""German."""

from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon, alike, opposed, phrases, table, words
from harness.text.typed.thesaurus.de import IRREGULAR

_DIGITS = "null eins zwei drei vier f\u00fcnf sechs sieben acht neun"
_TEENS = "zehn elf zw\u00f6lf dreizehn vierzehn f\u00fcnfzehn sechzehn siebzehn achtzehn neunzehn"
_TENS = "zwanzig drei\u00dfig vierzig f\u00fcnfzig sechzig siebzig achtzig neunzig"


def _below_thousand() -> dict[str, int]:
    """Return the number words 0 to 999, which German writes as one word."""
    small = {**table(_DIGITS), **table(_TEENS, 10)}
    units = [(fold(w), n) for n, w in enumerate(["", "ein", *_DIGITS.split()[2:]]) if n]
    found = dict(small)
    for number, tens in enumerate(_TENS.split(), 2):
        found[fold(tens)] = number * 10
        found.update({f"{word}und{fold(tens)}": number * 10 + n for word, n in units})
    tails = [("", 0), *[(word, n) for word, n in found.items() if n]]
    for word, n in [("", 1), *units]:
        found.update(
            {
                f"{word}hundert{join}{tail}": n * 100 + rest
                for tail, rest in tails
                for join in ("", "und")
                if tail or not join
            }
        )
    return found


def _cardinals() -> dict[str, int]:
    below = _below_thousand()
    found = {**below, "dutzend": 12}
    for word, n in [("", 1), ("ein", 1), *[(w, n) for w, n in below.items() if 1 < n <= 20]]:  # noqa: PLR2004 -- larger thousands are written in digits
        found[f"{word}tausend"] = n * 1000
        found.update(
            {f"{word}tausend{tail}": n * 1000 + rest for tail, rest in below.items() if rest and rest % 50 == 0}
        )
    return found


def _ordinals() -> dict[str, int]:
    stems = table(
        "erst zweit dritt viert f\u00fcnft sechst siebt|siebent acht neunt zehnt elft zw\u00f6lft dreizehnt vierzehnt f\u00fcnfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst",
        1,
    )
    stems.update(
        table("drei\u00dfigst vierzigst f\u00fcnfzigst sechzigst siebzigst achtzigst neunzigst hundertst", 30, 10)
    )
    return {stem + ending: n for stem, n in stems.items() for ending in ("e", "en", "er", "es", "em")}


LEXICON = Lexicon(
    code="de",
    decimal_comma=True,
    stop=words(
        "leider bedauerlicherweise glücklicherweise der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde wurden worden "
        "sein hat haben hatte hatten im in am an auf aus bei mit nach von vom zu zum zur f\u00fcr um \u00fcber unter durch gegen ohne seit "
        "bis als wie so auch noch nur schon sehr dass da\u00df wenn weil da dort hier er sie es wir ihr ich du sich man mich mir ihn ihm "
        "ihnen uns euch mein dein sein seine seinen seinem seiner ihre ihren ihrem ihrer unser dieser diese dieses diesem diesen jede jeder "
        "jedes jedem jeden alle allen kann k\u00f6nnen konnte muss m\u00fcssen soll sollen darf d\u00fcrfen will wollen mag m\u00f6gen nicht kein keine "
        "keinen keinem keiner w\u00e4hrend zwischen jedoch sowie damit dann denn doch ob was wer wo wann warum welche welcher welches "
        "gibt k\u00fcnftig nachdem bevor sobald aufgrund wegen infolge nun jetzt rund etwa ca circa insgesamt beziehungsweise bzw z b u a d h je pro beim ins ans betr\u00e4gt zusammen"
    ),
    common=words(
        "befindet befinden befand neue neuen neu gro\u00df gro\u00dfe viele mehr weitere Jahr Jahre Jahren Menschen Teil verwendet verwenden m\u00f6glich wichtig meist"
    ),
    cardinals=_cardinals(),
    hundreds={"hundert": 100},
    scales={
        "tausend": 1000,
        "million": 10**6,
        "millionen": 10**6,
        "mio": 10**6,
        "milliarde": 10**9,
        "milliarden": 10**9,
        "mrd": 10**9,
        "billion": 10**12,
        "billionen": 10**12,
        "tsd": 1000,
    },
    joiners=frozenset(),
    ordinals=_ordinals(),
    fractions={
        "h\u00e4lfte": (1, 2),
        "halfte": (1, 2),
        "halbes": (1, 2),
        "halbe": (1, 2),
        "halben": (1, 2),
        "halber": (1, 2),
        "drittel": (1, 3),
        "viertel": (1, 4),
        "funftel": (1, 5),
        "anderthalb": (3, 2),
        "eineinhalb": (3, 2),
        "zweieinhalb": (5, 2),
        "dreieinhalb": (7, 2),
        "viereinhalb": (9, 2),
        "zehntel": (1, 10),
    },
    months=table(
        "januar|j\u00e4nner|jan februar|feb m\u00e4rz april|apr mai juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov dezember|dez",
        1,
    ),
    units=phrases(
        {
            "%": "Prozent; v. H.",
            "pp": "Prozentpunkte; Prozentpunkt; Prozentpunkten",
            "bp": "Basispunkte; Basispunkten",
            "permille": "Promille",
            "EUR": "Euro; Euros",
            "USD": "Dollar; US-Dollar; US Dollar",
            "GBP": "Pfund Sterling",
            "CHF": "Franken; Schweizer Franken",
            "EUR/100": "Cent",
            "TRY": "Lira",
            "second": "Sekunden; Sekunde; Sek",
            "minute": "Minuten; Minute; Min",
            "hour": "Stunden; Stunde; Std",
            "day": "Tage; Tag; Tagen; Werktage; Werktag; Werktagen; Arbeitstage; Arbeitstag; Arbeitstagen; Kalendertage; Kalendertag; Kalendertagen; Bankarbeitstage; Bankarbeitstagen",
            "week": "Wochen; Woche",
            "month": "Monate; Monat; Monaten",
            "year": "Jahre; Jahr; Jahren",
            "century": "Jahrhunderte",
            "decade": "Jahrzehnte; Jahrzehnten",
            "meter": "Meter; Metern",
            "kilometer": "Kilometer; Kilometern",
            "centimeter": "Zentimeter; Zentimetern",
            "millimeter": "Millimeter; Millimetern",
            "gram": "Gramm",
            "kilogram": "Kilogramm; Kilo",
            "milligram": "Milligramm",
            "microgram": "Mikrogramm",
            "tonne": "Tonnen; Tonne",
            "pound": "Pfund",
            "liter": "Liter; Litern",
            "milliliter": "Milliliter; Millilitern",
            "hectare": "Hektar",
            "meter**2": "Quadratmeter; Quadratmetern; qm",
            "kilometer**2": "Quadratkilometer; Quadratkilometern",
            "meter**3": "Kubikmeter; Kubikmetern",
            "degC": "Grad Celsius",
            "degF": "Grad Fahrenheit",
            "degree": "Grad",
            "kilometer/hour": "Stundenkilometer; km/h; Kilometer pro Stunde",
            "watt": "Watt",
            "kilowatt": "Kilowatt",
            "megawatt": "Megawatt",
            "kilowatt_hour": "Kilowattstunden; Kilowattstunde",
            "volt": "Volt",
            "ampere": "Ampere",
            "byte": "Byte",
            "megabyte": "Megabyte",
            "gigabyte": "Gigabyte",
            "terabyte": "Terabyte",
            "times": "mal; fache; fach",
        }
    ),
    before=phrases(
        {
            ">=": "mindestens; wenigstens; nicht weniger als; minimal; minimum; min.; ab; fr\u00fchestens; fr\u00fchestens nach; nicht unter; mindestens nach; nicht fr\u00fcher als; mindestens um; mindestens in; fr\u00fchestens in",
            "<=": "bis; h\u00f6chstens; maximal; nicht mehr als; bis zu; max.; max; maximum; l\u00e4ngstens; sp\u00e4testens; sp\u00e4testens nach; sp\u00e4testens um; sp\u00e4testens bis; h\u00f6chstens bis; nicht sp\u00e4ter als; nicht \u00fcber; begrenzt auf; beschr\u00e4nkt auf; h\u00f6chstens in; sp\u00e4testens in; maximal in; l\u00e4ngstens in",
            ">": "mehr als; \u00fcber; l\u00e4nger als; gr\u00f6\u00dfer als; \u00e4lter als; h\u00f6her als; schwerer als; sp\u00e4ter als; breiter als; oberhalb von; mehr denn; \u00fcberschreitet; \u00fcberschreiten",
            "<": "weniger als; unter; k\u00fcrzer als; kleiner als; j\u00fcnger als; niedriger als; leichter als; fr\u00fcher als; unterhalb von",
            "~": "etwa; rund; circa; ca.; ca; ungef\u00e4hr; knapp; fast; gut; zirka",
        }
    ),
    after=phrases(
        {
            ">=": "oder mehr; oder \u00e4lter; und mehr; und \u00e4lter; oder dar\u00fcber",
            "<=": "oder weniger; oder j\u00fcnger; und weniger; nicht \u00fcberschreiten; nicht \u00fcbersteigen; nicht \u00fcberschreitet",
            "~": "",
        }
    ),
    range_words={"zwischen": "und", "von": "bis", "": "bis"},
    negators=words(
        "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder noch kaum nirgends unm\u00f6glich verweigert verweigerte scheiterte"
    ),
    negated={},
    opposites=opposed(
        [
            (
                "steigen steigt stieg gestiegen steigend erh\u00f6hen erh\u00f6ht erh\u00f6hte zunehmen zugenommen wachsen w\u00e4chst wuchs gewachsen h\u00f6her | sinken sinkt sank gesunken sinkend senken senkt gesenkt "
                "fallen f\u00e4llt fiel gefallen abnehmen abgenommen schrumpfen geschrumpft verringert niedriger reduziert"
            ),
            "vor vorher | nach nachher danach",
            "enthalten enth\u00e4lt inbegriffen eingeschlossen inklusive umfasst einschlie\u00dflich | ausgeschlossen ausgenommen exklusive",
            "erlaubt gestattet zugelassen erlauben zul\u00e4ssig | verboten untersagt unzul\u00e4ssig verbieten",
            "angenommen akzeptiert genehmigt bewilligt | abgelehnt zur\u00fcckgewiesen verworfen",
            "verpflichtend obligatorisch pflicht vorgeschrieben | freiwillig optional",
            "älter alt alte alten alter altes altem | neu neue neuen neuer neues neuem jünger",
            "größer groß große großen großer großes großem | klein kleine kleinen kleiner kleines kleinem",
            "mehr | weniger",
            "\u00f6ffnen \u00f6ffnet ge\u00f6ffnet offen | schlie\u00dfen schlie\u00dft geschlossen zu",
            "beginnt begann beginnen anfang | endet endete enden ende",
            "gewinnt gewann gewonnen | verliert verlor verloren",
            "kauft kaufte gekauft | verkauft verkaufte",
            "erste ersten erster erstes | letzte letzten letzter letztes",
            "nord n\u00f6rdlich n\u00f6rdliche | s\u00fcd s\u00fcdlich s\u00fcdliche",
            "ost \u00f6stlich | west westlich",
            "links | rechts",
            "oben | unten",
            "hoch hohe hohen hoher hohes | niedrig niedrige niedrigen niedriger niedriges niedrigem",
            "schnell schnelle schnellen schneller schnelles schnellem | langsam langsame langsamen langsamer langsames langsamem",
            "warm wärmer heiß warme warmen warmer warmes warmem heiße heißen heißer heißes heißem | kalt kälter kalte kalten kalter kaltes kaltem",
            "fr\u00fch fr\u00fcher | sp\u00e4t sp\u00e4ter",
            "länger lang lange langen langes | kürzer kurz kurze kurzen kurzes",
            "besser | schlechter",
            "ankunft | abfahrt",
            "positiv positive positiven positiver positives positivem | negativ negative negativen negativer negatives negativem",
            "kostenlos kostenfrei gratis unentgeltlich | kostet kosten zahlen zahlt bezahlen kostenpflichtig geb\u00fchr geb\u00fchrenpflichtig",
            "mieter mieters mieterin | vermieter vermieters vermieterin",
            "arbeitgeber arbeitgebers | arbeitnehmer arbeitnehmers",
            "k\u00e4ufer k\u00e4ufers | verk\u00e4ufer verk\u00e4ufers",
            "auftraggeber | auftragnehmer",
            "einfach einfache einfachen einfacher | komplex komplexe komplexen komplexer kompliziert komplizierte",
            "vorw\u00e4rts | r\u00fcckw\u00e4rts",
            "brutto | netto",
            "kinder kindern | erwachsene erwachsenen",
            "lokal lokale lokalen | global globale globalen weltweit",
            "l\u00e4ndlich l\u00e4ndliche l\u00e4ndlichen | st\u00e4dtisch st\u00e4dtische st\u00e4dtischen",
            "waagerecht waagrecht horizontal | senkrecht vertikal",
            "intern interne internen | extern externe externen",
            "h\u00e4ufig h\u00e4ufiger | selten seltener",
            "mehrheit | minderheit",
            "montag montags | dienstag dienstags | mittwoch mittwochs | donnerstag donnerstags | freitag freitags | samstag samstags | sonntag sonntags",
            "manuell manuelle manuellen manueller manuelles manuellem | automatisch automatische automatischen automatischer automatisches automatischem",
            "morgens morgen vormittags | mittags mittag | nachmittags | abends abend | nachts nacht",
            "verlängern verlängert verlängerte | verkürzen verkürzt verkürzte",
            "vor\u00fcbergehend befristet befristete | dauerhaft unbefristet unbefristete",
            "gleich identisch einheitlich | unterschiedlich verschieden variiert",
            "öffentlich öffentliche öffentlichen öffentlicher öffentliches öffentlichem | privat private privaten privater privates privatem",
            "sommer | winter",
            "gegründet gegründete gründete gründeten | aufgelöst auflöste löste",
            "eingeführt einführte | behoben behebt abgeschafft entfernt",
            "hinzugefügt | entfernt gelöscht",
            "eingestellt angestellt | entlassen",
            "geboren | gestorben starb",
            "gewinn gewinne überschuss | verlust verluste defizit fehlbetrag",
            "installiert | deinstalliert",
            "exportiert ausgeführt | importiert",
        ],
        IRREGULAR,
    ),
    except_words=words("au\u00dfer ausgenommen abgesehen"),
    only_words=words("nur ausschlie\u00dflich lediglich"),
    quantifiers={
        "wenige": 1,
        "einige": 2,
        "manche": 2,
        "mehrere": 2,
        "viele": 3,
        "meisten": 4,
        "alle": 5,
        "allen": 5,
        "jede": 5,
        "jeder": 5,
        "jedes": 5,
        "jedem": 5,
        "jeden": 5,
        "stets": 5,
        "immer": 5,
        "samtliche": 5,
        "manchmal": 2,
    },
    passive=frozenset({"von", "vom", "durch"}),
    pronouns=words("er sie es dies diese dieser dieses ihr sein seine"),
    symmetric=words("und oder mit sowie"),
    synonyms=alike(
        [
            "monat monats monate monatlich monatliche monatlicher",
            "jahr jahre jahres j\u00e4hrlich j\u00e4hrliche",
            "woche w\u00f6chentlich",
            "tag t\u00e4glich",
            "kaufen kaufte gekauft erwerben erwarb erworben",
            "beginnen beginnt startet starten anfangen",
            "kosten kostet preis geb\u00fchr",
            "verleihen verleiht leihen ausleihen leiht",
            "enthalten enth\u00e4lt umfasst inbegriffen inklusive",
            "zahlen zahlt kosten kostet bezahlen",
        ]
    ),
    obligations={
        "muss": 2,
        "mussen": 2,
        "verpflichtend": 2,
        "pflicht": 2,
        "vorgeschrieben": 2,
        "obligatorisch": 2,
        "zwingend": 2,
        "erforderlich": 2,
        "empfohlen": 1,
        "empfiehlt": 1,
        "empfehlenswert": 1,
        "ratsam": 1,
        "geraten": 1,
        "sollte": 1,
        "sollten": 1,
        "kann": 0,
        "darf": 0,
        "konnen": 0,
        "durfen": 0,
        "freiwillig": 0,
    },
    not_always=words(
        "meist meistens oft häufig manchmal gewöhnlich normalerweise üblicherweise gelegentlich zumeist mitunter"
    ),
    tentative=words(
        "erwägt erwägen prüft prüfen überlegt überlegen plant planen geplant beabsichtigt vorgeschlagen schlägt hofft könnte könnten möchte diskutiert"
    ),
    decided=words(
        "beschlossen beschloss beschließt entschieden entschied entscheidet vereinbart genehmigt verabschiedet"
    ),
)

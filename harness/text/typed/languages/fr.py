"""French."""

from harness.text.typed.lexicon import Lexicon, alike, opposed, phrases, table, words
from harness.text.typed.thesaurus.fr import IRREGULAR

LEXICON = Lexicon(
    code="fr",
    decimal_comma=True,
    stop=words(
        "malheureusement heureusement hélas le la les l un une des du de d et ou mais est sont \u00e9tait \u00e9taient \u00eatre \u00e9t\u00e9 a ont avait avoir au aux en dans sur sous par pour avec "
        "sans chez vers entre depuis pendant apr\u00e8s avant contre ce cet cette ces son sa ses leur leurs mon ma mes ton ta tes notre nos votre vos il elle "
        "ils elles on nous vous je tu se s me m te t y qui que qu quoi dont o\u00f9 lequel laquelle quand comment pourquoi si ne n pas plus moins tr\u00e8s "
        "aussi ainsi donc car comme tout tous toute toutes m\u00eame autre autres chaque peut peuvent doit doivent fait faire c j afin alors lors jusqu "
        "puisque parce partir jusque selon environ ci l\u00e0 soit sera seront"
    ),
    common=words(
        "trouve trouvent situe situee nouveau nouvelle grand grande ann\u00e9e ann\u00e9es an ans jour jours personnes plusieurs beaucoup important premier premi\u00e8re"
    ),
    cardinals={
        **table(
            "z\u00e9ro un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"
        ),
        **table("vingt trente quarante cinquante soixante septante huitante|octante nonante", 20, 10),
        "douzaine": 12,
        "douzaines": 12,
        "vingts": 20,
    },
    hundreds={"cent": 100, "cents": 100},
    scales={
        "mille": 1000,
        "million": 10**6,
        "millions": 10**6,
        "milliard": 10**9,
        "milliards": 10**9,
        "billion": 10**12,
        "billions": 10**12,
        "mds": 10**9,
        "md": 10**9,
    },
    joiners=frozenset({"et"}),
    ordinals={
        **table(
            "premier|premi\u00e8re|premiers|premi\u00e8res deuxi\u00e8me|second|seconde troisi\u00e8me quatri\u00e8me cinqui\u00e8me sixi\u00e8me septi\u00e8me huiti\u00e8me neuvi\u00e8me dixi\u00e8me "
            "onzi\u00e8me douzi\u00e8me treizi\u00e8me quatorzi\u00e8me quinzi\u00e8me seizi\u00e8me",
            1,
        ),
        **{
            f"{word}ieme": n
            for word, n in (
                ("vingt", 20),
                ("trent", 30),
                ("quarant", 40),
                ("cinquant", 50),
                ("soixant", 60),
                ("cent", 100),
                ("mill", 1000),
            )
        },
    },
    fractions={
        "moitie": (1, 2),
        "demi": (1, 2),
        "demie": (1, 2),
        "tiers": (1, 3),
        "quart": (1, 4),
        "quarts": (1, 4),
        **{
            f"{part}ieme{end}": (1, n)
            for n, part in ((5, "cinqu"), (6, "six"), (7, "sept"), (8, "huit"), (9, "neuv"), (10, "dix"), (20, "vingt"))
            for end in ("", "s")
        },
    },
    months=table(
        "janvier|janv f\u00e9vrier|f\u00e9vr mars avril|avr mai juin juillet|juil ao\u00fbt septembre octobre|oct novembre|nov d\u00e9cembre|d\u00e9c",
        1,
    ),
    units=phrases(
        {
            "%": "pour cent; pourcent",
            "pp": "points de pourcentage; point de pourcentage; points",
            "bp": "points de base",
            "permille": "pour mille",
            "EUR": "euros; euro",
            "USD": "dollars; dollar",
            "GBP": "livres sterling",
            "CHF": "francs suisses; francs",
            "EUR/100": "centimes; centime",
            "second": "secondes; seconde",
            "minute": "minutes; minute; min",
            "hour": "heures; heure",
            "day": "jours; jour",
            "week": "semaines; semaine",
            "month": "mois",
            "year": "ans; an; ann\u00e9es; ann\u00e9e",
            "century": "si\u00e8cles",
            "decade": "d\u00e9cennies; d\u00e9cennie",
            "meter": "m\u00e8tres; m\u00e8tre",
            "kilometer": "kilom\u00e8tres; kilom\u00e8tre",
            "centimeter": "centim\u00e8tres; centim\u00e8tre",
            "millimeter": "millim\u00e8tres; millim\u00e8tre",
            "gram": "grammes; gramme",
            "kilogram": "kilogrammes; kilogramme; kilos; kilo",
            "milligram": "milligrammes; milligramme",
            "tonne": "tonnes; tonne",
            "liter": "litres; litre",
            "milliliter": "millilitres",
            "hectare": "hectares; hectare",
            "meter**2": "m\u00e8tres carr\u00e9s; m\u00e8tre carr\u00e9",
            "kilometer**2": "kilom\u00e8tres carr\u00e9s",
            "meter**3": "m\u00e8tres cubes",
            "degC": "degr\u00e9s celsius",
            "degree": "degr\u00e9s; degr\u00e9",
            "kilometer/hour": "kilom\u00e8tres par heure; km/h; kilom\u00e8tres heure",
            "watt": "watts",
            "kilowatt": "kilowatts",
            "kilowatt_hour": "kilowattheures",
            "volt": "volts",
            "byte": "octets",
            "megabyte": "m\u00e9gaoctets; Mo",
            "gigabyte": "gigaoctets; Go",
            "times": "fois",
        }
    ),
    before=phrases(
        {
            ">=": "au moins; au minimum; minimum; pas moins de; un minimum de; \u00e0 partir de; au plus t\u00f4t; un minimum de; minimum de; minimale de; minimal de; au minimum de; au minimum dans les; au plus t\u00f4t dans les",
            "<=": "au plus; au maximum; maximum; jusqu'\u00e0; jusqu' \u00e0; pas plus de; un maximum de; tout au plus; au plus tard; maximum de; maximale de; maximal de; au maximum de; limit\u00e9 \u00e0; limit\u00e9e \u00e0; limit\u00e9s \u00e0; limit\u00e9es \u00e0; plafonn\u00e9 \u00e0; plafonn\u00e9e \u00e0; sans d\u00e9passer; sans exc\u00e9der; d\u00e9passe pas; d\u00e9passent pas; d\u00e9passera pas; exc\u00e8de pas; exc\u00e8dent pas; d\u00e9passer pas; au plus tard dans les; au maximum dans les",
            ">": "plus long que; plus longue que; plus longs que; plus longues que; plus haut que; plus haute que; plus grand que; plus grande que; plus large que; plus larges que; plus lourd que; plus lourde que; plus \u00e2g\u00e9 que; plus de; plus d'; sup\u00e9rieur \u00e0; sup\u00e9rieure \u00e0; au-del\u00e0 de; au-dessus de; d\u00e9passer; d\u00e9passe; d\u00e9passent; d\u00e9passant; exc\u00e9der; exc\u00e8de; exc\u00e9dant; sup\u00e9rieurs \u00e0; sup\u00e9rieures \u00e0; \u00e2g\u00e9s de plus de",
            "<": "plus court que; plus courte que; plus courts que; plus courtes que; plus jeune que; plus jeunes que; plus bas que; plus basse que; plus petit que; plus petite que; plus \u00e9troit que; plus \u00e9troite que; plus l\u00e9ger que; plus l\u00e9g\u00e8re que; moins de; moins d'; inf\u00e9rieur \u00e0; inf\u00e9rieure \u00e0; en dessous de; au-dessous de; inf\u00e9rieurs \u00e0; inf\u00e9rieures \u00e0",
            "~": "environ; pr\u00e8s de; quelque; presque; autour de; \u00e0 peu pr\u00e8s",
        }
    ),
    after=phrases(
        {
            ">=": "ou plus; et plus; au moins; minimum; au minimum",
            "<=": "ou moins; au plus; maximum; au maximum",
            "~": "environ",
        }
    ),
    range_words={"entre": "et", "de": "a", "": "a"},
    negators=words(
        "ne n pas jamais aucun aucune rien sans ni gu\u00e8re non impossible refuse refus\u00e9 refusa \u00e9choue \u00e9chou\u00e9"
    ),
    negated={},
    opposites=opposed(
        [
            "augmente augment\u00e9 augmenter augmentent monte mont\u00e9 cro\u00eetre cro\u00eet hausse progress\u00e9 | baisse baiss\u00e9 baisser baissent diminue diminu\u00e9 diminuer chute chut\u00e9 recul recul\u00e9 r\u00e9duit",
            "avant | apr\u00e8s",
            "inclut inclus incluse comprend compris comprise couvre couvert couverts couvertes | exclut exclu exclus exclue",
            "autoris\u00e9 autoris\u00e9e autoris\u00e9s permis permet autorise | interdit interdite interdits interdites interdire",
            "accept\u00e9 accept\u00e9e accepte approuv\u00e9 approuve | rejet\u00e9 rejet\u00e9e rejette refus\u00e9 refus\u00e9e",
            "obligatoire obligatoires doit doivent | facultatif facultative facultatifs facultatives optionnel",
            "plus | moins",
            "ouvre ouvert ouverte ouvrir | ferme ferm\u00e9 ferm\u00e9e fermer",
            "commence d\u00e9bute d\u00e9but | finit termine fin",
            "gagne gagn\u00e9 | perd perdu",
            "ach\u00e8te achet\u00e9 | vend vendu",
            "premier premi\u00e8re | dernier derni\u00e8re",
            "nord | sud",
            "est | ouest",
            "gauche | droite",
            "grand grande | petit petite",
            "haut haute | bas basse",
            "rapide | lent lente",
            "chaud chaude | froid froide",
            "t\u00f4t | tard",
            "long longue | court courte",
            "meilleur | pire",
            "arriv\u00e9e arrive | d\u00e9part part",
            "ancien ancienne | nouveau nouvelle neuf",
            "gratuit gratuite gratuits gratuites gratuitement | payant payante co\u00fbte co\u00fbtent paie paient paye payent payer",
            "locataire locataires | bailleur bailleurs propri\u00e9taire",
            "acheteur acheteurs | vendeur vendeurs",
            "employeur employeurs | salari\u00e9 salari\u00e9s employ\u00e9 employ\u00e9s",
            "positif positive | n\u00e9gatif n\u00e9gative",
            "simple simples | complexe complexes compliqu\u00e9 compliqu\u00e9e",
            "brut brute | net nette",
            "enfant enfants | adulte adultes",
            "local locale | mondial mondiale",
            "public publique publics publiques | priv\u00e9 priv\u00e9e priv\u00e9s priv\u00e9es",
            "urbain urbaine | rural rurale",
            "interne internes | externe externes",
            "fr\u00e9quent fr\u00e9quente fr\u00e9quemment souvent | rare rares rarement",
            "majorit\u00e9 | minorit\u00e9",
            "lundi lundis | mardi mardis | mercredi mercredis | jeudi jeudis | vendredi vendredis | samedi samedis | dimanche dimanches",
            "manuel manuelle | automatique",
            "temporaire temporairement provisoire | permanent permanente d\u00e9finitif d\u00e9finitive",
            "identique identiques | diff\u00e9rent diff\u00e9rente varie varient",
            "\u00e9t\u00e9 | hiver",
            "int\u00e9rieur | ext\u00e9rieur",
            "facile | difficile",
            "fondé fondée fondés créé créée | dissous dissoute supprimé supprimée",
            "introduit introduite ajouté ajoutée | corrigé corrigée retiré retirée",
            "né née | mort morte décédé",
            "bénéfice bénéfices excédent | perte pertes déficit",
            "embauché embauchée | licencié licenciée",
            "fermés fermées | ouverts ouvertes",
            "importe importé | exporte exporté",
            "inauguré inaugurée inaugurer | fermé fermée fermer",
        ],
        IRREGULAR,
    ),
    except_words=words("sauf except\u00e9 hormis exception"),
    only_words=words("seul seule seuls seules seulement uniquement exclusivement"),
    quantifiers={
        "peu": 1,
        "certains": 2,
        "certaines": 2,
        "quelques": 2,
        "plusieurs": 2,
        "beaucoup": 3,
        "plupart": 4,
        "tous": 5,
        "toutes": 5,
        "tout": 5,
        "chaque": 5,
        "toujours": 5,
        "parfois": 2,
    },
    passive=frozenset({"par"}),
    pronouns=words("il elle ils elles ce cela cette ces son sa ses"),
    symmetric=words("et ou avec"),
    synonyms=alike(
        [
            "mois mensuel mensuelle mensuels mensuelles mensuellement",
            "an ans ann\u00e9e annuel annuelle annuellement",
            "semaine hebdomadaire",
            "jour quotidien quotidienne",
            "acheter achet\u00e9 acqu\u00e9rir acquis",
            "commence d\u00e9bute",
            "co\u00fbte co\u00fbt prix tarif",
            "adh\u00e9rents membres",
            "r\u00e8gle r\u00e9gler ajuster",
        ]
    ),
    obligations={
        "doit": 2,
        "doivent": 2,
        "obligatoire": 2,
        "obligatoires": 2,
        "exige": 2,
        "exigee": 2,
        "exiges": 2,
        "exigees": 2,
        "requis": 2,
        "requise": 2,
        "imperatif": 2,
        "recommande": 1,
        "recommandee": 1,
        "recommandes": 1,
        "recommandees": 1,
        "conseille": 1,
        "conseillee": 1,
        "conseilles": 1,
        "conseillees": 1,
        "devrait": 1,
        "devraient": 1,
        "souhaitable": 1,
        "peut": 0,
        "peuvent": 0,
        "facultatif": 0,
        "facultative": 0,
    },
    not_always=words(
        "souvent généralement habituellement parfois normalement fréquemment ordinairement occasionnellement"
    ),
    tentative=words(
        "envisage envisagent étudie étudient propose proposent proposé prévoit prévoient projette réfléchit pourrait pourraient souhaite espère examine discute"
    ),
    decided=words("décidé décide décida adopté approuvé voté validé confirmé"),
)

"""Turkish."""

from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon, alike, opposed, phrases, table, words

_DIGITS = "bir iki \u00fc\u00e7 d\u00f6rt be\u015f alt\u0131 yedi sekiz dokuz"
_TENS = "on yirmi otuz k\u0131rk elli altm\u0131\u015f yetmi\u015f seksen doksan"


def _cardinals() -> dict[str, int]:
    digits, tens = table(_DIGITS, 1), table(_TENS, 10, 10)
    glued = {ten + digit: n + m for ten, n in tens.items() for digit, m in digits.items()}
    hundreds = {fold(digit + "y\u00fcz"): n * 100 for digit, n in digits.items() if n > 1}
    return {"sifir": 0, **digits, **tens, **glued, **hundreds, "duzine": 12}


_MONTHS = (
    ("ocak", "ta"),
    ("şubat", "ta"),
    ("mart", "ta"),
    ("nisan", "da"),
    ("mayıs", "ta"),
    ("haziran", "da"),
    ("temmuz", "da"),
    ("ağustos", "ta"),
    ("eylül", "de"),
    ("ekim", "de"),
    ("kasım", "da"),
    ("aralık", "ta"),
)
"""Months with the ending that says in which one; with an n more, from which one on."""

LEXICON = Lexicon(
    code="tr",
    decimal_comma=True,
    stop=words(
        "maalesef neyse yılında yılı yılının ayında ayı ayının ve veya ya da de ile bir bu \u015fu o i\u00e7in gibi kadar daha en \u00e7ok az ise ama fakat ancak \u00e7\u00fcnk\u00fc ki mi m\u0131 mu m\u00fc ne nas\u0131l hangi her t\u00fcm b\u00fct\u00fcn baz\u0131 olan olarak "
        "oldu olduğu olur olmu\u015ftur vard\u0131r var yok de\u011fil sonra \u00f6nce g\u00f6re kar\u015f\u0131 ile \u00fczere bile hem onu onun onlar bunlar bunun kendi biz siz ben sen biri hi\u00e7 hi\u00e7bir taraf\u0131ndan "
        "nedeniyle y\u00fcz\u00fcnden sebebiyle dolay\u0131 aras\u0131nda i\u00e7inde \u00fczerinde alt\u0131nda toplam yakla\u015f\u0131k tarihinde olup dir d\u0131r t\u0131r n\u0131n nin"
    ),
    common=words(
        "yeni b\u00fcy\u00fck y\u0131l y\u0131l\u0131nda g\u00fcn ki\u015fi insan \u00f6nemli ilk bulunur yap\u0131ld\u0131 eden edilen"
    ),
    cardinals=_cardinals(),
    hundreds={"yuz": 100},
    scales={"bin": 1000, "milyon": 10**6, "milyar": 10**9, "trilyon": 10**12, "mn": 10**6, "mr": 10**9},
    joiners=frozenset(),
    ordinals=table(
        "birinci|ilk ikinci \u00fc\u00e7\u00fcnc\u00fc d\u00f6rd\u00fcnc\u00fc be\u015finci alt\u0131nc\u0131 yedinci sekizinci dokuzuncu onuncu",
        1,
    ),
    fractions={"yarisi": (1, 2), "yarim": (1, 2), "bucuk": (1, 2), "ceyrek": (1, 4)},
    months=table(" ".join(f"{month}|{month}{at}|{month}{at}n" for month, at in _MONTHS), 1),
    units=phrases(
        {
            "%": "y\u00fczdesi",
            "pp": "puan; y\u00fczde puan; y\u00fczdelik puan",
            "bp": "baz puan",
            "permille": "binde",
            "TRY": "TL; lira; liras\u0131; T\u00fcrk liras\u0131",
            "USD": "dolar; dolar\u0131; ABD dolar\u0131",
            "EUR": "avro; euro; avroluk",
            "GBP": "sterlin",
            "TRY/100": "kuru\u015f",
            "second": "saniye",
            "minute": "dakika; dk",
            "hour": "saat",
            "day": "g\u00fcn; i\u015f g\u00fcn\u00fc; i\u015f g\u00fcn\u00fcnde; takvim g\u00fcn\u00fc",
            "week": "hafta",
            "month": "ay",
            "year": "y\u0131l; sene; y\u0131ll\u0131k; ya\u015f",
            "century": "y\u00fczy\u0131l",
            "meter": "metre",
            "kilometer": "kilometre",
            "centimeter": "santimetre; santim",
            "millimeter": "milimetre",
            "gram": "gram",
            "kilogram": "kilogram; kilo",
            "milligram": "miligram",
            "tonne": "ton",
            "liter": "litre",
            "milliliter": "mililitre",
            "hectare": "hektar",
            "meter**2": "metrekare",
            "kilometer**2": "kilometrekare",
            "meter**3": "metrek\u00fcp",
            "degC": "santigrat derece; derece santigrat",
            "degree": "derece",
            "watt": "vat",
            "kilowatt": "kilovat",
            "times": "kat; kez; defa; kere",
        }
    ),
    before=phrases(
        {
            ">=": "en az; en az\u0131ndan; asgari; minimum",
            "<=": "en fazla; en \u00e7ok; azami; maksimum",
            ">": "",
            "<": "",
            "~": "yakla\u015f\u0131k; yakla\u015f\u0131k olarak; a\u015fa\u011f\u0131 yukar\u0131; takriben; neredeyse",
        }
    ),
    after=phrases(
        {
            ">=": "ve \u00fczeri; ve \u00fczerinde; veya daha fazla; ya da daha fazla; ve \u00fcst\u00fc; ve \u00fczerindeki",
            "<=": "ve alt\u0131; veya daha az; ya da daha az; kadar; e kadar; a kadar; ye kadar; ya kadar",
            ">": "den fazla; dan fazla; ten fazla; tan fazla; den \u00e7ok; dan \u00e7ok; ten \u00e7ok; tan \u00e7ok; \u00fczerinde; in \u00fczerinde; \u0131n \u00fczerinde; un \u00fczerinde; \u00fcn \u00fczerinde; nin \u00fczerinde; den b\u00fcy\u00fck; den uzun; dan uzun; ten uzun",
            "<": "den az; dan az; ten az; tan az; alt\u0131nda; in alt\u0131nda; \u0131n alt\u0131nda; un alt\u0131nda; \u00fcn alt\u0131nda; nin alt\u0131nda; den k\u00fc\u00e7\u00fck; dan k\u00fc\u00e7\u00fck; ten k\u00fc\u00e7\u00fck",
            "~": "civar\u0131nda; civar\u0131; dolay\u0131nda",
        }
    ),
    range_words={"": "ila"},
    negators=words(
        "de\u011fil de\u011fildir yok yoktur hi\u00e7 hi\u00e7bir asla olmadan olmaks\u0131z\u0131n haricinde imkans\u0131z"
    ),
    negated={},
    opposites=opposed(
        [
            "artt\u0131 art\u0131yor artar artm\u0131\u015f artan art\u0131\u015f y\u00fckseldi y\u00fckselir y\u00fckseliyor b\u00fcy\u00fcd\u00fc | azald\u0131 azal\u0131yor azal\u0131r azalm\u0131\u015f azalan azal\u0131\u015f d\u00fc\u015ft\u00fc d\u00fc\u015fer d\u00fc\u015f\u00fcyor d\u00fc\u015f\u00fc\u015f geriledi k\u00fc\u00e7\u00fcld\u00fc",
            "\u00f6nce | sonra",
            "yaz\u0131l\u0131 | s\u00f6zl\u00fc",
            "dahil dahildir i\u00e7erir kapsar | hari\u00e7 hari\u00e7tir",
            "serbest serbesttir izinli | yasak yasakt\u0131r yasaklanm\u0131\u015ft\u0131r",
            "kabul | red reddedildi reddetti",
            "zorunlu zorunludur mecburi | iste\u011fe iste\u011fe_ba\u011fl\u0131 ihtiyari",
            "eski | yeni",
            "b\u00fcy\u00fck | k\u00fc\u00e7\u00fck",
            "fazla | az",
            "a\u00e7\u0131k a\u00e7\u0131kt\u0131r a\u00e7\u0131l\u0131r a\u00e7\u0131ld\u0131 | kapal\u0131 kapal\u0131d\u0131r kapan\u0131r kapand\u0131",
            "ba\u015flar ba\u015flad\u0131 ba\u015fl\u0131yor | biter bitti bitiyor sona",
            "kazand\u0131 kazan\u0131r | kaybetti kaybeder",
            "ald\u0131 sat\u0131n | satt\u0131",
            "ilk | son",
            "kuzey | g\u00fcney",
            "do\u011fu | bat\u0131",
            "sol | sa\u011f",
            "y\u00fcksek | d\u00fc\u015f\u00fck al\u00e7ak",
            "h\u0131zl\u0131 | yava\u015f",
            "s\u0131cak | so\u011fuk",
            "uzun | k\u0131sa",
            "erken | ge\u00e7",
            "ucuz | pahal\u0131",
            "yerli | yabanc\u0131",
            "kalk\u0131\u015f kalkar | var\u0131\u015f var\u0131r",
            "olumlu pozitif | olumsuz negatif",
            "basit kolay | karma\u015f\u0131k zor",
            "br\u00fct | net",
            "\u00e7ocuk \u00e7ocuklar | yeti\u015fkin yeti\u015fkinler",
            "kamu | \u00f6zel",
            "i\u00e7 | d\u0131\u015f",
            "s\u0131k s\u0131kl\u0131kla | nadir nadiren",
            "\u00e7o\u011funluk | az\u0131nl\u0131k",
            "ge\u00e7ici | kal\u0131c\u0131 s\u00fcrekli",
            "yaz yaz\u0131n | k\u0131\u015f k\u0131\u015f\u0131n",
            "pazartesi | sal\u0131 | \u00e7ar\u015famba | per\u015fembe | cuma | cumartesi | pazar",
            "var vard\u0131r | yok yoktur",
            "kuruldu kurulmuştur kurdu | kapatıldı dağıtıldı feshedildi",
            "eklendi | kaldırıldı silindi düzeltildi giderildi",
            "doğdu | öldü",
            "kâr kar | zarar",
            "işe | işten",
            "ücretsiz ücretsizdir bedava | ücretli ücretlidir öder öderler ödemez ödemezler",
            "açılıyor açar | kapanıyor kapatır",
        ]
    ),
    except_words=words("hari\u00e7 d\u0131\u015f\u0131nda haricinde"),
    only_words=words("yaln\u0131zca sadece yaln\u0131z"),
    quantifiers={
        "bazi": 2,
        "cogu": 4,
        "bircok": 3,
        "tum": 5,
        "butun": 5,
        "her": 5,
        "herkes": 5,
        "daima": 5,
        "bazen": 2,
    },
    passive=frozenset({"tarafindan"}),
    pronouns=words("o bu \u015fu onlar bunlar onun bunun"),
    symmetric=words("ve veya ile"),
    synonyms=alike(
        [
            "hari\u00e7 d\u0131\u015f\u0131nda haricinde",
            "fiyat \u00fccret bedel",
            "ba\u015flar ba\u015flad\u0131 a\u00e7\u0131ld\u0131",
        ]
    ),
    obligations={
        "zorunlu": 2,
        "zorunludur": 2,
        "gerekir": 2,
        "gerekmektedir": 2,
        "sart": 2,
        "sarttir": 2,
        "mecburi": 2,
        "mecburidir": 2,
        "onerilir": 1,
        "onerilmektedir": 1,
        "oneriliyor": 1,
        "tavsiye": 1,
        "istege": 0,
    },
    not_always=words("genellikle çoğunlukla bazen sıkça ara_sıra"),
    tentative=words("düşünüyor planlıyor planlanıyor değerlendiriyor tartışıyor önerdi öneriyor hedefliyor"),
    decided=words("karar kararlaştırdı kararlaştırıldı onayladı onaylandı"),
)

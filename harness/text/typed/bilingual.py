"""Everyday words of rules and reports in the six languages, by hand: what an answer in another language than its spans can be held to.

One line a concept: the beginnings of its words in English, German, French, Spanish, Turkish and Chinese. A word belongs to
every concept that one of its beginnings opens (in German also where a compound ends with it); in Chinese, where a text holds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from harness.text.typed.fold import fold
from harness.text.typed.lexicon import CODES

_LINES = """
open reopen|offn eroffn geoffnet|ouvr ouvert|abre abri abiert apert|acil acar acik aciyor|开门 开放 营业 开始
close shut closing|schliess geschlossen schloss|ferm|cierr cerrad cerro|kapan kapal kapat|关门 关闭 关
begin start commence begins began|beginn begann startet anfang|commenc debut demarr|comienz comenz empiez empez inici|basla|开始 起
end finish expire expiry ends|end lauft abgelauf|fin expir termin|termin venc finaliz acab|bit sona sonlan|结束 到期 截止
member|mitglied|membre adherent|miembro soci|uye|会员
non|nicht|non|no|olmayan|非
adult|erwachsen|adulte|adult|yetiskin|成人 成年
child kid|kind|enfant|nin|cocuk|儿童 孩子
student pupil|student schuler studier|etudiant eleve|estudiant alumn|ogrenci|学生
guest visitor|gast gaste besucher|visiteur hote client|huesped visitant|misafir ziyaretci konuk|客人 访客 游客
customer client|kund|client|client|musteri|客户 顾客
employee staff worker|mitarbeit angestellt arbeitnehm beschaftigt|employe salarie personnel|emplead trabajador personal|calisan personel isci|员工 雇员
intern trainee apprentice|praktikant auszubild|stagiaire apprenti|becari practicante aprendiz|stajyer cirak|实习 学徒
employer|arbeitgeber|employeur|empleador|isveren|雇主
tenant lessee renter|mieter|locataire|inquilin arrendatari|kirac|租户 租客 承租
landlord lessor owner|vermiet eigentum|bailleur proprietaire|arrendador propietari casero|kiraya ev_sahibi malsahibi mal|房东 出租
rent lease|miete pacht|loyer bail|alquiler renta arrend|kira|租金 房租 租赁
deposit|kaution anzahlung|caution depot acompte|fianza deposit|depozito kapora|押金 定金
fee charge|gebuhr entgelt|frais tarif cotis|tasa tarifa cuota comision carg cobr|ucret harc|费 费用
price cost costs costing|preis kost|prix cout|preci cost cuesta|fiyat tutar maliyet|价格 价 收费
admission entry entrance|eintritt einlass|entree admission|entrada ingreso admision|giris|门票 入场
ticket|karte ticket|billet|billete boleto entrada|bilet|票
free|kostenlos gratis frei umsonst|gratuit|gratis gratuit libre|ucretsiz bedava|免费
pay payable paid payment|zahl bezahl|pay regl vers|pag abon|ode|支付 付 缴
refund refunded reimburse|erstatt ruckzahl zuruckgezahl|rembours|reembols devuel devol|iade|退款 退还
return returned|ruckgab rucksend zuruck|retour renvoy|devol devuel regres|iade don|退货 归还 退
buy purchase bought|kauf gekauft erwerb|achet achat|compr adquir|satin alim aldi|购买 收购
sell sold sale|verkauf|vend vente|vend vent|sat|出售 销售
deliver delivery|liefer zustell|livr|entreg envi|teslim|交货 送货 配送
order|bestell auftrag|command|pedid encarg|siparis|订单 订购
warranty guarantee|garantie gewahrleist|garantie|garantia|garanti|保修 质保
insurance insure insured|versicher|assur|segur asegur|sigorta|保险
cover|deck abgedeckt umfass|couvr couvert|cubr cubiert|kapsa|涵盖 承保
damage|schad|dommage degat|dan|hasar zarar|损坏 损害
contract agreement|vertrag vereinbar|contrat accord|contrat acuerd|sozlesme anlasma|合同 协议
notice terminat cancel|kundig stornier|preavis resili annul|preavis cancel rescin resol|fesih ihbar iptal|通知 解约 取消
probation|probezeit|essai|prueba|deneme|试用
period term deadline|frist zeitraum laufzeit dauer|periode duree delai|plazo period duracion|sure|期 期限 期间
month|monat|mois|mes|ay|月
week|woche|semaine|seman|hafta|周 星期
day|tag|jour|dia|gun|天 日
year|jahr|an annee annuel|ano anual|yil|年
hour|stund|heure|hora|saat|小时
report|bericht|rapport|inform|rapor|报告
write wrote written draft|schrieb schreib verfass geschrieb|redig ecri|redact escri|yaz|写 撰写 编写
approve approved approval|genehmig bewillig freigegeb|approuv approb|aprob|onay|批准 通过
sign signed signature|unterzeich unterschr|sign|firm|imza|签署 签
reject refuse declin|ablehn abgelehn|rejet refus|rechaz deneg|reddet ret|拒绝
head lead led manag director|leit fuhrt chef direkt|dirig direct chef respons|dirig director jefe encarg lider|yonet mudur baskan|负责 主管 经理 领导
project|projekt|projet|proyect|proje|项目
department division|abteilung|departement service|departament|bolum departman birim|部门 部
sales|vertrieb verkauf|vente|venta|satis|销售
purchasing procurement|einkauf beschaff|achat|compra|satinalma|采购
quality|qualitat|qualite|calidad|kalite|质量
branch office|filiale niederlass buro zweigstell|agence succursale bureau|sucursal oficin|sube ofis|分店 分公司 办事处 支店
shop store|laden geschaft|magasin boutique|tienda|magaza dukkan|商店 店
museum|museum|musee|museo|muze|博物馆
library|bibliothek bucher|bibliotheque|bibliotec|kutuphane|图书馆
book|buch|livre|libr|kitap|书
borrow loan lend|leih entleih ausleih|empru pret|prest|odunc|借
train|zug bahn|train|tren|tren|火车
ferry|fahre|ferry traversier|ferry transbordador|feribot vapur|渡轮
crossing|uberfahrt|traversee|traves|gecis sefer|航程
dog|hund|chien|perr|kopek|狗 犬
animal pet|tier haustier|animal animaux|animal mascot|hayvan|动物 宠物
assist|assist begleit|assist|asist|rehber|服务犬 辅助
allow permit may admit|darf durf erlaub gestatt zugelass|permis peut peuvent admis autoris|permit puede autoriz admit|izin|可 可以 允许
prohibit forbid ban|verbot untersagt|interdi|prohib|yasak|禁止 不得
must oblig require|muss verpflicht erforder|doit oblig|debe oblig requier|zorunlu gerek|必须 须 应
tablet pill|tablette|comprime|comprimid pastill|tablet|片 药片
dose dosage|dosis hochstdosis dosier|dose posolog|dosis|doz|剂量
maximum max|hochst maximal|maxim|maxim|azami en_fazla maksimum|最大 最多 上限
minimum min|mindest minimal|minim|minim|asgari minimum|最低 最少 至少
bedtime sleep|schlafen|coucher dormir|dormir acostar|yat uyku|睡
take takes|nehm nimm einnehm|prend pris|tom|al|服用
temperature|temperatur|temperature|temperatur|sicaklik|温度
store storage|lager aufbewahr|conserv stock|almacen conserv guard|sakla depola|储存 存放
water|wasser|eau|agua|su|水
fire|feuer brand|incendie feu|incendi fuego|yangin|火
theft|diebstahl|vol|rob hurt|hirsiz|盗
deductible excess|selbstbehalt selbstbeteilig|franchise|franquicia deducible|muafiyet|免赔
salary wage|gehalt lohn|salaire|salari sueldo|maas ucret|工资 薪
leave holiday vacation|urlaub|conge vacances|vacacion permis|izin tatil|假
revenue turnover|umsatz|chiffre revenu|ingres factur|ciro gelir hasilat|收入 营业额
profit|gewinn|benefice profit|benefici ganancia|kar|利润
loss|verlust|perte|perdid|zarar|亏损
tax vat|steuer mwst ust|impot taxe tva|impuest iva|vergi kdv|税
tower|turm|tour|torre|kule|塔
bridge|brucke|pont|puente|kopru|桥
arrive arrival|ankunft ankomm anreise|arriv|lleg|var|到达
departure depart leave left|abreise abfahr abfahrt|depart part|salid sal|kalk ayril cik|出发 离开
transfer bank|uberweis bank|virement banque|transfer banc|havale banka|转账 银行
parking park|park|parking stationn|aparcam estacion|otopark park|停车
breakfast|fruhstuck|petit-dejeuner petit dejeuner|desayun|kahvalti|早餐
room|zimmer raum|chambre salle|habitacion sala|oda|房间 室
building|gebaude|batiment immeuble|edifici|bina|建筑 楼
build built|gebaut erbaut baut|construi|constru|insa|建
repair|reparatur reparier|repar|repar|onar tamir|维修 修理
replace|ersetz|remplac|reemplaz sustitu|degistir|更换
effect force valid|kraft gultig gilt|vigueur valable valid|vigor valid vigent|yururlu gecerli|生效 有效
found founded establish|gegrundet grund|fond cree|fund cre|kurul|成立 创立
population inhabitant resident|einwohn|habitant|habitant poblac|nufus|人口 居民
prime school|schule|ecole|escuela colegi|okul|学校
hospital clinic|krankenhaus klinik|hopital clinique|hospital clinic|hastane klinik|医院
doctor physician|arzt arztin|medecin|medic|doktor hekim|医生
patient|patient|patient|pacient|hasta|病人 患者
invoice bill|rechnung|facture|factura|fatura|发票 账单
discount|rabatt nachlass|remise reduction|descuent rebaj|indirim|折扣 优惠
shipping|versand|port expedition|envio|kargo|运费
heating|heiz|chauff|calefac|isit|供暖
monday|montag|lundi|lunes|pazartesi|星期一 周一
tuesday|dienstag|mardi|martes|sali|星期二 周二
wednesday|mittwoch|mercredi|miercoles|carsamba|星期三 周三
thursday|donnerstag|jeudi|jueves|persembe|星期四 周四
friday|freitag|vendredi|viernes|cuma|星期五 周五
saturday|samstag sonnabend|samedi|sabado|cumartesi|星期六 周六
sunday|sonntag|dimanche|domingo|pazar|星期日 周日 星期天
"""
_OPPOSITES = (
    ("open", "close"), ("begin", "end"), ("adult", "child"), ("employee", "employer"), ("tenant", "landlord"), ("buy", "sell"),
    ("approve", "reject"), ("allow", "prohibit"), ("maximum", "minimum"), ("profit", "loss"), ("arrive", "departure"),
)  # fmt: skip
_SHORTEST, _LONGEST_ENDING = 3, 7
_COMPOUND = 5


@cache
def _beginnings(code: str) -> tuple[dict[str, frozenset[int]], frozenset[str]]:
    """Return the beginnings of a language, each with its concepts, and those of five letters or more that may end a compound."""
    found: dict[str, frozenset[int]] = {}
    for number, line in enumerate(_LINES.strip().splitlines()):
        for word in line.split("|")[CODES.index(code)].split():
            key = fold(word)
            found[key] = found.get(key, frozenset()) | {number}
    return found, frozenset(w for w in found if len(w) >= _COMPOUND)


def parts_of(word: str, code: str) -> tuple[frozenset[int], ...]:
    """Return what the parts of a folded word may tell, the concepts of each: of the longest beginning, and in German of the ends of a compound.

    A Chinese text is a word here, and each word of it a part.
    """
    if code == "zh":
        return tuple([concepts for part, concepts in _beginnings(code)[0].items() if part in word])
    return _parts_of_word(word, code)


@lru_cache(maxsize=65536)
def _parts_of_word(word: str, code: str) -> tuple[frozenset[int], ...]:
    known, endings = _beginnings(code)
    found: list[frozenset[int]] = []
    size = 0
    for size in range(len(word), 0, -1):
        head = word[:size]
        near = size >= _SHORTEST and (
            code == "tr" or (code == "de" and size >= _COMPOUND) or len(word) - size <= _LONGEST_ENDING
        )
        if head in known and (size == len(word) or near):
            found.append(known[head])
            break
    if code == "de":
        past = size if found else 1
        found += [known[end] for end in sorted(endings) if end in word[past:]]
    return tuple(found)


@cache
def rivals_of(concept: int) -> frozenset[int]:
    """Return the concepts that stand in another one's place: its opposite, or the other days of the week."""
    lines = [line.split("|")[0].split()[0] for line in _LINES.strip().splitlines()]
    days = frozenset(i for i, word in enumerate(lines) if word.endswith("day") and word != "day")
    return days - {concept} if concept in days else frozenset({opposite_of(concept)} - {-1})


@cache
def opposite_of(concept: int) -> int:
    """Return the concept that is the opposite of another, -1 where none is."""
    lines = [line.split("|")[0].split()[0] for line in _LINES.strip().splitlines()]
    for pair in _OPPOSITES:
        places = [lines.index(word) for word in pair]
        if concept in places:
            return places[1 - places.index(concept)]
    return -1


def language_by_words(tokens: Iterable[str], likely: str) -> str:
    """Return the language that knows two or more folded words and more of them than the likely one does; "" where none does."""
    words = [t for t in tokens if len(t) >= _SHORTEST and t.isalpha()]
    counts = {code: sum(bool(parts_of(w, code)) for w in words) for code in CODES if code != "zh"}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > max(1, counts.get(likely, 0)) else ""

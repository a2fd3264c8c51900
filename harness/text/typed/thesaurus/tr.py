"""Turkish: stems, to which endings are joined."""

IRREGULAR = ""
IRREGULAR_NOUNS = ""

VERBS = """
başla açıl başlat
bitir sona_er tamamla sonlan
satın_al edin
al edin elde_et
öde yatır
düşür azalt indir
düş azal gerile
artır yükselt zamlan
art yüksel çık
kapat kapan
reddet geri_çevir
onayla kabul_et
yasakla engelle
içer kapsa
kaldır sil çıkar
iptal_et fesh
ertele ötele
taşı nakle
değiştir yenile
kur oluştur
üret imal
geliştir iyileştir
onar tamir
kullan yararlan
sür devam
sakla muhafaza koru
düzenle gerçekleş yapıl
göster ortaya_koy
bul tespit
açıkla duyur bildir
öner tavsiye
iste talep
bekle öngör
incele araştır
seç tercih
sun teslim
gönder yolla
ulaş var
ayrıl çık
yut iç
yol_aç neden_ol
önle engelle
zarar hasar
öl hayatını_kaybet vefat
destekle yardım
kazan yen
kaydol kayıt
uy riayet
aş geç
gerek lazım şart
yaşa otur
yaz kaleme
yayımla yayınla
"""

NOUNS = """
çalışan personel işçi eleman
şirket firma işletme
müşteri alıcı
doktor hekim
ziyaretçi misafir konuk
araba otomobil araç
bina yapı
ücret bedel fiyat
maaş aylık
kazanç kâr
sözleşme anlaşma
süre müddet
tatil izin
amaç hedef
neden sebep
sorun problem
cihaz alet
şifre parola
kent şehir
araştırma çalışma
maç karşılaşma
takım ekip
"""

WORDS = """
zorunlu mecburi şart
ücretsiz bedava parasız
serbest izin
hemen derhal
otomatik kendiliğinden
yıllık senelik
şu_anda halen günümüzde hâlen
önceden eskiden
sonra ardından
ek ilave
genellikle çoğunlukla
geçerli yürürlükte
hızlı çabuk
kolay basit
zor güç
tehlikeli riskli
aynı değişme
aynı_kal değişme
aç_karnına boş_mide
birlikte beraber
"""

LANDS = ""

SMALL = ""

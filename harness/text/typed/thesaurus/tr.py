"""Turkish: stems, to which endings are joined."""

IRREGULAR = ""
IRREGULAR_NOUNS = ""

VERBS = """
kurdu kuruldu kurmuş kurulmuş
yaptı yapıldı yapmış yapılmış
sattı satıldı
yazdı yazıldı
yıktı yıkıldı
verdi verildi
çizdi çizildi
seçti seçildi
kapattı kapatıldı kapandı
ediy eder edil edec etti etmek etmiş
talep_et iste tahsil
yönet idare
bulun yer_al
geri_ver iade teslim
karşıla üstlen
getir taşı götür
yürürlüğe_gir geçerli uygulan başla
başvur müracaat
uyar ikaz
park_et bırak
şarj doldur
izle takip gözlem
ameliyat operasyon
hafiflet azalt dindir
kötüleş ağırlaş
kaydet sakla
güncelle yenile
yeniden_başlat tekrar_başlat
eğit öğret
yükle bindir
sigortala sigorta
tasarruf biriktir
tüket harca
hasat topla
tutukla gözaltı
doğrula teyit
itiraz karşı_çık
garanti taahhüt
sergile göster
kutla anma
toplan bir_araya_gel
ağırla barındır
meydana_gel gerçekleş
çalış görev
taşın nakil
bildir haber_ver
bağışla hibe
devret aktar
imzala onayla
kaybet yenil
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
başvuru müracaat
aday başvuran
üretici imalatçı
satıcı bayi
tedarikçi sağlayıcı
kargo gönderi paket
depo ambar
gönderen yollayan
alıcı teslim_alan
fatura hesap
indirim iskonto
ek_ücret ilave_ücret
depozito teminat
kredi borç
faiz faiz_oranı
ortak hissedar
yönetici müdür
bölüm departman birim
mesai çalışma_saati
uzaktan_çalışma evden_çalışma
kalp yürek
ateş yüksek_ısı
yan_etki istenmeyen_etki
iğne enjeksiyon
kutu paket
kılavuz talimat
mağaza dükkan
çocuk küçük
genç ergen
emekli yaşlı
şube ofis
merkez genel_merkez
belediye_başkanı reis
komşu sakin
durak istasyon
uçuş sefer
hasat ürün
öğretmen hoca
hastalık rahatsızlık
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
haftalık her_hafta haftada
aylık her_ay ayda
günlük her_gün günde
üç_aylık her_çeyrek
yazılı yazılı_olarak
nakit peşin
yurt_dışı dış_ülke
yurt_içi ülke_içi
tükenmiş bitmiş
kapalı kapat
önceden evvelce
mutlaka kesinlikle
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

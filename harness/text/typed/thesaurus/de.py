"""German."""

IRREGULAR = """
beginnen beginnt begann begannen begonnen
befehlen befiehlt befahl befohlen
beissen beißt biss bissen gebissen
bergen birgt barg geborgen
betragen beträgt betrug betrugen
biegen biegt bog gebogen
bieten bietet bot boten geboten
binden bindet band banden gebunden
bitten bittet bat baten gebeten
bleiben bleibt blieb blieben geblieben
braten brät briet gebraten
brechen bricht brach brachen gebrochen
brennen brennt brannte brannten gebrannt
bringen bringt brachte brachten gebracht
denken denkt dachte dachten gedacht
dringen dringt drang gedrungen
empfehlen empfiehlt empfahl empfahlen empfohlen
entscheiden entscheidet entschied entschieden
erfahren erfährt erfuhr erfuhren
erhalten erhält erhielt erhielten
erwerben erwirbt erwarb erwarben erworben
essen isst aß aßen gegessen
fahren fährt fuhr fuhren gefahren
fallen fällt fiel fielen gefallen
fangen fängt fing fingen gefangen
finden findet fand fanden gefunden
fliegen fliegt flog flogen geflogen
fliehen flieht floh flohen geflohen
fließen fließt floss flossen geflossen
fressen frisst fraß gefressen
frieren friert fror froren gefroren
geben gibt gab gaben gegeben
gehen geht ging gingen gegangen
gelingen gelingt gelang gelangen gelungen
gelten gilt galt galten gegolten
geschehen geschieht geschah geschahen
gewinnen gewinnt gewann gewannen gewonnen
gießen gießt goss gossen gegossen
gleichen gleicht glich geglichen
graben gräbt grub gruben gegraben
greifen greift griff griffen gegriffen
halten hält hielt hielten gehalten
hängen hängt hing hingen gehangen gehängt
heben hebt hob hoben gehoben
heißen heißt hieß hießen geheißen
helfen hilft half halfen geholfen
kennen kennt kannte kannten gekannt
klingen klingt klang geklungen
kommen kommt kam kamen gekommen
laden lädt lud luden geladen
lassen lässt ließ ließen gelassen
laufen läuft lief liefen gelaufen
leiden leidet litt litten gelitten
leihen leiht lieh liehen geliehen
lesen liest las lasen gelesen
liegen liegt lag lagen gelegen
lügen lügt log gelogen
meiden meidet mied mieden gemieden
messen misst maß maßen gemessen
nehmen nimmt nahm nahmen genommen
nennen nennt nannte nannten genannt
raten rät riet rieten geraten
reißen reißt riss rissen gerissen
reiten reitet ritt ritten geritten
rennen rennt rannte gerannt
rufen ruft rief riefen gerufen
schaffen schafft schuf schufen geschaffen
scheiden scheidet schied schieden geschieden
scheinen scheint schien schienen geschienen
schieben schiebt schob schoben geschoben
schießen schießt schoss schossen geschossen
schlafen schläft schlief schliefen geschlafen
schlagen schlägt schlug schlugen geschlagen
schließen schließt schloss schlossen geschlossen
schmelzen schmilzt schmolz schmolzen geschmolzen
schneiden schneidet schnitt schnitten geschnitten
schreiben schreibt schrieb schrieben geschrieben
schreiten schreitet schritt schritten geschritten
schweigen schweigt schwieg geschwiegen
schwimmen schwimmt schwamm schwammen geschwommen
schwinden schwindet schwand geschwunden
sehen sieht sah sahen gesehen
senden sendet sandte sandten gesandt gesendet
singen singt sang sangen gesungen
sinken sinkt sank sanken gesunken
sitzen sitzt saß saßen gesessen
sprechen spricht sprach sprachen gesprochen
springen springt sprang sprangen gesprungen
stechen sticht stach gestochen
stehen steht stand standen gestanden
stehlen stiehlt stahl stahlen gestohlen
steigen steigt stieg stiegen gestiegen
sterben stirbt starb starben gestorben
stoßen stößt stieß stießen gestoßen
streichen streicht strich strichen gestrichen
streiten streitet stritt stritten gestritten
tragen trägt trug trugen getragen
treffen trifft traf trafen getroffen
treiben treibt trieb trieben getrieben
treten tritt trat traten getreten
trinken trinkt trank tranken getrunken
tun tut tat taten getan
verbieten verbietet verbot verboten
verderben verdirbt verdarb verdorben
vergessen vergisst vergaß vergaßen
verlieren verliert verlor verloren
vermeiden vermeidet vermied vermieden
verschwinden verschwindet verschwand verschwanden verschwunden
verstehen versteht verstand verstanden
verzeihen verzeiht verzieh verziehen
wachsen wächst wuchs wuchsen gewachsen
waschen wäscht wusch wuschen gewaschen
weisen weist wies wiesen gewiesen
wenden wendet wandte wandten gewandt gewendet
werben wirbt warb warben geworben
werfen wirft warf warfen geworfen
wiegen wiegt wog wogen gewogen
wissen weiß wusste wussten gewusst
ziehen zieht zog zogen gezogen
zwingen zwingt zwang zwangen gezwungen
bekommen bekommt bekam bekamen
unterschreiben unterschreibt unterschrieb unterschrieben
übernehmen übernimmt übernahm übernahmen übernommen
verkaufen verkauft verkaufte verkauften
erkennen erkennt erkannte erkannten erkannt
bestehen besteht bestand bestanden
entstehen entsteht entstand entstanden
enthalten enthält enthielt enthielten
beschließen beschließt beschloss beschlossen
erscheinen erscheint erschien erschienen
ersteigen ersteigt erstieg erstiegen
"""

IRREGULAR_NOUNS = """
haus häuser hauses häusern
mann männer mannes männern
kind kinder kindes kindern
stadt städte städten
land länder landes ländern
buch bücher buches büchern
amt ämter amtes ämtern
vertrag verträge vertrags vertrages verträgen
antrag anträge antrags antrages anträgen
zahl zahlen
zug züge zuges zügen
gast gäste gastes gästen
arzt ärzte arztes ärzten
platz plätze platzes plätzen
grund gründe grundes gründen
anfang anfänge anfangs
verlust verluste verlusts
schuld schulden
betrag beträge betrags beträgen
rat räte rates räten
vorstand vorstände vorstands
kraft kräfte kräften
fall fälle falles fällen
anstieg anstiege anstiegs
rückgang rückgänge rückgangs
einkauf einkäufe
verkauf verkäufe verkaufs
kauf käufe kaufs
ausgang ausgänge
eingang eingänge
zugang zugänge
unfall unfälle unfalls unfällen
brand brände brandes
sohn söhne
tochter töchter
mutter mütter
vater väter
bruder brüder
hund hunde hunden
wald wälder
fluss flüsse
zeitraum zeiträume zeitraums
vorschlag vorschläge
"""

VERBS = """
benötigen brauchen bedarf.n
ab+brechen abbruch.n
erstatten zurück+bekommen zurück+erhalten zurück+zahlen erstattung.n
ein+sparen sparen einsparung.n ersparnis.n
liefern lieferung.n
kündigen kündigung.n
bestellen bestellung.n
an+melden anmeldung.n
ein+stellen an+stellen
entlassen kündigen
fällen ab+holzen
leiten führen leitung. leiter.n
zählen verzeichnen erfassen registrieren
verwalten betreuen managen verwaltung.
abholen ab+holen mit+nehmen
zurück+nehmen rücknahme. zurück+geben
befinden sich_befinden liegen
brauchen benötigen nötig_haben erfordern
brauchen notwendig. erforderlich. nötig.
besuchen kommen_zu besuch.n
in_kraft_treten gelten wirksam_werden
betragen lauten liegen_bei
beantragen antrag.n an+suchen
bewerben bewerbung.n
halten dauern haltbarkeit. lebensdauer.
erzeugen produzieren her+stellen leistung.n
aus+zahlen auszahlung.n überweisen
überweisen zahlen überweisung.n
ab+ziehen einbehalten abzug.n
an+rechnen berücksichtigen
haften verantwortlich.
begleiten mit+kommen begleitung.
vermerken notieren ein+tragen
benachrichtigen informieren verständigen benachrichtigung.n
hinweisen hin+weisen aufmerksam_machen
warnen warnung.n
ab+schleppen entfernen
parken ab+stellen
laden auf+laden
auf+bauen montieren zusammen+bauen montage.
ab+bauen demontieren
bedienen betätigen bedienung.
drücken betätigen
lösen ab+nehmen
befestigen an+bringen montieren
überwachen kontrollieren beobachten überwachung.
behandeln therapieren behandlung.n
verschreiben verordnen rezept.n
operieren operation.n
lindern mildern
verschlimmern verschlechtern verschlechterung.
impfen impfung.n
husten husten.
speichern sichern ab+speichern speicherung.
löschen entfernen löschung.
aktualisieren updaten aktualisierung.n update.n
herunter+laden downloaden download.n
hoch+laden upload.n
ab+stürzen absturz.n
neu+starten neustart.n
beitreten bei+treten mitglied_werden beitritt.n
aus+treten austritt.n
vertreten vertretung.
befördern beförderung.n
versetzen versetzung.n
aus+bilden schulen ausbildung.n schulung.n
pendeln fahren
beliefern liefern_an
verladen beladen
verzollen zoll.
versichern versicherung.n
schenken spenden spende.n
sparen ein+sparen einsparung.n
verbrauchen verbrauch.
an+bauen anbau.n
ernten ernte.n
züchten zucht.
retten rettung.
brennen brand.n
ein+brechen einbruch.n
stehlen entwenden diebstahl.
fest+nehmen verhaften festnahme.n
verurteilen verurteilung.n
frei+sprechen freispruch.n
bestätigen bestätigung.n
widersprechen widerspruch.n
beschweren beschwerde.n
bemängeln reklamieren reklamation.n
garantieren zu+sichern gewähren garantie.n
gestatten dürfen erlauben
untersagen nicht_dürfen
aus+stellen zeigen
vor+führen zeigen vorführung.n
auf+treten auftritt.n
feiern begehen feier.n
tagen zusammen+kommen sitzung.n
verzeichnen registrieren erfassen
tragen übernehmen
fördern unterstützen
beginnen starten an+fangen los+gehen beginn.n start.n anfang.n
enden auf+hören ab+schließen zu_ende_gehen ende.n
beenden ab+schließen ein+stellen
ab+laufen enden aus+laufen verfallen erlöschen ablauf.n
kaufen erwerben an+schaffen kauf.n erwerb.n
übernehmen kaufen erwerben übernahme.n
verkaufen veräußern ab+stoßen verkauf.n
erhalten bekommen kriegen beziehen empfangen
erhalten zu+stehen anspruch_haben
geben gewähren erteilen
an+bieten bereit+stellen liefern zur_verfügung_stellen angebot.n
zahlen bezahlen entrichten begleichen zahlung.n bezahlung.n
erstatten zurück+zahlen zurück+erstatten vergüten erstattung.n rückzahlung.n
haften ein+stehen auf+kommen bürgen haftung.
senken reduzieren verringern kürzen herab+setzen senkung.n reduzierung.n kürzung.n verringerung.n
sinken fallen zurück+gehen ab+nehmen rückgang.n
erhöhen an+heben steigern erhöhung.n anhebung.n
steigen zu+nehmen wachsen an+steigen klettern anstieg.n zunahme.n wachstum.
verlängern aus+dehnen verlängerung.n
verkürzen ab+kürzen
schließen zu+machen schließung.n
öffnen auf+machen öffnung.n
aus+schalten ab+schalten ab+stellen deaktivieren
ein+schalten an+schalten an+machen aktivieren
ab+lehnen zurück+weisen ab+weisen verwerfen ablehnung.n
entlassen kündigen feuern entlassung.n
ein+stellen an+stellen einstellung.n
genehmigen bewilligen billigen zu+stimmen genehmigung.n bewilligung.n zustimmung.
erlauben gestatten zu+lassen erlaubnis.
verbieten untersagen verbot.n
enthalten umfassen beinhalten ein+schließen
entfernen beseitigen heraus+nehmen ab+nehmen löschen
ab+sagen streichen aus+fallen
verschieben verlegen vertagen auf+schieben verschiebung.n
um+ziehen verlegen umzug.n
ersetzen aus+tauschen wechseln austausch.
nach+folgen ab+lösen nachfolge.
zurück+treten nieder+legen rücktritt.n
ernennen berufen bestellen ernennung.n
gründen errichten gründung.n
bauen errichten bau.n
her+stellen produzieren fertigen erzeugen herstellung. produktion.
entwickeln entwicklung.n
verbessern optimieren verbesserung.n
reparieren instand+setzen aus+bessern reparatur.n
beheben lösen behebung.
renovieren sanieren renovierung.n sanierung.n
verwenden benutzen nutzen gebrauchen ein+setzen verwendung. nutzung. benutzung.
dauern an+halten laufen
laufen funktionieren
fort+setzen weiter+führen
weiter+laufen an+dauern fort+dauern
behalten bei+behalten
auf+bewahren lagern auf+heben aufbewahrung. lagerung.
statt+finden ab+halten durch+führen
durch+führen aus+führen vor+nehmen durchführung.
zeigen belegen ergeben
fest+stellen ermitteln heraus+finden
mit+teilen melden berichten bekannt+geben
an+kündigen bekannt+geben verkünden ankündigung.n
erklären sagen äußern an+geben
empfehlen raten nahe+legen empfehlung.n
fordern verlangen forderung.n
vor+schlagen vorschlag.n
erwarten rechnen_mit prognostizieren erwartung.n
planen beabsichtigen vor+haben
schätzen geschätzt
berechnen errechnen
messen bestimmen
prüfen kontrollieren überprüfen untersuchen prüfung.n kontrolle.n
untersuchen erforschen untersuchung.n
wählen aus+wählen wahl.n
entscheiden beschließen entscheidung.n beschluss.
unterschreiben unterzeichnen unterschrift.n
ein+reichen vor+legen ab+geben
senden schicken versenden zu+senden verschicken
liefern zu+stellen lieferung.n zustellung.n
an+kommen ein+treffen ankunft.
ab+fahren abfahrt.
verlassen weg+gehen aus+scheiden
mit+nehmen mit+bringen
tragen an+haben
verursachen aus+lösen hervor+rufen führen_zu
verhindern vermeiden vor+beugen
schützen bewahren schutz.
beschädigen schaden schaden.n
verletzen verletzung.n
sterben um+kommen versterben tod.
helfen unterstützen hilfe. unterstützung.
kritisieren bemängeln kritik.
klagen verklagen klage.n
gewinnen siegen sieg.n
besiegen schlagen
verlieren unterliegen niederlage.n
teil+nehmen mit+machen teilnahme.
an+melden registrieren anmeldung.n
kündigen auf+lösen beenden kündigung.n
ein+halten befolgen beachten
verstoßen verletzen verstoß.n
übersteigen überschreiten
scheitern misslingen
gelten gültig_sein
ein+nehmen nehmen schlucken einnahme.
spülen waschen reinigen
reinigen putzen säubern reinigung.
wohnen leben
heißen nennen
schreiben verfassen
veröffentlichen heraus+geben erscheinen veröffentlichung.n
leiten führen leitung.
benötigen brauchen erfordern bedarf.
müssen pflicht.
besitzen haben gehören
mieten miete.n
vermieten überlassen
betragen sich_belaufen ausmachen
kosten preis.n
bestehen_aus umfassen
betreffen gelten_für
ein+führen einführung.n
ab+schaffen abschaffung.
wieder+eröffnen neu+eröffnen
ab+geben zurück+geben
zurück+geben retournieren rückgabe.n
"""

NOUNS = """
bewerber kandidat bewerberin
frist zeitraum termin
laufzeit dauer vertragslaufzeit
lebensdauer haltbarkeit
auswahl sortiment
hersteller produzent
händler verkäufer
lieferant anbieter
anbieter dienstleister
versand lieferung zustellung
lager depot
absender versender
empfänger adressat
rechnung faktura
beleg kassenbon quittung bon
kassenbon quittung kassenzettel
umtausch rückgabe
rabatt nachlass ermäßigung
aufschlag zuschlag
kaution sicherheit
darlehen kredit
zinsen. zinssatz
aktie anteil
aktionär anteilseigner
vorstand geschäftsführung
geschäftsführer leiter chef
abteilung bereich
dienstreise geschäftsreise
überstunden. mehrarbeit
homeoffice heimarbeit
krankmeldung krankschreibung
probezeit erprobung
zeugnis beurteilung
niere nieren.
leber leber.
herz herzen.
fieber temperatur
schmerz beschwerden.
ausschlag hautausschlag
übelkeit brechreiz
schwindel benommenheit
nebenwirkung unerwünschte_wirkung
spritze injektion
packung schachtel
beipackzettel packungsbeilage gebrauchsinformation
anleitung gebrauchsanweisung bedienungsanleitung
knopf taste
stecker netzstecker
kabel leitung
akku batterie
laden geschäft
kind kinder.
jugendliche jugendlicher teenager
senioren. rentner
filiale zweigstelle niederlassung
hauptsitz sitz zentrale
gemeinde kommune
bürgermeister oberbürgermeister
anwohner nachbar
weg pfad
straße fahrbahn
haltestelle station
zug bahn
flug flugverbindung
hafen seehafen
wald forst
ernte ertrag
länge lang.
höhe hoch.
breite breit.
tiefe tief.
gewicht schwer.
alter alt.
fahrschein fahrkarte ticket
koffer gepäck
mietwagen leihwagen
mitarbeiter beschäftigte beschäftigten angestellte angestellten belegschaft. personal. mitarbeiterin mitarbeiterinnen.
firma unternehmen betrieb firmen. gesellschaft
kunde käufer kundin kunden.
verbraucher konsument
nutzer benutzer anwender
mieter mietpartei
eigentümer besitzer inhaber
chef leiter vorgesetzte vorgesetzter
vorsitzende vorsitzender vorsitzenden.
sprecher sprecherin
anwalt rechtsanwalt anwälte.
gericht richter
arzt mediziner ärztin
patient patientin kranke
medikament arzneimittel medizin. präparat arznei
tablette pille
dosis dosierung
krankheit erkrankung leiden
lehrer lehrkraft
student studierende studierenden.
gast besucher
fahrgast passagier reisende reisenden. reisender.
auto wagen fahrzeug pkw.
lkw. lastwagen
fahrrad rad räder.
haus gebäude
zimmer raum räume.
aufzug fahrstuhl lift
gebühr entgelt kosten.
preis kosten. kosten
schulden. verbindlichkeiten. verbindlichkeit
gehalt lohn löhne. vergütung
gewinn überschuss
umsatz erlös umsätze.
steuer abgabe
vertrag vereinbarung abkommen
zeitraum dauer periode
urlaub ferien.
pause unterbrechung
sitzung versammlung treffen
gesetz vorschrift
regel vorschrift bestimmung
anfang beginn start
ende schluss abschluss
teil anteil
menge anzahl
anzahl zahl
ergebnis resultat
ziel zweck
grund ursache
problem schwierigkeit
fehler mangel mängel. defekt
rückruf rückrufaktion
ausfall störung
gerät apparat
bildschirm monitor display
rechner computer
telefon handy mobiltelefon
passwort kennwort
paket sendung
einwohner bewohner
stadt gemeinde
land staat
studie untersuchung
forscher wissenschaftler
teilnehmer proband
spiel partie begegnung
mannschaft team
trainer coach
brand feuer
unfall unglück
eintritt eintrittspreis
ausstellung schau
buch werk
zeitung blatt
kleidung bekleidung
müll abfall abfälle.
strom elektrizität.
"""

WORDS = """
lang lange langes langer länge
hoch hohe hohes hoher höhe
breit breite breites breiter
tief tiefe tiefes tiefer
mittags um_12_uhr
vierteljährlich pro_quartal im_quartal jedes_quartal
halbjährlich alle_sechs_monate
vor_ort direkt_dort
im_ausland ausländisch
im_inland inländisch
in_bar bar
per_post postalisch
mündlich in_mündlicher_form
online im_internet über_das_internet
ganztägig den_ganzen_tag
stündlich jede_stunde pro_stunde
geschlossen zu
geöffnet offen auf
unverändert gleich_geblieben
ausverkauft vergriffen
vorrätig verfügbar lieferbar
erhöht erhöhte erhöhtes erhöhten höher höhere höheren höheres
stillgelegt stilllegen legte_still
verpflichtend obligatorisch pflicht vorgeschrieben zwingend verbindlich
freiwillig optional
kostenlos gratis kostenfrei unentgeltlich umsonst gebührenfrei
erlaubt gestattet zulässig zugelassen
verboten untersagt unzulässig
nötig notwendig erforderlich
sofort umgehend unverzüglich
automatisch selbsttätig von_selbst von_allein
jährlich pro_jahr im_jahr jedes_jahr
monatlich pro_monat im_monat jeden_monat
wöchentlich pro_woche in_der_woche jede_woche
täglich pro_tag am_tag jeden_tag
zweimal doppelt
derzeit aktuell momentan gegenwärtig zurzeit jetzt
früher ehemals vormals ehemalig ehemalige ehemaliger
danach anschließend später
zusätzlich weitere außerdem
etwa ungefähr rund circa
besonders insbesondere
meistens meist üblicherweise normalerweise in_der_regel
oft häufig
selten kaum
gültig in_kraft wirksam
ungültig unwirksam
neu neue neuer neues neuen
alt alte alter altes alten
groß große großer großes großen
wichtig wesentlich bedeutend
schnell rasch zügig
einfach leicht
schwierig schwer
gefährlich riskant
leer nüchtern
teuer kostspielig
günstig billig preiswert
kaputt defekt
schriftlich in_schriftform in_textform
gemeinsam zusammen
nüchtern auf_leeren_magen leerem_magen
während_der im_laufe
vorher zuvor im_voraus
rechtzeitig pünktlich fristgerecht
ununterbrochen durchgehend ohne_unterbrechung
"""

LANDS = """
deutschland deutsch deutsche deutscher deutschen deutsches
frankreich französisch französische französischer französischen
spanien spanisch spanische spanischer spanischen
italien italienisch italienische italienischer italienischen
österreich österreichisch österreichische österreichischer österreichischen
schweiz schweizer schweizerisch schweizerische
polen polnisch polnische polnischer polnischen
england englisch englische englischer englischen
großbritannien britisch britische britischer britischen
usa amerikanisch amerikanische amerikanischer amerikanischen
türkei türkisch türkische türkischer türkischen
china chinesisch chinesische chinesischer chinesischen
japan japanisch japanische japanischer japanischen
russland russisch russische russischer russischen
griechenland griechisch griechische griechischen
dänemark dänisch dänische dänischen
schweden schwedisch schwedische schwedischen
norwegen norwegisch norwegische norwegischen
niederlande niederländisch niederländische niederländischen
europa europäisch europäische europäischer europäischen
"""

SMALL = """
erlaubt gestattet berechtigt zulässig darf dürfen kann können
verpflichtet vorgeschrieben pflicht verpflichtend muss müssen
empfohlen ratsam sollte sollten
"""

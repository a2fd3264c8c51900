"""French."""

IRREGULAR = """
aller va vont allait alla ira iront
acquérir acquiert acquièrent acquis acquise acquises
apparaître apparaît apparaissent apparu apparue
apprendre apprend apprennent appris
atteindre atteint atteignent atteinte
avoir a ont avait eu aura
boire boit boivent bu
conclure conclut conclu conclue
conduire conduit conduisent conduite
connaître connaît connaissent connu connue
construire construit construisent construite construits construites
courir court courent couru
couvrir couvre couvrent couvert couverte couverts couvertes
craindre craint craignent
croire croit croient cru
croître croît croissent crû
cuire cuit cuisent cuite
découvrir découvre découvrent découvert découverte découverts
devenir devient deviennent devenu devenue
dire dit disent dite
disparaître disparaît disparaissent disparu disparue
dormir dort dorment dormi
écrire écrit écrivent écrite écrits
élire élit élu élue élus
entreprendre entreprend entrepris
être est sont était étaient été sera seront
éteindre éteint éteignent éteinte
faire fait font faite faites fera
inscrire inscrit inscrivent inscrite inscrits inscrites
interdire interdit interdisent interdite interdits interdites
joindre joint joignent jointe
lire lit lisent lu lue
maintenir maintient maintiennent maintenu maintenue
mettre met mettent mis mise mises
mourir meurt meurent mort morte morts
naître naît naissent né née nés nées naquit
obtenir obtient obtiennent obtenu obtenue obtenus
offrir offre offrent offert offerte offerts offertes
ouvrir ouvre ouvrent ouvert ouverte ouverts ouvertes
paraître paraît paraissent paru parue
partir part partent parti partie
perdre perd perdent perdu perdue
permettre permet permettent permis permise
plaire plaît plaisent plu
pouvoir peut peuvent pu pourra
prendre prend prennent pris prise prises prit
prescrire prescrit prescrivent prescrite
prévoir prévoit prévoient prévu prévue prévus
produire produit produisent produite produits
promettre promet promettent promis
recevoir reçoit reçoivent reçu reçue reçus recevra
réduire réduit réduisent réduite réduits réduites
remettre remet remettent remis remise
rendre rend rendent rendu rendue
répondre répond répondent répondu
résoudre résout résolvent résolu résolue
savoir sait savent su
servir sert servent servi servie
sortir sort sortent sorti sortie
souffrir souffre souffrent souffert
soumettre soumet soumettent soumis soumise
suffire suffit suffisent
suivre suit suivent suivi suivie
survenir survient surviennent survenu survenue
tenir tient tiennent tenu tenue
traduire traduit traduisent traduite
vaincre vainc vainquent vaincu
vendre vend vendent vendu vendue vendus vendues
venir vient viennent venu venue
vivre vit vivent vécu
voir voit voient vu vue
vouloir veut veulent voulu
"""

IRREGULAR_NOUNS = """
travail travaux
oeil yeux
animal animaux
journal journaux
hôpital hôpitaux
canal canaux
cheval chevaux
bureau bureaux
prix
eau eaux
"""

VERBS = """
déposer laisser
compter faire_partie appartenir réunir
tomber_en_panne panne.n
rembourser restituer remboursement.n
annuler annulation.n
ouvrir ouverture.n
fermer fermeture.n
livrer livraison.n
démolir raser démolition.n
recenser compter dénombrer recensement.n
consommer consommation.n
nettoyer laver nettoyage.
peindre repeindre
vider évacuer
remplir compléter
ranger trier
balayer nettoyer
couper tailler
arroser irriguer
chauffer réchauffer chauffage.
refroidir rafraîchir
compter recenser dénombrer enregistrer
gérer administrer gestion.
se_trouver être_situé situer
se_situer se_trouver
prendre_en_charge payer couvrir
rendre restituer retourner rapporter retour.n
reprendre accepter_en_retour
accompagner venir_avec
postuler se_porter_candidat candidature.n
entrer_en_application s_appliquer
valoir être_valable
retirer récupérer
retenir déduire prélever
prélever débiter prélèvement.n
avertir signaler
signaler déclarer indiquer
garer stationner stationnement.
recharger charger recharge.
monter assembler montage.
démonter retirer
appuyer presser
fixer attacher
surveiller contrôler surveillance.
soigner traiter soin.n
prescrire ordonner ordonnance.n prescription.n
opérer opération.n
soulager atténuer
aggraver empirer aggravation.
vacciner vaccination.n
enregistrer sauvegarder sauvegarde.n
effacer supprimer
actualiser mettre_à_jour mise_à_jour
télécharger téléchargement.n
planter tomber_en_panne
redémarrer relancer redémarrage.n
adhérer rejoindre adhésion.n
former instruire formation.n
muter transférer mutation.n
charger embarquer
assurer couvrir assurance.n
économiser épargner
consommer consommation.
récolter récolte.n
sauver secourir
voler dérober vol.n
arrêter interpeller arrestation.n
condamner condamnation.n
acquitter relaxer
confirmer confirmation.n
contester s_opposer
garantir assurer garantie.n
exposer montrer exposition.n
fêter célébrer
se_réunir tenir_séance réunion.n
accueillir recevoir héberger
héberger loger
abriter accueillir héberger
détruire ravager destruction.n
emporter enlever
survenir se_produire arriver
durer rester
visiter visite.n
nécessiter falloir avoir_besoin
interdire ne_pas_avoir_le_droit
emprunter utiliser prendre
réparer remettre_en_état
commencer débuter démarrer ouvrir début.n commencement.n
finir terminer achever s_achever fin.n
expirer prendre_fin arriver_à_échéance expiration. échéance.n
acheter acquérir achat.n acquisition.n
vendre céder vente.n cession.n
recevoir obtenir toucher percevoir bénéficier_de
donner accorder octroyer fournir offrir
payer régler verser acquitter paiement.n règlement.n versement.n
rembourser restituer remboursement.n
coûter s_élever coût.n
s_élever être_de atteindre
réduire diminuer baisser abaisser réduction.n baisse.n diminution.n
baisser diminuer reculer chuter baisse.n recul.n chute.n
augmenter relever accroître hausser augmentation.n hausse.n relèvement.n
augmenter progresser croître monter augmentation.n hausse.n progression.n croissance.n
prolonger étendre prolongation.n
raccourcir écourter
fermer clore fermeture.n
ouvrir ouverture.n
éteindre arrêter couper désactiver
allumer activer mettre_en_marche
rejeter refuser débouter repousser rejet.n refus.
licencier renvoyer licenciement.n
embaucher recruter engager embauche.n recrutement.n
approuver valider adopter accepter approbation.n
autoriser permettre autorisation.n permission.n
interdire prohiber défendre interdiction.n
inclure comprendre contenir comporter
supprimer retirer enlever éliminer suppression.n retrait.n
annuler résilier annulation.n
reporter repousser différer report.n
déplacer transférer déménager transfert.n
remplacer substituer remplacement.n
succéder remplacer
démissionner quitter démission.n
nommer désigner nomination.n
fonder créer établir fondation.n création.n
construire bâtir édifier construction.n
fabriquer produire fabrication.
développer concevoir mettre_au_point
améliorer perfectionner amélioration.n
réparer corriger réparation.n
rénover restaurer rénovation.n
utiliser employer se_servir_de utilisation.n emploi.
durer s_étendre durée.n
continuer poursuivre se_poursuivre
garder conserver maintenir conservation.
se_tenir avoir_lieu se_dérouler
organiser tenir
montrer indiquer révéler démontrer
constater trouver découvrir
annoncer déclarer communiquer annonce.n
dire déclarer affirmer
informer prévenir avertir aviser
recommander conseiller préconiser recommandation.n
proposer suggérer proposition.n
demander réclamer exiger demande.n
prévoir envisager compter
estimer évaluer estimation.n
vérifier contrôler vérification.n contrôle.n
étudier examiner analyser étude.n examen.n analyse.n
choisir sélectionner choix.
décider résoudre décision.n
signer parapher signature.n
déposer soumettre présenter dépôt.n
envoyer expédier adresser envoi.n expédition.n
livrer livraison.n
arriver parvenir arrivée.n
partir départ.n
prendre avaler ingérer prise.n
provoquer causer entraîner déclencher
éviter empêcher prévenir
protéger préserver protection.
endommager abîmer dommage.n
mourir décéder mort. décès.
aider soutenir assister aide. soutien.
critiquer dénoncer critique.n
gagner remporter victoire.n
battre vaincre l_emporter_sur
perdre défaite.n
participer prendre_part participation.
inscrire enregistrer inscription.n
respecter observer se_conformer_à respect.
dépasser excéder
nécessiter exiger requérir
vivre habiter résider
écrire rédiger
publier paraître publication.n
diriger mener direction.
louer location.n
posséder détenir
appeler téléphoner
entrer_en_vigueur prendre_effet s_appliquer
réussir passer_avec_succès réussite.
défiler manifester manifestation.n défilé.n
"""

NOUNS = """
candidat postulant
délai période
fabricant producteur
vendeur commerçant
fournisseur prestataire
livraison expédition envoi
entrepôt dépôt
expéditeur envoyeur
destinataire récepteur
facture note
reçu ticket ticket_de_caisse justificatif
remise réduction rabais
supplément majoration surcoût
caution dépôt_de_garantie
prêt crédit emprunt
intérêt taux_d_intérêt
action part
actionnaire associé
direction conseil
directeur responsable chef
service département
heures_supplémentaires heures_en_plus
télétravail travail_à_distance
arrêt_maladie congé_maladie
période_d_essai essai
rein rénal. rénale.
foie hépatique.
coeur cardiaque.
fièvre température
douleur mal
éruption irritation
effet_indésirable effet_secondaire
piqûre injection
boîte emballage
notice mode_d_emploi
bouton touche
câble fil
batterie accumulateur
magasin boutique commerce
enfant mineur
jeune adolescent
retraité senior
agence succursale filiale
siège siège_social
maire édile
riverain voisin
chemin sentier
arrêt station
train rame
vol liaison
forêt bois
récolte rendement
longueur long.
hauteur haut.
largeur large.
profondeur profond.
travaux chantier
usager voyageur
bail contrat
salarié employé travailleur personnel. collaborateur
entreprise société compagnie firme
client acheteur
utilisateur usager
locataire preneur
bailleur propriétaire
propriétaire détenteur
dirigeant patron responsable chef
avocat conseil
médecin docteur praticien
patient malade
médicament remède traitement
comprimé cachet pilule
dose dosage posologie.
maladie affection
élève écolier
enseignant professeur
visiteur hôte
voyageur passager
voiture véhicule automobile
camion poids_lourd
vélo bicyclette
route chaussée
bâtiment immeuble édifice
appartement logement
pièce salle
frais. coût tarif prix.
salaire rémunération paie
bénéfice profit
chiffre_d_affaires ventes.
impôt taxe
contrat accord convention
texte loi
période durée
congé vacances.
pause interruption
réunion séance assemblée
règle règlement disposition
début commencement
fin terme
partie part
nombre quantité
but objectif
raison cause motif
problème difficulté
erreur faute
défaut vice
panne dysfonctionnement
appareil dispositif
écran moniteur
téléphone portable
colis paquet
emballage conditionnement
habitant résident
ville commune municipalité
pays état nation
étude enquête recherche
chercheur scientifique
participant candidat
match rencontre
équipe formation
incendie feu
entrée admission
livre ouvrage
journal quotidien
déchet ordure
épreuve examen
écrit épreuve_écrite
manifestant participant
"""

WORDS = """
vacant inoccupé vide
long longue longueur
haut haute hauteur
large largeur
profond profonde profondeur
trimestriel par_trimestre chaque_trimestre
semestriel tous_les_six_mois
sur_place sur_le_site
à_l_étranger hors_du_pays
par_écrit écrit
oralement de_vive_voix
en_espèces en_liquide
par_courrier par_la_poste
épuisé en_rupture_de_stock
disponible en_stock
fermé clos
malheureusement hélas
en_ligne internet sur_internet
aucun pas
obligatoire exigé requis imposé
facultatif optionnel
gratuit gratuite gratuits gratuites gratuitement sans_frais
autorisé permis autorisée permise
interdit prohibé défendu interdite
nécessaire indispensable
immédiatement aussitôt sans_délai
automatiquement tout_seul
annuel annuelle par_an chaque_année
mensuel mensuelle par_mois chaque_mois
hebdomadaire par_semaine chaque_semaine
quotidien quotidienne par_jour chaque_jour
actuellement à_l_heure_actuelle en_ce_moment
auparavant précédemment avant
ancien ancienne ex
ensuite puis après
supplémentaire additionnel
environ à_peu_près
surtout notamment
généralement habituellement en_général d_ordinaire
souvent fréquemment
rarement peu_souvent
valable valide en_vigueur
nouveau nouvelle neuf neuve
important essentiel majeur
rapide rapidement vite
facile simple
difficile compliqué
dangereux risqué
cher coûteux onéreux
à_jeun estomac_vide ventre_vide
ensemble conjointement
tous_les_jours quotidiennement
à_l_avance au_préalable préalablement
sans_interruption en_continu
"""

LANDS = """
france français française français françaises
allemagne allemand allemande allemands allemandes
espagne espagnol espagnole espagnols
italie italien italienne italiens
suisse suisses
belgique belge belges
angleterre anglais anglaise
britannique royaume_uni britanniques
états_unis américain américaine américains
chine chinois chinoise
japon japonais japonaise
russie russe russes
turquie turc turque turcs
portugal portugais portugaise
europe européen européenne européens
"""

SMALL = """
autorisé autorisés permis peut peuvent
obligatoire obligatoires tenu tenus doit doivent
recommandé conseillé devrait devraient
"""

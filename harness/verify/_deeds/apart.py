"""Deeds none of which says another: what was designed is not installed by that, nor what was found repaired."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from harness.text.typed.fold import fold
from harness.text.typed.inflect import verb_forms
from harness.text.typed.kin import kin
from harness.text.typed.passage import Sentence
from harness.verify._deeds.deeds import deeds_told
from harness.verify._words.support import COMMON, Support

_DEEDS = {
    "en": "build erect construction. | design | install fitted. fitting. installation. | restore renovate refurbish restoration. renovation. | repair mend | demolish raze demolition. | inspect inspection. | "
    "planted. | felled. | find discover discovery. | steal theft. thefts. | donate donation. | paint | invent invention. | publish publication. | "
    "approve approval. | reject rejection. | hire recruit | dismiss dismissal. sack | import | export | produce production. manufacture | consume consumption. | injure | kill | rescue | arrest | convict conviction. | "
    "cancel cancellation. | postpone postponement. | vaccinate vaccination. | infect infection. | evacuate evacuation. | ratify ratification. | signed. signing. | veto | repeal | found establish | closed. closes. closing. closure. | destroy | pay_out | "
    "sow | harvest | delete deletion. | encrypt | cleaned. cleaning. | replace replacement. | sell sale. sales. | rent | insure",
    "de": "bauen errichten gebaut. erbaut. | entwerfen entworfen. | installieren einbauen eingebaut. | restaurieren sanieren renovieren | reparieren | abreißen abgerissen. abriss. | prüfen geprüft. | pflanzen gepflanzt. | fällen gefällt. | "
    "finden gefunden. entdecken | stehlen gestohlen.  | spenden gespendet. | genehmigen genehmigung. | ablehnen abgelehnt. | einstellen eingestellt. | entlassen entlassung. | "
    "importieren | exportieren | herstellen produzieren hergestellt. | verbrauchen | verletzen | töten getötet. | retten gerettet. | gründen gegründet. gründung. | schließen geschlossen. schließung. | malen gemalt. | zerstören",
    "fr": "construire bâtir construit. construite. bâti. construction. | concevoir conçu. conçue. dessiner | installer installation. | restaurer rénover restauration. | réparer réparation. | démolir démolition. | planter plantation. | abattre abattu. abattus. | "
    "découvrir découvert. découverte. trouver | voler vol.  | approuver | rejeter rejet. | embaucher recruter | licencier licenciement. | importer | exporter | "
    "produire produit. production. | consommer consommation. | blesser | tuer | fonder fondation. | fermer fermeture. | peindre peint. peinte. | détruire détruit. détruite.",
    "es": "construir construyó. construyeron. construcción. | diseñar diseño. | instalar instalación. | restaurar renovar restauración. | reparar reparación. | demoler demolición. derribar | plantar plantación. | talar tala. | descubrir descubierto. encontrar | robar robo. | "
    "aprobar | rechazar rechazo. | contratar | despedir despido. | importar | exportar | producir producción. produjo. | consumir consumo. | herir | matar | fundar fundación. | cerrar cierre. | pintar | destruir",
    "tr": "kurdu. kuruldu. kurulmuştur. kuran. | kapattı. kapatıldı. kapandı. | yıktı. yıkıldı. | inşa. | tasarladı. tasarlandı. | onardı. onarıldı. tamir.  | buldu. bulundu. | çaldı. çalındı. | dikti. dikildi. | kesti. kesildi. | satın. | sattı. satıldı. | üretti. üretildi. | tüketti. tüketildi.",
}  # fmt: skip
_SHARE, _NEAREST = 0.45, 3


def another_deed(claim: Sentence, support: Support) -> str | None:
    """Return the deed of a claim that no span tells, where the sentence that has the rest tells another of the table, or None."""
    table = _table(claim.code)
    if table.keys().isdisjoint(claim.words) or support.turned:
        return None
    lost = [w for w in support.missing if w.text in table and w.weight > COMMON]
    if len(lost) != 1 or lost[0].text in deeds_told(claim, support).agreed:
        return None
    mine = {table[t] for t in claim.words if t in table}
    for share, _, sentence in support.best[:_NEAREST]:
        theirs = [t for t in sentence.tokens if t in table and t not in claim.words]
        if share >= _SHARE and theirs and mine.isdisjoint([table[t] for t in sentence.tokens if t in table]):
            return f"{lost[0].text!r} in the answer, {theirs[0]!r} there"
    return None


@cache
def _table(code: str) -> Mapping[str, int]:
    """Return each form of a word that tells a deed, with the number of the deed."""
    found: dict[str, int] = {}
    for number, deed in enumerate(_DEEDS.get(code, "").split("|")):
        for word in fold(deed).split():
            if word.endswith("."):
                found[word[:-1]] = number
                continue
            known = kin(code)
            irregular = [known.members[g] for g in known.groups_of(word) if g < known.verbs.start]
            found.update(
                dict.fromkeys([word, *verb_forms(word, code), *(f for forms in irregular for f in forms)], number)
            )
    return found

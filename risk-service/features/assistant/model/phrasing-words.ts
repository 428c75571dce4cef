import type { AssistantLocale } from '../../../contract/assistant/intents.ts'

/** Words of a language by what they do to a fact; `stem*` begins a word. In lower case, as `wordsOf` splits a text. */
interface PhrasingWords {
  deny: readonly string[]
  rise: readonly string[]
  fall: readonly string[]
  /** Words that stand in the list of another language and mean something else in this one. */
  ordinary: readonly string[]
}

/** What a phrasing may neither add nor lose, in each language. */
export const phrasingWords: Readonly<Record<AssistantLocale, PhrasingWords>> = {
  'en-US': {
    deny: 'no not never none nothing nobody nowhere without cannot neither nor hardly barely false untrue unused'.split(
      ' ',
    ),
    rise: 'rose rise rises risen rising rais* increas* grew grow* gain* climb* higher highest more most up upward* above'.split(
      ' ',
    ),
    fall: 'fell fall falls fallen falling lower* lowest decreas* drop* declin* shrank shrink* reduc* less least fewer down downward* below'.split(
      ' ',
    ),
    ordinary: 'plus minder'.split(' '),
  },
  'ar-AE': {
    deny: 'لا لم لن ما ليس ليست ليسوا بدون دون بلا غير أبدا قط كلا عدم'.split(' '),
    rise: 'ارتفع* يرتفع* ترتفع* ارتفاع* مرتفع* زاد* يزيد* تزيد* ازداد* يزداد* زيادة ازدياد رفع* يرفع صعد* صعود تصاعد* نمو نما أعلى أكثر أكبر فوق'.split(
      ' ',
    ),
    fall: 'انخفض* ينخفض* تنخفض* انخفاض* منخفض* خفض* يخفض هبط* هبوط تراجع* يتراجع* نقص* ينقص* تناقص* قل تقل أقل أدنى أصغر تحت'.split(
      ' ',
    ),
    ordinary: [],
  },
  'da-DK': {
    deny: 'ikke aldrig intet ingen ingenting uden hverken næppe falsk'.split(' '),
    rise: 'steg stig* steget hævede hæve* øge* vokse* højere højest* højst* mere flere flest over op opad'.split(' '),
    fall: 'fald* sænk* mindske* reducer* lavere lavest* mindre mindst* færre færrest under ned nedad'.split(' '),
    ordinary: 'sin pas ne no né over under op mindre minder'.split(' '),
  },
  'de-DE': {
    deny: 'nicht nichts nie niemals niemand nirgend* kein* ohne weder kaum falsch unbenutzt*'.split(' '),
    rise: 'anstieg* gestiegen stieg* steig* angestiegen erhöh* wuchs* wachs* gewachsen zunahm* zugenommen zunehm* mehr meist* höher* höchst* über aufwärts'.split(
      ' ',
    ),
    fall: 'rückgang* rückgäng* gefallen fiel* fällt fallend* gesunken sank* sink* senk* gesenkt verringer* abnahm* abgenommen abnehm* weniger wenigst* niedriger* niedrigst* unter abwärts'.split(
      ' ',
    ),
    ordinary: 'noch fall falls minder no mai plus gain'.split(' '),
  },
  'es-ES': {
    deny: 'no nunca nada nadie ningún ningun* sin tampoco jamás ni falso falsa'.split(' '),
    rise: 'aument* subió sube* subid* suben subir incremen* creci* crece* alza alzó elev* mayor mayores más alto alta altos altas superior*'.split(
      ' ',
    ),
    fall: 'dismin* bajó baja bajan bajado bajar caída* cayó cae caído descen* reduc* redujo menor menores menos bajo bajos inferior*'.split(
      ' ',
    ),
    ordinary: 'rose no ni sin nada nunca menos reduc* superior* inferior* aument* descen* elev* mayor menor'.split(' '),
  },
  'fr-FR': {
    deny: 'ne n pas jamais rien aucun* sans ni personne nul nulle non guère faux fausse'.split(' '),
    rise: 'hausse* augment* relev* élev* mont* accru* croiss* grimp* plus supérieur* haut haute'.split(' '),
    fall: 'baiss* diminu* abaiss* recul* chut* réduit* rédui* moins inférieur* bas basse'.split(' '),
    ordinary: 'mai mais rose non pas ni plus nul nulle'.split(' '),
  },
  'it-IT': {
    deny: 'non mai niente nulla nessun* senza né neppure neanche falso falsa'.split(' '),
    rise: 'aument* salit* sale saliti crescit* cresc* crebb* alzat* alza rialz* innalz* maggior* più superior* alto alta'.split(
      ' ',
    ),
    fall: 'calo cali cala calat* diminu* diminuz* sces* scend* abbassat* abbass* ribass* ridott* riduz* minor* meno inferior* basso bassa'.split(
      ' ',
    ),
    ordinary: 'ne no non sin mai alta alza superior* inferior* diminu* aument* senza'.split(' '),
  },
  'nl-NL': {
    deny: 'niet niets nooit niemand nergens geen zonder noch nauwelijks onwaar'.split(' '),
    rise: 'stijg* steeg stegen gestegen verhoog* groei* toegenomen toenam* toename meer meest* hoger* hoogst* boven omhoog'.split(
      ' ',
    ),
    fall: 'dal* daalde* gedaald verlaag* afgenomen afnam* afname minder minst* lager* laagst* onder omlaag'.split(' '),
    ordinary: 'pas ne nu nul over kaum hoger noch onder rose minder*'.split(' '),
  },
  'pt-BR': {
    deny: 'não nunca nada ninguém nenhum* sem tampouco jamais nem falso falsa'.split(' '),
    rise: 'aument* subiu sobe* subi* cresc* alto alta altos altas elev* maior maiores mais acima superior*'.split(' '),
    fall: 'queda* caiu cai caíram diminu* reduz* redu* baix* menor menores menos abaixo inferior*'.split(' '),
    ordinary:
      'no na ni alto nada nunca menos mais alta aument* elev* superior* inferior* diminu* cala rose jamais'.split(' '),
  },
}

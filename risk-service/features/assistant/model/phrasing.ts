import type { AnswerSentence } from '../../../contract/index.ts'
import type { MessageFormatter } from '../../../ports/index.ts'

/** Returns the names in braces of a text, sorted: those of its values. */
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

/**
 * Returns the text of a sentence with the names of its values in braces; null where the catalogue lacks it or its text
 * depends on a number in another way than by showing it.
 */
export function templateOf({ message, values }: AnswerSentence, catalogue: MessageFormatter): string | null {
  if (!catalogue.has(message)) return null
  try {
    const shown: Record<string, string | number> = {}
    // A plural shows its number: it is formatted with one that stands nowhere else, which is replaced by the name.
    const stand = new Map<string, string>()
    let next = 7_000_003
    for (const [name, { kind }] of Object.entries(values)) {
      if (kind === 'count') {
        shown[name] = next
        stand.set(name, String(next))
        next += 1_000
      } else shown[name] = `{${name}}`
    }
    let text = catalogue.format(message, shown)
    for (const [name, number] of stand) {
      // The number as the language writes it, with its grouping.
      const digits = [...number].join("[.,\\u00a0\\u202f\\u066c’'\\s]?")
      text = text.replace(new RegExp(digits, 'g'), `{${name}}`)
    }
    return namesIn(text).length >= Object.keys(values).length ? text : null
  } catch {
    return null
  }
}

/** What no phrasing has: markup, addresses, code, and numbers, which are all values. */
const forbidden = /[<>`[\]|\\]|https?:|www\.|:\/\/|\p{N}|[\p{Cc}\p{Bidi_Control}]/u
/** How much longer than its sentence a text may be. */
const growth = { factor: 2, characters: 60 } as const

/** Words that deny, by language: a phrasing has as many of them as its sentence. */
const negations: Readonly<Record<string, RegExp>> = {
  en: /\b(?:not?|never|none|nothing|nobody|without|cannot|neither|nor|hardly|un(?:used|existing))\b|n[’']t\b/giu,
  de: /\b(?:nicht|nichts|nie|niemals|niemand|kein\p{L}*|ohne|weder|noch nie|un(?:benutzt|bekannt)\p{L}*)\b/giu,
  es: /\b(?:no|nunca|nada|nadie|ningun\p{L}*|ningún|sin|tampoco|jamás)\b/giu,
  fr: /\b(?:ne|pas|jamais|rien|aucun\p{L}*|sans|ni|personne)\b|\bn[’']/giu,
  it: /\b(?:non|mai|niente|nulla|nessun\p{L}*|senza|né)\b/giu,
  nl: /\b(?:niet|niets|nooit|niemand|geen|zonder|noch)\b/giu,
  pt: /\b(?:não|nunca|nada|ninguém|nenhum\p{L}*|sem|tampouco)\b/giu,
  da: /\b(?:ikke|aldrig|intet|ingen|uden|hverken)\b/giu,
  ar: /(?:لا|لم|لن|ليس|ليست|بدون|غير|أبدا|لا شيء|ما من)/gu,
}
/** Pairs of words that turn a fact round: a phrasing does not change the one for the other. */
const directions: readonly RegExp[] = [
  /\b(?:rose|rise[sn]?|increas\p{L}*|grew|grow\p{L}*|higher|more|up|raised)\b/giu,
  /\b(?:fell|fall\p{L}*|decreas\p{L}*|drop\p{L}*|declin\p{L}*|lower\p{L}*|less|fewer|down)\b/giu,
  /\b(?:gestiegen|stieg\p{L}*|erhöh\p{L}*|mehr|höher\p{L}*|zugenommen)\b/giu,
  /\b(?:gefallen|fiel\p{L}*|gesunken|sank\p{L}*|weniger|niedriger\p{L}*|abgenommen)\b/giu,
]

const countOf = (text: string, pattern: RegExp | undefined): number =>
  pattern === undefined ? 0 : [...text.matchAll(pattern)].length
const withoutNames = (text: string): string => text.replace(/\{\w+\}/g, '')

function isFaithful(text: string, template: string, language: string): boolean {
  if (namesIn(text).join() !== namesIn(template).join()) return false
  if (text.length > template.length * growth.factor + growth.characters) return false
  const [phrased, meant] = [withoutNames(text), withoutNames(template)]
  // What the sentence itself has is no invention of the model.
  if (forbidden.test(phrased) && !forbidden.test(meant)) return false
  if (
    /\p{N}/u.test(phrased) &&
    (phrased.match(/\p{N}+/gu) ?? []).sort().join() !== (meant.match(/\p{N}+/gu) ?? []).sort().join()
  )
    return false
  if (/[{}]/.test(phrased)) return false
  if (countOf(phrased, negations[language]) !== countOf(meant, negations[language])) return false
  return directions.every(pattern => countOf(phrased, pattern) > 0 === countOf(meant, pattern) > 0)
}

/**
 * Reads what a language model made of sentences; null unless it is a list of as many texts, each with exactly the values
 * of its sentence, without a number, link or mark-up of its own, and with as many negations.
 */
export function acceptPhrasing(answer: string, templates: readonly string[], locale: string): string[] | null {
  const language = locale.slice(0, 2)
  let texts: unknown
  try {
    texts = JSON.parse(answer.trim().replace(/^```(?:json)?\s*|\s*```$/g, ''))
  } catch {
    return null
  }
  if (!Array.isArray(texts) || texts.length !== templates.length) return null
  const phrased = texts.map((text: unknown) => (typeof text === 'string' ? text.trim() : ''))
  return phrased.every((text, index) => text !== '' && isFaithful(text, templates[index] ?? '', language))
    ? phrased
    : null
}

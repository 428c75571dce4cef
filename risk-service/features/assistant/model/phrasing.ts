import type { AssistantLocale } from '../../../contract/assistant/intents.ts'
import type { AnswerSentence } from '../../../contract/index.ts'
import type { MessageFormatter } from '../../../ports/index.ts'
import { localeOf } from '../composition/question.ts'
import { phrasingWords } from './phrasing-words.ts'

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

/** Marks that Arabic may be written with or without. */
const optionalMarks = /[\u064B-\u0652\u0670\u0640]/g

/**
 * The words of a text in lower case. They are told apart by letters of any script: `\b` of expressions knows those of
 * English alone.
 */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFC').replace(optionalMarks, '').toLowerCase()
  // English, into which a model may slip in every language, joins its denial to the verb.
  const full = plain.replace(/n[’']t(?!\p{L})/gu, ' not')
  return full.match(/[\p{L}\p{M}]+/gu) ?? []
}
const fits = (entry: string, word: string): boolean =>
  entry.endsWith('*') ? word.startsWith(entry.slice(0, -1)) : word === entry
/** In Arabic, `and` is written onto the word behind it. */
const isOneOf = (word: string, entries: readonly string[]): boolean =>
  entries.some(entry => fits(entry, word) || (/^[وف].{2}/.test(word) && fits(entry, word.slice(1))))
const countIn = (words: readonly string[], entries: readonly string[]): number =>
  words.filter(word => isOneOf(word, entries)).length

/** Whether a text denies as often as the sentence it is of, and goes in the same direction. */
function hasSameSense(phrased: string, meant: string, locale: AssistantLocale): boolean {
  const [said, given] = [wordsOf(phrased), wordsOf(meant)]
  const { deny, rise, fall, ordinary } = phrasingWords[locale]
  if (countIn(said, deny) !== countIn(given, deny)) return false
  if ([rise, fall].some(entries => countIn(said, entries) > 0 !== countIn(given, entries) > 0)) return false
  // Nor in the words of another language, into which a model may slip.
  const own = [...deny, ...rise, ...fall, ...ordinary]
  const added = said.filter(word => !given.includes(word) && !isOneOf(word, own))
  return Object.values(phrasingWords).every(
    other => countIn(added, [...other.deny, ...other.rise, ...other.fall]) === 0,
  )
}

const withoutNames = (text: string): string => text.replace(/\{\w+\}/g, '')

function isFaithful(text: string, template: string, locale: AssistantLocale): boolean {
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
  return hasSameSense(phrased, meant, locale)
}

/**
 * Reads what a language model made of sentences; null unless it is a list of as many texts, each with exactly the values
 * of its sentence, without a number, link or mark-up of its own, with as many negations, and with none of a word that turns it round.
 */
export function acceptPhrasing(answer: string, templates: readonly string[], locale: string): string[] | null {
  const language = localeOf(locale)
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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AssistantLocale, assistantLocales } from '../../../contract/assistant/intents.ts'
import { type SentenceKey, sentences } from '../../../contract/assistant/sentences.ts'
import type { AnswerSentence, AnswerValue } from '../../../contract/index.ts'
import { createMessageTexts } from '../../../kernel/messages/message-texts.ts'
import { acceptPhrasing, templateOf } from './phrasing.ts'

const given = [
  '{metric}, {period}: {value}.',
  'It rose by {change}.',
  'No rule decided: without one, an event is approved.',
]
const accept = (texts: unknown, from: readonly string[] = given, locale = 'en-US') =>
  acceptPhrasing(typeof texts === 'string' ? texts : JSON.stringify(texts), from, locale)

describe('a phrasing', () => {
  it('counts with the same values, the same negations and nothing of its own', () => {
    const same = [
      'In {period}, {metric} was {value}.',
      'So it rose by {change}.',
      'Without a rule, an event is approved: no rule decided.',
    ]
    expect(accept(same)).toEqual(same)
    expect(accept(`\`\`\`json\n${JSON.stringify(same)}\n\`\`\``)).toEqual(same)
  })
  const first = (text: unknown) => [text, given[1], given[2]]
  it.each([
    ['a number of its own', first('In {period}, {metric} was {value}, 12 percent up.')],
    ['a number in other digits', first('In {period}, {metric} was {value} (٤٢).')],
    ['a number in words that replaces a value', first('In {period}, {metric} was high.')],
    ['a value twice', first('{metric} {metric}, {period}: {value}.')],
    ['a value of another sentence', first('{metric}, {period}: {value} {change}.')],
    ['a value with another name', first('{metric}, {period}: {values}.')],
    ['a link', first('{metric}, {period}: {value}. See https://evil.example/x')],
    ['a link in Markdown', first('[{metric}](//evil), {period}: {value}.')],
    ['HTML', first('<img src=x onerror=alert(1)> {metric}, {period}: {value}.')],
    ['code', first('`{metric}`, {period}: {value}.')],
    ['a negation of its own', first('{metric}, {period}: not {value}.')],
    ['a short negation of its own', first('{metric}, {period}: it isn’t {value}.')],
    ['the opposite direction', [given[0], 'It fell by {change}.', given[2]]],
    ['a negation less', [given[0], given[1], 'A rule decided: an event is approved.']],
    ['invented facts at length', first(`{metric}, {period}: {value}. ${'The customer is a criminal. '.repeat(9)}`)],
    ['an instruction to the reader in another direction of writing', first('{metric}, {period}: {value}.\u202e evil')],
    ['fewer sentences', given.slice(0, 2)],
    ['more sentences', [...given, 'One more.']],
    ['an empty sentence', first('')],
    ['no text', first({ text: 'a' })],
    ['no list', { sentences: given }],
    ['no JSON', 'I am sorry, I cannot do that.'],
    ['half a JSON', '["{metric}, {period'],
  ])('does not count with %s', (_name, texts) => {
    expect(accept(texts)).toBeNull()
  })
  it('keeps the negations of other languages', () => {
    expect(
      accept(['Die Regel hat, wie sich zeigte, entschieden.'], ['Die Regel hat entschieden.'], 'de-DE'),
    ).not.toBeNull()
    expect(accept(['It is not true that die Regel entschied.'], ['Die Regel hat entschieden.'], 'de-DE')).toBeNull()

    expect(accept(['Keine Regel entschied.'], ['Keine Regel hat entschieden.'], 'de-DE')).not.toBeNull()
    expect(accept(['Eine Regel entschied.'], ['Keine Regel hat entschieden.'], 'de-DE')).toBeNull()
    expect(accept(['Aucune règle n’a décidé.'], ['Une règle a décidé.'], 'fr-FR')).toBeNull()
  })
})

const sample: Record<string, AnswerValue> = {
  count: { kind: 'count', value: 3 },
  number: { kind: 'number', value: 4 },
  percentage: { kind: 'percentage', value: 0.5 },
  money: { kind: 'money', value: 5, currency: 'USD' },
  figure: { kind: 'percentage', value: 0.5 },
  duration: { kind: 'duration', value: 1 },
  date: { kind: 'date', value: '2025-01-01' },
  time: { kind: 'time', value: '2025-01-01T00:00:00Z' },
  period: { kind: 'period', from: '2025-01-01', to: '2025-01-02' },
  text: { kind: 'text', value: 'Jane Doe, jane@example.com' },
  code: { kind: 'code', value: 'zz-id-42' },
}

it('what a model is given of a sentence has the names of its values, and none of them', () => {
  for (const [message, { english, values }] of Object.entries(sentences)) {
    const texts = {
      has: () => true,
      format: (_id: string, shown?: Record<string, string | number>) =>
        Object.entries(shown ?? {}).reduce(
          (text, [name, value]) =>
            text
              .replace(
                new RegExp(`\\{${name}, plural, one \\{[^{}]*\\} other \\{([^{}]*)\\}\\}`),
                (_all, other: string) => other.replaceAll('#', String(value)),
              )
              .replaceAll(`{${name}, number}`, String(value))
              .replaceAll(`{${name}}`, String(value)),
          english as string,
        ),
    }
    const sentence: AnswerSentence = {
      message,
      values: Object.fromEntries(
        Object.entries(values as Record<string, string>).map(([name, kind]) => [
          name,
          sample[kind] ?? ({ kind: 'term', list: 'page', value: '/search' } as const),
        ]),
      ),
      sources: [],
    }
    const template = templateOf(sentence, texts)
    expect(template, message).not.toBeNull()
    for (const name of Object.keys(values)) expect(template, message).toContain(`{${name}}`)
    expect(template, message).not.toMatch(/Jane|zz-id|\d{4,}/)
  }
})

const messages = createMessageTexts(join(import.meta.dirname, '../../../../locales'))
const catalogue = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../locales/en-US.json'), 'utf8'),
) as Record<string, string>

it.each(Object.keys(sentences).filter(key => key in catalogue) as SentenceKey[])(
  'the message %s of the catalogue says what the contract says',
  async key => {
    expect(catalogue[key]).toBe(sentences[key].english)
    expect((await messages.in('en-US')).has(key)).toBe(true)
  },
)

/** For each language: phrasings of "It rose by {change}." and of "It did not change." that say the same, and that do not. */
const turned: Record<AssistantLocale, { same: string; opposite: string; denied: string; affirmed: string }> = {
  'en-US': {
    same: 'So it increased by {change}.',
    opposite: 'So it decreased by {change}.',
    denied: 'It didn’t rise by {change}.',
    affirmed: 'It did change.',
  },
  'ar-AE': {
    same: 'إذن ارتفع بمقدار {change}.',
    opposite: 'إذن تراجع بمقدار {change}.',
    denied: 'ولم يرتفع بمقدار {change}.',
    affirmed: 'تغيّر.',
  },
  'da-DK': {
    same: 'Det steg altså med {change}.',
    opposite: 'Det faldt altså med {change}.',
    denied: 'Det er ikke en stigning på {change}.',
    affirmed: 'Det har ændret sig.',
  },
  'de-DE': {
    same: 'Es ist also um {change} gestiegen.',
    opposite: 'Es ist also um {change} gesunken.',
    denied: 'Das ist kein Anstieg um {change}.',
    affirmed: 'Das hat sich geändert.',
  },
  'es-ES': {
    same: 'Así que subió {change}.',
    opposite: 'Así que bajó {change}.',
    denied: 'Jamás fue un aumento de {change}.',
    affirmed: 'Ha cambiado.',
  },
  'fr-FR': {
    same: 'La valeur a donc augmenté de {change}.',
    opposite: 'La valeur a donc diminué de {change}.',
    denied: 'Ce n’est guère une hausse de {change}.',
    affirmed: 'Cela a changé.',
  },
  'it-IT': {
    same: 'È quindi salito di {change}.',
    opposite: 'È quindi sceso di {change}.',
    denied: 'Né un aumento di {change}.',
    affirmed: 'È cambiato.',
  },
  'nl-NL': {
    same: 'Het is dus met {change} gestegen.',
    opposite: 'Het is dus met {change} gedaald.',
    denied: 'Dat is geen stijging van {change}.',
    affirmed: 'Dat is veranderd.',
  },
  'pt-BR': {
    same: 'Subiu, portanto, {change}.',
    opposite: 'Caiu, portanto, {change}.',
    denied: 'Não é um aumento de {change}.',
    affirmed: 'Mudou.',
  },
}
const catalogueOf = (locale: AssistantLocale): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../../locales/${locale}.json`), 'utf8')) as Record<
    string,
    string
  >

describe.each(assistantLocales)('in %s', locale => {
  const said = (key: string): string => catalogueOf(locale)[`Assistant.Sentence.${key}`] ?? ''
  const accepts = (phrased: string, meant: string): boolean => accept([phrased], [meant], locale) !== null
  const { same, opposite, denied, affirmed } = turned[locale]

  it('a rise stays a rise', () => {
    expect(accepts(said('Rose'), said('Rose'))).toBe(true)
    expect(accepts(same, said('Rose'))).toBe(true)
    expect(accepts(opposite, said('Rose'))).toBe(false)
    expect(accepts(opposite, said('Fell'))).toBe(true)
    expect(accepts(same, said('Fell'))).toBe(false)
    expect(accepts(said('TrendHighest'), said('TrendLowest'))).toBe(false)
    expect(accepts(said('EventRaised'), said('EventLowered'))).toBe(false)
  })
  it('what is denied stays denied, and nothing else is', () => {
    expect(accepts(denied, said('Rose'))).toBe(false)
    expect(accepts(said('Unchanged'), said('Unchanged'))).toBe(true)
    expect(accepts(affirmed, said('Unchanged'))).toBe(false)
    expect(accepts(said('Unchanged'), affirmed)).toBe(false)
  })
  it('a denial in another language is one', () => {
    for (const [other, { denied: foreign }] of Object.entries(turned))
      if (other !== locale) expect(accepts(foreign, '{change}: ok.'), other).toBe(false)
  })
})

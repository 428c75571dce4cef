import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CompletionContext } from '@assay/design-system/editor'
import { type CheckEnvironment, functionDescriptions } from '@assay/risk-service/fql'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { languageHelp } from './language-help.ts'

const locales = path.resolve(import.meta.dirname, '../../../../locales')
const languages = readdirSync(locales)
  .filter(name => /^[a-z]{2}-[A-Z]{2}\.json$/.test(name))
  .map(name => name.slice(0, 5))
const catalogue = (language: string) =>
  JSON.parse(readFileSync(path.join(locales, `${language}.json`), 'utf8')) as Record<string, string>
const intlOf = (language: string) =>
  createIntl({
    locale: language,
    messages: catalogue(language),
    onError: error => {
      throw error
    },
  })
const names: CheckEnvironment = {
  attributes: new Map([['user.email', { path: 'user.email', type: 'string', description: 'Mail of the buyer' }]]),
  velocities: new Map([['spend', { name: 'spend' }]]),
}
const help = (language: string) => languageHelp(intlOf(language), 'clause', names)

/** What completion offers at the end of a text. */
async function offered(language: string, text: string) {
  const context = {
    explicit: true,
    pos: text.length,
    state: { doc: { toString: () => text }, sliceDoc: (from: number, to: number) => text.slice(from, to) },
  } as unknown as CompletionContext
  const found = await help(language).completion(context)
  return new Map(found?.options.map(({ label, detail, info }) => [label, { detail, info }]))
}

describe('help of the query language', () => {
  it('help of the query language completes with descriptions and words in the language of the user', async () => {
    const math = await offered('de-DE', 'RETURN Review() WHEN Math.')
    expect(math.get('Round')).toEqual({
      detail: 'Math.Round(Double value[, Int digits]) → Double',
      info: 'Rundet; halbe zur geraden Zahl.',
    })
    const roots = await offered('de-DE', 'RETURN Review() ')
    expect([roots.get('WHEN')?.detail, roots.get('Math')?.detail]).toEqual(['Schlüsselwort', 'Namensraum'])
    expect((await offered('de-DE', '@"us')).get('@"user.email"')?.info).toBe('Mail of the buyer')
  })
  it('help of the query language explains a word in the language of the user', () => {
    const text = 'RETURN Review() WHEN ContainsKey("a", "b", @"user.email")'
    expect(help('de-DE').docs(text, text.indexOf('ContainsKey') + 1)).toMatchObject({
      title: 'ContainsKey(String list, String column, String key) → Bool',
      detail: 'Ob eine Liste den Schlüssel in einer Spalte hat.',
    })
    expect(help('de-DE').docs(text, text.indexOf('@') + 1)?.detail).toBe('Mail of the buyer')
  })
  it('help of the query language shows the signature of a call, the argument that is written marked', () => {
    const text = 'RETURN Review() WHEN ContainsKey("a", '
    const found = help('de-DE').signatures(text, text.length)
    const first = found?.signatures[0]
    expect([found?.from, first?.detail, first?.label.slice(first.marked?.from, first.marked?.to)]).toEqual([
      text.indexOf('ContainsKey'),
      'Ob eine Liste den Schlüssel in einer Spalte hat.',
      'String column',
    ])
    expect(help('de-DE').signatures('RETURN Review() ', 16)).toBeNull()
    expect(help('de-DE').signatures('WHEN Velocity.spend(', 20)?.signatures).toEqual([
      { label: 'Velocity.spend(String key, window)', marked: { from: 15, to: 25 } },
    ])
  })
  it('help of the query language says in English what the function table says, and has every sentence in every language', () => {
    const own = (language: string) =>
      Object.entries(catalogue(language)).filter(([id]) => id.startsWith('Fql.Function.'))
    expect(new Map(own('en-US').map(([id, text]) => [id.slice('Fql.Function.'.length), text]))).toEqual(
      new Map(functionDescriptions),
    )
    for (const language of languages) expect(own(language).every(([, text]) => text.trim() !== '')).toBe(true)
  })
})

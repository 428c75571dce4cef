import { readFileSync } from 'node:fs'
import type { MoveNote } from '@assay/risk-service/contract'
import { createIntl, type IntlShape } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { noteText } from './note-text.tsx'

const languages = ['ar-AE', 'da-DK', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR']
const kinds = 'missing text number boolean list object short long few many small large choice unknown other'.split(' ')

function intlOf(locale: string): IntlShape {
  const messages = JSON.parse(
    readFileSync(new URL(`../../../locales/${locale}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>
  return createIntl({
    locale,
    messages,
    onError: error => {
      throw error
    },
  })
}
const note = (kind: string, more: MoveNote['params'] = {}): MoveNote => ({
  code: 'schema',
  params: { kind, field: 'roles.0', limit: 3, names: 'a, b', line: 4, detail: '4:1 roles.0: Invalid input', ...more },
  diagnostic: null,
})

it('says what is wrong with a value, where, and what to do', () => {
  const intl = intlOf('en-US')
  expect(noteText(intl, note('long'))).toBe(
    'roles.0: This is too long. Limit in characters: 3. (line 4) Correct the file, then check again.',
  )
  expect(noteText(intl, note('unknown', { field: '_', line: 0 }))).toBe(
    'There is no such member: a, b. Correct the file, then check again.',
  )
})

describe.each(languages)('in %s', language => {
  it('every kind has a text of its own, and nothing of the English sentence', () => {
    const texts = kinds.map(kind => noteText(intlOf(language), note(kind)))
    expect(new Set(texts).size).toBe(kinds.length)
    for (const text of texts) {
      expect(text).not.toMatch(/Invalid|\b(?:This|Correct|line|then)\b/)
      expect(text).toContain('roles.0')
    }
  })
})

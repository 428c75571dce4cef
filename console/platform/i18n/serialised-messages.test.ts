import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { shippedLanguages } from './languages.ts'
import { parseMessages, serialiseMessages } from './serialised-messages.ts'

const catalogue = (language: string) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../../../locales/${language}.json`), 'utf8')) as Record<
    string,
    string
  >
const parsed = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, parse(text)]))

describe('a packed catalogue', () => {
  it.each([...shippedLanguages, 'da-DK'])(
    'a packed catalogue gives back every message of %s as it was parsed',
    language => {
      const messages = parsed(catalogue(language))
      const travelled = JSON.parse(JSON.stringify(serialiseMessages(messages))) as ReturnType<typeof serialiseMessages>
      expect(parseMessages(travelled)).toEqual(JSON.parse(JSON.stringify(messages)))
    },
  )
  it('a packed catalogue keeps ids that begin others, every kind of part, and names that objects know', () => {
    const messages = parsed({
      'A.B': 'one',
      'A.B.C': 'two',
      'A.toString': 'three',
      constructor: 'four',
      Long: '{n, plural, offset:1 =0 {none} one {# <b>thing</b>} other {# things}} {who}',
      Ordinal: '{n, selectordinal, one {#st} other {#th}}',
      Styled: '{n, number, ::percent} {d, date, short} {t, time} {s, select, a {x} other {{n, number}}}',
      Empty: '',
    })
    expect(
      parseMessages(JSON.parse(JSON.stringify(serialiseMessages(messages))) as ReturnType<typeof serialiseMessages>),
    ).toEqual(JSON.parse(JSON.stringify(messages)))
    expect(JSON.stringify(serialiseMessages(parsed({ 'A.B': 'one', 'A.C': 'Hi {name}' })))).toBe(
      '{"A":{"B":"one","C":["Hi ",[1,"name"]]}}',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { createAppIntl } from './create-app-intl.ts'
import { detectLocale } from './detect-locale.ts'
import { directionOf } from './direction.ts'
import { pseudoMessages } from './pseudo.ts'

const problems: string[] = []
const { intl } = createAppIntl({
  locale: 'de-DE',
  timeZone: 'UTC',
  onError: ({ kind, id }) => problems.push(`${kind} ${id}`),
  messages: { 'A.Known': 'Hallo {name}', 'CustomSettings.Rules.Known': 'Bekannt' },
  fallbackMessages: { 'A.Known': 'Hello {name}', 'A.English': 'English' },
})

describe('fallbacks', () => {
  it('the fallback lays a catalogue over English', () => {
    expect(intl.formatMessage({ id: 'A.Known' }, { name: 'Amira' })).toBe('Hallo Amira')
    expect(intl.formatMessage({ id: 'A.English' })).toBe('English')
  })
  it('[spec 8.3] the fallback names an unknown id, once in the log', () => {
    expect(intl.formatMessage({ id: 'A.Missing' })).toBe('<<UNKNOWN_TRANSLATION_KEY A.Missing>>')
    intl.formatMessage({ id: 'A.Missing' })
    expect(problems).toEqual(['unknown A.Missing'])
  })
  it('[spec 8.4] the fallback shows the last segment of an unknown custom setting', () => {
    expect(intl.formatMessage({ id: 'CustomSettings.Rules.HighValue' })).toBe('HighValue')
    expect(intl.formatMessage({ id: 'CustomSettings.Rules.Known' })).toBe('Bekannt')
  })
  it('[spec 8.5] the fallback names a message that cannot be formatted', () => {
    expect(intl.formatMessage({ id: 'A.Known' })).toBe('<<INTERPOLATION_ERROR A.Known>>')
    expect(intl.formatMessage({ id: 'A.Known' }, { name: 'again' })).toBe('Hallo again')
  })
})

it('the language set-up knows the reading direction of tags, pseudo-locales included', () => {
  expect(['ar-AE', 'he', 'fa-IR', 'ur', 'qps-plocm', 'az-Arab'].map(directionOf)).toEqual(
    Array.from({ length: 6 }, () => 'rtl'),
  )
  expect(['en-US', 'de-DE', 'qps-ploc'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr'])
})

it('the language set-up detects the language: query, stored, browser; exactly, then by language', () => {
  const base = {
    search: '',
    stored: null,
    languages: ['fr-FR', 'de-AT'],
    supported: ['en-US', 'de-DE', 'ar-AE'],
    fallback: 'en-US',
  }
  expect(detectLocale(base)).toBe('de-DE')
  expect(detectLocale({ ...base, stored: 'ar-EG' })).toBe('ar-AE')
  expect(detectLocale({ ...base, stored: 'ar-AE', search: '?mkt=EN-us' })).toBe('en-US')
  expect(detectLocale({ ...base, languages: ['fr'] })).toBe('en-US')
})

it('accents words and leaves ICU syntax alone', () => {
  const messages = pseudoMessages({
    a: '{count, plural, one {# case of <b>{name}</b>} other {# cases}} left',
    b: 'Due {when, date, medium}',
    c: '< 1 h',
  })
  const pseudo = createAppIntl({ locale: 'qps-ploc', messages, timeZone: 'UTC' }).intl
  expect(pseudo.formatMessage({ id: 'a' }, { count: 2 })).toMatch(/^\[2 çášéš ļéƒţ·+\]$/)
  expect(String(pseudo.formatMessage({ id: 'a' }, { count: 1, name: 'Ann', b: parts => parts.join('') }))).toMatch(
    /^\[1 çášé óƒ Ann ļéƒţ·+\]$/,
  )
  expect(pseudo.formatMessage({ id: 'b' }, { when: 0 })).toMatch(/^\[Đúé Jan 1, 1970·+\]$/)
  expect(pseudo.formatMessage({ id: 'c' })).toMatch(/^\[< 1 .·+\]$/)
})

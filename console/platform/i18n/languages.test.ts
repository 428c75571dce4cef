import { expect, it } from 'vitest'
import { detectLanguage, supportedLanguages } from './languages.ts'

it('keeps the product specification’s list', () => {
  expect(supportedLanguages).toEqual(['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR'])
})

it.each([
  ['?mkt=de-DE', 'ar-AE', ['en-GB'], 'de-DE'],
  ['?mkt=de-AT', null, [], 'de-DE'],
  ['?mkt=xx', 'ar-AE', ['de'], 'ar-AE'],
  ['', 'AR', ['de'], 'ar-AE'],
  ['', null, ['ja', 'de-CH', 'en'], 'de-DE'],
  ['', null, ['ja'], 'en-US'],
])('%s, stored %s, browser %j gives %s', (search, stored, browser, expected) => {
  expect(detectLanguage(search, stored, browser)).toBe(expected)
})

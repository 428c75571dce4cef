import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { detectLocale, directionOf } from '@assay/design-system/i18n'
import { describe, expect, it } from 'vitest'
import { fallbackLanguage, languageNames, shippedLanguages, supportedLanguages } from './languages.ts'

const folder = path.resolve(import.meta.dirname, '../../../locales')
const detect = (search: string, stored: string | null, languages: string[]) =>
  detectLocale({ search, stored, languages, supported: shippedLanguages, fallback: fallbackLanguage })

describe('languages', () => {
  it('[spec 7.1] the console has one translation file per language of the specification', () => {
    for (const tag of ['da-DK', 'de-DE', 'en-US', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR'])
      expect(existsSync(path.join(folder, `${tag}.json`)), tag).toBe(true)
  })
  it('[spec 9.1] the console supports seven, en-US as fallback and default', () => {
    expect(supportedLanguages).toEqual(['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR'])
    expect(fallbackLanguage).toBe('en-US')
    expect(detect('', null, [])).toBe('en-US')
    expect(detect('', null, ['ja-JP'])).toBe('en-US')
  })
  it('[spec 9.2] the console has Danish strings and does not offer them', () => {
    const danish = JSON.parse(readFileSync(path.join(folder, 'da-DK.json'), 'utf8')) as Record<string, string>
    expect(Object.keys(danish).length).toBeGreaterThan(1000)
    expect([...supportedLanguages, ...shippedLanguages]).not.toContain('da-DK')
    expect(detect('?mkt=da-DK', null, ['fr'])).toBe('fr-FR')
  })
  it('[spec 9.3] the console detects the query parameter, then the stored choice, then the browser', () => {
    expect(detect('?mkt=nl-NL', 'it-IT', ['es-ES'])).toBe('nl-NL')
    expect(detect('', 'it-IT', ['es-ES'])).toBe('it-IT')
    expect(detect('', null, ['es-MX', 'fr-FR'])).toBe('es-ES')
    expect(detect('?mkt=de-AT', null, [])).toBe('de-DE')
    expect(detect('?mkt=pt-PT', null, [])).toBe('pt-BR')
    expect(detect('?mkt=xx', 'zz', ['da', 'fr-CA'])).toBe('fr-FR')
  })
  it('[spec 9.4] the console lays Arabic, Hebrew, Persian and Urdu out right to left, and no supported language', () => {
    expect(['ar-AE', 'he-IL', 'fa-IR', 'ur-PK'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl'])
    expect(supportedLanguages.map(directionOf)).toEqual(supportedLanguages.map(() => 'ltr'))
  })
  it('the console names every language in itself and keeps a glossary of the field for it', () => {
    expect(Object.keys(languageNames)).toEqual([...shippedLanguages])
    const glossaries = readdirSync(path.join(folder, 'glossary')).map(name => name.replace('.json', ''))
    expect(glossaries.toSorted()).toEqual(
      [...new Set([...shippedLanguages, 'da-DK'])].filter(tag => tag !== 'en-US').toSorted(),
    )
    const terms = glossaries.map(tag =>
      Object.keys(JSON.parse(readFileSync(path.join(folder, `glossary/${tag}.json`), 'utf8')) as object),
    )
    for (const list of terms) expect(list).toEqual(terms[0])
  })
})

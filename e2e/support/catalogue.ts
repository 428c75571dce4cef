import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Results for a language are cached: some hundred pages are compared with them. */
function memoise<T>(find: (language: string) => T): (language: string) => T {
  const known = new Map<string, T>()
  return language => {
    const before = known.get(language)
    if (before !== undefined) return before
    const found = find(language)
    known.set(language, found)
    return found
  }
}

/** The catalogue of a language. */
export const loadCatalogue = memoise(
  language =>
    JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../../locales/${language}.json`), 'utf8')) as Record<
      string,
      string
    >,
)

/** English sentences of the console with a different translation: three words or more, without placeholders. */
export const englishSentences = memoise(language => {
  const translated = loadCatalogue(language)
  return Object.entries(loadCatalogue('en-US'))
    .filter(([id, text]) => translated[id] !== text && !/[{<]/.test(text) && text.split(' ').length >= 3)
    .map(([, text]) => text)
})

/** All text of a page: visible text, and accessible names. */
export async function readPageText(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(element =>
        ['aria-label', 'title', 'placeholder', 'alt'].map(name => element.getAttribute(name) ?? ''),
      ),
    ].join('\n'),
  )
}

/**
 * Sentences of a catalogue as shown on a page: two words or more, without placeholders, and different from the English.
 */
const translatedSentences = memoise(language => {
  const english = loadCatalogue('en-US')
  return Object.entries(loadCatalogue(language))
    .filter(([id, text]) => english[id] !== text && !/[{<]/.test(text) && text.includes(' '))
    .map(([, text]) => text)
})

/** Asserts that nothing on the page is English, unresolved or laid out in the wrong direction. */
export function expectLanguage(tag: string, words: string, name: string): void {
  expect(words, name).not.toMatch(/<<|>>/)
  expect(translatedSentences(tag).filter(sentence => words.includes(sentence)).length, name).toBeGreaterThan(2)
  expect
    .soft(
      englishSentences(tag).filter(sentence => words.includes(sentence)),
      `English left on ${name}`,
    )
    .toEqual([])
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { vi } from 'vitest'
import type { Language } from '../i18n/languages.ts'
import { serialiseMessages } from '../i18n/serialised-messages.ts'

/** Some texts of a language, by their ids. */
function readTexts(language: Language, ids: readonly string[]): Record<string, string> {
  const file = path.resolve(import.meta.dirname, `../../../locales/${language}.json`)
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return Object.fromEntries(ids.map(id => [id, all[id] ?? '']))
}

/** The promise that a language's file waits for; a rejected one is a file that cannot be loaded. */
type Arrivals = Partial<Record<Language, Promise<void>>>

/** Stands in for the files of texts; each of them has these texts alone. */
export function stubCatalogues(ids: readonly string[], arrivals: Arrivals = {}): void {
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const language = typeof request === 'string' ? /^\/@messages\/(.+)\.json$/.exec(request)?.[1] : undefined
    if (language === undefined) return others(request)
    await arrivals[language as Language]
    const texts = Object.entries(readTexts(language as Language, ids)).map(([id, text]) => [id, parse(text)] as const)
    return Response.json(serialiseMessages(Object.fromEntries(texts)))
  })
}

import english from '../../locales/en-US.json'
import { type AppIntl, createAppIntl, pseudoMessages } from '../i18n/index.ts'

const source: Record<string, string> = english
/**
 * Every language that has a file, the two pseudo-locales, and Hebrew: its script and formats, with English texts until
 * it is translated.
 */
const files = import.meta.glob<Record<string, string>>('../../locales/??-??.json', { eager: true, import: 'default' })
const catalogues: Record<string, Record<string, string>> = {
  'en-US': source,
  ...Object.fromEntries(Object.entries(files).map(([file, messages]) => [file.slice(-10, -5), messages])),
  'he-IL': {},
  'qps-ploc': pseudoMessages(source),
  'qps-plocm': pseudoMessages(source),
}

export const storyLocales = Object.keys(catalogues)

const made = new Map<string, AppIntl>()

/** The translator of stories and tests: one per language, in one fixed zone. */
export function storyIntl(locale: string): AppIntl {
  const cached = made.get(locale)
  if (cached) return cached
  const intl = createAppIntl({ locale, messages: catalogues[locale] ?? {}, fallbackMessages: source, timeZone: 'UTC' })
  made.set(locale, intl)
  return intl
}

import arabic from '../../locales/ar-AE.json'
import german from '../../locales/de-DE.json'
import english from '../../locales/en-US.json'
import { createAppIntl, pseudoMessages, type AppIntl } from '../i18n/index.ts'

const source: Record<string, string> = english
const catalogues: Record<string, Record<string, string>> = {
  'en-US': source,
  'de-DE': german,
  'ar-AE': arabic,
  'qps-ploc': pseudoMessages(source),
  'qps-plocm': pseudoMessages(source),
}

export const storyLocales = Object.keys(catalogues)

const made = new Map<string, AppIntl>()

/** The translator of stories and tests: one per language, in one fixed zone. */
export function storyIntl(locale: string): AppIntl {
  const known = made.get(locale)
  if (known) return known
  const intl = createAppIntl({ locale, messages: catalogues[locale] ?? {}, fallbackMessages: source, timeZone: 'UTC' })
  made.set(locale, intl)
  return intl
}

import { AppIntlProvider, createAppIntl, detectLocale, marketKey, type AppIntl, type Messages } from '@assay/design-system/i18n'
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { logLevels, trackError } from '../telemetry/telemetry.ts'
import { fallbackLanguage, shippedLanguages, type Language } from './languages.ts'

/** Addresses of the compiled catalogues; each already lies over en-US, so that one file is loaded per language. */
const catalogues = import.meta.glob<string>('../../../locales/*-*.json', { query: '?catalogue', import: 'default', eager: true })

function addressOf(language: Language): string {
  const address = catalogues[`../../../locales/${language}.json`]
  if (!address) throw new Error(`There is no catalogue for ${language}.`)
  return address
}

function stored(): string | null {
  try {
    return localStorage.getItem(marketKey)
  } catch {
    return null
  }
}

/** Language of this visit: query parameter `mkt`, local storage `DFP/Market`, browser. */
export function detectLanguage(): Language {
  return detectLocale({ search: location.search, stored: stored(), languages: navigator.languages, supported: shippedLanguages, fallback: fallbackLanguage }) as Language
}

/** Fetches a catalogue and makes the translator of it. */
export async function loadIntl(language: Language): Promise<AppIntl> {
  const answer = await fetch(addressOf(language))
  if (!answer.ok) throw new Error(`The texts for ${language} could not be loaded (${answer.status}).`)
  return createAppIntl({
    locale: language,
    messages: (await answer.json()) as Messages,
    onProblem: ({ kind, id }) => trackError(new Error(`Message ${id}: ${kind}`), logLevels.warning),
  })
}

const LanguageContext = createContext<{ language: Language; choose: (language: Language) => Promise<void> } | null>(null)

/** Gives the tree its texts and lets it change the language without a reload. */
export function LanguageProvider({ initial, children }: { initial: AppIntl; children: ReactNode }) {
  const [value, setValue] = useState(initial)
  const choose = useCallback(async (language: Language) => {
    const next = await loadIntl(language)
    try {
      localStorage.setItem(marketKey, language)
    } catch {
      // The choice lasts for this visit only.
    }
    setValue(next)
  }, [])
  const state = useMemo(() => ({ language: value.tag as Language, choose }), [value, choose])
  return (
    <LanguageContext value={state}>
      <AppIntlProvider value={value}>{children}</AppIntlProvider>
    </LanguageContext>
  )
}

export function useLanguage(): { language: Language; choose: (language: Language) => Promise<void> } {
  const state = use(LanguageContext)
  if (!state) throw new Error('useLanguage needs a LanguageProvider above it.')
  return state
}

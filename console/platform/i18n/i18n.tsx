import {
  type AppIntl,
  AppIntlProvider,
  createAppIntl,
  detectLocale,
  type Messages,
  marketKey,
} from '@assay/design-system/i18n'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { logLevels, trackError } from '../telemetry/telemetry.ts'
import { fallbackLanguage, type Language, pseudoLanguages, shippedLanguages } from './languages.ts'
import { subscribeToMissingTexts, texts } from './texts.ts'

function readStoredLanguage(): string | null {
  try {
    return localStorage.getItem(marketKey)
  } catch {
    return null
  }
}

function storeLanguage(language: string): void {
  try {
    localStorage.setItem(marketKey, language)
  } catch {
    // The choice lasts for this visit only.
  }
}

const supported: readonly string[] = import.meta.env.DEV ? [...shippedLanguages, ...pseudoLanguages] : shippedLanguages

/** The language that the address requests; empty when it requests none, or an unsupported one. */
export const requestedLanguage = (): string =>
  detectLocale({ search: location.search, stored: null, languages: [], supported, fallback: '' })

/**
 * Language of this visit: query parameter `mkt`, local storage `DFP/Market`, browser. A language that the address
 * requests is stored.
 */
function detectLanguage(): string {
  const requested = requestedLanguage()
  if (requested === '')
    return detectLocale({
      search: '',
      stored: readStoredLanguage(),
      languages: navigator.languages,
      supported,
      fallback: fallbackLanguage,
    })
  storeLanguage(requested)
  return requested
}

/** The translator of these texts; the page speaks them from now on. */
function activateLanguage(language: string, messages: Messages): AppIntl {
  texts.activate({ language, messages })
  return createAppIntl({
    locale: language,
    messages,
    onError: ({ kind, id }) => trackError(new Error(`Message ${id}: ${kind}`), logLevels.warning),
  })
}

const loadIntl = async (language: string): Promise<AppIntl> => activateLanguage(language, await texts.load(language))

export interface LoadedLanguage {
  intl: AppIntl
  /** The requested language that could not be loaded; the texts are English then. */
  missing: string | null
}

/** The language of this visit; English instead when its file cannot be loaded, so that nobody sees an empty page. */
export async function loadLanguage(): Promise<LoadedLanguage> {
  const language = detectLanguage()
  try {
    return { intl: await loadIntl(language), missing: null }
  } catch (error) {
    if (language === fallbackLanguage) throw error
    trackError(error, logLevels.warning)
    return { intl: await loadIntl(fallbackLanguage), missing: language }
  }
}

interface LanguageState {
  language: Language
  /** A language whose file could not be loaded; null when all is well. */
  missing: Language | null
  /**
   * Changes the texts without a reload; the input of the user stays. When a file cannot be loaded, the texts stay as
   * they are, and `missing` names its language.
   */
  choose: (language: Language) => Promise<void>
}

const LanguageContext = createContext<LanguageState | null>(null)

/** Provides the texts to the tree, and the command that changes the language. */
export function LanguageProvider({ initial, children }: { initial: LoadedLanguage; children: ReactNode }) {
  const [{ intl, missing }, setLoaded] = useState(initial)
  const choices = useRef(0)
  const choose = useCallback(async (language: Language) => {
    // Files may arrive in another order than they were requested: the last choice counts.
    const choice = ++choices.current
    const isLast = () => choice === choices.current
    try {
      const messages = await texts.load(language)
      if (!isLast()) return
      const next = activateLanguage(language, messages)
      storeLanguage(language)
      setLoaded({ intl: next, missing: null })
    } catch (error) {
      trackError(error, logLevels.warning)
      if (isLast()) setLoaded(current => ({ ...current, missing: language }))
    }
  }, [])
  useEffect(() => subscribeToMissingTexts(language => setLoaded(current => ({ ...current, missing: language }))), [])
  const state = useMemo(
    () => ({ language: intl.tag as Language, missing: missing as Language | null, choose }),
    [intl, missing, choose],
  )
  return (
    <LanguageContext value={state}>
      <AppIntlProvider value={intl}>{children}</AppIntlProvider>
    </LanguageContext>
  )
}

export function useLanguage(): LanguageState {
  const state = use(LanguageContext)
  if (!state) throw new Error('useLanguage needs a LanguageProvider above it.')
  return state
}

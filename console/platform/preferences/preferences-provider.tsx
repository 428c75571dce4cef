import { readAppearance, setAppearance, useToast } from '@assay/design-system'
import {
  type AppIntl,
  AppIntlProvider,
  createAppIntl,
  directionOf,
  type Messages,
  useLocaleTag,
} from '@assay/design-system/i18n'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { requestedLanguage, useLanguage } from '../i18n/i18n.tsx'
import { shippedLanguages } from '../i18n/languages.ts'
import { useSession } from '../session/index.ts'
import { logLevels, trackError } from '../telemetry/telemetry.ts'
import { preferencesStore, usePreferencesState, watchPreferences } from './index.ts'

/** Appearance of this browser before the user is known. */
const initialAppearance = readAppearance()
/** A link may request a language; it takes precedence for this visit. */
const isLanguageRequested = requestedLanguage() !== ''

/** Applies the preferences of the signed-in user to the whole console: appearance, language, time zone. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const user = useSession()
  const {
    preferences: { theme, density, contrast, language, timeZone },
  } = usePreferencesState()
  const { choose } = useLanguage()
  useEffect(() => preferencesStore.start(user), [user])
  useEffect(watchPreferences, [])
  useEffect(() => {
    setAppearance({
      theme: theme ?? initialAppearance.theme,
      density: density ?? initialAppearance.density,
      contrast: contrast ?? initialAppearance.contrast,
    })
  }, [theme, density, contrast])
  useEffect(() => {
    const preferred = isLanguageRequested ? undefined : shippedLanguages.find(tag => tag === language)
    if (preferred) void choose(preferred)
  }, [language, choose])
  return (
    <TimeZoneProvider timeZone={timeZone}>
      <SaveErrorToast />
      {children}
    </TimeZoneProvider>
  )
}

/** Texts with the times of a person's zone; without one, with those of the browser. */
function TimeZoneProvider({ timeZone, children }: { timeZone: string | null; children: ReactNode }) {
  const intl = useIntl()
  const tag = useLocaleTag()
  const value = useMemo((): AppIntl => {
    const same = { tag, intl, direction: directionOf(tag) }
    if (timeZone === null) return same
    try {
      new Intl.DateTimeFormat('en', { timeZone })
    } catch {
      // A zone that this browser does not support.
      return same
    }
    const onProblem = ({ kind, id }: { kind: string; id: string }) =>
      trackError(new Error(`Message ${id}: ${kind}`), logLevels.warning)
    return createAppIntl({ locale: tag, messages: intl.messages as Messages, timeZone, onError: onProblem })
  }, [intl, tag, timeZone])
  return <AppIntlProvider value={value}>{children}</AppIntlProvider>
}

/** Reports in a toast that a change could not be saved and was reverted, with a command to retry. */
function SaveErrorToast() {
  const intl = useIntl()
  const { toast } = useToast()
  useEffect(
    () =>
      preferencesStore.onFailure(({ retry: again }) => {
        toast({
          tone: 'danger',
          title: intl.formatMessage({ id: 'Preferences.SaveFailed' }),
          action: { label: intl.formatMessage({ id: 'Common.Retry' }), onAction: again },
        })
      }),
    [intl, toast],
  )
  return null
}

import type { AppIntl } from '@assay/design-system/i18n'
import { lazy, Suspense } from 'react'
import { LanguageProvider } from '../platform/i18n/i18n.tsx'
import { StartScreen } from './start-screen.tsx'

/** Sign-in library, data layer and shell: fetched beside the texts, not before them. */
const gate = import('./signed-in.tsx')
const SignedIn = lazy(() => gate)

/** The whole console. Texts are there; who the user is, is found out behind the gate. */
export function App({ intl }: { intl: AppIntl }) {
  return (
    <LanguageProvider initial={intl}>
      <Suspense fallback={<StartScreen />}>
        <SignedIn />
      </Suspense>
    </LanguageProvider>
  )
}

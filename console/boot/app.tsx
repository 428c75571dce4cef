import type { AppIntl } from '@assay/design-system/i18n'
import type { ComponentType } from 'react'
import { LanguageProvider } from '../platform/i18n/i18n.tsx'
import { StartScreen } from './start-screen.tsx'

interface AppProps {
  intl: AppIntl
  /** Everything behind the sign-in, once it has been fetched. */
  SignedIn: ComponentType | null
}

/** The whole console. Texts are there; who the user is, is found out behind the gate. */
export function App({ intl, SignedIn }: AppProps) {
  return <LanguageProvider initial={intl}>{SignedIn ? <SignedIn /> : <StartScreen />}</LanguageProvider>
}

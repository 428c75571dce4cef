import type { ComponentType } from 'react'
import { LanguageProvider, type LoadedLanguage } from '../platform/i18n/i18n.tsx'
import { StartupScreen } from './startup-screen.tsx'

interface AppProps {
  language: LoadedLanguage
  /** Everything behind the sign-in; null until it is fetched. */
  SignedIn: ComponentType | null
}

/** The whole console. Its texts are loaded; the user is determined behind the gate. */
export function App({ language, SignedIn }: AppProps) {
  return <LanguageProvider initial={language}>{SignedIn ? <SignedIn /> : <StartupScreen />}</LanguageProvider>
}

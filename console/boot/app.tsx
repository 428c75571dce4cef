import type { ComponentType } from 'react'
import { LanguageProvider, type LoadedLanguage } from '../platform/i18n/i18n.tsx'
import { StartupScreen } from './startup-screen.tsx'

interface AppProps {
  language: LoadedLanguage
  /** Everything behind the sign-in, once it has been fetched. */
  SignedIn: ComponentType | null
}

/** The whole console. Texts are there; who the user is, is found out behind the gate. */
export function App({ language, SignedIn }: AppProps) {
  return <LanguageProvider initial={language}>{SignedIn ? <SignedIn /> : <StartupScreen />}</LanguageProvider>
}

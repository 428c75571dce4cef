import '../console.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { loadLanguage } from '../platform/i18n/i18n.tsx'
import { siteConfiguration } from '../platform/site/site-configuration.ts'
import { logLevels, trackError } from '../platform/telemetry/telemetry.ts'
import { App } from './app.tsx'
import { showStartFailure } from './start-failure.ts'

async function boot(): Promise<void> {
  // Libraries that add style elements of their own take the nonce of this page from here.
  const nonce = document.querySelector('script[nonce]')
  if (nonce instanceof HTMLElement && nonce.nonce) setNonce(nonce.nonce)
  siteConfiguration()
  // Sign-in library, data layer and shell are fetched beside the texts, not after them.
  const gate = import('./signed-in.tsx')
  const language = await loadLanguage()
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no root element.')
  const root = createRoot(element, { onUncaughtError: error => trackError(error, logLevels.critical) })
  // Two renders instead of Suspense: React holds back what follows a fallback for 300 ms.
  root.render(<App language={language} SignedIn={null} />)
  const { SignedIn } = await gate
  root.render(<App language={language} SignedIn={SignedIn} />)
}

boot().catch((error: unknown) => {
  trackError(error, logLevels.critical)
  showStartFailure()
})

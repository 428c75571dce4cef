import '../console.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { detectLanguage, loadIntl } from '../platform/i18n/i18n.tsx'
import { siteConfiguration } from '../platform/site/site-configuration.ts'
import { logLevels, trackError } from '../platform/telemetry/telemetry.ts'
import { App } from './app.tsx'
import { showStartFailure } from './start-failure.ts'

async function boot(): Promise<void> {
  // Libraries that add style elements of their own take the nonce of this page from here.
  const nonce = document.querySelector('script[nonce]')
  if (nonce instanceof HTMLElement && nonce.nonce) setNonce(nonce.nonce)
  siteConfiguration()
  const intl = await loadIntl(detectLanguage())
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element.')
  createRoot(root, { onUncaughtError: error => trackError(error, logLevels.critical) }).render(<App intl={intl} />)
}

boot().catch((error: unknown) => {
  trackError(error, logLevels.critical)
  showStartFailure()
})

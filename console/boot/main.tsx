import '../platform/forms/zod-jitless.ts'
import '../console.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { loadLanguage } from '../platform/i18n/i18n.tsx'
import { readSampleDataFlag } from '../platform/sample-data/sample-data.ts'
import { loadSection } from '../platform/sections/load-section.ts'
import { preloadRoutes } from '../platform/sections/route-discovery.ts'
import { section } from '../platform/sections/section-loaders.ts'
import { importIdentityClient } from '../platform/session/identity/identity-library.ts'
import { canStartFromStore } from '../platform/session/identity/stored-session.ts'
import { startTenantService } from '../platform/session/identity/tenant.ts'
import { startBackendTarget } from '../platform/site/backend-target.ts'
import { siteConfiguration } from '../platform/site/site-configuration.ts'
import { showStartupFailure } from '../platform/startup-failure/startup-failure.ts'
import { log, logLevels, trackError } from '../platform/telemetry/telemetry.ts'
import { App } from './app.tsx'
import { runStartup } from './startup.ts'

/** The section behind the sign-in; the table of sections cannot name it, because the section imports that table. */
const loadBoot = () => loadSection('Boot', () => import('./signed-in.tsx'))

/** The section behind the sign-in, and the identity library where the visit cannot begin without it. */
async function loadSignedIn() {
  const [boot] = await Promise.all([
    loadBoot(),
    canStartFromStore() ? null : loadSection('SignIn', importIdentityClient),
  ])
  return boot
}

const report = (error: unknown, correlationId: string) => trackError(error, logLevels.critical, correlationId)

/** Shows an error that no page could show: otherwise the screen would stay empty. */
function showUncaughtError(error: unknown): void {
  const correlationId = crypto.randomUUID()
  report(error, correlationId)
  showStartupFailure(error, correlationId)
}

void runStartup({
  setBuild: () => document.documentElement.setAttribute('data-build', siteConfiguration().build),
  initialiseEarly: () => {
    // Libraries that add style elements read the nonce of this page here.
    const nonce = document.querySelector('script[nonce]')
    if (nonce instanceof HTMLElement && nonce.nonce) setNonce(nonce.nonce)
    window.addEventListener('unhandledrejection', event => trackError(event.reason))
    startBackendTarget(siteConfiguration().alternateBackends, message => log(logLevels.warning, message))
  },
  startTenantService: () => startTenantService(siteConfiguration()),
  loadBoot: async () => {
    // Identity library, data layer and shell are fetched in parallel with the texts.
    const sampleData = readSampleDataFlag()
    const boot = sampleData ? section('MockData').then(({ wrapBoot }) => wrapBoot(loadBoot)) : loadSignedIn()
    if (!sampleData) preloadRoutes(location.pathname, siteConfiguration().basePath)
    // The failure is handled below, where the section is awaited.
    boot.catch(() => undefined)
    const language = await loadLanguage()
    const element = document.getElementById('root')
    if (!element) throw new Error('The page has no root element.')
    const root = createRoot(element, { onUncaughtError: showUncaughtError })
    const show = (SignedIn: Parameters<typeof App>[0]['SignedIn']) =>
      root.render(<App language={language} SignedIn={SignedIn} />)
    // Two renders instead of Suspense: React delays the content after a fallback by 300 ms.
    show(null)
    return { show, section: await boot }
  },
  runBoot: ({ show, section: { SignedIn } }) => show(SignedIn),
  report,
  showFailure: showStartupFailure,
})

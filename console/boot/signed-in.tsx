import { AnnouncerProvider, ToastProvider } from '@assay/design-system'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '../platform/api/query-client.ts'
import { EnvironmentProvider, useEnvironments } from '../platform/environments/environments.tsx'
import { RouteError } from '../platform/errors/page-error.tsx'
import { onProbe, watchConnection } from '../platform/offline/connection.ts'
import { PreferencesProvider } from '../platform/preferences/preferences-provider.tsx'
import { watchLinks } from '../platform/router/prefetch.ts'
import { watchBuild } from '../platform/sections/newer-build.ts'
import { prepareRenewal, SessionGate } from '../platform/session/index.ts'
import { siteConfiguration } from '../platform/site/site-configuration.ts'
import { subscribeToConsent } from '../platform/telemetry/consent.ts'
import { setTelemetryTexts, startTelemetry, timed, trackPoll } from '../platform/telemetry/telemetry.ts'
import { StartPage } from '../shell/start-page.tsx'
import { BootGate } from './boot-gate.tsx'
import { patchRoutes, prefetchPage, routes } from './routes.tsx'
import { StartupScreen } from './startup-screen.tsx'

const queryClient = createQueryClient()

/** Loads session data before the routes: every page can rely on the user and the environments. */
function Root() {
  useEffect(prepareRenewal, [])
  return (
    <EnvironmentProvider fallback={<StartupScreen />}>
      <Telemetry />
      <StartPage fallback={<StartupScreen />}>
        <Outlet />
      </StartPage>
    </EnvironmentProvider>
  )
}

/** Starts monitoring some seconds after the page: the first figures do not need it. */
function Telemetry() {
  const { session } = useEnvironments()
  const { messages } = useIntl()
  useEffect(() => setTelemetryTexts(messages), [messages])
  // From the first byte of the page until its routes are rendered.
  useEffect(() => timed('Boot', 'startup', 0)(), [])
  useEffect(() => {
    let forget = () => {}
    const timer = setTimeout(
      () =>
        void import('../platform/preferences/index.ts')
          .then(({ preferencesStore }) => {
            forget = subscribeToConsent(preferencesStore)
            return startTelemetry(session.user.id)
          })
          .catch(() => undefined),
      3000,
    )
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [session.user.id])
  return null
}

const { basePath } = siteConfiguration()
const router = createBrowserRouter(
  [{ element: <Root />, errorElement: <RouteError />, children: routes, HydrateFallback: StartupScreen }],
  { basename: basePath || '/', patchRoutesOnNavigation: patchRoutes(basePath) },
)

watchConnection()
// The look for a newer build has the same target.
onProbe(() => trackPoll('build'))
watchBuild()
watchLinks(pathname => prefetchPage(pathname, basePath), basePath)

/** Everything behind the sign-in. */
export function SignedIn() {
  return (
    <SessionGate fallback={<StartupScreen />}>
      <QueryClientProvider client={queryClient}>
        <AnnouncerProvider>
          <ToastProvider>
            <PreferencesProvider>
              <BootGate fallback={<StartupScreen />}>
                <RouterProvider router={router} />
              </BootGate>
            </PreferencesProvider>
          </ToastProvider>
        </AnnouncerProvider>
      </QueryClientProvider>
    </SessionGate>
  )
}

import {
  Callout,
  focusPageTitle,
  lazyPart,
  NavShell,
  TopBar,
  watchPrinting,
  watchSystemTheme,
} from '@assay/design-system'
import { defined } from '@assay/risk-service/contract'
import { Suspense, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Outlet, useLocation, useMatch } from 'react-router-dom'
import { ConsoleCharts } from '../platform/charts/console-charts.tsx'
import { useEnvironments } from '../platform/environments/environments.tsx'
import { ConnectionNotices } from '../platform/offline/connection-notices.tsx'
import { updatePreferences, usePreferences } from '../platform/preferences/index.ts'
import { hasPreviewEnded } from '../platform/rights-preview/tab-preview.ts'
import { renderLink } from '../platform/router/render-link.tsx'
import { useLibraryLinks } from '../platform/router/use-library-links.ts'
import { sampleDataBanner } from '../platform/sample-data/sample-data.ts'
import { NewerBuildCallout } from '../platform/sections/newer-build-callout.tsx'
import { section } from '../platform/sections/section-loaders.ts'
import { BackendChip } from '../platform/site/backend-chip.tsx'
import { siteConfiguration } from '../platform/site/site-configuration.ts'
import { setTelemetryContext, trackPage } from '../platform/telemetry/telemetry.ts'
import { deferred } from '../platform/timing/deferred.tsx'
import { useAssistantAside } from './assistant/assistant-aside.tsx'
import { LanguageNotice } from './language-notice.tsx'
import { useNavigationItems } from './navigation/navigation.ts'
import { TopBarPlaceholder } from './top-bar/top-bar-placeholder.tsx'

const TopBarControls = deferred(
  () => import('./top-bar/top-bar-controls.tsx').then(module => module.TopBarControls),
  TopBarPlaceholder,
)
const DrawerEnvironment = deferred(
  () => import('./top-bar/top-bar-controls.tsx').then(module => module.DrawerEnvironment),
  () => null,
)
// Rarely shown.
const NoEnvironment = lazyPart(() =>
  import('../platform/environments/no-environment.tsx').then(module => ({ default: module.NoEnvironment })),
)

const MessageBar = deferred(
  () => import('./message-bar.tsx').then(module => module.MessageBar),
  () => null,
)
const PreviewBar = lazyPart(() => import('./preview-bar.tsx').then(module => ({ default: module.PreviewBar })))
// Fetched only for an administrator who has to attest the permitted use.
const FcraDialog = lazyPart(async () => ({ default: (await section('FcraDialog')).FcraDialog }))

/** Frame of every page: navigation, top bar with the environment, and the page itself. */
export function Shell() {
  const { session, environment, environments } = useEnvironments()
  const { items, footItems, currentId } = useNavigationItems()
  // Environments are managed without one being open, and the page stays while they are changed from it.
  const managing = useMatch('/environments') !== null && environments.length > 0
  const { pathname } = useLocation()
  const followLink = useLibraryLinks()
  const SampleDataBanner = sampleDataBanner()
  const reviewing = useReviewNavigation()
  const assistant = useAssistantAside()
  usePageChange(environment?.id)
  // The page's first script set the theme; a change of the system while the console is open follows.
  useEffect(watchSystemTheme, [])
  useEffect(watchPrinting, [])
  useEffect(() => {
    setTelemetryContext({ environmentId: environment?.id ?? null })
  }, [environment])
  return (
    <NavShell
      brand={{ name: 'Assay', href: '/' }}
      items={items}
      footItems={footItems}
      {...defined({ currentId })}
      {...reviewing}
      renderLink={renderLink}
      onClick={followLink}
      drawerStart={<DrawerEnvironment />}
      aside={assistant}
      topBar={
        <TopBar>
          <BackendChip />
          <TopBarControls />
        </TopBar>
      }
    >
      {session.fcraDue ? (
        <Suspense fallback={null}>
          <FcraDialog />
        </Suspense>
      ) : null}
      {SampleDataBanner ? <SampleDataBanner /> : null}
      {session.preview !== undefined || hasPreviewEnded() ? (
        <Suspense fallback={null}>
          <PreviewBar />
        </Suspense>
      ) : null}
      <MessageBar />
      <ConnectionNotices />
      <NewerBuildCallout />
      <LanguageNotice />
      {siteConfiguration().publicDemo ? (
        <Callout tone="warning" className="mx-page mbs-3">
          <FormattedMessage id="Shell.Demo.Public" />
        </Callout>
      ) : null}
      {session.seeded ? null : (
        <Callout tone="info" className="mx-page mbs-3">
          <FormattedMessage id="Shell.Demo.Seeding" />
        </Callout>
      )}
      {managing || environment ? (
        <ConsoleCharts pathname={pathname}>
          <Outlet key={managing ? 'environments' : environment?.id} />
        </ConsoleCharts>
      ) : (
        <Suspense>
          <NoEnvironment />
        </Suspense>
      )}
    </NavShell>
  )
}

/** An event needs the width: its page starts with the navigation collapsed, whatever the others do. */
function useReviewNavigation(): { collapsed?: boolean; onCollapsedChange: (collapsed: boolean) => void } {
  const { pathname } = useLocation()
  const [collapsed, setCollapsed] = useState(true)
  const { navigationCollapsed } = usePreferences()
  if (/^\/(search|casemanagement\/queues\/[^/]+)\/./.test(pathname))
    return { collapsed, onCollapsedChange: setCollapsed }
  return {
    ...(navigationCollapsed === null ? {} : { collapsed: navigationCollapsed }),
    onCollapsedChange: chosen => void updatePreferences({ navigationCollapsed: chosen }),
  }
}

/**
 * A new page is announced by moving the focus to its title, and counted; the first page leaves the focus to the
 * browser. The same page of another environment is new, too: the element with the focus may have been removed.
 */
function usePageChange(environmentId: string | undefined): void {
  const { pathname } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    trackPage(pathname)
    if (first.current) first.current = false
    else focusPageTitle()
  }, [pathname])
  const before = useRef(environmentId)
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== environmentId
    before.current = environmentId
    if (changed && document.activeElement === document.body) focusPageTitle()
  }, [environmentId])
}

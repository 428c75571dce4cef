import { Callout, EmptyState, focusPageTitle, NavShell, TopBar, watchSystemTheme, type RenderLink } from '@assay/design-system'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { deferred } from '../platform/deferred/deferred.tsx'
import { useEnvironments } from '../platform/environments/environments.tsx'
import { siteConfiguration } from '../platform/site/site-configuration.ts'
import { useLibraryLinks } from '../platform/router/use-library-links.ts'
import { setTelemetryContext, trackPage } from '../platform/telemetry/telemetry.ts'
import { LanguageNotice } from './language-notice.tsx'
import { useNavigationItems } from './navigation.ts'
import { TopBarPlaceholder } from './top-bar-placeholder.tsx'

const TopBarControls = deferred(() => import('./top-bar-controls.tsx').then(module => module.TopBarControls), TopBarPlaceholder)

const renderLink: RenderLink = ({ href, ...props }) => <Link to={href} {...props} />

/** Frame of every page: navigation, top bar with the environment, and the page itself. */
export function Shell() {
  const { session, environment } = useEnvironments()
  const { items, currentId } = useNavigationItems()
  const followLink = useLibraryLinks()
  const reviewing = useReviewNavigation()
  usePageChange()
  // The page's first script set the theme; a change of the system while the console is open follows.
  useEffect(watchSystemTheme, [])
  useEffect(() => {
    setTelemetryContext({ assignedRoles: environment?.roles ?? [], environmentId: environment?.id ?? null })
  }, [environment])
  return (
    <NavShell
      brand={{ name: 'Assay', href: '/' }}
      items={items}
      {...(currentId === undefined ? {} : { currentId })}
      {...reviewing}
      renderLink={renderLink}
      onClick={followLink}
      topBar={
        <TopBar>
          <TopBarControls />
        </TopBar>
      }
    >
      <LanguageNotice />
      {siteConfiguration().publicDemo ? <Callout tone="warning" className="m-3"><FormattedMessage id="Shell.Demo.Public" /></Callout> : null}
      {session.seeded ? null : <Callout tone="info" className="m-3"><FormattedMessage id="Shell.Demo.Seeding" /></Callout>}
      {environment ? (
        <Outlet key={environment.id} />
      ) : (
        <EmptyState
          page
          kind="no-access"
          title={<FormattedMessage id="Errors.NoRole.Title" />}
          description={<FormattedMessage id="Errors.NoRole.Description" />}
        />
      )}
    </NavShell>
  )
}

/** An event needs the width: its page starts with the navigation collapsed, whatever the others do. */
function useReviewNavigation(): { collapsed?: boolean; onCollapsedChange?: (collapsed: boolean) => void } {
  const { pathname } = useLocation()
  const [collapsed, setCollapsed] = useState(true)
  return pathname.startsWith('/search/') ? { collapsed, onCollapsedChange: setCollapsed } : {}
}

/** A new page is announced by moving the focus to its title, and counted; the first page keeps the browser's own start. */
function usePageChange(): void {
  const { pathname } = useLocation()
  const first = useRef(true)
  useEffect(() => {
    trackPage(pathname.replace(/\/[0-9a-f-]{36}(\/[^/]+)?$/, '/:envId/:id'))
    if (first.current) first.current = false
    else focusPageTitle()
  }, [pathname])
}

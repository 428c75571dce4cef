import type { NavItem } from '@assay/design-system'
import { Database, GitFork, LayoutDashboard, Search } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useCan, useEnvironments, useHref } from '../platform/environments/environments.tsx'
import { opens, type RoutePath } from '../platform/permissions/route-table.ts'

/** Pages of the navigation: only what is built, and only what the role may open. */
export function useNavigationItems(): { items: NavItem[]; footItems: NavItem[]; currentId: string | undefined } {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const { environments } = useEnvironments()
  const { pathname } = useLocation()
  const pages: { item: NavItem; path: RoutePath; id: string }[] = [
    {
      id: 'dashboard', path: '/',
      item: { id: 'dashboard', label: intl.formatMessage({ id: 'Shell.Nav.Dashboard' }), href: href('/'), icon: LayoutDashboard },
    },
    {
      id: 'search', path: '/search',
      item: { id: 'search', label: intl.formatMessage({ id: 'Shell.Nav.Search' }), href: href('/search'), icon: Search },
    },
    {
      id: 'purchaserules', path: '/data/rules/purchaserules',
      item: {
        id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), icon: Database,
        children: [{ id: 'purchaserules', label: intl.formatMessage({ id: 'Shell.Nav.PurchaseRules' }), href: href('/data/rules/purchaserules') }],
      },
    },
  ]
  const current = pages.findLast(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
  const environmentsPage: NavItem = { id: 'environments', label: intl.formatMessage({ id: 'Shell.Nav.Environments' }), href: href('/environments'), icon: GitFork }
  return {
    items: pages.filter(({ path }) => opens(path, can)).map(({ item }) => item),
    // Open to everybody with a role.
    footItems: environments.length > 0 ? [environmentsPage] : [],
    currentId: pathname === '/environments' ? environmentsPage.id : current?.id,
  }
}

import type { NavItem } from '@assay/design-system'
import type { Capability } from '@assay/risk-service/contract'
import { Database, LayoutDashboard, Search } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useCan, useHref } from '../platform/environments/environments.tsx'

/** Pages of the navigation: only what is built, and only what the role may open. */
export function useNavigationItems(): { items: NavItem[]; currentId: string | undefined } {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const { pathname } = useLocation()
  const pages: { item: NavItem; capability: Capability; path: string; id: string }[] = [
    {
      id: 'dashboard', path: '/', capability: 'dashboard',
      item: { id: 'dashboard', label: intl.formatMessage({ id: 'Shell.Nav.Dashboard' }), href: href('/'), icon: LayoutDashboard },
    },
    {
      id: 'search', path: '/search', capability: 'search',
      item: { id: 'search', label: intl.formatMessage({ id: 'Shell.Nav.Search' }), href: href('/search'), icon: Search },
    },
    {
      id: 'purchaserules', path: '/data/rules/purchaserules', capability: 'rules',
      item: {
        id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), icon: Database,
        children: [{ id: 'purchaserules', label: intl.formatMessage({ id: 'Shell.Nav.PurchaseRules' }), href: href('/data/rules/purchaserules') }],
      },
    },
  ]
  const current = pages.findLast(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
  return { items: pages.filter(({ capability }) => can(capability)).map(({ item }) => item), currentId: current?.id }
}

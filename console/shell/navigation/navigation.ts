import type { NavItem } from '@assay/design-system'
import { Database, GitFork, Inbox, LayoutDashboard, type LucideIcon, Search, ShieldAlert } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useCan, useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { canOpen, type RoutePath } from '../../platform/permissions/route-table.ts'

/** Pages of the navigation: only what is built, and only what the role may open. */
export function useNavigationItems(): { items: NavItem[]; footItems: NavItem[]; currentId: string | undefined } {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const { environments } = useEnvironments()
  const { pathname } = useLocation()
  const pages: {
    item: { id: string; label: string; href: string; icon?: LucideIcon }
    path: RoutePath
    group?: 'fraud' | 'cases' | 'data'
  }[] = [
    {
      path: '/',
      item: {
        id: 'dashboard',
        label: intl.formatMessage({ id: 'Shell.Nav.Dashboard' }),
        href: href('/'),
        icon: LayoutDashboard,
      },
    },
    {
      path: '/search',
      item: {
        id: 'search',
        label: intl.formatMessage({ id: 'Shell.Nav.Search' }),
        href: href('/search'),
        icon: Search,
      },
    },
    {
      path: '/fraud/purchase/rules',
      group: 'fraud',
      item: {
        id: 'purchaserules',
        label: intl.formatMessage({ id: 'Shell.Nav.PurchaseRules' }),
        href: href('/fraud/purchase/rules'),
      },
    },
    {
      path: '/fraud/accountcreation/rules',
      group: 'fraud',
      item: {
        id: 'accountcreationrules',
        label: intl.formatMessage({ id: 'Shell.Nav.AccountCreationRules' }),
        href: href('/fraud/accountcreation/rules'),
      },
    },
    {
      path: '/fraud/accountlogin/rules',
      group: 'fraud',
      item: {
        id: 'accountloginrules',
        label: intl.formatMessage({ id: 'Shell.Nav.AccountLoginRules' }),
        href: href('/fraud/accountlogin/rules'),
      },
    },
    {
      path: '/casemanagement/routingrules',
      group: 'cases',
      item: {
        id: 'routingrules',
        label: intl.formatMessage({ id: 'Routing.Title' }),
        href: href('/casemanagement/routingrules'),
      },
    },
    {
      path: '/rulesconfiguration',
      group: 'data',
      item: {
        id: 'rulesconfiguration',
        label: intl.formatMessage({ id: 'Shell.Nav.RulesConfiguration' }),
        href: href('/rulesconfiguration'),
      },
    },
    {
      path: '/data/velocities',
      group: 'data',
      item: { id: 'velocities', label: intl.formatMessage({ id: 'Velocities.Title' }), href: href('/data/velocities') },
    },
    {
      path: '/data/functions',
      group: 'data',
      item: { id: 'functions', label: intl.formatMessage({ id: 'Functions.Title' }), href: href('/data/functions') },
    },
    {
      path: '/data/externalcalls',
      group: 'data',
      item: {
        id: 'externalcalls',
        label: intl.formatMessage({ id: 'Calls.Title' }),
        href: href('/data/externalcalls'),
      },
    },
    {
      path: '/data/externalassessments',
      group: 'data',
      item: {
        id: 'externalassessments',
        label: intl.formatMessage({ id: 'ExternalAssessments.Title' }),
        href: href('/data/externalassessments'),
      },
    },
    {
      path: '/data/lists',
      group: 'data',
      item: { id: 'lists', label: intl.formatMessage({ id: 'Lists.Title' }), href: href('/data/lists') },
    },
    {
      path: '/data/templates',
      group: 'data',
      item: { id: 'templates', label: intl.formatMessage({ id: 'Templates.Title' }), href: href('/data/templates') },
    },
  ]
  const current = pages.findLast(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
  const open = pages.filter(({ path }) => canOpen(path, can))
  const groups = [
    { id: 'fraud', icon: ShieldAlert, label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }) },
    { id: 'cases', icon: Inbox, label: intl.formatMessage({ id: 'Shell.Nav.CaseManagement' }) },
    { id: 'data', icon: Database, label: intl.formatMessage({ id: 'Shell.Nav.Data' }) },
  ]
  const environmentsPage: NavItem = {
    id: 'environments',
    label: intl.formatMessage({ id: 'Shell.Nav.Environments' }),
    href: href('/environments'),
    icon: GitFork,
  }
  return {
    items: [
      ...open
        .filter(({ group }) => group === undefined)
        .map(({ item }): NavItem => ({ ...item, icon: item.icon ?? Database })),
      ...groups
        .map(
          ({ id, icon, label }): NavItem => ({
            id,
            icon,
            label,
            children: open.filter(({ group }) => group === id).map(({ item }) => item),
          }),
        )
        .filter(({ children }) => children !== undefined && children.length > 0),
    ],
    // Open to everybody with a role.
    footItems: environments.length > 0 ? [environmentsPage] : [],
    currentId: pathname === '/environments' ? environmentsPage.id : current?.item.id,
  }
}

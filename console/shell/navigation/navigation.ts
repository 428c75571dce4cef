import { type NavItem, useAfterFirstPaint } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import {
  ChartColumn,
  Database,
  GitFork,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  Search,
  Settings,
  ShieldAlert,
  SlidersHorizontal,
} from 'lucide-react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { assessmentPages, configurationPage } from '../../platform/assessments/assessment-pages.ts'
import { useCan, useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { canOpen, type RoutePath } from '../../platform/permissions/route-table.ts'

/** Groups of the navigation, in its order. */
const groups = [
  { id: 'fraud', icon: ShieldAlert, labelId: 'Shell.Nav.Fraud', path: '/fraud' },
  { id: 'cases', icon: Inbox, labelId: 'Shell.Nav.CaseManagement', path: '/casemanagement' },
  { id: 'data', icon: Database, labelId: 'Shell.Nav.Data', path: '/data' },
  { id: 'reports', icon: ChartColumn, labelId: 'Shell.Nav.Reports', path: '/reports' },
  // At the foot, with the pages about the tenant.
  { id: 'settings', icon: Settings, labelId: 'Shell.Nav.Settings', path: '/settings' },
] as const
/** The group that stands at the foot, before the settings of the tenant. */
const footGroup = 'settings'

interface NavigationPage {
  path: RoutePath
  /** Message that names the page. */
  labelId: string
  /** Where it stands: in a group, or by itself with an icon of its own. */
  place: { group: (typeof groups)[number]['id'] } | { icon: LucideIcon }
}

/** The entry of the activity log, whose entries have addresses that begin with what they are about. */
const activityLog = '/settings/audit'
/** The entry of the pages of API management; whoever may see the ontology alone has another one. */
const apiRequests = '/data/apimanagement/requests'
/** A tab of access control: the entry of those who may not open the page itself. */
const applicationAccess = '/settings/access/apps'

/**
 * Pages of the navigation, in its order: only what is built. Names and places stay here, although routes are fetched
 * with their section: the menu has to be whole when it is first shown, and palette, recent pages and start page choose
 * from all of it.
 */
const pages: readonly NavigationPage[] = [
  { path: '/', labelId: 'Shell.Nav.Dashboard', place: { icon: LayoutDashboard } },
  { path: '/search', labelId: 'Shell.Nav.Search', place: { icon: Search } },
  { path: '/fraud/purchase', labelId: 'Events.Assessment.purchase', place: { group: 'fraud' } },
  { path: '/fraud/accountcreation', labelId: 'Events.Assessment.accountcreation', place: { group: 'fraud' } },
  { path: '/fraud/accountlogin', labelId: 'Events.Assessment.accountlogin', place: { group: 'fraud' } },
  { path: '/fraud/assessments', labelId: 'Monitoring.Overview.Title', place: { group: 'fraud' } },
  { path: '/fraud/attacks', labelId: 'Attacks.Title', place: { group: 'fraud' } },
  { path: '/fraud/purchase/rules', labelId: 'Shell.Nav.PurchaseRules', place: { group: 'fraud' } },
  { path: '/fraud/accountcreation/rules', labelId: 'Shell.Nav.AccountCreationRules', place: { group: 'fraud' } },
  { path: '/fraud/accountlogin/rules', labelId: 'Shell.Nav.AccountLoginRules', place: { group: 'fraud' } },
  { path: '/fraud/lossprevention/reports', labelId: 'LossPrevention.Title', place: { group: 'fraud' } },
  { path: '/fraud/purchase/support', labelId: 'Support.Title', place: { group: 'fraud' } },
  { path: '/casemanagement/queues', labelId: 'Queues.Title', place: { group: 'cases' } },
  { path: '/casemanagement/routingrules', labelId: 'Routing.Title', place: { group: 'cases' } },
  { path: '/casemanagement/report', labelId: 'CaseReport.Title', place: { group: 'cases' } },
  { path: '/rulesconfiguration', labelId: 'Shell.Nav.RulesConfiguration', place: { group: 'data' } },
  { path: '/data/velocities', labelId: 'Velocities.Title', place: { group: 'data' } },
  { path: '/data/functions', labelId: 'Functions.Title', place: { group: 'data' } },
  { path: '/data/externalcalls', labelId: 'Calls.Title', place: { group: 'data' } },
  { path: '/data/externalassessments', labelId: 'ExternalAssessments.Title', place: { group: 'data' } },
  { path: '/data/lists', labelId: 'Lists.Title', place: { group: 'data' } },
  { path: '/data/explorer', labelId: 'Explorer.Title', place: { group: 'data' } },
  { path: '/data/eventtracing', labelId: 'EventTracing.Title', place: { group: 'data' } },
  { path: apiRequests, labelId: 'ApiManagement.Title', place: { group: 'data' } },
  { path: '/data/apimanagement/ontology', labelId: 'Ontology.Title', place: { group: 'data' } },
  { path: '/data/upload', labelId: 'Upload.Title', place: { group: 'data' } },
  { path: '/data/upload/timemachine', labelId: 'TimeMachine.Title', place: { group: 'data' } },
  { path: '/data/dualrun', labelId: 'DualRun.Title', place: { group: 'data' } },
  { path: '/data/templates', labelId: 'Templates.Title', place: { group: 'data' } },
  { path: '/data/movein', labelId: 'MovingIn.Title', place: { group: 'data' } },
  { path: '/reports/summary', labelId: 'Reports.Summary', place: { group: 'reports' } },
  { path: '/reports/rules', labelId: 'Reports.Rules', place: { group: 'reports' } },
  { path: '/reports/scores', labelId: 'Reports.Scores', place: { group: 'reports' } },
  { path: '/reports/threats', labelId: 'Reports.Threats', place: { group: 'reports' } },
  { path: '/reports/monitor', labelId: 'Monitoring.Title', place: { group: 'reports' } },
  { path: '/reports/alerts', labelId: 'Alerts.Title', place: { group: 'reports' } },
  { path: '/settings/usage', labelId: 'Usage.Title', place: { group: 'settings' } },
  { path: activityLog, labelId: 'ActivityLog.Title', place: { group: 'settings' } },
  { path: '/settings/access', labelId: 'Access.Title', place: { group: 'settings' } },
  { path: applicationAccess, labelId: 'Access.Apps', place: { group: 'settings' } },
  { path: '/settings/subject', labelId: 'Subjects.Title', place: { group: 'settings' } },
  { path: '/settings/transactionacceptancebooster', labelId: 'Booster.Nav', place: { group: 'settings' } },
]
/** At the foot: pages about the tenant. The first is open to everybody with a role in an environment. */
const environmentsPage = { path: '/environments', labelId: 'Shell.Nav.Environments', icon: GitFork } as const
/** Connecting the systems of the merchant. */
const integrationPage = { path: '/integration', labelId: 'Integration.Title', icon: Plug } as const
/** The first of its pages is the one that opens for the user. */
const adminPage = { path: '/adminsettings', labelId: 'Admin.Title', icon: SlidersHorizontal } as const

export interface Navigation {
  items: NavItem[]
  footItems: NavItem[]
  /** Page at the address, also of pages below it; none elsewhere. */
  currentId: string | undefined
}

/** The user of the navigation, and the current page. */
export interface NavigationInput {
  can: Parameters<typeof canOpen>[1]
  href: (path: string) => string
  text: (messageId: string) => string
  hasEnvironments: boolean
  pathname: string
  /** Assessments that the tenant made, which have an entry each. */
  tenantAssessments?: readonly Pick<Assessment, 'id' | 'eventType' | 'name'>[]
}

/** The page of all assessments, after those of the tenant. */
const overviewPath: RoutePath = '/fraud/assessments'
const assessmentEntry = (eventType: string): string => `${overviewPath}/${encodeURIComponent(eventType)}`

/** The navigation for a user: pages that the roles may open; a group without a page is left out. */
export function createNavigation({
  can,
  href,
  text,
  hasEnvironments,
  pathname,
  tenantAssessments = [],
}: NavigationInput): Navigation {
  const offered = pages.filter(({ path }) => path !== applicationAccess || !canOpen('/settings/access', can))
  const open = offered.filter(({ path }) => canOpen(path, can))
  const itemOf = ({ path, labelId }: Pick<NavigationPage, 'path' | 'labelId'>) => ({
    id: path,
    label: text(labelId),
    href: href(path),
  })
  const singleOf = ({ icon, ...page }: Pick<NavigationPage, 'path' | 'labelId'> & { icon: LucideIcon }): NavItem => ({
    ...itemOf(page),
    icon,
  })
  const single = open.flatMap((page): NavItem[] =>
    'icon' in page.place ? [{ ...itemOf(page), icon: page.place.icon }] : [],
  )
  const assessments = tenantAssessments.flatMap(({ id, eventType, name }) => {
    const page = [...assessmentPages(eventType), configurationPage(eventType)].find(
      each => each !== null && canOpen(each.route, can),
    )
    // Addresses name an assessment by its API name or its id.
    const addresses = [assessmentEntry(eventType), assessmentEntry(id)]
    return page ? [{ addresses, item: { id: addresses[0] ?? '', label: name, href: href(page.path) } }] : []
  })
  const grouped = groups.flatMap(({ id, icon, labelId }): NavItem[] => {
    const children = open
      .filter(({ place }) => 'group' in place && place.group === id)
      .flatMap(page =>
        page.path === overviewPath ? [...assessments.map(({ item }) => item), itemOf(page)] : [itemOf(page)],
      )
    return children.length > 0 ? [{ id, icon, label: text(labelId), children }] : []
  })
  const current = [...offered, environmentsPage, integrationPage, adminPage].findLast(
    ({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  )
  return {
    items: [...single, ...grouped.filter(({ id }) => id !== footGroup)],
    footItems: hasEnvironments
      ? [environmentsPage, ...(canOpen(integrationPage.path, can) ? [integrationPage] : [])]
          .map(singleOf)
          .concat(grouped.filter(({ id }) => id === footGroup))
          .concat(can('admin.configuration') ? [singleOf(adminPage)] : [])
      : [],
    // The page of a group has no entry of its own: the group is marked.
    currentId:
      assessments.find(({ addresses }) => addresses.some(address => pathname.startsWith(`${address}/`)))?.item.id ??
      current?.path ??
      (/^\/settings(?:\/[^/]+){3}/.test(pathname) ? activityLog : undefined) ??
      (/^\/data\/apimanagement(?:\/|$)/.test(pathname) ? apiRequests : undefined) ??
      (/^\/(aadapp|api|devicefingerprinting)\//.test(pathname) ? integrationPage.path : undefined) ??
      groups.find(({ path }) => path === pathname)?.id,
  }
}

/** The navigation of the user of this page. */
export function useNavigationItems(): Navigation {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const { environments, environment } = useEnvironments()
  const { pathname } = useLocation()
  // They stand in a closed group of the menu: the first page is drawn before.
  const isPainted = useAfterFirstPaint()
  const { data } = useQuery(
    api.assessments.list.queryOptions({
      input: { environmentId: environment?.id ?? '' },
      enabled: isPainted && environment !== null && can('assessments'),
      staleTime: 60_000,
    }),
  )
  return createNavigation({
    can,
    href,
    text: id => intl.formatMessage({ id }),
    hasEnvironments: environments.length > 0,
    pathname,
    tenantAssessments: data?.filter(({ kind }) => kind !== 'builtIn') ?? [],
  })
}

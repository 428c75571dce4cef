import type { Page } from '@playwright/test'
import { canOpen, capabilitiesOf, type RoutePath, routePaths } from '../../console/platform/permissions/route-table.ts'
import table from '../../risk-service/contract/access/roles.json' with { type: 'json' }
import type { DemoAccount } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { expect, navigateInPage } from './journey.ts'

type Rights = (capability: string) => boolean

/** A page that is called as its entry in a group of the navigation. */
const entryPage = (path: string, title: string, group: string) => ({ address: () => path, title, entry: title, group })
const boosterTitle = 'Transaction acceptance booster'
const tabPage = (path: string, title: string) => ({ address: () => path, title })

/**
 * Address of each route in the table, and the content for users who may open it. A new route needs a line here: the
 * type enforces that.
 */
export const pages: Record<
  RoutePath,
  { address: (environmentId: string) => string; title: string | RegExp; entry?: string; group?: string }
> = {
  '/': { address: () => '/', title: 'Dashboard', entry: 'Dashboard' },
  '/search': { address: () => '/search', title: 'Search', entry: 'Search' },
  // An event that does not exist: users who may read events see that, others the no-access page.
  '/search/:eventType/:envId/:id': {
    address: environmentId => `/search/purchase/${environmentId}/no-such-event`,
    title: 'Not found in this environment',
  },
  // Who may search alone is led on.
  '/fraud': { address: () => '/fraud', title: /^(Fraud overview|Search)$/ },
  '/fraud/purchase': { address: () => '/fraud/purchase', title: 'Purchase', entry: 'Purchase', group: 'Fraud' },
  '/fraud/accountcreation': entryPage('/fraud/accountcreation', 'Account creation', 'Fraud'),
  '/fraud/accountlogin': entryPage('/fraud/accountlogin', 'Account login', 'Fraud'),
  '/fraud/assessments': entryPage('/fraud/assessments', 'Assessments', 'Fraud'),
  '/fraud/assessments/setup': { address: () => '/fraud/assessments/setup', title: 'New assessment' },
  '/fraud/assessments/:assessmentId': {
    address: () => '/fraud/assessments/no-such-assessment',
    title: 'Assessment not found',
  },
  '/fraud/assessments/:assessmentId/configuration': {
    address: () => '/fraud/assessments/no-such-assessment/configuration',
    title: 'Assessment not found',
  },
  '/fraud/assessments/:assessmentId/schemaDetails': {
    address: () => '/fraud/assessments/no-such-assessment/schemaDetails',
    title: 'Assessment not found',
  },
  '/fraud/assessments/:assessmentId/observations/create': {
    address: () => '/fraud/assessments/no-such-assessment/observations/create',
    title: 'Assessment not found',
  },
  '/fraud/assessments/:assessmentId/observations/create/label': {
    address: () => '/fraud/assessments/no-such-assessment/observations/create/label',
    title: 'Assessment not found',
  },
  '/fraud/assessments/:assessmentId/observations/label': {
    address: () => '/fraud/assessments/no-such-assessment/observations/label',
    title: 'Assessment not found',
  },
  '/fraud/assessments/:assessmentId/observations/:observationId': {
    address: () => '/fraud/assessments/no-such-assessment/observations/none',
    title: 'Assessment not found',
  },
  '/fraud/assessments/:assessmentId/monitor': {
    address: () => '/fraud/assessments/no-such-assessment/monitor',
    title: 'Assessment not found',
  },
  '/fraud/purchase/rules': {
    address: () => '/fraud/purchase/rules',
    title: 'Purchase rules',
    entry: 'Purchase rules',
    group: 'Fraud',
  },
  '/fraud/purchase/support': {
    address: () => '/fraud/purchase/support',
    title: 'Support',
    entry: 'Support',
    group: 'Fraud',
  },
  '/fraud/accountcreation/rules': {
    address: () => '/fraud/accountcreation/rules',
    title: 'Account creation rules',
    entry: 'Account creation rules',
    group: 'Fraud',
  },
  '/fraud/accountlogin/rules': {
    address: () => '/fraud/accountlogin/rules',
    title: 'Account login rules',
    entry: 'Account login rules',
    group: 'Fraud',
  },
  // An assessment that does not exist: users who may read rules see that, others the no-access page.
  '/fraud/assessments/:assessmentId/rules': {
    address: () => '/fraud/assessments/no-such-assessment/rules',
    title: 'Assessment not found',
  },
  '/fraud/lossprevention': { address: () => '/fraud/lossprevention', title: 'Loss prevention' },
  '/fraud/lossprevention/reports': {
    address: () => '/fraud/lossprevention/reports',
    title: 'Loss prevention',
    entry: 'Loss prevention',
    group: 'Fraud',
  },
  '/casemanagement': { address: () => '/casemanagement', title: 'Case management' },
  '/casemanagement/queues': {
    address: () => '/casemanagement/queues',
    title: 'Queues',
    entry: 'Queues',
    group: 'Case management',
  },
  '/fraud/attacks': { address: () => '/fraud/attacks', title: 'Attacks', entry: 'Attacks', group: 'Fraud' },
  // An attack that does not exist.
  '/fraud/attacks/:attackId': {
    address: () => '/fraud/attacks/0198a000-0000-4000-8000-000000000000',
    title: 'Attack not found',
  },
  '/casemanagement/queues/:queueId': { address: () => '/casemanagement/queues/general', title: 'General' },
  // An event that does not exist, as above.
  '/casemanagement/queues/:queueId/:eventType/:envId/:id': {
    address: environmentId => `/casemanagement/queues/general/purchase/${environmentId}/no-such-event`,
    title: 'Event not found or no longer kept',
  },
  '/casemanagement/routingrules': {
    address: () => '/casemanagement/routingrules',
    title: 'Routing rules',
    entry: 'Routing rules',
    group: 'Case management',
  },
  '/casemanagement/report': {
    address: () => '/casemanagement/report',
    title: 'Report',
    entry: 'Report',
    group: 'Case management',
  },
  '/reports/monitor': { address: () => '/reports/monitor', title: 'Monitor', entry: 'Monitor', group: 'Reports' },
  '/reports/alerts': {
    address: () => '/reports/alerts',
    title: 'Alerts',
    entry: 'Alerts',
    group: 'Reports',
  },
  '/rulesconfiguration': {
    address: () => '/rulesconfiguration',
    title: 'Rules configuration',
    entry: 'Rules configuration',
    group: 'Data',
  },
  // The former address of the purchase rules.
  '/data/rules/purchaserules': { address: () => '/data/rules/purchaserules', title: 'Purchase rules' },
  '/data': { address: () => '/data', title: 'Data' },
  '/data/velocities': { address: () => '/data/velocities', title: 'Velocities', entry: 'Velocities', group: 'Data' },
  '/data/functions': { address: () => '/data/functions', title: 'Functions', entry: 'Functions', group: 'Data' },
  '/data/dualrun': entryPage('/data/dualrun', 'Dual run', 'Data'),
  '/data/eventtracing': entryPage('/data/eventtracing', 'Event tracing', 'Data'),
  '/data/externalcalls': entryPage('/data/externalcalls', 'External calls', 'Data'),
  '/data/externalassessments': entryPage('/data/externalassessments', 'External assessments', 'Data'),
  '/data/lists': { address: () => '/data/lists', title: 'Lists', entry: 'Lists', group: 'Data' },
  '/data/lists/custom': { address: () => '/data/lists/custom', title: 'Lists' },
  '/data/lists/support': { address: () => '/data/lists/support', title: 'Lists' },
  '/data/upload/timemachine': { address: () => '/data/upload/timemachine', title: 'Time machine' },
  '/data/explorer': entryPage('/data/explorer', 'Graph explorer', 'Data'),
  '/data/upload': entryPage('/data/upload', 'Data upload', 'Data'),
  '/data/upload/purchaseprotection': { address: () => '/data/upload/purchaseprotection', title: 'Data upload' },
  '/data/upload/lossprevention': { address: () => '/data/upload/lossprevention', title: 'Data upload' },
  '/data/templates': { address: () => '/data/templates', title: 'Templates', entry: 'Templates', group: 'Data' },
  '/data/movein': { address: () => '/data/movein', title: 'Moving in', entry: 'Moving in', group: 'Data' },
  // Who may see the ontology alone is led on to it.
  '/data/apimanagement': { address: () => '/data/apimanagement', title: /^(API management|Ontology)$/ },
  '/data/apimanagement/configuration': {
    address: () => '/data/apimanagement/configuration',
    title: /^(API management|Ontology)$/,
  },
  '/data/apimanagement/requests': {
    address: () => '/data/apimanagement/requests',
    title: 'API management',
    entry: 'API management',
    group: 'Data',
  },
  '/data/apimanagement/errors': { address: () => '/data/apimanagement/errors', title: 'API management' },
  '/data/apimanagement/ontology': {
    address: () => '/data/apimanagement/ontology',
    title: 'Ontology',
    entry: 'Ontology',
    group: 'Data',
  },
  '/reports': { address: () => '/reports', title: 'Reports' },
  '/reports/scores': {
    address: () => '/reports/scores',
    title: 'Scores',
    entry: 'Scores',
    group: 'Reports',
  },
  '/reports/summary': {
    address: () => '/reports/summary',
    title: 'Summary',
    entry: 'Summary',
    group: 'Reports',
  },
  '/reports/threats': { address: () => '/reports/threats', title: 'Threats', entry: 'Threats', group: 'Reports' },
  '/reports/rules': { address: () => '/reports/rules', title: 'Rules', entry: 'Rules', group: 'Reports' },
  '/integration': { address: () => '/integration', title: 'Integration', entry: 'Integration' },
  '/integration/listen': { address: () => '/integration/listen', title: 'Listen for events' },
  '/api/:id': { address: () => '/api/Purchase', title: 'Purchase' },
  '/aadapp/create': { address: () => '/aadapp/create', title: 'Create application' },
  '/aadapp/manage': { address: () => '/aadapp/manage', title: 'Applications' },
  '/devicefingerprinting/setup': {
    address: () => '/devicefingerprinting/setup',
    title: 'Set up device fingerprinting',
  },
  '/devicefingerprinting/try': { address: () => '/devicefingerprinting/try', title: 'Try device fingerprinting' },
  '/environments': { address: () => '/environments', title: 'Environments', entry: 'Environments' },
  '/settings/transactionacceptancebooster': {
    ...entryPage('/settings/transactionacceptancebooster', boosterTitle, 'Settings'),
    entry: 'Acceptance booster',
  },
  '/settings/transactionacceptancebooster/optin': tabPage('/settings/transactionacceptancebooster/optin', boosterTitle),
  '/settings/access': entryPage('/settings/access', 'Access control', 'Settings'),
  '/settings/access/apps': { address: () => '/settings/access/apps', title: 'Access control' },
  '/settings': {
    address: () => '/settings',
    title: /^(Settings|Usage|Activity logs|Access control|Subject requests|Transaction acceptance booster)$/,
  },
  '/settings/audit': entryPage('/settings/audit', 'Activity logs', 'Settings'),
  '/settings/:eventType/:envId/:id': {
    address: environmentId => `/settings/rules/${environmentId}/no-such-entry`,
    title: 'This entry does not exist or is no longer kept.',
  },
  '/adminsettings': { address: () => '/adminsettings', title: 'Admin settings', entry: 'Admin settings' },
  '/adminsettings/search': { address: () => '/adminsettings/search', title: 'Admin settings' },
  '/adminsettings/billing': { address: () => '/adminsettings/billing', title: 'Admin settings' },
  '/settings/subject': entryPage('/settings/subject', 'Subject requests', 'Settings'),
  '/settings/subject/search': tabPage('/settings/subject/search', 'Subject requests'),
  '/settings/subject/requests': tabPage('/settings/subject/requests', 'Subject requests'),
  '/settings/usage': entryPage('/settings/usage', 'Usage', 'Settings'),
  '/settings/usage/summary': { address: () => '/settings/usage/summary', title: 'Usage' },
  '/settings/usage/details': { address: () => '/settings/usage/details', title: 'Usage' },
}
/** Journeys share the machine: milliseconds. */
export const pageTimeout = 30_000
/** Text of the page for users without the right. */
export const noAccess = 'You cannot open this page'

export const expectShown = (page: Page, title: string | RegExp) =>
  expect(
    page
      .getByRole('main')
      .getByText(title)
      .or(page.getByRole('heading', { name: title, level: 1 }))
      .first(),
  ).toBeVisible({ timeout: pageTimeout })

/** Rights of a demo account, by the table of roles. */
export function rightsOf(account: DemoAccount): Rights | null {
  const role = account.role ?? (account.wids.length > 0 ? 'ProductAdmin' : null)
  if (role === null) return null
  const cells: Partial<Record<string, string>> = table.roles[role].capabilities
  return capability => (cells[capability] ?? 'none') !== 'none'
}

/** Entries of the navigation: those of the role, and no other. */
async function compareNavigation(page: Page, can: Rights): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  for (const path of routePaths) {
    const { entry, group } = pages[path]
    if (entry === undefined) continue
    const link = navigation.getByRole('link', { name: entry, exact: true })
    const parent = group === undefined ? null : navigation.getByRole('button', { name: group, exact: true })
    if (!canOpen(path, can)) {
      // The group is shown for its other pages, if any of them opens.
      const shared = routePaths.some(
        each => pages[each].group === group && pages[each].entry !== undefined && canOpen(each, can),
      )
      if (parent && !shared) await expect(parent).toHaveCount(0)
      else if (parent && (await parent.getAttribute('aria-expanded')) !== 'true') await parent.click()
      await expect(link).toHaveCount(0)
    } else {
      if (parent && (await link.count()) === 0) await parent.click()
      await expect(link).toBeVisible()
    }
  }
}

/**
 * The first page of each row of rights: pages of the same rights open together, which unit tests of the routes and of
 * their table prove.
 */
const walkedPaths = routePaths.filter(
  path => routePaths.find(each => String(capabilitiesOf(each)) === String(capabilitiesOf(path))) === path,
)

/** Navigates to addresses inside the running page: users with the right see the page, others the no-access page. */
export async function walkRoutes(page: Page, environmentId: string, can: Rights): Promise<void> {
  for (const path of walkedPaths) {
    await navigateInPage(page, pages[path].address(environmentId), { numbered: true })
    await expectShown(page, canOpen(path, can) ? pages[path].title : noAccess)
  }
  await compareNavigation(page, can)
}

import type { Page } from '@playwright/test'
import { canOpen, capabilitiesOf, type RoutePath, routePaths } from '../../console/platform/permissions/route-table.ts'
import table from '../../risk-service/contract/access/roles.json' with { type: 'json' }
import type { DemoAccount } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { expect, navigateInPage } from './journey.ts'

type Rights = (capability: string) => boolean

/**
 * Where each route of the table is opened, and what stands on it for who may. A new route needs a line here: the type
 * says so.
 */
export const pages: Record<
  RoutePath,
  { address: (environmentId: string) => string; title: string; entry?: string; group?: string }
> = {
  '/': { address: () => '/', title: 'Dashboard', entry: 'Dashboard' },
  '/search': { address: () => '/search', title: 'Search', entry: 'Search' },
  // An event that is not there: who may look is told so, everybody else is not.
  '/search/:eventType/:envId/:id': {
    address: environmentId => `/search/purchase/${environmentId}/no-such-event`,
    title: 'This does not exist here',
  },
  '/fraud/purchase/rules': {
    address: () => '/fraud/purchase/rules',
    title: 'Purchase rules',
    entry: 'Purchase rules',
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
  // An assessment that is not there: who may read rules is told so.
  '/fraud/assessments/:assessmentId/rules': {
    address: () => '/fraud/assessments/no-such-assessment/rules',
    title: 'This assessment does not exist here',
  },
  '/casemanagement/routingrules': {
    address: () => '/casemanagement/routingrules',
    title: 'Routing rules',
    entry: 'Routing rules',
    group: 'Case management',
  },
  '/rulesconfiguration': {
    address: () => '/rulesconfiguration',
    title: 'Rules configuration',
    entry: 'Rules configuration',
    group: 'Data',
  },
  // The address that the purchase rules had before.
  '/data/rules/purchaserules': { address: () => '/data/rules/purchaserules', title: 'Purchase rules' },
  '/data': { address: () => '/data', title: 'Data' },
  '/data/velocities': { address: () => '/data/velocities', title: 'Velocities', entry: 'Velocities', group: 'Data' },
  '/data/functions': { address: () => '/data/functions', title: 'Functions', entry: 'Functions', group: 'Data' },
  '/data/externalcalls': {
    address: () => '/data/externalcalls',
    title: 'External calls',
    entry: 'External calls',
    group: 'Data',
  },
  '/data/externalassessments': {
    address: () => '/data/externalassessments',
    title: 'External assessments',
    entry: 'External assessments',
    group: 'Data',
  },
  '/data/lists': { address: () => '/data/lists', title: 'Lists', entry: 'Lists', group: 'Data' },
  '/data/lists/custom': { address: () => '/data/lists/custom', title: 'Lists' },
  '/data/lists/support': { address: () => '/data/lists/support', title: 'Lists' },
  '/data/templates': { address: () => '/data/templates', title: 'Templates', entry: 'Templates', group: 'Data' },
  '/environments': { address: () => '/environments', title: 'Environments', entry: 'Environments' },
}
/** Journeys share the machine: milliseconds. */
export const pageTimeout = 30_000
/** What the page for those without the right says. */
export const noAccess = 'You cannot open this page'

export const expectShown = (page: Page, title: string | RegExp) =>
  expect(
    page
      .getByRole('main')
      .getByText(title)
      .or(page.getByRole('heading', { name: title, level: 1 }))
      .first(),
  ).toBeVisible({ timeout: pageTimeout })

/** What a demo account may read, as the table of roles says. */
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
      // The group is there for its other pages, if any of them opens.
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
 * The first page of each row of rights: pages of the same rights open together, which is proven by unit tests of the
 * routes and of their table.
 */
const walkedPaths = routePaths.filter(
  path => routePaths.find(each => String(capabilitiesOf(each)) === String(capabilitiesOf(path))) === path,
)

/** Follows addresses inside the running page: who may opens the page, everybody else is told so. */
export async function walkRoutes(page: Page, environmentId: string, can: Rights): Promise<void> {
  for (const path of walkedPaths) {
    await navigateInPage(page, pages[path].address(environmentId))
    await expectShown(page, canOpen(path, can) ? pages[path].title : noAccess)
  }
  await compareNavigation(page, can)
}

import type { Page } from '@playwright/test'
import { canOpen, type RoutePath, routePaths } from '../../console/platform/permissions/route-table.ts'
import table from '../../risk-service/contract/access/roles.json' with { type: 'json' }
import { type DemoAccount, demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { environments } from '../support/demo.ts'
import { chooseAccount, expect, navigateInPage, readAccessToken, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

/**
 * Where each route of the table is opened, and what stands on it for who may. A new route needs a line here: the type
 * says so.
 */
const pages: Record<
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
const pageTimeout = 30_000
const noAccess = 'You cannot open this page'
const noRole = /^You don.t have access to Fraud Protection/

const expectShown = (page: Page, title: string | RegExp) =>
  expect(
    page
      .getByRole('main')
      .getByText(title)
      .or(page.getByRole('heading', { name: title, level: 1 }))
      .first(),
  ).toBeVisible({ timeout: pageTimeout })

/** What a demo account may read, as the table of roles says. */
function rightsOf(account: DemoAccount): ((capability: string) => boolean) | null {
  const role = account.role ?? (account.wids.length > 0 ? 'ProductAdmin' : null)
  if (role === null) return null
  const cells: Partial<Record<string, string>> = table.roles[role].capabilities
  return capability => (cells[capability] ?? 'none') !== 'none'
}

/** A Global Administrator attests the permitted use first. */
async function attestPermittedUse(page: Page): Promise<void> {
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const headers = { authorization: `Bearer ${token}` }
  const { textVersion } = (await (await page.request.get('/api/console/v1/fcra', { headers })).json()) as {
    textVersion: string
  }
  expect((await page.request.post('/api/console/v1/fcra/accept', { headers, data: { textVersion } })).status()).toBe(
    200,
  )
}

/** Signs in on the way to an address of a tenant. */
async function signInAtAddress(page: Page, tenantId: string, username: string, address: string): Promise<void> {
  recordSensitiveValues(username)
  await page.goto(`${address}?tenant=${tenantId}`)
  await chooseAccount(page, username)
  // The menus of the bar come when the page has nothing else to do; what counts here is there before. The dialog about
  // the permitted use hides it from assistive technology.
  const navigation = page.getByRole('navigation', { name: 'Main navigation', includeHidden: true })
  await expect(navigation).toBeVisible({ timeout: pageTimeout })
}

/** Entries of the navigation: those of the role, and no other. */
async function compareNavigation(page: Page, can: (capability: string) => boolean): Promise<void> {
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

/** What one account may open. The visit begins with a page that the account may not open, if there is one. */
async function checkAccount(page: Page, tenantId: string, environmentId: string, account: DemoAccount): Promise<void> {
  const can = rightsOf(account)
  const asked = routePaths.find(path => can !== null && !canOpen(path, can)) ?? '/'
  await signInAtAddress(page, tenantId, account.username, pages[asked].address(environmentId))
  if (can === null) {
    for (const path of ['/fraud/purchase/rules', '/environments'] as const) {
      await expectShown(page, noRole)
      await navigateInPage(page, pages[path].address(environmentId))
    }
    await expectShown(page, noRole)
    await expect(page.getByText('Ask an administrator for a role.')).toBeVisible()
    return
  }
  if (account.role === null) {
    await attestPermittedUse(page)
    await page.goto(pages[asked].address(environmentId))
  }
  const title = (path: RoutePath) => (canOpen(path, can) ? pages[path].title : noAccess)
  await expectShown(page, title(asked))
  for (const path of routePaths) {
    await navigateInPage(page, pages[path].address(environmentId))
    // What stood there before may read the same: the address has to have led on first.
    if (path === '/data/rules/purchaserules') await expect(page).toHaveURL(/\/fraud\/purchase\/rules/)
    await expectShown(page, title(path))
  }
  await compareNavigation(page, can)
}

const everybody = demoTenants.flatMap(tenant => tenant.accounts.map(account => ({ tenant, account })))
/** How many pages a role opens; none for whose rights come from elsewhere. */
const openedBy = ({ account }: (typeof everybody)[number]): number => {
  const can = rightsOf(account)
  return account.role === null || can === null ? 0 : routePaths.filter(path => canOpen(path, can)).length
}
const withRole = everybody.filter(example => openedBy(example) > 0).toSorted((a, b) => openedBy(a) - openedBy(b))
/**
 * Whose role opens fewest pages, one without a role, and one whose rights come from the directory and open most. That
 * each page asks its row of the table of routes, what the table and the navigation say for every role, and that nobody
 * gets past the page for those without one, is proven by unit tests.
 */
const examples = [
  withRole.at(0),
  everybody.find(({ account }) => rightsOf(account) === null),
  everybody.find(({ account }) => account.role === null && account.wids.length > 0),
].filter(example => example !== undefined)

for (const { tenant, account } of examples) {
  const environmentId = tenant.name === 'Harbor Retail' ? environments.harbor : environments.meridian
  test(`${account.username} opens what its role opens, in the navigation and by address`, async ({ page, guard }) => {
    // The browser itself writes a line for every answer 404.
    guard.allowConsoleError(/status of 404/)
    await checkAccount(page, tenant.id, environmentId, account)
  })
}

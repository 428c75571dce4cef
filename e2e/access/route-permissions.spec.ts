import { canOpen, routePaths } from '../../console/platform/permissions/route-table.ts'
import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { environments } from '../support/demo.ts'
import { chooseAccount, expect, test } from '../support/journey.ts'
import { expectShown, noAccess, pages, pageTimeout, rightsOf, walkRoutes } from '../support/route-walk.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

/**
 * The account whose role opens the fewest pages. One whose rights are from the directory, and open the most, follows
 * after the attestation (fcra.spec.ts). Unit tests prove that each page checks its row of the table of routes, what the
 * table and the navigation contain for every role, and that a user without the right cannot pass the no-access page.
 */
const [example] = demoTenants
  .flatMap(tenant => tenant.accounts.map(account => ({ tenant, account })))
  .flatMap(({ tenant, account }) => {
    const can = account.role === null ? null : rightsOf(account)
    return can === null ? [] : [{ tenant, account, can, opened: routePaths.filter(path => canOpen(path, can)) }]
  })
  .filter(({ opened }) => opened.length > 0)
  .toSorted((a, b) => a.opened.length - b.opened.length)
if (!example) throw new Error('No demo account has a role that opens a page.')

test(`${example.account.username} opens what its role opens, in the navigation and by address`, async ({
  page,
  guard,
}) => {
  // The browser itself logs every 404 response.
  guard.allowConsoleError(/status of 404/)
  const { tenant, account, can } = example
  const environmentId = tenant.name === 'Harbor Retail' ? environments.harbor : environments.meridian
  // The visit begins with a page that the account may not open.
  const first = routePaths.find(path => !canOpen(path, can)) ?? '/'
  recordSensitiveValues(account.username)
  await page.goto(`${pages[first].address(environmentId)}?tenant=${tenant.id}`)
  await chooseAccount(page, account.username)
  // The menus of the bar are loaded when the page is idle; the tested elements are rendered before.
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible({ timeout: pageTimeout })
  await expectShown(page, noAccess)
  await walkRoutes(page, environmentId, can)
})

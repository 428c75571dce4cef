import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Capability, type RoleId, roleIds } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import texts from '../../locales/en-US.json' with { type: 'json' }
import specified from '../../scripts/docs/spec-routes.json' with { type: 'json' }
import { canOpen, type RoutePath, routePaths } from '../platform/permissions/route-table.ts'
import { createNavigation } from '../shell/navigation/navigation.ts'

/*
 * The table of routes of the specification (README, section 2), row by row: `scripts/docs/spec-routes.json`. That each
 * route has a page behind its guard is the test of the routes beside this one; that the guard refuses in the browser is
 * `e2e/access/route-permissions.spec.ts`.
 */

const table = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../risk-service/contract/access/roles.json'), 'utf8'),
) as {
  capabilities: Record<string, unknown>
  roles: Record<RoleId, { capabilities: Partial<Record<string, string>> }>
}

type Can = (capability: string) => boolean
const rightsOf =
  (role: RoleId): Can =>
  capability =>
    (table.roles[role].capabilities[capability] ?? 'none') !== 'none'

/** Whether a page opens by the cell of the table. */
function opensBy({ route, opens }: (typeof specified)[number], can: Can): boolean {
  const [first = ''] = opens
  if (opens.length === 0) return true
  if (first === 'settings.*') return Object.keys(table.capabilities).some(id => id.startsWith('settings.') && can(id))
  if (first === 'data pages')
    return specified.some(
      row => row.opens[0] !== 'data pages' && /^\/(data\/|rulesconfiguration)/.test(row.route) && opensBy(row, can),
    )
  // The support view needs both.
  return route === '/fraud/purchase/support' ? opens.every(can) : opens.some(can)
}

/** Pages that lead to others: to the first that opens of those below, and where none does, to these. */
const landing: Readonly<Record<string, readonly string[]>> = {
  // Whoever may search alone is led to the search.
  '/fraud': ['/search'],
  '/fraud/lossprevention': [],
  // Those without the list of assessments choose one on the pages of all of them.
  '/fraud/assessments/:assessmentId': ['/reports/monitor', '/rulesconfiguration'],
  '/fraud/assessments/:assessmentId/monitor': ['/reports/monitor'],
  '/fraud/assessments/:assessmentId/rules': ['/rulesconfiguration'],
  '/data/apimanagement': [],
  '/data/rules/purchaserules': ['/fraud/purchase/rules'],
}
/** The address of a page in a test. */
const addressOf = (route: string): string => route.replaceAll(':', 'x')
/** An assessment of the tenant, which has an entry of its own. */
const tenantAssessments = [{ id: 'a55e', eventType: 'xassessmentId', name: 'Parcel locker pick-up' }]

describe('the table of routes of the specification', () => {
  it('has 79 rows, each with a page', () => {
    expect(new Set(specified.map(({ route }) => route)).size).toBe(79)
    expect(specified).toHaveLength(79)
    expect(specified.filter(({ route }) => !routePaths.includes(route as RoutePath))).toEqual([])
  })

  it.each(specified)('$route opens with $capability and is refused without', row => {
    for (const role of roleIds) {
      const can = rightsOf(role)
      expect([role, canOpen(row.route as RoutePath, can as (capability: Capability) => boolean)]).toEqual([
        role,
        opensBy(row, can),
      ])
    }
    // Without any capability only what every role opens.
    expect(canOpen(row.route as RoutePath, () => false)).toBe(row.opens.length === 0)
  })

  it.each(specified)(
    '$route is in the navigation of whoever may open it, and so in the palette: itself, or what it stands below',
    row => {
      const lost: string[] = []
      for (const role of roleIds) {
        const can = rightsOf(role)
        if (!opensBy(row, can)) continue
        const { items, footItems, currentId } = createNavigation({
          can,
          href: path => path,
          text: id => texts[id as keyof typeof texts],
          hasEnvironments: true,
          pathname: addressOf(row.route),
          tenantAssessments,
        })
        const entries = [...items, ...footItems].flatMap(item => [item, ...(item.children ?? [])])
        const led = landing[row.route]
        const found = entries.some(
          ({ id }) => id === currentId || (led !== undefined && (id.startsWith(`${row.route}/`) || led.includes(id))),
        )
        if (!found) lost.push(role)
      }
      // Applications open no console.
      expect(lost.filter(role => role !== 'RiskApi' && role !== 'ProvisioningApi')).toEqual([])
    },
  )
})

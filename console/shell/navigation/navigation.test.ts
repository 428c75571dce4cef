import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Capability, type RoleId, roleIds } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import texts from '../../../locales/en-US.json' with { type: 'json' }
import { canOpen, type RoutePath, routePaths } from '../../platform/permissions/route-table.ts'
import { createNavigation, type Navigation, type NavigationInput } from './navigation.ts'

/** Entry and group of each page of the navigation; a page without a line is reached from another page. */
const entries: Partial<Record<RoutePath, { label: string; group?: string }>> = {
  '/': { label: 'Dashboard' },
  '/search': { label: 'Search' },
  '/fraud/purchase': { label: 'Purchase', group: 'Fraud' },
  '/fraud/accountcreation': { label: 'Account creation', group: 'Fraud' },
  '/fraud/accountlogin': { label: 'Account login', group: 'Fraud' },
  '/fraud/assessments': { label: 'Assessments', group: 'Fraud' },
  '/fraud/attacks': { label: 'Attacks', group: 'Fraud' },
  '/fraud/purchase/rules': { label: 'Purchase rules', group: 'Fraud' },
  '/fraud/accountcreation/rules': { label: 'Account creation rules', group: 'Fraud' },
  '/fraud/accountlogin/rules': { label: 'Account login rules', group: 'Fraud' },
  '/fraud/lossprevention/reports': { label: 'Loss prevention', group: 'Fraud' },
  '/fraud/purchase/support': { label: 'Support', group: 'Fraud' },
  '/casemanagement/queues': { label: 'Queues', group: 'Case management' },
  '/casemanagement/routingrules': { label: 'Routing rules', group: 'Case management' },
  '/casemanagement/report': { label: 'Report', group: 'Case management' },
  '/rulesconfiguration': { label: 'Rules configuration', group: 'Data' },
  '/data/velocities': { label: 'Velocities', group: 'Data' },
  '/data/functions': { label: 'Functions', group: 'Data' },
  '/data/externalcalls': { label: 'External calls', group: 'Data' },
  '/data/externalassessments': { label: 'External assessments', group: 'Data' },
  '/data/lists': { label: 'Lists', group: 'Data' },
  '/data/explorer': { label: 'Graph explorer', group: 'Data' },
  '/data/upload/timemachine': { label: 'Time machine', group: 'Data' },
  '/data/eventtracing': { label: 'Event tracing', group: 'Data' },
  '/data/apimanagement/requests': { label: 'API management', group: 'Data' },
  '/data/apimanagement/ontology': { label: 'Ontology', group: 'Data' },
  '/data/upload': { label: 'Data upload', group: 'Data' },
  '/data/dualrun': { label: 'Dual run', group: 'Data' },
  '/data/templates': { label: 'Templates', group: 'Data' },
  '/data/movein': { label: 'Moving in', group: 'Data' },
  '/reports/summary': { label: 'Summary', group: 'Reports' },
  '/reports/rules': { label: 'Rules', group: 'Reports' },
  '/reports/scores': { label: 'Scores', group: 'Reports' },
  '/reports/threats': { label: 'Threats', group: 'Reports' },
  '/reports/monitor': { label: 'Monitor', group: 'Reports' },
  '/reports/alerts': { label: 'Alerts', group: 'Reports' },
  '/settings/audit': { label: 'Activity logs', group: 'Settings' },
  '/settings/usage': { label: 'Usage', group: 'Settings' },
  '/settings/subject': { label: 'Subject requests', group: 'Settings' },
  '/environments': { label: 'Environments' },
  '/integration': { label: 'Integration' },
  '/settings/transactionacceptancebooster': { label: 'Acceptance booster', group: 'Settings' },
  '/settings/access': { label: 'Access control', group: 'Settings' },
  '/adminsettings': { label: 'Admin settings' },
}
const entryOf = (path: RoutePath) => entries[path]

/** The navigation of a user with every right, by default. */
const navigationOf = (input: Partial<NavigationInput> = {}): Navigation =>
  createNavigation({
    can: () => true,
    href: path => `${path}?env=e`,
    text: id => texts[id as keyof typeof texts],
    hasEnvironments: true,
    pathname: '/',
    ...input,
  })

/** Every link of the navigation as group, label and address. */
function linksOf({ items, footItems }: Navigation): (string | undefined)[][] {
  return [...items, ...footItems].flatMap(item =>
    item.children
      ? item.children.map(child => [item.label, child.label, child.href])
      : [[undefined, item.label, item.href]],
  )
}

const table = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../risk-service/contract/access/roles.json'), 'utf8'),
) as { roles: Record<RoleId, { capabilities: Partial<Record<string, string>> }> }

/** Rights of a role by the table of roles. */
function rightsOf(role: RoleId): (capability: string) => boolean {
  const cells = table.roles[role].capabilities
  return capability => (cells[capability] ?? 'none') !== 'none'
}

describe('the navigation', () => {
  it.each(roleIds)('the navigation of %s has an entry for each page that opens, and no other', role => {
    const can = rightsOf(role)
    const navigation = navigationOf({ can })
    const expected = routePaths.flatMap(path => {
      const entry = entryOf(path)
      return entry && canOpen(path, (capability: Capability) => can(capability))
        ? [[entry.group, entry.label, `${path}?env=e`]]
        : []
    })
    // Who may open one tab of access control has that as the entry.
    if (!canOpen('/settings/access', can) && canOpen('/settings/access/apps', can))
      expected.push(['Settings', 'Application access', '/settings/access/apps?env=e'])
    expect(linksOf(navigation).toSorted()).toEqual(expected.toSorted())
    // A group without a page is not there.
    for (const item of navigation.items) expect(item.children ?? [item], item.label).not.toHaveLength(0)
  })

  it('the navigation has no entry for environments where there is none', () => {
    expect(navigationOf({ hasEnvironments: false }).footItems).toEqual([])
  })

  it.each(['/api/Purchase', '/aadapp/manage', '/devicefingerprinting/try', '/integration/listen'])(
    '%s marks the entry of integration',
    pathname => {
      expect(navigationOf({ pathname }).currentId).toBe('/integration')
    },
  )

  it('the tab of applications marks access control, or itself for who may open nothing else of it', () => {
    const at = { pathname: '/settings/access/apps' }
    expect(navigationOf(at).currentId).toBe('/settings/access')
    expect(navigationOf({ ...at, can: rightsOf('TechnicalDeveloper') }).currentId).toBe('/settings/access/apps')
  })

  it('an entry of the activity log marks the entry of the log', () => {
    expect(navigationOf({ pathname: '/settings/purchaserules/e/1' }).currentId).toBe('/settings/audit')
  })

  it('the page of a group, which has no entry, marks its group', () => {
    const { currentId, items } = navigationOf({ pathname: '/casemanagement' })
    expect(items.find(({ id }) => id === currentId)?.label).toBe('Case management')
  })

  it.each(routePaths.filter(path => entryOf(path) !== undefined))(
    'the navigation marks the entry of %s as the current one',
    path => {
      const navigation = navigationOf({ pathname: path })
      const current = [...navigation.items, ...navigation.footItems]
        .flatMap(item => item.children ?? [item])
        .find(({ id }) => id === navigation.currentId)
      expect(current?.label).toBe(entryOf(path)?.label)
    },
  )
})

it('has an entry for each assessment of the tenant, before the page of all, for who may open it', () => {
  const tenantAssessments = [{ id: 'a55e', eventType: 'lockerPickup', name: 'Parcel locker pick-up' }]
  const fraud = (input: Partial<NavigationInput> = {}) =>
    navigationOf({ tenantAssessments, ...input }).items.find(({ id }) => id === 'fraud')
  const labels = (fraud()?.children ?? []).map(({ label }) => label)
  expect(labels.slice(labels.indexOf('Account login'), labels.indexOf('Attacks'))).toEqual([
    'Account login',
    'Parcel locker pick-up',
    'Assessments',
  ])
  const entry = (input: Partial<NavigationInput>) =>
    fraud(input)?.children?.find(({ label }) => label === 'Parcel locker pick-up')?.href
  expect(entry({})).toBe('/fraud/assessments/lockerPickup/monitor?env=e')
  expect(entry({ can: capability => capability === 'rules' || capability === 'assessments' })).toBe(
    '/fraud/assessments/lockerPickup/rules?env=e',
  )
  expect(entry({ can: capability => capability === 'search' })).toBeUndefined()
  for (const name of ['lockerPickup', 'a55e'])
    expect(navigationOf({ tenantAssessments, pathname: `/fraud/assessments/${name}/rules` }).currentId).toBe(
      '/fraud/assessments/lockerPickup',
    )
  expect(navigationOf({ tenantAssessments, pathname: '/fraud/assessments/setup' }).currentId).toBe('/fraud/assessments')
})

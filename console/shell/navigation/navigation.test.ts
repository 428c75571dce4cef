import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Capability, type RoleId, roleIds } from '@assay/risk-service/contract'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import texts from '../../../locales/en-US.json' with { type: 'json' }
import { canOpen, type RoutePath, routePaths } from '../../platform/permissions/route-table.ts'
import { useNavigationItems } from './navigation.ts'

/** What the rendered navigation may open, and whether it has an environment. */
const visitor = vi.hoisted(() => ({ can: (_capability: string): boolean => false, environments: [{}] }))
vi.mock('../../platform/environments/environments.tsx', () => ({
  useCan: () => visitor.can,
  useEnvironments: () => ({ environments: visitor.environments }),
  useHref: () => (path: string) => `${path}?env=e`,
}))

/** Entry and group of each page of the navigation; a page without a line is reached from another page. */
const entries: Partial<Record<RoutePath, { label: string; group?: string }>> = {
  '/': { label: 'Dashboard' },
  '/search': { label: 'Search' },
  '/fraud/purchase/rules': { label: 'Purchase rules', group: 'Fraud' },
  '/fraud/accountcreation/rules': { label: 'Account creation rules', group: 'Fraud' },
  '/fraud/accountlogin/rules': { label: 'Account login rules', group: 'Fraud' },
  '/casemanagement/routingrules': { label: 'Routing rules', group: 'Case management' },
  '/rulesconfiguration': { label: 'Rules configuration', group: 'Data' },
  '/data/velocities': { label: 'Velocities', group: 'Data' },
  '/data/functions': { label: 'Functions', group: 'Data' },
  '/data/externalcalls': { label: 'External calls', group: 'Data' },
  '/data/externalassessments': { label: 'External assessments', group: 'Data' },
  '/data/lists': { label: 'Lists', group: 'Data' },
  '/data/templates': { label: 'Templates', group: 'Data' },
  '/environments': { label: 'Environments' },
}
const entryOf = (path: RoutePath) => entries[path]

/** The navigation of a visitor at an address. */
function renderNavigation(address = '/'): ReturnType<typeof useNavigationItems> {
  const rendered: ReturnType<typeof useNavigationItems>[] = []
  function Probe() {
    rendered.push(useNavigationItems())
    return null
  }
  renderToStaticMarkup(
    createElement(
      IntlProvider,
      { locale: 'en-US', messages: texts },
      createElement(MemoryRouter, { initialEntries: [address] }, createElement(Probe)),
    ),
  )
  const [items] = rendered
  if (!items) throw new Error('Nothing was rendered.')
  return items
}

/** Every link of the navigation as group, label and address. */
function linksOf({ items, footItems }: ReturnType<typeof useNavigationItems>): (string | undefined)[][] {
  return [...items, ...footItems].flatMap(item =>
    item.children
      ? item.children.map(child => [item.label, child.label, child.href])
      : [[undefined, item.label, item.href]],
  )
}

const table = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../risk-service/contract/access/roles.json'), 'utf8'),
) as { roles: Record<RoleId, { capabilities: Partial<Record<string, string>> }> }

/** Rights of a role as the table of roles says. */
function rightsOf(role: RoleId): (capability: string) => boolean {
  const cells = table.roles[role].capabilities
  return capability => (cells[capability] ?? 'none') !== 'none'
}

beforeEach(() => {
  visitor.can = () => true
  visitor.environments = [{}]
})

describe('the navigation', () => {
  it.each(roleIds)('of %s has an entry for each page that opens, and no other', role => {
    const can = rightsOf(role)
    visitor.can = can
    const navigation = renderNavigation()
    const expected = routePaths.flatMap(path => {
      const entry = entryOf(path)
      return entry && canOpen(path, (capability: Capability) => can(capability))
        ? [[entry.group, entry.label, `${path}?env=e`]]
        : []
    })
    expect(linksOf(navigation).toSorted()).toEqual(expected.toSorted())
    // A group without a page is not there.
    for (const item of navigation.items) expect(item.children ?? [item], item.label).not.toHaveLength(0)
  })

  it('has no entry for environments where there is none', () => {
    visitor.environments = []
    expect(renderNavigation().footItems).toEqual([])
  })

  it.each(routePaths.filter(path => entryOf(path) !== undefined))('marks the entry of %s as the current one', path => {
    const navigation = renderNavigation(path)
    const current = [...navigation.items, ...navigation.footItems]
      .flatMap(item => item.children ?? [item])
      .find(({ id }) => id === navigation.currentId)
    expect(current?.label).toBe(entryOf(path)?.label)
  })
})

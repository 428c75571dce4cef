import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Capability, type RoleId, roleIds } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { capabilityNames } from './capability-names.ts'
import { canOpen, capabilitiesOf, routePaths } from './route-table.ts'

interface RolesTable {
  landingRoutes: Partial<Record<string, string[]>>
  capabilities: Record<string, { routes: string[] }>
  roles: Record<RoleId, { capabilities: Partial<Record<Capability, string>> }>
}
const table = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../risk-service/contract/access/roles.json'), 'utf8'),
) as RolesTable
const landing: Partial<Record<string, string[]>> = table.landingRoutes
const routesOf = (capability: string): string[] => table.capabilities[capability]?.routes ?? []

describe('the table of routes', () => {
  it.each(routePaths)('%s opens with what roles.json says', path => {
    const capabilities = capabilitiesOf(path)
    if (path in landing) {
      expect([...capabilities].toSorted()).toEqual(landing[path]?.toSorted())
      return
    }
    expect(capabilities.length).toBeGreaterThan(0)
    for (const capability of capabilities) expect(routesOf(capability)).toContain(path)
  })
  it.each(routePaths)('whoever may not open %s is told in words what is missing', route => {
    const [first] = capabilitiesOf(route)
    if (first === undefined) return
    const texts = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../../locales/en-US.json'), 'utf8'),
    ) as Record<string, string>
    expect(texts[capabilityNames[first] ?? ''], first).toMatch(/^[A-Z]/)
  })
  it('the table of routes names no route that the specification does not have', () => {
    const known = new Set([...Object.keys(landing), ...Object.keys(table.capabilities).flatMap(routesOf)])
    expect(routePaths.filter(path => !known.has(path))).toEqual([])
  })
  it('the table of routes opens for a role as its column says', () => {
    for (const role of roleIds) {
      const cells: Partial<Record<Capability, string>> = table.roles[role].capabilities
      const can = (capability: Capability) => (cells[capability] ?? 'none') !== 'none'
      for (const path of routePaths) {
        const wanted = path in landing && landing[path]?.length === 0 ? true : capabilitiesOf(path).some(can)
        expect([role, path, canOpen(path, can)]).toEqual([role, path, wanted])
      }
    }
  })
  it('the table of routes asks for reading, whatever else the question could take', () => {
    const can = (_capability: Capability, level: 'read' | 'write' = 'read') => level === 'read'
    for (const path of routePaths) expect([path, canOpen(path, can)]).toEqual([path, true])
  })
  it('[spec 6.6] the access-control area is at /settings/access and /settings/access/apps', () => {
    expect(routesOf('settings.access.users')).toEqual(['/settings/access'])
    expect(routesOf('settings.access.apps')).toEqual(['/settings/access/apps'])
  })
})

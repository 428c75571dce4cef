import { describe, expect, it } from 'vitest'
import { capabilityIds, capabilityLevelOf, directoryRoles, type RoleId, roleIds } from '../../contract/index.ts'
import {
  AccessError,
  type AccessSubject,
  authorize,
  canSee,
  type EnvironmentNode,
  levelIn,
  rolesIn,
} from './authorize.ts'

const nodes: EnvironmentNode[] = [
  { id: 'root', parentId: null, kind: 'production' },
  { id: 'child', parentId: 'root', kind: 'production' },
  { id: 'sibling', parentId: 'root', kind: 'production' },
  { id: 'box', parentId: null, kind: 'sandbox' },
  { id: 'box-child', parentId: 'box', kind: 'sandbox' },
]
const environments = new Map(nodes.map(node => [node.id, node]))
const holder = (...assignments: [RoleId, string | null][]): AccessSubject => ({
  wids: [],
  assignments: assignments.map(([role, environmentId]) => ({ role, environmentId })),
})
function refusal(run: () => void): AccessError | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof AccessError) return error
    throw error
  }
}

describe('every role against every capability', () => {
  const applications: RoleId[] = ['RiskApi', 'ProvisioningApi']
  it.each(roleIds.filter(role => !applications.includes(role)))('%s', role => {
    const who = holder([role, role === 'ProductAdmin' ? null : 'root'])
    for (const capability of capabilityIds) {
      const level = capabilityLevelOf(role, capability)
      const read = refusal(() => authorize(who, 'child', capability, 'read', environments))
      const write = refusal(() => authorize(who, 'child', capability, 'write', environments))
      expect([capability, read?.code ?? 'ok']).toEqual([capability, level === 'none' ? 'forbidden' : 'ok'])
      expect([capability, write?.code ?? 'ok']).toEqual([capability, level === 'write' ? 'ok' : 'forbidden'])
      if (write) expect(write).toMatchObject({ capability, required: 'write' })
    }
  })
  it.each(applications)('%s opens no console', role => {
    expect(refusal(() => authorize(holder([role, 'root']), 'root', 'search', 'read', environments))?.code).toBe(
      'notFound',
    )
  })
})

describe('where an assignment reaches', () => {
  it('an assignment holds below, not above and not beside', () => {
    const who = holder(['AllAreasEditor', 'child'])
    expect(['root', 'child', 'sibling', 'box', 'box-child'].filter(id => canSee(who, id, environments))).toEqual([
      'child',
    ])
  })
  it('a viewer above and an engineer on the child: writes rules in the child only', () => {
    const who = holder(['AllAreasViewer', 'root'], ['FraudEngineer', 'child'])
    expect(levelIn(who, 'child', 'rules', environments)).toBe('write')
    expect(levelIn(who, 'root', 'rules', environments)).toBe('read')
  })
  it('production assignments give nothing in a sandbox and the other way round', () => {
    expect(canSee(holder(['AllAreasAdmin', 'root']), 'box', environments)).toBe(false)
    expect(canSee(holder(['AllAreasAdmin', 'box']), 'root', environments)).toBe(false)
    expect(rolesIn(holder(['AllAreasAdmin', 'box']), 'box-child', environments)).toEqual(['AllAreasAdmin'])
  })
  it('revoking on the parent keeps what was assigned on the child', () => {
    expect(levelIn(holder(['AllAreasEditor', 'child']), 'child', 'rules', environments)).toBe('write')
  })
  it('product admin and global administrator reach every environment', () => {
    const admin = holder(['ProductAdmin', null])
    const global: AccessSubject = { wids: [directoryRoles.globalAdministrator], assignments: [] }
    for (const who of [admin, global]) {
      for (const { id } of nodes) expect(levelIn(who, id, 'settings.access.users', environments)).toBe('write')
    }
  })
  it('other directory roles and tenant-wide rows of other roles give nothing', () => {
    const who: AccessSubject = {
      wids: [directoryRoles.applicationAdministrator, 'unknown'],
      assignments: [{ role: 'AllAreasAdmin', environmentId: null }],
    }
    for (const { id } of nodes) expect(canSee(who, id, environments)).toBe(false)
  })
  it('an environment of another tenant does not exist', () => {
    expect(
      refusal(() => authorize(holder(['ProductAdmin', null]), 'elsewhere', 'search', 'read', environments))?.code,
    ).toBe('notFound')
  })
})

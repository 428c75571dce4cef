import type { Environment } from '@assay/risk-service/contract'
import { describe, expect, it, test } from 'vitest'
import { commandsOf, isReadOnly, mayCreateRoot } from './commands.ts'
import { environment, tree } from './testing/environments.ts'

describe('commands', () => {
  const states = (target: Environment, list = tree, inUse: string | null = null) =>
    commandsOf(target, list, inUse).map(({ command, reason }) => `${command}${reason ? `: ${reason}` : ''}`)
  it('commands belong to the role, and say why they do not go', () => {
    expect(states(tree[4] ?? environment('?'))).toEqual(['child', 'edit', 'switch', 'delete'])
    expect(states(tree[0] ?? environment('?'), tree, 'Harbor')).toEqual([
      'child',
      'edit',
      'switch: inUse',
      'delete: hasChildren',
    ])
    expect(states(environment('x', [], { capabilities: {} }))).toEqual(['switch'])
    expect(states(environment('x', ['Harbor'], { capabilities: { 'environments.child.manage': 'read' } }))).toEqual([
      'switch',
    ])
    expect(
      states(
        environment('x', [], {
          capabilities: { 'environments.child.manage': 'write', 'environments.root.update': 'write' },
        }),
      ),
    ).toEqual(['child', 'edit', 'switch'])
    expect(states(environment('x', [], { hasAccess: false }))).toEqual([])
  })
  test.each([
    ['New', ['child: notActive', 'edit: notActive', 'switch: beingCreated', 'delete: beingCreated']],
    ['Creating', ['child: notActive', 'edit: notActive', 'switch: beingCreated', 'delete: beingCreated']],
    ['CreateFailed', ['child: notActive', 'edit: notActive', 'switch: notAvailable', 'retry', 'delete']],
    ['Error', ['child: notActive', 'edit: notActive', 'switch: notAvailable', 'delete']],
    ['SoftDeleting', ['child: notActive', 'edit: notActive', 'switch: notAvailable', 'delete: beingDeleted']],
  ] as const)('while %s', (status, expected) => {
    expect(states(environment('x', ['Harbor'], { status }))).toEqual(expected)
  })
  it('commands keep to the limits and to the last environment', () => {
    const deep = environment(
      'x',
      Array.from({ length: 9 }, (_, index) => `p${index}`),
    )
    expect(states(deep)[0]).toBe('child: levelLimit')
    const only = environment('only')
    expect(states(only, [only])).toContain('delete: last')
    expect(
      states(
        only,
        Array.from({ length: 1000 }, (_, index) => environment(`E-${index}`)),
      )[0],
    ).toBe('child: countLimit')
  })
  it('commands know who may create roots and who only reads', () => {
    expect([
      mayCreateRoot(tree),
      isReadOnly(tree),
      isReadOnly([environment('x', [], { capabilities: { 'environments.root.update': 'read' } })]),
    ]).toEqual([true, false, true])
  })
})

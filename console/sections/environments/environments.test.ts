import type { Environment } from '@assay/risk-service/contract'
import { describe, expect, it, test } from 'vitest'
import { commandsOf, isReadOnly, mayCreateRoot } from './commands.ts'
import { environmentsCsv } from './environments-csv.ts'
import {
  createInputOf,
  emptyEnvironmentForm,
  environmentFormOf,
  fieldErrorsOf,
  updateInputOf,
  validateEnvironmentForm,
  validateEnvironmentName,
} from './form/environment-form.ts'
import { environmentRows, matchesText, parentIds } from './tree/environment-rows.ts'

const write = {
  'environments.child.manage': 'write',
  'environments.root.manage': 'write',
  'environments.root.update': 'write',
} as const
function environment(id: string, parents: string[] = [], more: Partial<Environment> = {}): Environment {
  return {
    id,
    name: id,
    friendlyName: id,
    parentId: parents.at(-1) ?? null,
    kind: 'production',
    geography: 'eu',
    status: 'Active',
    failure: null,
    hasAccess: true,
    path: [...parents, id],
    ancestorIds: parents,
    customerApiId: null,
    counterpartId: null,
    description: '',
    tags: [],
    createdAt: '2026-01-12T08:00:00Z',
    roles: [],
    capabilities: write,
    ...more,
  }
}
const tree = [
  environment('Harbor'),
  environment('EU', ['Harbor'], { tags: ['live'] }),
  environment('EU-10', ['Harbor', 'EU']),
  environment('EU-2', ['Harbor', 'EU'], { customerApiId: 'shop' }),
  environment('US', ['Harbor']),
  environment('Training'),
]
const shown = (options: Partial<Parameters<typeof environmentRows>[1]> = {}, list = tree) =>
  environmentRows(list, { collapsed: new Set(), text: '', ...options }).map(
    row =>
      `${'-'.repeat(row.level - 1)}${row.environment.id} ${row.position}/${row.setSize}${row.expanded === undefined ? '' : row.expanded ? ' open' : ' shut'}`,
  )

describe('rows', () => {
  it('[spec 3.2] stand below their parents, in the order of their names', () => {
    expect(shown()).toEqual(['Harbor 1/2 open', '-EU 1/2 open', '--EU-2 1/2', '--EU-10 2/2', '-US 2/2', 'Training 2/2'])
    expect(shown({ collapsed: new Set(['EU']) })).toEqual([
      'Harbor 1/2 open',
      '-EU 1/2 shut',
      '-US 2/2',
      'Training 2/2',
    ])
  })
  it('a search keeps the way to what it finds, and opens it', () => {
    expect(shown({ text: ' SHOP ', collapsed: new Set(['Harbor', 'EU']) })).toEqual([
      'Harbor 1/1 open',
      '-EU 1/1 open',
      '--EU-2 1/1',
    ])
    expect(shown({ text: 'live' })).toEqual(['Harbor 1/1 open', '-EU 1/1'])
    expect(shown({ text: 'nothing' })).toEqual([])
  })
  it('a child whose parent is not listed stands at the top; 1,000 are quick', () => {
    expect(shown({}, tree.slice(1, 2))).toEqual(['EU 1/1'])
    const many = Array.from({ length: 1000 }, (_, index) => environment(`E-${index}`))
    expect(environmentRows(many, { collapsed: new Set(), text: '' })).toHaveLength(1000)
    expect(parentIds(tree)).toEqual(new Set(['Harbor', 'EU']))
    expect(matchesText(environment('x', [], { friendlyName: 'Straße' }), 'straße')).toBe(true)
  })
})

describe('commands', () => {
  const states = (target: Environment, list = tree, inUse: string | null = null) =>
    commandsOf(target, list, inUse).map(({ command, reason }) => `${command}${reason ? `: ${reason}` : ''}`)
  it('belong to the role, and say why they do not go', () => {
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
  it('keep to the limits and to the last environment', () => {
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
  it('know who may create roots and who only reads', () => {
    expect([
      mayCreateRoot(tree),
      isReadOnly(tree),
      isReadOnly([environment('x', [], { capabilities: { 'environments.root.update': 'read' } })]),
    ]).toEqual([true, false, true])
  })
})

describe('form', () => {
  const taken = new Set(['harbor', 'shop-sandbox'])
  test.each([
    ['', 'Environments.Form.NameMissing'],
    ['  ', 'Environments.Form.NameMissing'],
    ['Harbor EU', 'General.NameValidation'],
    ['é', 'General.NameValidation'],
    ['a'.repeat(61), 'Environments.Form.NameLong'],
    ['HARBOR', 'Environments.Form.NameTaken'],
    ['ok_-9', null],
  ])('[spec 5.1] [spec 5.2] the name %j: %s', (name, error) => {
    expect(validateEnvironmentName(name, taken)).toBe(error)
  })
  it('[spec 5.2] the name of the sandbox has to be free, too', () => {
    expect([
      validateEnvironmentName('Shop', taken, true),
      validateEnvironmentName('a'.repeat(53), taken, true),
      validateEnvironmentName('Shop', taken),
    ]).toEqual(['Environments.Form.SandboxNameTaken', 'Environments.Form.NameLongSandbox', null])
  })
  const context = { root: false, editing: null, environments: tree }
  const filled = { ...emptyEnvironmentForm, name: 'New-1', withSandbox: false }
  it('[spec 5.3] the display name follows its pattern or repeats the name', () => {
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'New-1' }, context)).toEqual({})
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'New 1' }, context)).toEqual({})
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'Harbor-EU' }, context)).toEqual({
      friendlyName: 'Environments.Form.DisplayNameRule',
    })
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'x'.repeat(61) }, context)).toEqual({
      friendlyName: 'Environments.Form.DisplayNameRule',
    })
  })
  it('names every field that is wrong', () => {
    const wrong = {
      ...filled,
      description: 'x'.repeat(251),
      tags: ['x'.repeat(33)],
      customerApiId: 'a b',
      applicationId: 'shop',
    }
    expect(validateEnvironmentForm(wrong, { ...context, root: true })).toEqual({
      description: 'Environments.Form.DescriptionLong',
      tags: 'Environments.Form.TagsLong',
      customerApiId: 'Environments.Form.ApiIdRule',
      applicationId: 'Environments.Form.ApplicationUnknown',
      geography: 'Environments.Form.GeographyMissing',
    })
    expect(validateEnvironmentForm({ ...filled, customerApiId: 'SHOP' }, context)).toEqual({
      customerApiId: 'Environments.Form.ApiIdTaken',
    })
  })
  it('becomes what the service takes', () => {
    const parent = tree[0] ?? null
    expect(
      createInputOf(
        {
          ...emptyEnvironmentForm,
          name: ' A ',
          customerApiId: '',
          applicationId: 'A55A0004-0000-4000-8000-000000000001',
        },
        'id',
        parent,
      ),
    ).toEqual({
      id: 'id',
      parentId: 'Harbor',
      name: 'A',
      friendlyName: '',
      description: '',
      tags: [],
      withSandbox: true,
      customerApiId: null,
      applicationId: 'a55a0004-0000-4000-8000-000000000001',
    })
    expect(
      createInputOf({ ...emptyEnvironmentForm, name: 'A', kind: 'sandbox', geography: 'eu' }, 'id', null),
    ).toMatchObject({
      parentId: null,
      kind: 'sandbox',
      geography: 'eu',
      withSandbox: false,
    })
    expect(updateInputOf(environmentFormOf(environment('X', [], { friendlyName: 'X' })))).toEqual({
      name: 'X',
      friendlyName: '',
      description: '',
      tags: [],
    })
  })
  it('shows a refusal of the service at its field', () => {
    expect(fieldErrorsOf({ reason: 'environment.nameInUse' })).toEqual({ name: 'Environments.Form.NameTaken' })
    expect(fieldErrorsOf({ issues: [{ path: ['applicationId'] }, { path: ['nonsense'] }] })).toEqual({
      applicationId: 'Environments.Form.ApplicationUnknown',
    })
    expect([fieldErrorsOf({ reason: 'environment.countLimit' }), fieldErrorsOf(null)]).toEqual([null, null])
  })
})

it('the export disarms formulas and names every column', () => {
  const text = environmentsCsv(
    [environment('x', [], { description: '=1+1', tags: ['a', 'b'], customerApiId: '-x' })],
    new Set(['x']),
  )
  expect(text).toBe(
    'Path,Name,Display name,Status,Geography,Environment ID,Customer API ID,Kind,Tags,Description,Created,Favorite\r\n' +
      "x,x,x,Active,eu,x,'-x,production,a; b,'=1+1,2026-01-12T08:00:00.000Z,true\r\n",
  )
})

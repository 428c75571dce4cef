import { type Environment, environmentStatuses } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import {
  type EnvironmentPreferences,
  environmentAfterRemoval,
  obstacleOf,
  selectEnvironment,
} from './select-environment.ts'

function environment(id: string, more: Partial<Environment> = {}): Environment {
  return {
    id,
    name: id,
    friendlyName: id,
    parentId: null,
    kind: 'production',
    geography: 'eu',
    status: 'Active',
    failure: null,
    hasAccess: true,
    path: [id],
    ancestorIds: [],
    customerApiId: null,
    counterpartId: null,
    description: '',
    tags: [],
    createdAt: '2026-01-01T00:00:00Z',
    roles: [],
    capabilities: {},
    ...more,
  }
}
const tree = [
  environment('closed', { hasAccess: false }),
  environment('box', { kind: 'sandbox' }),
  environment('root'),
  environment('child', { ancestorIds: ['closed', 'root'] }),
  environment('new', { status: 'New' }),
  environment('broken', { status: 'Error' }),
  environment('going', { status: 'SoftDeleting' }),
]
const wishes: EnvironmentPreferences = { requested: null, last: null, favourites: [] }
const pick = (more: Partial<EnvironmentPreferences>, list = tree) => selectEnvironment(list, { ...wishes, ...more })

describe('the first environment', () => {
  it('the first environment is the one in the address, whatever its letters', () => {
    expect(pick({ requested: 'CHILD', last: 'root', favourites: ['box'] }).environment?.id).toBe('child')
  })
  it('the first environment is else the one used last', () => {
    expect(pick({ last: 'root', favourites: ['box'] }).environment?.id).toBe('root')
  })
  it('the first environment is else the first favourite that can be used', () => {
    expect(pick({ last: 'gone', favourites: ['broken', 'gone', 'child', 'root'] }).environment?.id).toBe('child')
  })
  it('the first environment is else the first usable one in tree order', () => {
    expect(pick({}).environment?.id).toBe('box')
  })
  it('the first environment is none without a usable one, and none without a role', () => {
    expect(
      pick(
        {},
        tree.filter(each => obstacleOf(each) !== null),
      ),
    ).toEqual({ environment: null, problem: { kind: 'noneUsable' } })
    expect(pick({ requested: 'root' }, [])).toEqual({ environment: null, problem: { kind: 'noRole' } })
  })
})

describe('an address that names what cannot be used opens no other', () => {
  it.each([
    ['closed', 'noAccess'],
    ['new', 'beingCreated'],
    ['broken', 'notAvailable'],
    ['going', 'notAvailable'],
  ])('%s: %s', (requested, kind) => {
    const { environment: open, problem } = pick({ requested, last: 'root' })
    expect(open).toBeNull()
    expect(problem).toMatchObject({ kind, environment: { id: requested }, fallback: { id: 'root' } })
  })
  it.each(['a55a0002-0000-4000-8000-000000000011', 'nonsense', ''])('%j: unknown', requested => {
    expect(pick({ requested })).toMatchObject({
      environment: null,
      problem: { kind: 'unknown', fallback: { id: 'box' } },
    })
  })
})

it.each(environmentStatuses.flatMap(status => [true, false].map(hasAccess => ({ status, hasAccess }))))(
  '[spec 4.10] [spec 6.5] $status with access $hasAccess',
  more => {
    expect(obstacleOf(environment('x', more)) === null).toBe(more.hasAccess && more.status === 'Active')
  },
)

it('after the removal of the one in use the nearest usable ancestor opens, else what a start would open', () => {
  const child = tree[3]
  if (!child) throw new Error('no child')
  expect(environmentAfterRemoval(tree, child, [])?.id).toBe('root')
  expect(environmentAfterRemoval(tree, environment('lone'), ['child'])?.id).toBe('child')
  expect(environmentAfterRemoval([child], child, [])).toBeNull()
})

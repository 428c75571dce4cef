import { type GraphNode, searchLimits } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { entityClause, longestRule } from './entity-rule.ts'
import { listedValuesOf, searchOf } from './selected-values.ts'

const node = (type: GraphNode['type'], key: string | null): GraphNode => ({
  id: `${type} ${key}`,
  type,
  text: key ?? '***',
  key,
  person: null,
  event: null,
  case: null,
  firstSeen: null,
  lastSeen: null,
  events: { count: 1, complete: true },
  amounts: [],
  amountUsd: 0,
  riskScore: null,
  decisions: {},
  labels: { fraud: 0, good: 0 },
  accounts: 1,
  hub: null,
  more: 0,
  moreByType: {},
  hidden: 0,
  listStatus: null,
})

it('a rule recognises each of the entities', () => {
  expect(entityClause([node('device', 'DV_1'), node('email', 'Ana@Shop.example')], 'Part of a ring')).toBe(
    'RETURN Reject("Part of a ring")\nWHEN @"deviceContext.externalDeviceId".ToLower() == "dv_1"\n  || @"user.email".ToLower() == "ana@shop.example"\n',
  )
})

it('there is no rule for a masked value, another type, nothing, or too many', () => {
  expect(entityClause([node('device', null)], 'x')).toBeNull()
  expect(entityClause([node('bin', '400012')], 'x')).toBeNull()
  expect(entityClause([], 'x')).toBeNull()
  expect(
    entityClause(
      Array.from({ length: longestRule + 1 }, (_, i) => node('ip', `10.0.0.${i}`)),
      'x',
    ),
  ).toBeNull()
})

it('what a ring shares stands for its accounts, where these are too many for one rule', () => {
  const accounts = Array.from({ length: longestRule }, (_, i) => node('user', `u-${i}`))
  const device = { ...node('device', 'dv_1'), accounts: longestRule }
  expect(entityClause([...accounts, device], 'x')).toBe(
    'RETURN Reject("x")\nWHEN @"deviceContext.externalDeviceId".ToLower() == "dv_1"\n',
  )
  expect(entityClause([...accounts.slice(1), device], 'x')).toContain('"u-1"')
})

it('values of the selection go to the list of their kind, each once', () => {
  expect(
    listedValuesOf([node('ip', '10.0.0.1'), node('ip', '10.0.0.1'), node('bin', '4'), node('user', null)]),
  ).toEqual({
    ip: ['10.0.0.1'],
  })
})

it('the selection is searched for with any of its values in the days of the graph', () => {
  const nodes = [node('ip', '10.0.0.1'), node('user', 'u-1')]
  expect(searchOf(nodes)?.toString()).toBe('period=90d&match=any&f=ip%3Ain%3A10.0.0.1&f=userId%3Ain%3Au-1')
  expect(searchOf(nodes, { from: '2026-01-01', to: '2026-02-01' })?.get('dates')).toBe('2026-01-01_2026-02-01')
})

it('there is no search where it has no condition for a node, or takes fewer values', () => {
  expect(searchOf([node('ip', '10.0.0.1'), node('product', 'gift')])).toBeNull()
  const many = Array.from({ length: searchLimits.values + 1 }, (_, i) => node('user', `u-${i}`))
  expect(searchOf(many)).toBeNull()
  expect(searchOf(many.slice(1))).not.toBeNull()
})

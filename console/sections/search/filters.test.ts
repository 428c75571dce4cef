import type { SearchCondition } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { expect, it } from 'vitest'
import { conditionOf, filterFields, fromFilterCondition, toFilterCondition } from './filters.ts'

const conditions: SearchCondition[] = [
  { column: 'decision', op: 'in', value: ['Reject', 'Review'] },
  { column: 'amountUsd', op: 'gte', value: 12345 },
  { column: 'riskScore', op: 'lte', value: 799 },
  { column: 'email', op: 'contains', value: 'shop' },
  { column: 'label', op: 'empty' },
  { column: 'at', op: 'gte', value: '2026-11-21T02:00:00.000Z' },
  { column: 'at', op: 'on', value: '2026-11-21' },
  { column: 'at', op: 'lastDays', value: 7 },
  { column: 'amountUsd', op: 'between', value: [1050, 2000] },
  { column: 'ip', op: 'inNetwork', value: '198.51.100.0/24' },
  { column: 'rule', op: 'notIn', value: ['a', 'b'] },
  { column: 'riskScore', op: 'eq', value: '700' },
]

it.each(conditions)('the search filter survives the filter bar: %j', condition => {
  expect(fromFilterCondition(toFilterCondition(condition, 0))).toEqual(condition)
})

it('the search filter reads a day as its whole length', () => {
  expect(fromFilterCondition({ id: '0', field: 'at', operator: 'lte', values: ['2026-11-21'] })).toEqual({
    column: 'at',
    op: 'lte',
    value: '2026-11-21T23:59:59.999Z',
  })
})

it.each([
  { id: '0', field: 'nonsense', operator: 'eq', values: ['x'] },
  { id: '0', field: 'email', operator: 'eq', values: [' '] },
  { id: '0', field: 'riskScore', operator: 'gte', values: ['high'] },
  { id: '0', field: 'riskScore', operator: 'eq', values: ['high'] },
  { id: '0', field: 'at', operator: 'on', values: ['yesterday'] },
  { id: '0', field: 'at', operator: 'between', values: ['2026-11-21', ''] },
  { id: '0', field: 'at', operator: 'lastDays', values: ['many'] },
])('the search filter gives nothing for %j', condition => {
  expect(fromFilterCondition(condition)).toBeNull()
})

it('the search filter takes up a condition that was kept while it was typed, and nothing else that may lie there', () => {
  const typed = { id: 'draft', field: 'email', operator: 'contains', values: ['sho'] }
  expect(conditionOf(typed)).toEqual(typed)
  for (const other of [
    undefined,
    null,
    'email',
    [],
    { ...typed, values: 'sho' },
    { ...typed, values: [1] },
    { ...typed, field: undefined },
  ])
    expect(conditionOf(other)).toBeNull()
})

const fields = filterFields({ formatMessage: ({ id }: { id: string }) => id } as unknown as IntlShape, 'purchase')
const likely = (text: string) =>
  fields.flatMap(({ id, quick }) =>
    (quick ?? []).flatMap(({ operator, pattern: like }) => (like?.test(text) ? [`${id} ${operator}`] : [])),
  )

it.each([
  ['ana@shop.example', ['email eq', 'email contains']],
  ['@shop.example', ['email contains']],
  ['198.51.100.7', ['ip eq']],
  ['198.51.100.0/24', ['ip inNetwork']],
  ['4417', ['lastFour eq']],
  ['2001:db8::7', ['ip eq']],
  ['::ffff:198.51.100.7', ['ip eq']],
  ['+971501234567', ['phone eq']],
  ['order-1042', []],
  ['deadbeef', []],
  ['12:30', []],
])('the search filter knows %s by its look', (text, expected) => {
  expect(likely(text)).toEqual(expected)
})

it('the search filter takes any text for an id or a name, in this order', () => {
  expect(fields.flatMap(({ id, quick }) => (quick?.some(({ pattern: like }) => !like) ? [id] : []))).toEqual([
    'externalId',
    'userId',
    'userName',
    'deviceId',
  ])
  for (const { operators, quick } of fields)
    for (const { operator } of quick ?? []) expect(operators.map(({ id }) => id)).toContain(operator)
})

it('the search filter has the attributes that the service lists, under their groups', () => {
  const [zip, known] = filterFields(
    { formatMessage: ({ id }: { id: string }) => id } as unknown as IntlShape,
    'purchase',
    [
      { id: 'shippingAddress.zipCode', group: 'addresses', type: 'text', many: false, indexed: false },
      { id: 'shippingMethod', group: 'order', type: 'choice', many: false, indexed: false, values: ['Express'] },
    ],
  )
  expect(zip).toMatchObject({ label: 'shippingAddress.zipCode', group: 'Search.Group.addresses', kind: 'text' })
  expect(known).toMatchObject({ kind: 'choice', options: [{ value: 'Express', label: 'Express' }] })
  const typed = { id: 'draft', field: 'shippingAddress.zipCode', operator: 'startsWith', values: ['20'] }
  expect(fromFilterCondition(typed)).toBeNull()
  expect(fromFilterCondition(typed, () => 'text')).toEqual({
    column: 'shippingAddress.zipCode',
    op: 'startsWith',
    value: '20',
  })
})

it('the search filter knows an id of the service by its look', () => {
  const [reference] = filterFields(
    { formatMessage: ({ id }: { id: string }) => id } as unknown as IntlShape,
    'purchase',
    [{ id: 'eventId', group: 'event', type: 'text', many: false, indexed: true }],
  )
  const [byLook] = reference?.quick ?? []
  expect(byLook?.pattern?.test('0198a000-0000-7000-8000-0000000000a1')).toBe(true)
  expect(byLook?.pattern?.test('order-1042')).toBe(false)
})

it('a masked field is compared as a whole only', () => {
  const [email, ip] = filterFields(
    { formatMessage: ({ id }: { id: string }) => id } as unknown as IntlShape,
    'purchase',
    [
      { id: 'email', group: 'user', type: 'text', many: false, indexed: true, masked: true },
      { id: 'ip', group: 'device', type: 'ip', many: false, indexed: true, masked: true },
    ],
  )
  const whole = ['eq', 'neq', 'in', 'notIn']
  const emptiness = ['empty', 'notEmpty', 'null', 'notNull']
  expect(email?.operators?.map(({ id }) => id)).toEqual([...whole, ...emptiness])
  expect(email?.quick?.map(({ operator }) => operator)).toEqual(['eq'])
  expect(ip?.operators?.map(({ id }) => id)).toEqual([...whole, 'inNetwork', ...emptiness])
})

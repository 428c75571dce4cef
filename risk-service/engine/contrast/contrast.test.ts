import { expect, test } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { contrast as contrastWork } from './contrast.ts'
import type { ContrastTable } from './contrast-table.ts'
import { tableOf } from './testing/events.ts'
import type { SlowEvent } from './testing/slow-contrast.ts'
import type { ContrastOptions } from './types.ts'

const contrast = (table: ContrastTable, ...options: [ContrastOptions?]) => runSync(contrastWork(table, ...options))

const text = (id: string) => ({ id, kind: 'text' as const })
const repeated = (count: number, event: SlowEvent): SlowEvent[] => Array.from({ length: count }, () => event)

test('finds the device and the amount of an attack, with counts, shares and intervals', () => {
  const a = [
    ...Array.from({ length: 30 }, (_, i) => ({ id: `a${i}`, device: 'D-1', amount: 40 + (i % 20), channel: 'web' })),
    ...Array.from({ length: 10 }, (_, i) => ({ id: `b${i}`, device: `x${i}`, amount: 10 * i, channel: 'web' })),
  ]
  const b = Array.from({ length: 400 }, (_, i) => ({ id: `c${i}`, device: `y${i}`, amount: i, channel: 'web' }))
  const attributes = [text('id'), text('device'), text('channel'), { id: 'amount', kind: 'number' as const }]
  const result = contrast(tableOf(a, b, attributes, ({ device }) => (device === 'D-1' ? true : null)))
  const [device, amount] = result.findings
  expect(device).toMatchObject({
    attribute: 'device',
    value: { kind: 'equals', text: 'D-1' },
    a: { count: 30, share: 0.75 },
    b: { count: 0, share: 0 },
    ratio: { value: null, high: null },
    labels: { fraud: 30, labelled: 30 },
  })
  expect(device?.ratio.low).toBeGreaterThan(50)
  expect(amount).toMatchObject({ attribute: 'amount', value: { kind: 'range' } })
  expect(amount?.b.share).toBeLessThan(0.3)
  expect(result.findings.filter(({ attribute }) => attribute === 'amount')).toHaveLength(1)
  expect(result.omitted).toEqual([
    { attribute: 'id', reason: 'tooFew', values: 440 },
    { attribute: 'channel', reason: 'constant', values: 1 },
  ])
  expect(result.rareValues).toBe(440 + 410)
  expect(result.labels.a).toEqual({ fraud: 30, labelled: 30 })
})

test('groups values of the same events, and of the opposite ones', () => {
  const attributes = ['email', 'device', 'known', 'phone'].map(text)
  const a = repeated(40, { email: 'M@x.example', device: 'd', known: 'no', phone: null })
  const b = repeated(60, { email: 'n@x.example', device: 'e', known: 'yes', phone: '1' })
  const { findings } = contrast(tableOf(a, b, attributes))
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({
    attribute: 'email',
    value: { text: 'M@x.example' },
    separation: expect.any(Number),
  })
  expect(findings[0]?.same.map(({ attribute, opposite }) => `${attribute} ${opposite}`).sort()).toEqual([
    'device false',
    'device true',
    'email true',
    'known false',
    'known true',
    'phone false',
    'phone true',
  ])
})

test('compares texts without letter case and blanks, and shows one spelling', () => {
  const a = [...repeated(10, { city: ' berlin' }), ...repeated(10, { city: 'Berlin' })]
  const { findings } = contrast(tableOf(a, repeated(50, { city: 'Paris' }), [text('city')]))
  expect(findings[0]).toMatchObject({ value: { text: 'Berlin' }, a: { count: 20 } })
})

test('finds that a value is missing', () => {
  const a = repeated(30, { phone: null })
  const b = [...repeated(5, { phone: '' }), ...Array.from({ length: 95 }, (_, i) => ({ phone: `+49${i}` }))]
  const { findings } = contrast(tableOf(a, b, [text('phone')]))
  expect(findings).toMatchObject([{ value: { kind: 'absent' }, a: { count: 30 }, b: { count: 5 } }])
})

test('counts a text among numbers as a value outside of every range', () => {
  const { findings } = contrast(
    tableOf(
      [{ tier: 5 }, ...repeated(30, { tier: 'gold' as never })],
      [...repeated(40, { tier: 5 }), ...repeated(40, { tier: 9 })],
      [{ id: 'tier', kind: 'number' }],
    ),
  )
  expect(findings.flatMap(each => [each, ...each.same]).some(({ value }) => value.kind === 'absent')).toBe(false)
})

test('counts an event with several values once for each of them', () => {
  const a = repeated(20, { tags: ['new', 'new', 'gift'] })
  const b = [...repeated(10, { tags: ['gift'] }), ...repeated(70, { tags: [] })]
  const { findings } = contrast(tableOf(a, b, [text('tags')]))
  expect(findings).toMatchObject([
    { value: { text: 'new' }, a: { count: 20, share: 1 }, b: { count: 0 } },
    {
      value: { text: 'gift' },
      a: { count: 20, share: 1 },
      b: { count: 10 },
      same: [{ value: { kind: 'absent' }, opposite: true }],
    },
  ])
})

test('says nothing of two events, and nothing without a second set', () => {
  const two = repeated(2, { device: 'same' })
  expect(contrast(tableOf(two, repeated(1000, { device: 'other' }), [text('device')]))).toMatchObject({ findings: [] })
  expect(contrast(tableOf(two, [], [text('device')]))).toMatchObject({ findings: [], comparisons: 0 })
})

test('counts what is beyond the limit of findings', () => {
  const attributes = Array.from({ length: 9 }, (_, i) => text(`f${i}`))
  // Independent of each other: values of the same events would be one finding.
  const event = (i: number, share: number): SlowEvent =>
    Object.fromEntries(attributes.map(({ id }, f) => [id, ((i * (2 * f + 3)) % 101) / 101 < share ? 'x' : 'y']))
  const a = Array.from({ length: 300 }, (_, i) => event(i, 0.8))
  const b = Array.from({ length: 300 }, (_, i) => event(i, 0.3))
  const table = tableOf(a, b, attributes)
  const all = contrast(table, { falseDiscoveries: 0.05, minEvents: 3, limit: 100 })
  const some = contrast(table, { falseDiscoveries: 0.05, minEvents: 3, limit: 4 })
  expect(all.findings).toHaveLength(9)
  expect(some.findings).toEqual(
    all.findings.slice(0, 4).map((finding, i) => ({ ...finding, same: some.findings[i]?.same })),
  )
  expect(some.more).toBeGreaterThanOrEqual(5)
})

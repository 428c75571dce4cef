import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrastInputSchema } from '../../contract/contrast/contrast.ts'
import { noMasking } from '../../kernel/personal-data/masking.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { fieldCatalogueOf } from '../search/fields/field-catalogue.ts'
import { type ContrastReader, compareSets } from './contrast.ts'
import { type ContrastCall, type SetName, searchQuery, whole } from './set-queries.ts'
import { planSet } from './sets.ts'

let store: Store
let reader: ContrastReader
const environmentId = randomUUID()
const events = 6000

beforeAll(async () => {
  store = await createTestStore()
  const now = new Date('2026-11-21T12:00:00Z')
  // The last third was paid with another card.
  await sql`insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score, card_type)
    select ${environmentId}::uuid, ${now}::timestamptz - make_interval(mins => n), gen_random_uuid(), 'purchase', 'o-' || n, 'Protect',
      case when n % 3 = 0 then 'Reject' else 'Approve' end, '', n % 1000, case when n % 3 = 0 then 'Amex' else 'Visa' end
    from generate_series(1, ${events}::int) n`.execute(store.db)
  reader = {
    db: store.db,
    scope: [environmentId],
    catalogue: fieldCatalogueOf('purchase', () => []),
    now,
    from: null,
    signal: undefined,
    seconds: 30,
    masking: noMasking,
    ruleAttributeOf: () => null,
  }
})
afterAll(() => store.close())

const search = (...conditions: object[]) => ({ kind: 'search', filter: { period: 'all', conditions } })
/** The filter of a search without conditions. */
const everyEvent = () => {
  const { b } = inputOf(search(), search())
  if (b.kind !== 'search') throw new Error('This is a search.')
  return b.filter
}
const rejected = { column: 'decision', op: 'in', value: ['Reject'] }
const inputOf = (a: object, b: object) => contrastInputSchema.parse({ environmentId, eventType: 'purchase', a, b })

/** Compares two searches. */
function compare(read: ContrastReader, input: ContrastCall, most?: Parameters<typeof compareSets>[3]) {
  const queriesOf = (name: SetName) => {
    const set = input[name]
    if (set.kind !== 'search') throw new Error('Here only searches are compared.')
    return { ...whole, queries: [searchQuery(read, input, name, set.filter)] }
  }
  return compareSets(read, input, { a: queriesOf('a'), b: queriesOf('b') }, most)
}

test('draws some events of a large set evenly, and the same ones each time', async () => {
  const input = inputOf(search(rejected), search())
  const first = await compare(reader, input, { a: 400, b: () => 1000 })
  expect(first.a.found).toBe(events / 3)
  expect(first.b.found).toBe(events)
  // Four standard deviations of a draw.
  expect(Math.abs(first.a.compared - 400)).toBeLessThan(80)
  expect(Math.abs(first.b.compared + first.b.shared - 1000)).toBeLessThan(120)
  const second = await compare(reader, input, { a: 400, b: () => 1000 })
  expect({ ...second, queryMs: 0 }).toEqual({ ...first, queryMs: 0 })
})

test('leaves out the events of A from B, also those that were not drawn for A', async () => {
  // A is drawn at a fifth, B at a half: no rejected event may be left in B.
  const { b, findings } = await compare(reader, inputOf(search(rejected), search()), { a: 400, b: () => 3000 })
  expect(b.compared + b.shared).toBeGreaterThan(2700)
  const shares = findings.map(finding => [finding.attribute, finding.a.share, finding.b.share])
  expect(shares).toContainEqual(['decision', 1, 0])
  expect(findings).toHaveLength(1)
  expect(findings[0]?.same.map(({ attribute }) => attribute)).toContain('cardType')
})

test('draws the same share of each query of a set', async () => {
  const input = inputOf(search(rejected), search())
  const minute = 60_000
  const newest = searchQuery(reader, input, 'b', everyEvent())
  const day = (from: number, to: number) => ({
    ...newest,
    from: new Date(reader.now.getTime() - from * minute),
    to: new Date(reader.now.getTime() - to * minute),
  })
  // 300 events, 700 and 5,000: the first two are less than the limit each.
  const queries = [day(300, 0), day(1000, 300), day(events, 1000)]
  const planned = await planSet(reader, { ...whole, queries }, 1000, AbortSignal.timeout(30_000))
  expect(planned.found).toBe(events)
  expect(planned.parts.map(({ share }) => share)).toEqual([1 / 6, 1 / 6, 1 / 6])
  const few = await planSet(reader, { ...whole, queries: queries.slice(0, 2) }, 1000, AbortSignal.timeout(30_000))
  expect([few.found, ...few.parts.map(({ share }) => share)]).toEqual([1000, 1, 1])
})

test('reads all events of sets within the limits', async () => {
  const { a, b } = await compare(reader, inputOf(search(rejected), search()), { a: 2000, b: () => 6000 })
  expect([a.compared, b.compared, b.shared]).toEqual([2000, 4000, 2000])
})

test('ends when its caller leaves, and after its time', async () => {
  const input = inputOf(search(rejected), search())
  const controller = new AbortController()
  const left = compare({ ...reader, signal: controller.signal }, input)
  controller.abort(new Error('The caller left.'))
  await expect(left).rejects.toThrow('The caller left.')
  await expect(compare({ ...reader, seconds: 0.001 }, input)).rejects.toMatchObject({
    data: { reason: 'search.timeout' },
  })
  // The connections are free again.
  await expect(compare(reader, input)).resolves.toMatchObject({ a: { found: 2000 } })
})

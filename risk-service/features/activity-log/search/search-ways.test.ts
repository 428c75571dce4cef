import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuditedOperation, auditedOperations, type LogField, type LogFilter } from '../../../contract/index.ts'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import { openProofBench, type ProofBench } from '../testing/proof-bench.ts'
import { conditionsOf } from './log-filter.ts'
import { chooseWays, type LogWays } from './log-sources.ts'
import { countEntries, type StoredRow, selectPage } from './store.ts'

/** Numbers from 0 up to below 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
const random = createRandom(20_251_120)
const upTo = (count: number): number => Math.floor(random() * count)
const pick = <Value>(values: readonly Value[]): Value => values[upTo(values.length)] as Value
const some = <Value>(make: () => Value): Value[] => Array.from({ length: 1 + upTo(3) }, make)

let bench: ProofBench
let ids: string[]
/** Entries that wait for the job that links them. */
let waiting: ReadonlySet<string>
beforeAll(async () => {
  bench = await openProofBench()
  ids = []
  const types = ['CustomList', 'Note', 'DecisionRule', 'Search'] as const
  const write = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const type = pick(types)
      const id = await bench.write({
        minutes: upTo(4 * 24 * 60),
        as: pick(['engineer', 'admin', 'outsider'] as const),
        type,
        id: type === 'Search' ? pick(['purchase', 'accountlogin']) : `thing-${upTo(5)}`,
        name: pick(['One', 'Two', 'Three']),
        operation: pick(auditedOperations.slice(0, 4) as AuditedOperation[]),
        environment: pick([places.root, places.eu, places.box, null]),
        ...(type === 'DecisionRule' ? { assessmentId: pick(['purchase', 'accountcreation']) } : {}),
      })
      ids.push(id)
    }
  }
  await write(220)
  await bench.link()
  await sql`update audit_log set resource_id = '', resource_name = '', before = null, after = null, erased_at = ${now}
    where id = any(${ids.slice(0, 9)}::uuid[])`.execute(bench.store.db)
  await write(20)
  waiting = new Set(ids.slice(220))
})
afterAll(() => bench.close())

const values: Readonly<Record<LogField, () => string>> = {
  logId: () => pick(ids),
  changedById: () => bench.person(pick(['engineer', 'admin', 'viewer'])).id,
  changedBy: () => pick(['Name of engineer', 'Name of admin', 'Nobody']),
  operationType: () => pick(auditedOperations.slice(0, 5)),
  resourceType: () => pick(['CustomList', 'Note', 'DecisionRule', 'Search', 'Ring']),
  resourceName: () => pick(['One', 'Two', 'Three', 'Four']),
  resourceId: () => pick(['thing-0', 'thing-1', 'thing-2', 'purchase', 'nothing']),
  assessmentName: () => pick(['Purchase', 'Account login', 'Account creation', 'None']),
  assessmentId: () => pick(['purchase', 'accountlogin', 'accountcreation', 'none']),
  environmentName: () => pick(['Harbor', 'Europe']),
  environmentId: () => pick([places.root, places.eu, places.box]),
}

function makeFilter(): LogFilter {
  const field = pick(Object.keys(values) as LogField[])
  return random() < 0.75
    ? { field, op: pick(['in', 'notIn'] as const), values: some(values[field]) }
    : { field, op: pick(['empty', 'notEmpty', 'null', 'notNull'] as const) }
}

/** The page and the number that one plain statement over all entries finds. */
async function findPlainly(conditions: ReturnType<typeof conditionsOf>) {
  const { rows } = await sql<{
    id: string
  }>`select id from audit_log where ${conditions.entry} order by at desc, id desc`.execute(bench.store.db)
  return rows.map(({ id }) => id)
}

/** Bounds by which each way is chosen for a log as small as this one. */
const everyBounds = [
  { fewRanges: 0, manyRanges: 10_000, newest: { indexed: 25, read: 25 }, fewOfActors: 10_000 },
  { fewRanges: 0, manyRanges: 0, newest: { indexed: 1000, read: 1000 }, fewOfActors: 10_000 },
  { fewRanges: 0, manyRanges: 0, newest: { indexed: 5, read: 5 }, fewOfActors: 0 },
]

/** The newest of the entries that a way finds. */
async function findBy(way: LogWays['complete'], limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from (${way(limit)}) l order by at desc, id desc limit ${limit}`.execute(bench.store.db)
  return rows.map(({ id }) => id)
}

it.each(Array.from({ length: 12 }, (_, part) => part))(
  'any five filters find what a plain statement finds, page by page, and its number (part %i)',
  async () => {
    const { db } = bench.store
    for (let n = 0; n < 25; n++) {
      const filters = Array.from({ length: upTo(6) }, makeFilter)
      const scope = pick([
        { tenantId: places.tenant, environmentIds: [places.root, places.eu, places.box], withTenant: true },
        { tenantId: places.tenant, environmentIds: [places.eu], withTenant: false },
        { tenantId: places.other, environmentIds: [], withTenant: true },
      ])
      const dates = { from: pick(['2025-11-16', '2025-11-19']), to: pick(['2025-11-18', '2025-11-20']) }
      if (dates.from > dates.to) continue
      const conditions = conditionsOf({ dates, timeZone: 'UTC', filters }, scope, now)
      const expected = await findPlainly(conditions)
      const found: string[] = []
      let last: StoredRow | undefined
      do {
        const page: StoredRow[] = await selectPage(
          db,
          conditions,
          { after: last ? { at: last.at_text, id: last.id } : null, limit: 30 },
          undefined,
        )
        found.push(...page.map(({ id }) => id))
        last = page.length === 30 ? page.at(-1) : undefined
      } while (last)
      expect(found, JSON.stringify({ filters, dates, scope })).toEqual(expected)
      expect(await countEntries(db, conditions, 50, undefined)).toBe(Math.min(50, expected.length))
      const filed = expected.filter(id => !waiting.has(id))
      for (const bounds of everyBounds) {
        const ways = await chooseWays(db, conditions, sql`true`, undefined, bounds)
        const told = JSON.stringify({ filters, dates, scope, bounds })
        expect(ways ? await findBy(ways.complete, 10) : [], told).toEqual(filed.slice(0, 10))
        const dense = ways?.dense ? await findBy(ways.dense, 10) : []
        expect(dense, told).toEqual(filed.slice(0, dense.length))
      }
    }
  },
)

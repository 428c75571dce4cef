import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EventRow,
  type SearchColumn,
  type SearchCondition,
  type SearchOutput,
  searchColumns,
  searchColumnTypes,
} from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { sqlColumns } from '../../kernel/store/events/event-row.ts'

let bench: ConsoleBench
let rows: EventRow[] = []
beforeAll(async () => {
  bench = await openConsoleBench()
  rows = makeRows(160)
  await insertRows(rows)
  // An event of another environment that must never appear.
  await insertRows(makeRows(5).map(row => ({ ...row, environmentId: places.box, eventId: randomUUID() })))
})
afterAll(() => bench.close())

const hour = 3_600_000
/** Rows with many ties and empty values, at few times, over root and both children. */
function makeRows(count: number): EventRow[] {
  const pick = <T>(index: number, values: readonly T[]): T => values[index % values.length] as T
  return Array.from(
    { length: count },
    (_, n): EventRow => ({
      eventId: randomUUID(),
      eventType: 'purchase',
      environmentId: pick(n, [places.root, places.root, places.eu, places.us]),
      externalId: `Order-${n % 90}`,
      at: new Date(now.getTime() - Math.floor(n / 9) * 11 * hour).toISOString(),
      merchantAt: n % 5 === 0 ? null : new Date(now.getTime() - (n % 4) * hour).toISOString(),
      assessmentType: pick(n, ['Protect', 'Evaluate']),
      decision: pick(n, ['Approve', 'Approve', 'Review', 'Challenge', 'Reject']),
      reason: pick(n, ['', 'High score', '100%_sure\\']),
      rule: pick(n, [null, 'Äpfel', 'card testing', 'Card Testing']),
      clause: pick(n, [null, '', 'clause1']),
      riskScore: ((n * 37) % 11) * 90,
      amount: pick(n, [null, 0, 1250, 1250, 99999999999]),
      currency: pick(n, ['USD', 'EUR', null]),
      amountUsd: pick(n, [null, 1250]),
      userId: pick(n, ['U1', 'u1', 'U2', null]),
      userName: pick(n, ['Zoë Ñandú', 'zoë ñandú', 'Bob', '', null]),
      email: pick(n, ['Bob@Example.com', 'bob@example.com', 'eve@example.com', null]),
      phone: pick(n, ['+1 555 0100', '15550100', null]),
      ip: pick(n, ['10.0.0.1', '2001:db8::1', null]),
      ipCountry: pick(n, ['DE', 'US', null]),
      deviceId: pick(n, ['D-1', 'd-2', null]),
      paymentType: pick(n, ['CreditCard', null]),
      cardType: pick(n, ['Visa', 'visa', null]),
      bin: pick(n, ['411111', null]),
      lastFour: pick(n, ['0001', '1111', null]),
      billingCountry: pick(n, ['DE', null]),
      shippingCountry: pick(n, ['DE', 'FR', null]),
      shippingCity: pick(n, ['Köln', 'KÖLN', 'Bonn', ' Bonn ', null]),
      itemCount: pick(n, [null, 0, 1, 12]),
      label: pick(n, [null, null, 'Fraud', 'NonFraud']),
    }),
  )
}

/** The compared form of linking values, as the engine writes it. */
const links: [SearchColumn, string, (value: string) => string][] = [
  ['email', 'email', value => value.toLowerCase()],
  ['userId', 'user', value => value.toLowerCase()],
  ['deviceId', 'device', value => value.toLowerCase()],
  ['ip', 'ip', value => value],
  ['phone', 'phone', value => value.replace(/\D/g, '')],
]

async function insertRows(events: readonly EventRow[]): Promise<void> {
  const { db } = bench.store
  await db
    .insertInto('event')
    .values(
      events.map(
        event =>
          ({
            ...Object.fromEntries(searchColumns.map(column => [sqlColumns[column], event[column]])),
            environment_id: event.environmentId,
            event_id: event.eventId,
            event_type: 'purchase',
          }) as never,
      ),
    )
    .execute()
  const entities = events.flatMap(event =>
    links.flatMap(([column, type, compared]) =>
      event[column] === null
        ? []
        : [
            {
              environment_id: event.environmentId,
              entity_type: type,
              entity_value: compared(String(event[column])),
              at: event.at,
              event_id: event.eventId,
              event_type: 'purchase',
              display: String(event[column]),
            },
          ],
    ),
  )
  await db.insertInto('event_entity').values(entities).execute()
  await db
    .insertInto('event_key')
    .values(
      events.map(event => ({
        environment_id: event.environmentId,
        event_type: 'purchase',
        external_id: event.externalId,
        at: event.at,
        event_id: event.eventId,
        answer: '{}',
      })),
    )
    .execute()
}

interface Ask {
  conditions?: SearchCondition[]
  period?: string
  sort?: { column: SearchColumn; direction: 'asc' | 'desc' }
  limit?: number
  cursor?: string | null
}
const ask = (what: Ask, as = 'engineer', environment: string = places.root) =>
  bench.call(as, 'POST', `/environments/${environment}/search`, {
    eventType: 'purchase',
    filter: { period: what.period ?? 'all', conditions: what.conditions ?? [] },
    ...(what.sort ? { sort: what.sort } : {}),
    limit: what.limit ?? 1000,
    ...(what.cursor ? { cursor: what.cursor } : {}),
  })
const search = async (what: Ask): Promise<SearchOutput> => {
  const answer = await ask(what)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as SearchOutput
}
const count = async (conditions: SearchCondition[]) =>
  (
    (
      await bench.call('engineer', 'POST', `/environments/${places.root}/search/count`, {
        eventType: 'purchase',
        filter: { period: 'all', conditions },
      })
    ).json as { count: number }
  ).count

/** By code point, as the store orders text. */
const compareText = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]].map(chars => chars.map(char => char.codePointAt(0) ?? 0)) as [
    number[],
    number[],
  ]
  for (let i = 0; i < Math.min(left.length, right.length); i += 1)
    if (left[i] !== right[i]) return (left[i] ?? 0) - (right[i] ?? 0)
  return left.length - right.length
}
function ordered(events: readonly EventRow[], column: SearchColumn, direction: 'asc' | 'desc'): EventRow[] {
  const way = direction === 'asc' ? 1 : -1
  const tie = (a: EventRow, b: EventRow) => compareText(b.at, a.at) || compareText(b.eventId, a.eventId)
  return [...events].sort((a, b) => {
    const [x, y] = [a[column], b[column]]
    if (column === 'at') return -way * tie(a, b)
    if (x === null || y === null) return x === y ? tie(a, b) : x === null ? 1 : -1
    return way * (typeof x === 'number' ? x - Number(y) : compareText(String(x), String(y))) || tie(a, b)
  })
}

describe.each([...searchColumns])('sorting by %s', column => {
  it('the sorting reads every row once over pages of any size, empty values last', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const want = ordered(rows, column, direction).map(row => row.eventId)
      for (const limit of [1000, 17]) {
        const got: string[] = []
        let cursor: string | null = null
        do {
          const page: SearchOutput = await search({ sort: { column, direction }, limit, cursor })
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          got.push(...page.rows.map(row => row.eventId))
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(got).toEqual(want)
      }
    }
  })
})

const fold = (value: unknown): string => String(value).trim().toLowerCase()
/** A condition on a column of the search. */
type ColumnCondition = SearchCondition & { column: SearchColumn }
/** A plain implementation of the conditions. */
function holds(row: EventRow, condition: ColumnCondition): boolean {
  const value = row[condition.column]
  const isText = searchColumnTypes[condition.column] === 'text' || searchColumnTypes[condition.column] === 'choice'
  const link = links.find(([column]) => column === condition.column)
  const same = (wanted: string): boolean => {
    if (value === null) return false
    if (condition.column === 'phone' && link) return link[2](String(value)) === link[2](wanted)
    if (searchColumnTypes[condition.column] === 'time') return Date.parse(String(value)) === Date.parse(wanted)
    return isText ? fold(value) === fold(wanted) : Number(value) === Number(wanted)
  }
  const beside = (limit: string | number, way: 1 | -1) =>
    value !== null &&
    way *
      ((typeof value === 'number' ? value : Date.parse(value)) -
        (typeof limit === 'number' ? limit : Date.parse(limit))) >=
      0
  switch (condition.op) {
    case 'eq':
      return same(condition.value)
    case 'neq':
      return !same(condition.value)
    case 'in':
      return condition.value.some(same)
    case 'contains':
      return value !== null && String(value).toLowerCase().includes(condition.value.toLowerCase())
    case 'gte':
      return beside(condition.value, 1)
    case 'lte':
      return beside(condition.value, -1)
    case 'empty':
      return isText ? value === '' : value === null
    case 'notEmpty':
      return value !== null && value !== ''
    case 'null':
      return value === null
    case 'notNull':
      return value !== null
    default:
      throw new Error(`${condition.op} is tested with the events of conditions.test.ts`)
  }
}

/** Conditions that suit their column, with values that occur, occur in another case, or do not occur. */
const condition: fc.Arbitrary<ColumnCondition> = fc
  .constantFrom(...searchColumns)
  .chain((column): fc.Arbitrary<ColumnCondition> => {
    const kind = searchColumnTypes[column]
    const seen = fc.integer({ min: 0, max: 159 }).map(n => rows[n]?.[column] ?? null)
    const emptiness = fc
      .constantFrom('empty', 'notEmpty', 'null', 'notNull')
      .map(op => ({ column, op }) as ColumnCondition)
    if (kind === 'number' || kind === 'time') {
      const value = seen.map(found => found ?? (kind === 'number' ? 7 : now.toISOString()))
      return fc.oneof(
        emptiness,
        fc
          .tuple(fc.constantFrom('gte', 'lte'), value)
          .map(([op, found]) => ({ column, op, value: found }) as ColumnCondition),
        fc
          .tuple(fc.constantFrom('eq', 'neq'), value)
          .map(([op, found]) => ({ column, op, value: String(found) }) as ColumnCondition),
      )
    }
    const value = fc.oneof(
      seen.map(found => (found === null || String(found).trim() === '' ? 'None' : String(found).trim())),
      seen.map(
        found =>
          String(found ?? 'x')
            .trim()
            .toUpperCase() || 'X',
      ),
      fc.constantFrom('%', '_', '\\', "' or 1=1 --", 'ö', '💳'),
    )
    return fc.oneof(
      emptiness,
      fc
        .tuple(fc.constantFrom('eq', 'neq', 'contains'), value)
        .map(([op, found]) => ({ column, op, value: found }) as ColumnCondition),
      fc
        .array(value, { minLength: 1, maxLength: 3 })
        .map(found => ({ column, op: 'in', value: found }) as ColumnCondition),
    )
  })

describe('filters', () => {
  it('filters find what a plain reading finds, and count it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(condition, { minLength: 1, maxLength: 3 }), async conditions => {
        // The engine defines the spelling rules of IPs; their equality is tested below.
        const usable = conditions.filter(each => !(each.column === 'ip' && each.op === 'eq'))
        const want = ordered(
          rows.filter(row => usable.every(each => holds(row, each))),
          'at',
          'desc',
        ).map(row => row.eventId)
        const got = (await search({ conditions: usable })).rows.map(row => row.eventId)
        expect(got).toEqual(want)
        expect(await count(usable)).toBe(want.length)
      }),
      { numRuns: 100 },
    )
  })
  it('a filter through entities pages like any other, in any sort', async () => {
    for (const [column, value] of [
      ['email', 'BOB@example.com'],
      ['phone', '+1 (555) 0100'],
      ['ip', '2001:DB8::1'],
      ['deviceId', 'd-1'],
      ['userId', 'u1'],
    ] as const) {
      const conditions: SearchCondition[] = [{ column, op: 'eq', value }]
      const matching = rows.filter(
        row =>
          row[column] !== null &&
          (column === 'phone'
            ? String(row.phone).replace(/\D/g, '') === '15550100'
            : fold(row[column]) === fold(value)),
      )
      for (const sort of [
        { column: 'at', direction: 'desc' },
        { column: 'at', direction: 'asc' },
        { column: 'amount', direction: 'desc' },
      ] as const) {
        const got: string[] = []
        let cursor: string | null = null
        do {
          const page: SearchOutput = await search({ conditions, sort, limit: 5, cursor })
          got.push(...page.rows.map(row => row.eventId))
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(got).toEqual(ordered(matching, sort.column, sort.direction).map(row => row.eventId))
      }
    }
  })
  it('a filter of a period compares the transaction date', async () => {
    for (const [period, length] of [
      ['1h', hour],
      ['24h', 24 * hour],
      ['7d', 168 * hour],
    ] as const) {
      const want = rows.filter(row => Date.parse(row.at) >= now.getTime() - length).length
      expect((await search({ period })).rows).toHaveLength(want)
    }
  })
  it('filters return rows as they were stored', async () => {
    const found = await search({ conditions: [{ column: 'externalId', op: 'eq', value: 'order-3' }] })
    expect(found.rows).toEqual(
      ordered(
        rows.filter(row => row.externalId === 'Order-3'),
        'at',
        'desc',
      ),
    )
  })
})

describe('scope', () => {
  it('the scope is the environment and its descendants, not its siblings, parents or sandboxes', async () => {
    const eu = await ask({}, 'local', places.eu)
    expect(new Set((eu.json as SearchOutput).rows.map(row => row.environmentId))).toEqual(new Set([places.eu]))
    expect(new Set((await search({})).rows.map(row => row.environmentId))).toEqual(
      new Set([places.root, places.eu, places.us]),
    )
  })
})

describe('refusals', () => {
  it.each<[string, Ask, (string | number)[]]>([
    [
      'text for a number',
      { conditions: [{ column: 'riskScore', op: 'eq', value: 'high' }] },
      ['filter', 'conditions', 0, 'value'],
    ],
    [
      'a number for a time',
      {
        conditions: [
          { column: 'decision', op: 'eq', value: 'Review' },
          { column: 'at', op: 'gte', value: 5 },
        ],
      },
      ['filter', 'conditions', 1, 'value'],
    ],
    [
      'a year that the database does not have',
      { conditions: [{ column: 'at', op: 'eq', value: '+275760-09-13T00:00:00Z' }] },
      ['filter', 'conditions', 0, 'value'],
    ],
    [
      'at least on text',
      { conditions: [{ column: 'email', op: 'gte', value: 5 }] },
      ['filter', 'conditions', 0, 'value'],
    ],
    [
      'contains on a number',
      { conditions: [{ column: 'amount', op: 'contains', value: '5' }] },
      ['filter', 'conditions', 0, 'value'],
    ],
    [
      'a character no text holds',
      { conditions: [{ column: 'rule', op: 'eq', value: 'a\u0000b' }] },
      ['filter', 'conditions', 0, 'value'],
    ],
    ['no cursor', { cursor: 'nonsense!' }, ['cursor']],
    [
      'a cursor of a month that does not exist',
      { cursor: btoa(JSON.stringify({ c: 'at', d: 'desc', v: null, a: '2025-99-99 00:00:00+00', i: places.root })) },
      ['cursor'],
    ],
    [
      'a forged cursor',
      { cursor: btoa(JSON.stringify({ c: 'at', d: 'desc', v: null, a: "2025-01-01' or true --", i: places.root })) },
      ['cursor'],
    ],
    [
      'a forged value',
      {
        sort: { column: 'amount', direction: 'asc' },
        cursor: btoa(JSON.stringify({ c: 'amount', d: 'asc', v: 'x', a: '2025-01-01 00:00:00+00', i: places.root })),
      },
      ['cursor'],
    ],
  ])('%s: 422 naming the field', async (_name, what, path) => {
    const answer = await ask(what)
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'validation', details: { issues: [{ path }] } }])
  })
  it('a cursor of another sort', async () => {
    const { nextCursor } = await search({ limit: 3 })
    const answer = await ask({ sort: { column: 'amount', direction: 'asc' }, cursor: nextCursor })
    expect([answer.status, answer.body]).toMatchObject([422, { details: { issues: [{ path: ['cursor'] }] } }])
  })
})

describe('a reader who leaves', () => {
  it('a reader who leaves stops the query in the database', async () => {
    const { db } = bench.store
    const blocked = await bench.store.writer()
    await blocked.query('begin')
    await blocked.query('lock table event in access exclusive mode')
    const controller = new AbortController()
    const call = bench.app.request(`/api/console/v1/environments/${places.root}/search`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: 'Bearer engineer', 'content-type': 'application/json' },
      body: JSON.stringify({ eventType: 'purchase', filter: {} }),
    })
    const waiting = async () =>
      (
        await sql<{
          n: number
        }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows[0]?.n
    await expect.poll(waiting).toBe(1)
    controller.abort()
    expect((await call).status).toBe(499)
    await expect.poll(waiting).toBe(0)
    await blocked.query('rollback')
  })
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVelocityMemory, type VelocityWindow } from '../../fql/index.ts'
import { binaryArray } from '../../kernel/store/connection/binary/binary-arrays.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import { newId } from '../../kernel/store/new-id.ts'
import type { Store } from '../../kernel/store/store.ts'
import { emptyFacts } from '../../kernel/store/testing/event-data.ts'
import { createTestStore, silentLog } from '../../kernel/store/testing/test-store.ts'
import type { DecidedEvent, EventWriter } from '../../ports/index.ts'
import type { PublishedVelocity } from '../resources/types.ts'
import { removeFolded } from './buckets/fold.ts'
import {
  openVelocityStore,
  serialiseContributions,
  type VelocityContribution,
  type VelocityStore,
  type VelocityStoreOptions,
} from './index.ts'
import { testScope, testSet, testVelocities } from './testing/velocity-sets.ts'

let store: Store
let writer: EventWriter
let now = Date.parse('2026-03-14T10:30:00Z')
const start = now
beforeAll(async () => {
  store = await createTestStore()
  writer = await createEventWriter({ connect: store.writer, log: silentLog })
})
afterAll(async () => {
  await writer.close()
  await store.close()
})
beforeEach(() => {
  now = start
})

const ports = () => ({ db: store.db, clock: () => new Date(now), newId, log: silentLog })
const open = (options: VelocityStoreOptions = {}): Promise<VelocityStore> =>
  openVelocityStore(ports(), { foldIntervalMs: 1_000_000, encode: binaryArray, timeoutMs: 5000, ...options })

const decided = (
  environmentId: string,
  externalId: string,
  eventId: string,
  at: Date,
  velocities: string | null,
): DecidedEvent => ({
  environmentId,
  eventType: 'purchase',
  externalId,
  eventId,
  at,
  decision: 'Approve',
  reason: '',
  riskScore: 1,
  ruleId: null,
  rule: null,
  clause: null,
  ruleEnvironmentId: null,
  facts: emptyFacts,
  entities: [],
  answer: '{}',
  receivedAt: at,
  correlationId: null,
  request: {},
  enrichment: {},
  explanation: { contributions: [], rules: [], runtimeErrors: [] },
  velocities,
})

interface Happening {
  type: string
  event: { u: string; a: number; x: string }
  id?: string
  at?: Date
  sets: readonly ReturnType<typeof testSet>[]
  environmentId: string
}
/**
 * Processes an event as a decision does: contributions, the commit, then `apply` unless it is a repeat. `applied`:
 * false for a kill in between.
 */
async function happen(
  velocities: VelocityStore,
  { type, event, id = randomUUID(), at = new Date(now), sets, environmentId }: Happening,
  applied = true,
): Promise<void> {
  const contributions = await velocities.contributions(sets, [type], testScope(event, at), new Date(now))
  const eventId = newId()
  const { replayed, transaction = 0 } = await writer.write(
    decided(environmentId, id, eventId, at, contributions.length > 0 ? serialiseContributions(contributions) : null),
  )
  if (!replayed && applied) velocities.apply(environmentId, eventId, at, contributions, transaction)
}
const read = (
  velocities: VelocityStore,
  set: ReturnType<typeof testSet>,
  name: string,
  key: string,
  window: VelocityWindow,
  at = new Date(now),
) => {
  const info = set.infos.get(name)
  if (info === undefined) throw new Error(name)
  return velocities.reader(at).read(info, key, window)
}
/** Writes contributions into the log as the event writer does; returns the transaction. */
async function logContributions(
  environmentId: string,
  eventId: string,
  at: Date,
  contributions: readonly VelocityContribution[],
): Promise<number> {
  const { rows } = await sql<{ transaction: string }>`
    insert into velocity_log (environment_id, event_id, at, contributions)
    values (${environmentId}, ${eventId}, ${at}, ${serialiseContributions(contributions)}::json)
    returning xid::text as transaction`.execute(store.db)
  return Number(rows[0]?.transaction)
}
/** Polls the log as the tail of a process does. */
const poll = async (velocities: VelocityStore): Promise<void> => {
  const client = await store.pool.connect()
  try {
    await velocities.source.poll(client)
  } finally {
    client.release()
  }
}
const hour = { count: 1, unit: 'h' } as const
const ann = { u: 'ann', a: 5, x: 'p' }

const users = ['ann', 'bob', 'Ann', '']
const windows: VelocityWindow[] = [
  { count: 30, unit: 's' },
  { count: 59, unit: 's' },
  { count: 1, unit: 'm' },
  { count: 59, unit: 'm' },
  { count: 1, unit: 'h' },
  { count: 23, unit: 'h' },
  { count: 1, unit: 'd' },
  { count: 90, unit: 'd' },
]

const steps = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('event' as const),
        type: fc.constantFrom('Purchase' as const, 'Login' as const),
        u: fc.constantFrom(...users),
        a: fc.integer({ min: 0, max: 9 }),
        x: fc.constantFrom('p', 'q', 'r', ''),
        id: fc.stringMatching(/^[a-z]{2}$/),
        where: fc.constantFrom(0 as const, 1 as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.constantFrom(700, 20_000, 50 * 60_000, 5 * 3_600_000, 40 * 3_600_000),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'flush' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'kill' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('lost' as const), u: fc.constantFrom(...users) }) },
  ),
  { minLength: 5, maxLength: 60 },
)

test('a velocity equals a naive recount over random streams, windows, repeats, folds, restarts and kills, in two environments and for a parent', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async list => {
      now = start
      const parent = randomUUID()
      const places = [randomUUID(), randomUUID()] as const
      const own = [testSet(places[0]), testSet(places[1], testVelocities, '')] as const
      const above = testSet(parent)
      const oracles = [createVelocityMemory(), createVelocityMemory(), createVelocityMemory()] as const
      let velocities = await open()
      try {
        for (const step of list) {
          if (step.do === 'pass') now += step.ms
          else if (step.do === 'flush') await velocities.flush()
          else if (step.do === 'restart') {
            await velocities.close()
            velocities = await open()
          } else if (step.do === 'kill') {
            // The old store is not notified: it retains its data and is never used again.
            velocities = await open()
          } else {
            const { u } = step
            const { type, a, x, id, where } =
              step.do === 'event' ? step : ({ type: 'Purchase', a: 5, x: 'z', id: randomUUID(), where: 0 } as const)
            await happen(
              velocities,
              { type, event: { u, a, x }, id, sets: [above, own[where]], environmentId: places[where] },
              step.do === 'event',
            )
            // The result of the commit did not arrive: a restart finds the event in the log.
            if (step.do === 'lost') velocities = await open()
            await oracles[where].update([own[where].compiled], type, now, testScope({ u, a, x }, new Date(now)), id)
            await oracles[2].update([above.compiled], type, now, testScope({ u, a, x }, new Date(now)), `${where}${id}`)
          }
        }
        const sets = [own[0], own[1], above] as const
        for (const [index, set] of sets.entries()) {
          for (const name of set.infos.keys()) {
            for (const key of name === 'visits' ? ['p', 'q'] : ['ann', 'bob', 'Ann']) {
              for (const window of windows) {
                expect([name, key, window, await read(velocities, set, name, key, window)]).toEqual([
                  name,
                  key,
                  window,
                  oracles[index]?.read(name, key, window, now),
                ])
              }
            }
          }
        }
      } finally {
        await velocities.close()
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)

const clusterSteps = fc.array(
  fc.record({
    at: fc.nat({ max: 2 }),
    step: fc.oneof(
      {
        weight: 12,
        arbitrary: fc.record({
          do: fc.constant('event' as const),
          u: fc.constantFrom(...users),
          a: fc.integer({ min: 0, max: 9 }),
          x: fc.constantFrom('p', 'q', 'r'),
          id: fc.stringMatching(/^[a-c]{2}$/),
        }),
      },
      { weight: 6, arbitrary: fc.constant({ do: 'read' as const }) },
      { weight: 5, arbitrary: fc.constant({ do: 'poll' as const }) },
      { weight: 3, arbitrary: fc.constant({ do: 'flush' as const }) },
      { weight: 2, arbitrary: fc.constant({ do: 'tidy' as const }) },
      { weight: 1, arbitrary: fc.constant({ do: 'kill' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(700, 50_000, 3_600_000) }),
      },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), u: fc.constantFrom(...users) }) },
    ),
  }),
  { minLength: 10, maxLength: 80 },
)

test('velocities of three processes equal a naive recount after a poll, over repeats, folds, kills, hung processes and transactions that commit late', async () => {
  await fc.assert(
    fc.asyncProperty(clusterSteps, async list => {
      now = start
      const environmentId = randomUUID()
      const set = testSet(environmentId)
      const oracle = createVelocityMemory()
      const processes = [await open(), await open(), await open()]
      /** Transactions that wrote and have not committed. */
      const late: { commit: () => Promise<void> }[] = []
      try {
        for (const { at: place, step } of list) {
          const velocities = processes[place] as VelocityStore
          if (step.do === 'pass') now += step.ms
          else if (step.do === 'poll') await poll(velocities)
          else if (step.do === 'flush') await velocities.flush()
          else if (step.do === 'kill') processes[place] = await open()
          else if (step.do === 'tidy') await removeFolded(store.db, new Date(now), 0)
          else if (step.do === 'read') await read(velocities, set, 'n', users[place] ?? '', hour)
          else if (step.do === 'open') {
            const { u } = step
            const at = new Date(now)
            const contributions = await velocities.contributions(
              [set],
              ['purchase'],
              testScope({ u, a: 1, x: 'p' }, at),
              at,
            )
            if (contributions.length === 0) continue
            const client = await store.pool.connect()
            await client.query('begin')
            await client.query(
              'insert into velocity_log (environment_id, event_id, at, contributions) values ($1, $2, $3, $4)',
              [environmentId, newId(), at, serialiseContributions(contributions)],
            )
            late.push({
              async commit() {
                await client.query('commit')
                client.release()
                await oracle.update(
                  [set.compiled],
                  'Purchase',
                  at.getTime(),
                  testScope({ u, a: 1, x: 'p' }, at),
                  randomUUID(),
                )
              },
            })
            if (late.length > 2) await late.shift()?.commit()
          } else {
            const { u, a, x, id } = step
            await happen(velocities, { type: 'Purchase', event: { u, a, x }, id, sets: [set], environmentId })
            await oracle.update([set.compiled], 'Purchase', now, testScope({ u, a, x }, new Date(now)), id)
          }
        }
        for (const { commit } of late.splice(0)) await commit()
        for (const velocities of processes) {
          await poll(velocities)
          for (const name of ['n', 'spend', 'kinds'])
            for (const key of ['ann', 'bob', 'Ann'])
              for (const window of windows)
                expect([name, key, window, await read(velocities, set, name, key, window)]).toEqual([
                  name,
                  key,
                  window,
                  oracle.read(name, key, window, now),
                ])
        }
        await Promise.all(processes.map(each => each.flush()))
        const last = await open()
        for (const key of ['ann', 'bob', 'Ann'])
          expect(await read(last, set, 'n', key, { count: 90, unit: 'd' })).toBe(
            oracle.read('n', key, { count: 90, unit: 'd' }, now),
          )
        await last.close()
      } finally {
        for (const { commit } of late) await commit()
        for (const each of processes) await each.close()
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('an event of any time in the past, under a key of any script, counts in its own windows, over folds, restarts and kills', async () => {
  const keys = ['ann', 'Ann', '٣٤', 'Ελένη', '日本', '👩‍💻', 'e\u0301', '\u00e9', 'a\u0000', '__proto__']
  const late = fc.record({
    u: fc.constantFrom(...keys),
    a: fc.integer({ min: 3, max: 9 }),
    x: fc.constantFrom('p', 'q', 'r'),
    ago: fc.integer({ min: 0, max: 100 * 86_400 }),
    then: fc.constantFrom('', '', '', '', 'flush', 'restart', 'kill', 'read'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(late, { minLength: 5, maxLength: 40 }), async events => {
      const set = testSet(randomUUID())
      let velocities = await open()
      const seen: { u: string; a: number; x: string; at: number }[] = []
      const look = async (): Promise<void> => {
        for (const key of keys) {
          for (const window of windows.filter(({ unit }) => unit === 'h' || unit === 'd')) {
            const unit = window.unit === 'h' ? 3_600_000 : 86_400_000
            const from = Math.floor(now / unit) * unit - window.count * unit
            const own = seen.filter(({ u, at }) => u === key && at >= from && at <= now)
            const expected = {
              n: own.length,
              spend: own.reduce((sum, { a }) => sum + a, 0),
              kinds: new Set(own.map(({ x }) => x)).size,
            }
            for (const [name, value] of Object.entries(expected))
              expect([name, key, window, await read(velocities, set, name, key, window)]).toEqual([
                name,
                key,
                window,
                value,
              ])
          }
        }
      }
      try {
        for (const { u, a, x, ago, then } of events) {
          const at = now - ago * 1000
          await happen(velocities, {
            type: 'Purchase',
            event: { u, a, x },
            at: new Date(at),
            sets: [set],
            environmentId: set.environmentId,
          })
          seen.push({ u, a, x, at })
          if (then === 'flush') await velocities.flush()
          else if (then === 'read') await look()
          else if (then !== '') {
            if (then === 'restart') await velocities.close()
            velocities = await open()
          }
        }
        await look()
      } finally {
        await velocities.close()
      }
    }),
    { numRuns: 10 },
  )
}, 60_000)

describe('exactly once', () => {
  test('a repeat adds nothing, in one batch or later; a second apply adds nothing', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        happen(velocities, { type: 'Purchase', event: ann, id: 'same', sets: [set], environmentId }),
      ),
    )
    expect(await read(velocities, set, 'n', 'ann', hour)).toBe(1)
    await velocities.flush()
    await happen(velocities, { type: 'Purchase', event: ann, id: 'same', sets: [set], environmentId })
    const at = new Date(now)
    const contributions = await velocities.contributions([set], ['purchase'], testScope(ann, at), at)
    const eventId = newId()
    const transaction = await logContributions(environmentId, eventId, at, contributions)
    velocities.apply(environmentId, eventId, at, contributions, transaction)
    velocities.apply(environmentId, eventId, at, contributions, transaction)
    expect(await read(velocities, set, 'n', 'ann', hour)).toBe(2)
    // The log was read: an answer of the database that comes late is no second event.
    await velocities.flush()
    velocities.apply(environmentId, eventId, at, contributions, transaction)
    expect(await read(velocities, set, 'n', 'ann', hour)).toBe(2)
    await velocities.close()
  })
  test('a second process that takes over the log of a living one counts nothing twice', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const first = await open()
    for (let n = 0; n < 5; n++) await happen(first, { type: 'Purchase', event: ann, sets: [set], environmentId })
    const second = await open()
    expect(await read(second, set, 'n', 'ann', hour)).toBe(5)
    await Promise.all([first.flush(), second.flush()])
    await Promise.all([first.flush(), second.flush()])
    for (const velocities of [first, second, await open()]) {
      expect(await read(velocities, set, 'n', 'ann', hour)).toBe(5)
      await velocities.close()
    }
  })
  test('a process that was suspended while the log was trimmed reads everything again', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const suspended = await open()
    expect(await read(suspended, set, 'n', 'ann', hour)).toBe(0)
    const other = await open()
    for (let n = 0; n < 3; n++) await happen(other, { type: 'Purchase', event: ann, sets: [set], environmentId })
    await other.flush()
    // What was folded once is removed by the second tidying.
    await removeFolded(store.db, new Date(now), 0)
    await removeFolded(store.db, new Date(now), 0)
    await happen(other, { type: 'Purchase', event: ann, sets: [set], environmentId })
    await happen(suspended, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await read(suspended, set, 'n', 'ann', hour)).toBe(1)
    await poll(suspended)
    expect(await read(suspended, set, 'n', 'ann', hour)).toBe(5)
    expect(await read(suspended, set, 'n', 'ann', { count: 30, unit: 's' })).toBe(5)
    await suspended.flush()
    await poll(other)
    expect(await read(other, set, 'n', 'ann', hour)).toBe(5)
    await Promise.all([suspended.close(), other.close()])
  })
  test('a dump that is restored in another cluster goes on counting', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const before = await open()
    await happen(before, { type: 'Purchase', event: ann, sets: [set], environmentId })
    await before.close()
    const lost = await open()
    await happen(lost, { type: 'Purchase', event: ann, sets: [set], environmentId })
    // Both clusters count transactions from their own beginnings.
    await sql`update velocity_log set xid = (xid::text::bigint + 1000000)::text::xid8`.execute(store.db)
    const { folded } = await store.db.selectFrom('velocity_fold').select('folded').executeTakeFirstOrThrow()
    await store.db
      .updateTable('velocity_fold')
      .set({ folded: String(folded).replaceAll(/\d+/g, id => String(Number(id) + 1_000_000)) })
      .execute()
    const after = await open()
    await happen(after, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await read(after, set, 'n', 'ann', hour)).toBe(3)
    await after.flush()
    const again = await open()
    expect(await read(again, set, 'n', 'ann', hour)).toBe(3)
    await Promise.all([after.close(), again.close()])
  })
  test('a fold that fails is made again; reads go on being right', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open()
    await happen(velocities, { type: 'Purchase', event: ann, sets: [set], environmentId })
    await sql`alter table velocity_hour rename to velocity_hour_away`.execute(store.db)
    await expect(velocities.flush()).rejects.toThrow()
    await sql`alter table velocity_hour_away rename to velocity_hour`.execute(store.db)
    expect(velocities.figures().pending).toBe(1)
    await happen(velocities, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await read(velocities, set, 'n', 'ann', hour)).toBe(2)
    await velocities.flush()
    await velocities.flush()
    expect(velocities.figures().pending).toBe(0)
    expect(await read(velocities, set, 'n', 'ann', { count: 1, unit: 'd' })).toBe(2)
    await velocities.close()
  })
  test('a read during folds under load is never off', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open({ maxBuckets: 40 })
    let events = 0
    for (let round = 0; round < 20; round++) {
      const folding = velocities.flush()
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          happen(velocities, { type: 'Purchase', event: { u: `u${n}`, a: 1, x: 'p' }, sets: [set], environmentId }),
        ),
      )
      events++
      const values = await Promise.all(
        Array.from({ length: 10 }, async (_, n) => await read(velocities, set, 'n', `u${n}`, { count: 2, unit: 'h' })),
      )
      expect(values).toEqual(Array.from({ length: 10 }, () => events))
      await folding
    }
    await velocities.close()
  })
})

describe('a read that fails is no zero', () => {
  test('a read without the database is rejected and counted, unless its buckets are in memory', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open()
    await happen(velocities, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await read(velocities, set, 'n', 'ann', hour)).toBe(1)
    await sql`alter table velocity_hour rename to velocity_hour_away`.execute(store.db)
    try {
      await expect(read(velocities, set, 'n', 'bob', hour)).rejects.toThrow('database')
      expect(await read(velocities, set, 'n', 'ann', hour)).toBe(1)
      expect(velocities.figures().failures.database).toBe(1)
    } finally {
      await sql`alter table velocity_hour_away rename to velocity_hour`.execute(store.db)
    }
    expect(await read(velocities, set, 'n', 'bob', hour)).toBe(0)
    await velocities.close()
  })
  test('a prefetched velocity is read at once, whatever its window', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const before = await open()
    await happen(before, { type: 'purchase', event: ann, sets: [set], environmentId })
    await before.close()
    const velocities = await open()
    const reader = velocities.reader(new Date(now))
    const info = set.infos.get('n')
    if (info === undefined) throw new Error('n')
    const asked = [
      { velocity: info, key: 'ann', window: hour },
      { velocity: info, key: 'ann', window: { count: 7, unit: 'd' } as const },
      { velocity: info, key: 'nobody', window: hour },
    ]
    const fetched = reader.prefetch?.(asked)
    expect(fetched).toBeInstanceOf(Promise)
    await fetched
    expect(asked.map(({ velocity, key, window }) => reader.read(velocity, key, window))).toEqual([1, 1, 0])
    expect(velocities.reader(new Date(now)).prefetch?.(asked)).toBeUndefined()
    await velocities.close()
  })
  test('a database that does not answer costs the time limit once, and not again for every read', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open({ timeoutMs: 150 })
    expect(await read(velocities, set, 'n', 'warm', hour)).toBe(0)
    let release = (): void => undefined
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const lock = store.maintenance.transaction().execute(async trx => {
      await sql`lock table velocity_hour in access exclusive mode`.execute(trx)
      await held
    })
    await expect
      .poll(
        async () =>
          (
            await sql<{
              n: number
            }>`select count(*)::int as n from pg_locks where relation = 'velocity_hour'::regclass and mode = 'AccessExclusiveLock' and granted`.execute(
              store.db,
            )
          ).rows[0]?.n,
      )
      .toBe(1)
    try {
      await expect(read(velocities, set, 'n', 'a', hour)).rejects.toThrow('timeout')
      await expect(read(velocities, set, 'n', 'b', hour)).rejects.toThrow('timeout')
      const started = performance.now()
      for (let n = 0; n < 20; n++) await expect(read(velocities, set, 'n', `c${n}`, hour)).rejects.toThrow('timeout')
      expect(performance.now() - started).toBeLessThan(20 * 150)
      expect(velocities.figures().failures.timeout).toBe(22)
      // A key whose read was waited for once is not waited for again.
      const reader = velocities.reader(new Date(now))
      const info = set.infos.get('n')
      if (info === undefined) throw new Error('n')
      await reader.prefetch?.([{ velocity: info, key: 'd', window: hour }])
      expect(() => reader.read(info, 'd', hour)).toThrow('timeout')
    } finally {
      release()
      await lock
    }
    await expect
      .poll(async () => {
        try {
          return await read(velocities, set, 'n', 'b', hour)
        } catch {
          return null
        }
      })
      .toBe(0)
    await velocities.close()
  })
  test('a fine window of a past without fine buckets is 0 only where the hours have nothing', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open()
    const past = new Date(now - 30 * 86_400_000)
    await happen(velocities, { type: 'Purchase', event: ann, at: past, sets: [set], environmentId })
    expect(await read(velocities, set, 'n', 'bob', { count: 10, unit: 'm' }, past)).toBe(0)
    await expect(async () => await read(velocities, set, 'n', 'ann', { count: 10, unit: 'm' }, past)).rejects.toThrow(
      'notKept',
    )
    // Imported events count at their own date, not today.
    expect(await read(velocities, set, 'n', 'ann', { count: 1, unit: 'd' })).toBe(0)
    expect(await read(velocities, set, 'n', 'ann', { count: 31, unit: 'd' })).toBe(1)
    await velocities.close()
  })
  test('a fine window fails when memory had no room for its buckets', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open({ maxFineBuckets: 60 })
    for (let n = 0; n < 30; n++)
      await happen(velocities, { type: 'Purchase', event: { u: `u${n}`, a: 1, x: 'p' }, sets: [set], environmentId })
    for (let n = 0; n < 30; n++) {
      const value = await Promise.resolve()
        .then(() => read(velocities, set, 'n', `u${n}`, { count: 5, unit: 'm' }))
        .catch(() => 'failed')
      expect([1, 'failed']).toContain(value)
    }
    expect(velocities.figures().buckets).toBeLessThan(300)
    await velocities.close()
  })
})

describe('seconds and minutes only of what is read so finely', () => {
  const minutes = { count: 10, unit: 'm' } as const
  const attempt = async (ask: () => unknown) =>
    await Promise.resolve()
      .then(ask)
      .catch(() => 'failed')

  test('a fine window fails until its buckets were retained for long enough, and is right from then on', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open()
    velocities.retainFineBuckets([set.infos.get('spend') as PublishedVelocity])
    await happen(velocities, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await read(velocities, set, 'spend', 'ann', minutes)).toBe(5)
    expect(await attempt(() => read(velocities, set, 'n', 'ann', minutes))).toBe('failed')
    expect(await read(velocities, set, 'n', 'ann', hour)).toBe(1)
    expect(await read(velocities, set, 'n', 'bob', minutes)).toBe(0)
    expect(velocities.figures()).toMatchObject({ failures: { notKept: 1 }, recentFailures: 1 })
    now += 4 * 60_000
    velocities.retainFineBuckets([...set.infos.values()])
    await happen(velocities, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await attempt(() => read(velocities, set, 'kinds', 'ann', minutes))).toBe('failed')
    now += 12 * 60_000
    await happen(velocities, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await read(velocities, set, 'n', 'ann', minutes)).toBe(1)
    expect(await attempt(() => read(velocities, set, 'n', 'ann', { count: 16, unit: 'm' }))).toBe('failed')
    await velocities.close()
    // A restart restores all of the last two hours.
    const after = await open()
    after.retainFineBuckets([set.infos.get('n') as PublishedVelocity])
    expect(await read(after, set, 'n', 'ann', { count: 20, unit: 'm' })).toBe(3)
    after.retainFineBuckets([])
    expect(await read(after, set, 'n', 'ann', { count: 20, unit: 'm' })).toBe(3)
    await after.close()
  })
  test('one that no event had counted when it was told is complete from its first event', async () => {
    const environmentId = randomUUID()
    const set = testSet(environmentId)
    const velocities = await open()
    velocities.retainFineBuckets([])
    const { buckets } = velocities.figures()
    velocities.retainFineBuckets([set.infos.get('n') as PublishedVelocity])
    await happen(velocities, { type: 'Purchase', event: ann, sets: [set], environmentId })
    expect(await read(velocities, set, 'n', 'ann', minutes)).toBe(1)
    // A second and a minute.
    expect(velocities.figures().buckets - buckets).toBe(2)
    await velocities.close()
  })
})

test('a key or member may be any text: long, with a zero, half a surrogate pair, in letters of any case', async () => {
  const environmentId = randomUUID()
  const set = testSet(environmentId)
  const velocities = await open()
  const texts = ['x'.repeat(5000), `${'x'.repeat(5000)}y`, 'a\0b', 'a\ud800', 'ä', 'Ä', '__proto__']
  for (const u of texts)
    for (const x of texts)
      await happen(velocities, { type: 'Purchase', event: { u, a: 3, x }, sets: [set], environmentId })
  await velocities.close()
  const again = await open()
  for (const u of texts)
    expect([u.slice(0, 9), await read(again, set, 'n', u, hour), await read(again, set, 'kinds', u, hour)]).toEqual([
      u.slice(0, 9),
      texts.length,
      texts.length,
    ])
  await again.close()
})

test('the number of distinct members beyond a thousand is estimated within 2 % after folds and restarts', async () => {
  const environmentId = randomUUID()
  const set = testSet(environmentId, ['SELECT DistinctCount(@"x") AS kinds FROM Purchase GROUPBY @"u"'])
  let velocities = await open()
  const add = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++) {
      const at = new Date(now)
      const contributions = await velocities.contributions(
        [set],
        ['purchase'],
        testScope({ u: 'ann', x: `member ${n}` }, at),
        at,
      )
      const eventId = newId()
      const transaction = await logContributions(environmentId, eventId, at, contributions)
      velocities.apply(environmentId, eventId, at, contributions, transaction)
    }
  }
  await add(0, 900)
  await velocities.flush()
  await velocities.close()
  velocities = await open()
  expect(await read(velocities, set, 'kinds', 'ann', hour)).toBe(900)
  now += 3_600_000
  await add(600, 3000)
  await velocities.flush()
  for (const each of [velocities, await open()]) {
    expect(Math.abs((await read(each, set, 'kinds', 'ann', { count: 2, unit: 'h' })) - 3000)).toBeLessThan(60)
    await each.close()
  }
}, 60_000)

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  collectContributions,
  openVelocityStore,
  serialiseContributions,
  type VelocityAccess,
  type VelocityStore,
} from '../../../engine/velocities/index.ts'
import { testScope, testSet } from '../../../engine/velocities/testing/velocity-sets.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { storeUploadedData } from '../../../kernel/store/events/store-uploaded-data.ts'
import { storeUploadedEvents } from '../../../kernel/store/events/store-uploaded-events.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { addEnvironment, emptyFacts, uploadedEvent } from '../../../kernel/store/testing/event-data.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { EventWriter } from '../../../ports/index.ts'
import { type BackfillDeps, cancelBackfill, loadBackfills, startBackfill } from './backfill.ts'
import { runBackfills } from './run-backfill.ts'

let store: Store
let writer: EventWriter
const start = Date.parse('2026-03-14T10:30:00Z')
let now = start
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

const ninety = { count: 90, unit: 'd' } as const
const version = 1

/** Creates an environment with a child, a set over both, and the published set in the form that the job reads. */
async function scene(texts?: readonly string[]): Promise<{
  environmentId: string
  childId: string
  setId: string
  velocities: VelocityStore
  deps: BackfillDeps
  inForce: { set: boolean }
  happen: (u: string, a: number, at: Date, counted: boolean, where?: string) => Promise<void>
  read: (name: string, u: string) => Promise<number>
}> {
  const [environmentId, childId, setId] = [randomUUID(), randomUUID(), randomUUID()]
  await addEnvironment(store, environmentId)
  const { tenant_id } = await store.db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  await store.db
    .insertInto('environment')
    .values({
      id: childId,
      tenant_id,
      parent_id: environmentId,
      name: 'Child',
      friendly_name: 'Child',
      api_id: 'Child',
      kind: 'production',
      geography: 'Europe',
      status: 'Active',
    })
    .execute()
  const set = testSet(environmentId, texts)
  const velocities = await openVelocityStore(
    { db: store.db, clock: () => new Date(now), newId, log: silentLog },
    { foldIntervalMs: 1_000_000, timeoutMs: 5000 },
  )
  const inForce = { set: true }
  const access: VelocityAccess = {
    find: (_environment, name) => set.infos.get(name) ?? null,
    read: () => Promise.resolve([]),
    findSetOfVelocity: () => set,
    findSet: (_environment, id, requestedVersion) =>
      inForce.set && id === setId && requestedVersion === version ? set : null,
    contributionsOfStored: (sets, stored) =>
      collectContributions(
        sets,
        [stored.event_type],
        testScope('body' in stored ? stored.body : stored.request, stored.at),
        () => undefined,
      ),
    figures: () => velocities.figures(),
    reload: () => velocities.reload(),
  }
  return {
    environmentId,
    childId,
    setId,
    velocities,
    inForce,
    deps: { db: store.db, clock: () => new Date(now), log: silentLog, velocities: access, settleMs: 0 },
    async happen(u, a, at, counted, where = environmentId) {
      const event = { u, a, x: 'p' }
      const contributions = counted
        ? await velocities.contributions([set], ['purchase'], testScope(event, at), new Date(now))
        : []
      const eventId = newId()
      const { transaction = 0 } = await writer.write({
        environmentId: where,
        eventType: 'purchase',
        externalId: eventId,
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
        receivedAt: new Date(now),
        correlationId: null,
        request: event,
        enrichment: {},
        explanation: { contributions: [], rules: [], runtimeErrors: [] },
        velocities: contributions.length > 0 ? serialiseContributions(contributions) : null,
      })
      velocities.apply(where, eventId, at, contributions, transaction)
    },
    async read(name, u) {
      const info = set.infos.get(name)
      if (info === undefined) throw new Error(name)
      return await velocities.reader(new Date(now)).read(info, u, ninety)
    },
  }
}
const daysAgo = (days: number): Date => new Date(start - days * 86_400_000)
const stateOf = async (setId: string): Promise<string | undefined> =>
  (await loadBackfills(store.db, [setId])).get(setId)?.state

test('the history of the environment and its descendants is counted once; until then the live count is read', async () => {
  const { environmentId, childId, setId, velocities, deps, happen, read } = await scene()
  for (let n = 0; n < 30; n++) await happen('ann', 2, daysAgo(n), false, n % 3 === 0 ? childId : environmentId)
  await happen('ann', 2, daysAgo(200), false)
  // Counted live before the back-fill began, after the publish.
  await happen('ann', 2, new Date(now), true)
  await startBackfill(deps, environmentId, setId, version)
  expect(await stateOf(setId)).toBe('waiting')
  expect((await runBackfills(deps)).again).toBeGreaterThan(0)
  // Received before the time from which on everything is counted live, and committed while the job waits.
  now += 1_000
  await happen('ann', 2, new Date(now), true)
  now += 1_500
  await happen('ann', 2, new Date(now), true)
  expect(await read('n', 'ann')).toBe(3)
  expect(await runBackfills(deps)).toEqual({ again: null })
  expect((await loadBackfills(store.db, [setId])).get(setId)).toMatchObject({ state: 'done', events: 33 })
  expect([await read('n', 'ann'), await read('spend', 'ann')]).toEqual([33, 66])
  await happen('ann', 2, new Date(now), true)
  await velocities.flush()
  expect(await read('n', 'ann')).toBe(34)
  await velocities.close()
  // A repeated publish begins no back-fill.
  await startBackfill(deps, environmentId, setId, version)
  expect(await stateOf(setId)).toBe('done')
  expect(
    await store.db.selectFrom('velocity_backfill_hour').select('key').where('set_id', '=', setId).execute(),
  ).toEqual([])
})

test('what was uploaded counts in no velocity, among purchases and among data events', async () => {
  const { environmentId, setId, velocities, deps, happen, read } = await scene([
    'SELECT Count() AS n FROM Purchase GROUPBY @"u"',
    'SELECT Count() AS charged FROM Chargeback GROUPBY @"u"',
  ])
  const body = { u: 'ann', a: 1, x: 'p' }
  const chargeback = (id: string) => ({
    dataId: newId(),
    key: id,
    entityId: id,
    subjectType: 'purchase',
    subjectId: 'none',
    happenedAt: daysAgo(2),
  })
  const shared = { environmentId, eventType: 'chargeback', receivedAt: daysAgo(1), correlationId: 'upload:1' }
  await happen('ann', 1, daysAgo(3), false)
  await writer.data({ ...chargeback('received'), ...shared, correlationId: null, merge: () => body })
  await store.db.transaction().execute(async trx => {
    const events = [5, 2, 1].map(days => ({
      ...uploadedEvent(environmentId, `uploaded ${days}`, daysAgo(days)),
      request: body,
    }))
    await storeUploadedEvents(trx, environmentId, 'purchase', { correlationId: 'upload:1', events })
    const items = ['c-1', 'c-2'].map(id => ({ ...chargeback(id), records: [{ happenedAt: daysAgo(2), body }] }))
    await storeUploadedData(trx, { ...shared, items, merge: stored => stored })
  })
  await startBackfill(deps, environmentId, setId, version)
  expect((await loadBackfills(store.db, [setId])).get(setId)).toMatchObject({ total: 2 })
  now += 3_000
  await runBackfills(deps)
  expect((await loadBackfills(store.db, [setId])).get(setId)).toMatchObject({ state: 'done', events: 2 })
  expect([await read('n', 'ann'), await read('charged', 'ann')]).toEqual([1, 1])
  await velocities.close()
})

test('an interrupted back-fill goes on where it was and counts nothing twice', async () => {
  const { environmentId, setId, velocities, deps, happen, read } = await scene()
  for (let n = 0; n < 700; n++) await happen(`u${n % 3}`, 1, new Date(start - n * 60_000), false)
  await startBackfill(deps, environmentId, setId, version)
  now += 3_000
  // Stops in the middle of a chunk, at its commit and at the last commit: each time a new run continues.
  for (const most of [300, 900]) {
    let calls = 0
    const dying: BackfillDeps = {
      ...deps,
      velocities: {
        ...deps.velocities,
        contributionsOfStored: (sets, stored) =>
          ++calls > most ? Promise.reject(new Error('killed')) : deps.velocities.contributionsOfStored(sets, stored),
      },
    }
    await runBackfills(dying)
  }
  await runBackfills({ ...deps, velocities: { ...deps.velocities, reload: () => Promise.reject(new Error('killed')) } })
  await velocities.reload()
  await runBackfills(deps)
  expect(await stateOf(setId)).toBe('done')
  expect((await Promise.all(['u0', 'u1', 'u2'].map(u => read('n', u)))).reduce((sum, each) => sum + each, 0)).toBe(700)
  await velocities.close()
})

test('a back-fill leaves nothing behind when it is cancelled, fails, or its set is no longer in force', async () => {
  const { environmentId, setId, velocities, deps, inForce, happen, read } = await scene()
  for (let n = 0; n < 20; n++) await happen('ann', 1, daysAgo(1), false)
  await startBackfill(deps, environmentId, setId, version)
  now += 3_000
  await happen('ann', 1, new Date(now), true)
  expect(await cancelBackfill(deps, environmentId, setId)).toBe(true)
  expect(await cancelBackfill(deps, environmentId, setId)).toBe(false)
  await runBackfills(deps)
  expect([await stateOf(setId), await read('n', 'ann')]).toEqual(['cancelled', 1])
  await startBackfill(deps, environmentId, setId, version)
  now += 3_000
  inForce.set = false
  await runBackfills(deps)
  expect([await stateOf(setId), await read('n', 'ann')]).toEqual(['failed', 1])
  expect(
    await store.db
      .selectFrom('velocity_series')
      .select('series')
      .where('environment_id', '=', environmentId)
      .where('state', '=', 'filling')
      .execute(),
  ).toEqual([])
  await expect(startBackfill(deps, environmentId, setId, version)).rejects.toThrow('not in force')
  await velocities.close()
})

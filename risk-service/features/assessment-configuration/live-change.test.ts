import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngine, type Engine } from '../../engine/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { saveSchema } from './change-schema.ts'
import type { ConfigurationCall } from './configuration-call.ts'
import { saveLabel } from './label-event.ts'
import { createObservation } from './observations.ts'

let bench: ConsoleBench
let engine: Engine
let call: ConfigurationCall
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db, writer: connect } = bench.store
  const ports = { db, clock: () => new Date(), newId: () => randomUUID(), log: silentLog }
  await createAssessment(db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'wizard',
    template: 'Custom',
    apiName: 'Pickup',
    friendlyName: 'Pick_up',
    schema: { sections: ['metadata'], custom: [{ name: 'locker', type: 'String' }] },
    hasLabel: false,
    sample: {},
    author: { id: randomUUID(), name: 'Maker' },
  })
  engine = await createEngine({
    ...ports,
    writer: await createEventWriter({ connect, log: silentLog }),
    countryOf: () => null,
  })
  call = {
    db,
    ports,
    engine,
    tree: await loadEnvironmentTree(db, places.tenant),
    principal: bench.person('engineer'),
    actorRoles: [],
    correlationId: 'test',
    calls: { reload: () => Promise.resolve() } as ConfigurationCall['calls'],
    figures: [places.root],
    scope: [places.root],
  }
})
afterAll(async () => {
  await engine.close()
  await bench.close()
})

const place = { environmentId: places.root, assessmentId: 'Pickup' }
const metadata = () => ({ eventId: randomUUID(), timestamp: new Date().toISOString() })
const decide = (custom: object) =>
  engine.decide({
    environmentId: places.eu,
    eventType: 'Pickup',
    body: { metadata: metadata(), custom },
    receivedAt: new Date(),
    correlationId: null,
    diagnostics: false,
    backfill: false,
  } as Parameters<Engine['decide']>[0])
const storedVersions = async () => {
  const rows = await bench.store.db
    .selectFrom('event_body')
    .select('enrichment')
    .where('environment_id', '=', places.eu)
    .orderBy('at')
    .execute()
  return rows.map(({ enrichment }) => enrichment.schemaVersion)
}

it('calls go on while the schema changes, and each stores the version that it was read with', async () => {
  let running = true
  const kinds = new Set<string>()
  const kindsWithout = new Set<string>()
  const calls = (async () => {
    while (running) kinds.add((await decide({ locker: '114', gifts: 2 })).kind)
  })()
  // Without the field that becomes required: answered by the former schema, refused by the new one, and nothing between.
  const without = (async () => {
    while (running) {
      kindsWithout.add((await decide({ gifts: 2 })).kind)
      // A refusal waits for nothing, and would leave no turn to others.
      await setImmediate()
    }
  })()
  const schema = {
    sections: ['metadata', 'user'],
    custom: [
      { name: 'locker', type: 'String' as const, required: true },
      { name: 'gifts', type: 'Integer' as const },
    ],
  }
  await saveSchema(call, { ...place, baseVersion: 1, schema })
  running = false
  await Promise.all([calls, without])
  expect([...kinds]).toEqual(['answer'])
  expect(kindsWithout).toContain('answer')
  await decide({ locker: '115' })
  const versions = await storedVersions()
  expect(versions.at(0)).toBe(1)
  expect(versions.at(-1)).toBe(2)
  const stored = await bench.store.db.selectFrom('event_body').select(['request', 'enrichment']).execute()
  const lacking = stored.filter(({ request }) => !JSON.stringify(request).includes('locker'))
  expect(lacking.length).toBeGreaterThan(0)
  expect(new Set(lacking.map(({ enrichment }) => enrichment.schemaVersion))).toEqual(new Set([1]))
  const refused = await decide({ gifts: 2 })
  expect(refused).toMatchObject({ kind: 'invalid', messages: [expect.stringContaining('locker')] })
})

it('an observation event and labels with fields of their own are accepted as soon as they are saved', async () => {
  const observe = (observation: string | null, body: object) =>
    engine.ingestDataEvent({
      environmentId: places.eu,
      assessment: 'Pickup',
      observation,
      body: body as Record<string, unknown>,
      receivedAt: new Date(),
      correlationId: null,
    } as Parameters<Engine['ingestDataEvent']>[0])
  const opened = { metadata: { primaryEventId: 'e', timestamp: new Date().toISOString() }, custom: { door: 4 } }
  expect((await observe('Opened', opened)).kind).toBe('unknown')
  const custom = [{ name: 'door', type: 'Integer' as const, required: true }]
  await createObservation(call, {
    ...place,
    observationId: randomUUID(),
    body: { apiName: 'Opened', name: 'Opened', template: 'Custom', custom },
  })
  expect((await observe('Opened', opened)).kind).toBe('accepted')
  expect(await observe('Opened', { ...opened, custom: {} })).toMatchObject({
    kind: 'invalid',
    messages: [expect.stringContaining('door')],
  })
  const label = {
    metadata: { timestamp: new Date().toISOString() },
    label: { labelObjectType: 'Event', labelObjectId: 'e', labelSource: 'ManualReview' },
  }
  expect((await observe(null, label)).kind).toBe('unknown')
  await saveLabel(call, { ...place, baseVersion: null, body: { custom } })
  expect((await observe(null, label)).kind).toBe('invalid')
  expect((await observe(null, { ...label, custom: { door: 4 } })).kind).toBe('accepted')
})

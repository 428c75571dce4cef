import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryTest, EventSubscription } from '../../contract/index.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { answered, openTracingBench, type TracingBench, tracingSecret, webhook } from './testing/tracing-bench.ts'

let tracing: TracingBench
beforeAll(async () => {
  tracing = await openTracingBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const patch = (found: EventSubscription, settings: object, secret: string | null = null, as = 'Pia') =>
  tracing.bench.call<EventSubscription & { details: { issues: { path: string[] }[] } }>(
    as,
    'PATCH',
    tracing.path(found.id),
    { baseVersion: found.version, settings: { ...tracing.settings, ...settings }, secret },
  )
const audit = async () =>
  (
    await tracing.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_name', 'after'])
      .where('resource_type', '=', 'EventSubscription')
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).map(({ operation, resource_name }) => [operation, resource_name])

describe('subscriptions', () => {
  it('are created once their address accepts a test event, changed, deactivated and removed, and audited', async () => {
    const { json, status } = await tracing.create()
    expect(status).toBe(200)
    expect(json).toMatchObject({ name: 'Orders', state: 'active', sink: { batch: 1 }, waiting: 0, version: 1 })
    expect(JSON.stringify(json)).not.toContain('whsec_')
    expect(JSON.parse(tracing.received[0]?.body ?? '')).toMatchObject([
      { name: 'FraudProtection.Test', metadata: { environmentId: caseIds.root } },
    ])
    const changed = await patch(json, { name: 'All orders', sink: webhook('https://hooks.example/orders', 50) })
    expect(changed.json).toMatchObject({ name: 'All orders', sink: { batch: 50 }, version: 2 })
    const off = await tracing.bench.call<EventSubscription>('Pia', 'POST', `${tracing.path(json.id)}/active`, {
      baseVersion: 2,
      active: false,
    })
    expect(off.json).toMatchObject({ state: 'inactive', version: 3 })
    const removed = await tracing.bench.call('Pia', 'DELETE', tracing.path(json.id), { baseVersion: 3 })
    expect(removed.json).toEqual({ removed: true })
    expect(await audit()).toEqual([
      ['Create', 'Orders'],
      ['Update', 'All orders'],
      ['Deactivate', 'All orders'],
      ['Delete', 'All orders'],
    ])
    expect(await tracing.list()).toEqual([])
    expect(await tracing.db.selectFrom('traced_environment').selectAll().execute()).toEqual([])
  })

  it('are refused with the field at fault', async () => {
    const pathOf = async (more: object, id?: string) => {
      const { status, json } = await tracing.create(more, 'Pia', id)
      return [status, ...json.details.issues.map(({ path }) => path.join('.'))]
    }
    expect(await pathOf({ name: ' ' })).toEqual([422, 'settings.name'])
    expect(await pathOf({ kinds: [] })).toEqual([422, 'settings.kinds'])
    expect(await pathOf({ kinds: ['audit', 'audit'] })).toEqual([422, 'settings.kinds'])
    expect(await pathOf({ sink: webhook('https://hooks.example/orders', 101) })).toEqual([422, 'settings.sink.batch'])
    expect(await pathOf({ sink: { kind: 'webhook' } })).toEqual([400, 'settings.sink.url'])
    tracing.answerWith(() => answered(500))
    expect(await pathOf({})).toEqual([422, 'settings.sink.url'])
    tracing.answerWith(() => answered(200))
    await tracing.create()
    expect(await pathOf({ name: 'orders' })).toEqual([422, 'settings.name'])
    const [found] = (await tracing.list()) as [EventSubscription]
    expect((await patch({ ...found, version: 9 }, {})).status).toBe(409)
    expect((await patch(found, { sink: { kind: 'pull' } })).status).toBe(422)
  })

  it('need the secret and another test for another address; the key before signs as well for a day', async () => {
    const { json } = await tracing.create()
    const sink = webhook('https://elsewhere.example/')
    expect((await patch(json, { sink })).json.details.issues[0]?.path).toEqual(['secret'])
    tracing.answerWith(() => answered(404))
    expect((await patch(json, { sink }, otherSecret)).status).toBe(422)
    tracing.answerWith(() => answered(200))
    const moved = await patch(json, { sink }, otherSecret)
    expect(moved.status).toBe(200)
    const signatures = async (id: string) => {
      tracing.received.length = 0
      await tracing.bench.send({ id, amount: 1 })
      await tracing.deliver()
      return tracing.received[0]?.headers['x-dfp-signature']?.split(',').length
    }
    // The new address never had the key before.
    expect(await signatures('P-0')).toBe(1)
    expect((await patch(moved.json, { sink }, tracingSecret)).status).toBe(200)
    expect(await signatures('P-1')).toBe(2)
    tracing.bench.at(new Date('2025-03-04T09:00:01Z'))
    expect(await signatures('P-2')).toBe(1)
  })

  it('are tested with their own key, or one that is not stored yet', async () => {
    const { json } = await tracing.create()
    const test = (input: object, as = 'Pia') =>
      tracing.bench.call<DeliveryTest>(as, 'POST', `${tracing.path()}/test`, input)
    expect((await test({ subscriptionId: json.id })).json).toMatchObject({ failure: null, status: 204 })
    tracing.answerWith(() => answered(401, 'No such key'))
    expect((await test({ sink: webhook('https://new.example/'), secret: tracingSecret })).json.failure).toEqual({
      reason: 'status',
      status: 401,
    })
    expect((await test({ subscriptionId: json.id, sink: webhook('https://mine.example/') })).status).toBe(422)
    expect((await test({ subscriptionId: json.id }, 'Vera')).status).toBe(403)
  })

  it('count what waits up to a limit, and nothing for those who pull', async () => {
    const { json } = await tracing.create()
    await tracing.create({ sink: { kind: 'pull' }, name: 'Pull' })
    await sql`
      insert into traced_event (environment_id, kind, at, ref, created_at)
      select ${caseIds.root}::uuid, 'decision', now(), gen_random_uuid()::text, now() from generate_series(1, 10200)`.execute(
      tracing.db,
    )
    expect((await tracing.list()).map(({ name, waiting }) => [name, waiting])).toEqual([
      [json.name, 10_001],
      ['Pull', 0],
    ])
  })

  it('are read by those with the right, and of no other tenant or environment', async () => {
    const { json } = await tracing.create()
    expect(await tracing.list('Vera')).toHaveLength(1)
    expect((await tracing.bench.call('Ana', 'GET', tracing.path())).status).toBe(403)
    expect((await tracing.create({ name: 'Other' }, 'Vera')).status).toBe(403)
    expect((await tracing.create({ name: 'Other' }, 'Outsider')).status).toBe(404)
    const elsewhere = tracing.path(json.id, caseIds.eu)
    expect((await tracing.bench.call('Pia', 'GET', `${elsewhere}/dead-letters`)).status).toBe(404)
    expect((await tracing.bench.call('Pia', 'DELETE', elsewhere, { baseVersion: 1 })).status).toBe(404)
    expect((await tracing.create({ name: 'Same id' }, 'Pia', json.id, caseIds.eu)).status).toBe(409)
    expect(await tracing.list('Pia', caseIds.eu)).toEqual([])
    expect((await tracing.create({}, 'Pia', json.id)).json).toMatchObject({ id: json.id, version: 1 })
    expect((await tracing.create({ name: 'New' }, 'Pia', randomUUID())).status).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AssessmentConfiguration, ObservationEvent, ReceivedObservation } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { insertResource, insertRule } from '../ontology/testing/stored-texts.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  const { db } = bench.store
  for (const table of ['assessment', 'audit_log', 'rule', 'velocity_set', 'data_event', 'external_assessment'] as const)
    await db.deleteFrom(table).execute()
  await createAssessment(db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'wizard',
    template: 'Custom',
    apiName: 'Pickup',
    friendlyName: 'Pick_up',
    observations: [{ apiName: 'Status', template: 'AssessmentStatus' }],
    hasLabel: true,
    sample: {},
    author: { id: randomUUID(), name: 'Maker' },
  })
})

const at = `/environments/${places.root}/assessments/Pickup`
const call = (method: string, part: string, body?: unknown) => bench.call('engineer', method, `${at}/${part}`, body)
const read = async () => (await call('GET', 'configuration')).json as AssessmentConfiguration
const opened = {
  apiName: 'Opened',
  name: 'Locker opened',
  template: 'Custom',
  custom: [{ name: 'door', type: 'String' }],
}
const create = (body: object = {}, id: string = randomUUID()) =>
  call('POST', `observations/${id}`, { body: { ...opened, ...body } })
const receive = (n: number, body: object = {}, environment: string = places.root) =>
  bench.store.db
    .insertInto('data_event')
    .values({
      environment_id: environment,
      at: new Date(now.getTime() - n * 60_000),
      data_id: randomUUID(),
      event_type: 'Pickup:Status',
      event_key: randomUUID(),
      entity_id: randomUUID(),
      subject_type: 'Pickup',
      subject_id: `event-${n}`,
      happened_at: now,
      received_at: now,
      correlation_id: null,
      body: JSON.stringify(body),
    })
    .execute()
const countOpened = (text = 'SELECT Count() AS n FROM Pickup:Opened GROUPBY @"custom.door"') =>
  insertResource(bench.store.db, 'velocity_set', 'Doors', { condition: '', velocities: [{ text }] })
/** An external assessment of a child environment that points to the assessment, and a rule there that calls it. */
async function callFromBelow(text: string): Promise<void> {
  await bench.store.db
    .insertInto('external_assessment')
    .values({
      id: randomUUID(),
      environment_id: places.eu,
      name: 'Lockers',
      version: 1,
      body: JSON.stringify({
        name: 'Lockers',
        description: '',
        target: { environmentId: places.root, eventType: 'Pickup' },
      }),
      updated_by: randomUUID(),
      updated_by_name: 'Test',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertRule(bench.store.db, { name: 'Sender', clauses: [text], type: 'postDecision', environmentId: places.eu })
}

describe('an observation event', () => {
  it('is added once, and is listed with its fields', async () => {
    const id = randomUUID()
    await create({}, id)
    await create({}, id)
    expect((await read()).observations.map(({ id: each, name }) => [each, name])).toEqual([
      ['Status', 'Status'],
      [id, 'Locker opened'],
    ])
  })
  it.each([
    ['a name of another', { apiName: 'STATUS' }, ['body', 'apiName']],
    ['a name that paths do not have', { apiName: 'a b' }, ['body', 'apiName']],
    ['a faulty field', { custom: [{ name: '1', type: 'String' }] }, ['body', 'custom', '1']],
  ])('is refused with %s', async (_what, body, path) => {
    const { status, json } = await create(body)
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path }] } })
  })
  it('is shown with the twenty that were received last, in the environment and below', async () => {
    for (let n = 0; n < 22; n++)
      await receive(n, { statusDetails: { statusType: 'Approved' } }, n % 2 === 0 ? places.root : places.eu)
    await receive(1, {}, places.foreign)
    const { json } = await call('GET', 'observations/status')
    const { received, events } = json as ObservationEvent & { received: ReceivedObservation[] }
    expect(received).toHaveLength(20)
    expect(events).toBe(22)
    expect(received[0]).toEqual({
      at: now.toISOString(),
      primaryEventId: 'event-0',
      status: 'Approved',
      environment: 'Harbor',
    })
    expect(received[1]?.environment).toBe('Harbor EU')
    expect((await call('GET', 'observations/None')).status).toBe(404)
  })
  it('keeps its template, and names and types of its fields', async () => {
    const id = randomUUID()
    await create({}, id)
    const save = (body: object) => call('PUT', `observations/${id}`, { baseVersion: 0, body: { ...opened, ...body } })
    expect((await save({ template: 'Bank' })).json).toMatchObject({
      details: { issues: [{ path: ['body', 'template'] }] },
    })
    for (const custom of [[], [{ name: 'door', type: 'Integer' }]])
      expect((await save({ custom })).json).toMatchObject({
        details: { issues: [{ path: ['body', 'custom', 'door'] }] },
      })
    expect((await save({ name: 'Door', custom: [{ name: 'door', type: 'String', required: true }] })).status).toBe(200)
    expect((await save({ name: 'Other' })).body.code).toBe('version.conflict')
  })
  it('has another API name while nothing uses this one and nothing was received', async () => {
    const id = randomUUID()
    await create({}, id)
    const rename = (observation: string, body: object) =>
      call('PUT', `observations/${observation}`, { baseVersion: 0, body })
    expect((await rename(id, { ...opened, apiName: 'Door' })).status).toBe(200)
    await receive(1)
    const status = { apiName: 'Other', name: 'Status', template: 'AssessmentStatus', custom: [] }
    expect((await rename('Status', status)).json).toMatchObject({
      code: 'resource.used',
      message: 'Status is used by stored events.',
    })
  })
  it('is not deleted while a velocity counts it, which is named', async () => {
    const id = randomUUID()
    await create({}, id)
    await countOpened()
    expect((await call('DELETE', `observations/${id}`)).json).toMatchObject({
      code: 'resource.used',
      message: 'Opened is used by Doors.',
    })
    await bench.store.db.deleteFrom('velocity_set').execute()
    await countOpened('SELECT Count() AS n FROM Pickup GROUPBY @"user.id"')
    expect((await call('DELETE', `observations/${id}`)).json).toEqual({ deleted: true })
    expect((await call('DELETE', `observations/${id}`)).json).toEqual({ deleted: false })
  })
  it('is not deleted while a rule of any environment sends it', async () => {
    const id = randomUUID()
    await create({}, id)
    await callFromBelow('DO Assessments.Lockers.Observe("Opened", $baseInput = @@)')
    expect((await call('DELETE', `observations/${id}`)).json).toMatchObject({
      message: 'Opened is used by Sender.',
    })
    expect((await call('DELETE', 'observations/Status')).json).toEqual({ deleted: true })
  })
})

describe('the label event', () => {
  const save = (custom: object[], baseVersion: number | null) => call('PUT', 'label', { baseVersion, body: { custom } })
  it('is one per assessment: it is changed on its version, deleted and added again', async () => {
    expect((await read()).label).toEqual({ custom: [], version: 0 })
    const custom = [{ name: 'team', type: 'String' }]
    expect((await save(custom, 0)).json).toMatchObject({ label: { custom, version: 1 } })
    expect((await save([...custom, { name: 'x', type: 'String' }], 0)).body.code).toBe('version.conflict')
    expect((await save([...custom, { name: 'x', type: 'String' }], null)).body.code).toBe('version.conflict')
    expect((await save([], 1)).status).toBe(422)
    expect((await call('DELETE', 'label')).json).toEqual({ deleted: true })
    expect((await call('DELETE', 'label')).json).toEqual({ deleted: false })
    expect((await read()).label).toBe(null)
    expect((await save(custom, 1)).body.code).toBe('version.conflict')
    expect((await save(custom, null)).json).toMatchObject({ label: { custom, version: 0 } })
  })
  it('is not deleted while a rule sends labels', async () => {
    await callFromBelow('DO Assessments.Lockers.Label($baseInput = @@)')
    expect((await call('DELETE', 'label')).json).toMatchObject({ message: 'The label event is used by Sender.' })
    expect((await read()).label).not.toBe(null)
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AssessmentConfiguration, AssessmentSettings } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { insertDecisions, insertResource, insertRule } from '../ontology/testing/stored-texts.ts'

let bench: ConsoleBench
const id = randomUUID()
const observationId = randomUUID()
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  const { db } = bench.store
  for (const table of ['assessment', 'audit_log', 'rule', 'rule_setting', 'velocity_set', 'data_event'] as const)
    await db.deleteFrom(table).execute()
  bench.engine.reloaded.length = 0
  await createAssessment(db, {
    id,
    environmentId: places.root,
    kind: 'wizard',
    template: 'CardPayment',
    apiName: 'Pickup',
    friendlyName: 'Pick_up',
    schema: { sections: ['metadata', 'user'], custom: [{ name: 'locker', type: 'String' }] },
    observations: [{ apiName: 'Status', template: 'AssessmentStatus' }],
    hasLabel: false,
    dataSubjectIds: ['user.id'],
    sample: { metadata: { eventId: 'e' } },
    author: { id: randomUUID(), name: 'Maker' },
  })
})

const path = (environment: string = places.root, name = 'Pickup') => `/environments/${environment}/assessments/${name}`
const read = async () => (await bench.call('viewer', 'GET', `${path()}/configuration`)).json as AssessmentConfiguration
const call = (method: string, part: string, body?: unknown, who = 'engineer', environment: string = places.root) =>
  bench.call(who, method, `${path(environment)}/${part}`, body)
const log = () => bench.store.db.selectFrom('audit_log').selectAll().orderBy('at').execute()
const storeEvent = (type: string, at = now, environment: string = places.eu, subject = 'e-1', body: object = {}) =>
  bench.store.db
    .insertInto('data_event')
    .values({
      environment_id: environment,
      at,
      data_id: randomUUID(),
      event_type: type,
      event_key: randomUUID(),
      entity_id: randomUUID(),
      subject_type: 'Pickup',
      subject_id: subject,
      happened_at: at,
      received_at: at,
      correlation_id: null,
      body: JSON.stringify(body),
    })
    .execute()

describe('the configuration of an assessment', () => {
  it('names what it is, who made it and what it has', async () => {
    expect(await read()).toMatchObject({
      id,
      eventType: 'Pickup',
      name: 'Pick_up',
      template: 'CardPayment',
      endpoint: '/v1.0/assessment/Pickup',
      root: { id: places.root, name: 'Harbor' },
      createdBy: 'Maker',
      updatedBy: null,
      version: 0,
      schemaVersion: 1,
      schema: { sections: ['metadata', 'user'], custom: [{ name: 'locker', type: 'String' }] },
      observations: [
        { id: 'Status', apiName: 'Status', name: 'Status', template: 'AssessmentStatus', custom: [], events: 0 },
      ],
      label: null,
      settings: { evaluation: 'all', caseManagement: true, search: true, dataSubjectIds: ['user.id'], keyCallId: null },
      possible: { cases: true, search: true, clientSide: false },
      uses: [],
    })
  })
  it('counts observations of the last 24 hours, in the environment and below', async () => {
    await storeEvent('Pickup:Status')
    await storeEvent('Pickup:Status', new Date(now.getTime() - 23 * 3_600_000), places.root)
    await storeEvent('Pickup:Status', new Date(now.getTime() - 25 * 3_600_000))
    await storeEvent('Other:Status')
    expect((await read()).observations[0]?.events).toBe(2)
  })
  it.each([
    ['support', places.root, 'Pickup', 403],
    ['outsider', places.root, 'Pickup', 404],
    ['admin', places.foreign, 'Pickup', 404],
    ['admin', places.root, 'Elsewhere', 404],
    ['admin', places.root, 'purchase', 404],
  ])('is not read by %s in %s: %s', async (who, environment, name, status) => {
    expect((await bench.call(who, 'GET', `${path(environment, name)}/configuration`)).status).toBe(status)
  })
})

/** Every change, on what the tests have. */
const changes: readonly [name: string, method: string, part: string, body: unknown][] = [
  ['general', 'PUT', 'general', { baseVersion: 0, body: { name: 'Other', eventType: 'Pickup' } }],
  [
    'settings',
    'PUT',
    'settings',
    {
      baseVersion: 0,
      body: { evaluation: 'first', caseManagement: true, search: true, dataSubjectIds: ['user.id'], keyCallId: null },
    },
  ],
  [
    'schema',
    'PUT',
    'schema',
    {
      baseVersion: 1,
      schema: { sections: ['metadata', 'user', 'card'], custom: [{ name: 'locker', type: 'String' }] },
    },
  ],
  [
    'new observation',
    'POST',
    `observations/${observationId}`,
    { body: { apiName: 'Opened', name: 'Opened', template: 'Custom', custom: [] } },
  ],
  [
    'observation',
    'PUT',
    'observations/Status',
    { baseVersion: 0, body: { apiName: 'Status', name: 'Outcome', template: 'AssessmentStatus', custom: [] } },
  ],
  ['deleted observation', 'DELETE', 'observations/Status', undefined],
  ['sharing', 'PUT', 'sharing', { body: { sharing: 'shared', sampleResponse: { ok: true } } }],
  ['label', 'PUT', 'label', { baseVersion: null, body: { custom: [] } }],
]
describe.each(changes)('a change of it: %s', (_name, method, part, body) => {
  it('is stored with a line in the activity log, and the engine reads it', async () => {
    const { status, json } = await call(method, part, body)
    expect(status, JSON.stringify(json)).toBe(200)
    if (part !== 'sharing') expect(bench.engine.reloaded).toContain(places.root)
    expect((await log()).filter(each => each.resource_type === 'Assessment')).toMatchObject([
      { actor_name: 'Name of engineer', operation: 'Update', resource_id: id },
    ])
    expect((await read()).updatedBy).toBe('Name of engineer')
  })
  it('that is repeated changes nothing more', async () => {
    await call(method, part, body)
    const lines = (await log()).length
    const { status, json } = await call(method, part, body)
    expect(status, JSON.stringify(json)).toBe(200)
    expect((await log()).length).toBe(lines)
  })
  it.each([
    ['viewer', places.root, 403],
    ['outsider', places.root, 404],
    ['local', places.eu, 422],
    ['admin', places.foreign, 404],
  ])('is refused for %s in %s', async (who, environment, status) => {
    const before = await read()
    const refused = await call(method, part, body, who, environment)
    expect(refused.status, JSON.stringify(refused.json)).toBe(status)
    expect(await read()).toEqual(before)
  })
})

describe('names', () => {
  const save = (body: object, baseVersion = 0) =>
    call('PUT', 'general', { baseVersion, body: { name: 'Pick_up', eventType: 'Pickup', ...body } })
  it('are changed on the version that was read', async () => {
    expect((await save({ name: 'Lockers' })).json).toMatchObject({ name: 'Lockers', version: 1 })
    const late = await save({ name: 'Other' })
    expect([late.status, late.body.code]).toEqual([409, 'version.conflict'])
  })
  it('may be changed for calls while nothing uses them, and settings of the rules follow', async () => {
    await call('PUT', 'settings', changes[1]?.[3])
    expect((await save({ eventType: 'Locker' }, 1)).json).toMatchObject({
      eventType: 'Locker',
      endpoint: '/v1.0/assessment/Locker',
      settings: { evaluation: 'first' },
    })
  })
  it('take alert rules along that watch the assessment', async () => {
    const { db } = bench.store
    const id = randomUUID()
    const now = new Date()
    await db
      .insertInto('alert_rule')
      .values({
        id,
        environment_id: places.root,
        name: 'Many rejections',
        settings: JSON.stringify({ metric: 'events', eventType: 'Pickup', window: '1h' }),
        enabled: true,
        checked: null,
        changed_by_id: id,
        changed_by: 'Max',
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    expect((await save({ eventType: 'Locker' })).status).toBe(200)
    const watched = db.selectFrom('alert_rule').select('settings').where('id', '=', id)
    expect((await watched.executeTakeFirstOrThrow()).settings).toMatchObject({ eventType: 'Locker' })
    await db.deleteFrom('alert_rule').execute()
  })
  it('take drafts, branches, queues, saved searches and decisions of cases along', async () => {
    const { db } = bench.store
    const [at, by] = [{ environment_id: places.root, event_type: 'Pickup' }, randomUUID()]
    await db
      .insertInto('rule_draft')
      .values({ ...at, rule_id: randomUUID(), author_id: by, author_name: 'Max', body: '{}', base_version: 0 })
      .execute()
    const branch = { api_name: 'Trial', id: randomUUID(), name: 'Trial', created_by: by, created_by_name: 'Max' }
    await db
      .insertInto('rule_branch')
      .values({ ...at, ...branch })
      .execute()
    const view = { area: 'search', owner_id: by, owner_name: 'Max', name: 'Late', shared: false, version: 1 }
    const state = JSON.stringify({ query: 'type=Pickup', columns: null })
    const place = { id: randomUUID(), environment_id: places.root }
    await db
      .insertInto('saved_view')
      .values({ ...place, ...view, state })
      .execute()
    await insertDecisions(db, '', '', 'Pickup')
    expect((await save({ eventType: 'Locker' })).status).toBe(200)
    const named = sql<{ event_type: string }>`
      select event_type from rule_draft union all select event_type from rule_branch
      union all select substr(state ->> 'query', 6) from saved_view
      union all select substr(key, 26) from setting where key like 'caseManagement.decisions.%'`
    expect((await named.execute(db)).rows.map(row => row.event_type)).toEqual(['Locker', 'Locker', 'Locker', 'Locker'])
    for (const table of ['rule_draft', 'rule_branch', 'saved_view', 'setting'] as const)
      await db.deleteFrom(table).execute()
  })
  it.each([
    [
      'a rule',
      () => insertRule(bench.store.db, { name: 'Mine', clauses: ['RETURN Approve()'], eventType: 'Pickup' }),
      'rule',
      'Mine',
    ],
    [
      'a velocity',
      () =>
        insertResource(bench.store.db, 'velocity_set', 'Counts', {
          condition: '',
          velocities: [{ text: 'SELECT Count() AS n FROM pickup GROUPBY @"user.id"' }],
        }),
      'velocity',
      'Counts',
    ],
  ] as const)('stay for calls while %s uses them, which is named', async (_what, insert, kind, name) => {
    await insert()
    expect((await read()).uses).toMatchObject([{ kind, name, environment: 'Harbor' }])
    const { status, json } = await save({ eventType: 'Locker' })
    expect(status).toBe(409)
    expect(json).toMatchObject({ code: 'resource.used', message: expect.stringContaining(name) })
    expect((await save({ name: 'Lockers' })).status).toBe(200)
  })
  it.each([
    ['purchaserules', 422],
    ['9lives', 422],
  ])('are not %s', async (eventType, status) => {
    expect((await save({ eventType })).status).toBe(status)
  })
})

describe('sharing', () => {
  const save = (sharing: string, sampleResponse: unknown = null) =>
    call('PUT', 'sharing', { body: { sharing, sampleResponse } })
  it('is not ended while another root environment calls the assessment', async () => {
    expect((await save('shared', { score: 1 })).json).toMatchObject({
      sharing: { sharing: 'shared', sampleResponse: { score: 1 } },
    })
    await bench.store.db
      .insertInto('external_assessment')
      .values({
        id: randomUUID(),
        environment_id: places.box,
        name: 'Lockers',
        version: 1,
        body: JSON.stringify({ name: 'Lockers', target: { environmentId: places.root, eventType: 'Pickup' } }),
        updated_by: randomUUID(),
        updated_by_name: 'Test',
        created_at: now,
        updated_at: now,
      })
      .execute()
    const refused = await save('private')
    expect([refused.status, refused.body.code]).toEqual([409, 'externalAssessments.shared'])
    await bench.store.db.deleteFrom('external_assessment').execute()
    expect((await save('private')).status).toBe(200)
  })
})

describe('settings', () => {
  const settings: AssessmentSettings = {
    evaluation: 'all',
    caseManagement: true,
    search: true,
    dataSubjectIds: ['user.id'],
    keyCallId: null,
  }
  const save = (body: Partial<AssessmentSettings>, baseVersion = 0) =>
    call('PUT', 'settings', { baseVersion, body: { ...settings, ...body } })
  it('are changed as a whole; data subject ids are added', async () => {
    const after = {
      evaluation: 'first',
      caseManagement: false,
      search: false,
      dataSubjectIds: ['user.id', 'user.email'],
    } as const
    const { json } = await save({ ...after, dataSubjectIds: [...after.dataSubjectIds] })
    expect(json).toMatchObject({ version: 1, settings: after })
    expect((await save({}, 0)).body.code).toBe('version.conflict')
  })
  it.each([
    ['a data subject id that goes', { dataSubjectIds: ['user.email'] }, ['body', 'dataSubjectIds']],
    ['a field that the schema lacks', { dataSubjectIds: ['user.id', 'card.id'] }, ['body', 'dataSubjectIds', 1]],
    ['a block of fields', { dataSubjectIds: ['user.id', 'user.address'] }, ['body', 'dataSubjectIds', 1]],
    ['the id of the event', { dataSubjectIds: ['user.id', 'metadata.eventId'] }, ['body', 'dataSubjectIds', 1]],
    ['answers to browsers', { keyCallId: randomUUID() }, ['settings', 'clientSideIntegration']],
  ])('are refused with %s', async (_what, body, at) => {
    const { status, json } = await save(body)
    expect(status, JSON.stringify(json)).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: at }] } })
  })
})

describe('the schema', () => {
  const locker = { name: 'locker', type: 'String' }
  const save = (schema: object, baseVersion = 1) =>
    call('PUT', 'schema', { baseVersion, schema: { sections: ['metadata', 'user'], custom: [locker], ...schema } })
  it('gets a new version, and the sample payload of new rules its samples', async () => {
    const custom = [
      { ...locker, required: true, sample: '114' },
      { name: 'tries', type: 'Integer', sample: 2 },
    ]
    const { json } = await save({ sections: ['metadata', 'user', 'card'], custom })
    expect(json).toMatchObject({ schemaVersion: 2, schema: { custom } })
    const { sample } = await bench.store.db.selectFrom('assessment').select('sample').executeTakeFirstOrThrow()
    expect(sample).toMatchObject({ metadata: { eventId: 'e' }, card: {}, custom: { locker: '114', tries: 2 } })
  })
  it('leaves nothing of a sample that is cleared in the payload of new rules', async () => {
    const box = (sample: object) => ({
      name: 'box',
      type: 'Object',
      fields: [{ name: 'size', type: 'Integer', ...sample }],
    })
    await save({ custom: [{ ...locker, sample: 'ana@mail.example' }, box({ sample: 7 })] })
    await save({ custom: [locker, box({})] }, 2)
    const { sample } = await bench.store.db.selectFrom('assessment').select('sample').executeTakeFirstOrThrow()
    expect(sample).toMatchObject({ custom: { locker: '', box: { size: 0 } } })
  })
  it('is not saved over the version of somebody else', async () => {
    await save({ custom: [locker, { name: 'other', type: 'String' }] })
    const late = await save({ custom: [locker, { name: 'tries', type: 'Integer' }] })
    expect([late.status, late.body.code]).toEqual([409, 'version.conflict'])
    expect(late.json).toMatchObject({ details: { currentVersion: 2, changedBy: 'Name of engineer' } })
  })
  it.each([
    ['without a section', { sections: ['metadata'] }, ['schema', 'sections', 'user']],
    ['without metadata', { sections: ['user'] }, ['schema', 'sections']],
    ['with a section that does not exist', { sections: ['metadata', 'user', 'none'] }, ['schema', 'sections']],
    ['without a field', { custom: [] }, ['schema', 'custom', 'locker']],
    ['with another type', { custom: [{ ...locker, type: 'Integer' }] }, ['schema', 'custom', 'locker']],
    ['with a faulty name', { custom: [locker, { name: '1x', type: 'String' }] }, ['schema', 'custom', '1x']],
    [
      'with a faulty sample',
      { custom: [locker, { name: 'n', type: 'Integer', sample: 'x' }] },
      ['schema', 'custom', 'n'],
    ],
  ])('is refused %s, at the field', async (_what, schema, at) => {
    const { status, json } = await save(schema)
    expect(status, JSON.stringify(json)).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: at }] } })
    expect((await read()).schemaVersion).toBe(1)
  })
})

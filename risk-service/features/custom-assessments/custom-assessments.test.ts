import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  Assessment,
  CustomAssessment,
  EventDetail,
  SearchEventType,
  SearchField,
  SearchOutput,
} from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'
import { insertResource } from '../ontology/testing/stored-texts.ts'

let bench: ResourceBench
const id = randomUUID()
const db = () => bench.bench.store.db
beforeAll(async () => {
  bench = await openResourceBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of [
    'assessment',
    'assessment_removal',
    'rule',
    'rule_draft',
    'rule_version',
    'rule_setting',
    'velocity_set',
    'event',
    'event_body',
    'event_key',
    'audit_log',
    'alert_rule',
    'saved_view',
  ] as const)
    await db().deleteFrom(table).execute()
  await db().deleteFrom('case_queue').where('kind', '=', 'User').execute()
  await bench.engine.reloadRules()
})

const body = {
  name: 'Account update',
  eventType: 'AccountChange',
  sample: { name: 'AccountChange', user: { id: 'u' } },
}
type Answer = CustomAssessment & { code?: string; message?: string; details?: { issues?: { path: string[] }[] } }
const path = (environment: string = places.root, assessment: string = id) =>
  `${environment}/custom-assessments/${assessment}`
const create = (
  changes: object = {},
  { assessment = id as string, environment = places.root as string, who = 'engineer' } = {},
) => bench.call<Answer>('POST', path(environment, assessment), { body: { ...body, ...changes } }, who)
const save = (changes: object, baseVersion = 0, who = 'engineer', environment: string = places.root) =>
  bench.call<Answer>('PUT', path(environment), { baseVersion, body: { ...body, ...changes } }, who)
const list = (environment: string = places.root) =>
  bench.request<CustomAssessment[]>('GET', `${environment}/custom-assessments`, undefined, 'viewer')
const decide = async (eventType: string) => {
  const result = await bench.engine.decide({
    environmentId: places.eu,
    eventType,
    correlationId: null,
    receivedAt: new Date('2025-11-20T12:00:00Z'),
    backfill: false,
    diagnostics: false,
    body: { name: eventType, user: { id: 'u' } },
  })
  return result.kind
}
const storedEvent = {
  environment_id: places.eu,
  at: new Date('2025-11-20T11:00:00Z'),
  event_id: randomUUID(),
  event_type: 'AccountChange',
  external_id: 'E-1',
  assessment_type: 'Protect',
  decision: 'Review',
  reason: '',
  risk_score: 0,
}
const decideTracked = () =>
  bench.engine.decide({
    ...{ environmentId: places.eu, eventType: 'AccountChange', correlationId: null },
    ...{ receivedAt: new Date('2025-11-20T12:00:00Z'), backfill: false, diagnostics: false },
    body: { name: 'AccountChange', metadata: { trackingId: 'T-1' }, user: { userId: 'u-7' } },
  })
const publish = () => bench.publishRule('Look', { clause: 'RETURN Review("look")' }, { eventType: 'AccountChange' })

describe('a custom assessment of the older generation', () => {
  it('is created without rules, and its calls are refused until one is active', async () => {
    const { status, json } = await create()
    expect([status, json]).toEqual([201, { ...body, id, version: 0, activeRules: 0, formerNames: [] }])
    expect(await decide('AccountChange')).toBe('invalid')
    await publish()
    expect(await decide('AccountChange')).toBe('answer')
    expect(await list(places.eu)).toMatchObject([{ id, activeRules: 1 }])
    const listed = await bench.request<Assessment[]>('GET', `${places.root}/assessments`)
    expect(listed.find(each => each.id === id)).toMatchObject({ kind: 'legacyCustom', template: null })
    const log = await db().selectFrom('audit_log').select(['operation', 'resource_id']).execute()
    expect(log).toContainEqual({ operation: 'Create', resource_id: id })
  })
  it('is created once; a repeat with other content is a conflict', async () => {
    await create()
    expect((await create()).status).toBe(201)
    for (const changes of [{ name: 'Other' }, { sample: {} }, { eventType: 'Other' }])
      expect((await create(changes)).json.code).toBe('assessment.exists')
    expect(await list()).toMatchObject([body])
  })
  it('is one of at most three', async () => {
    for (let n = 0; n < 3; n++)
      expect((await create({ eventType: `Change${n}` }, { assessment: randomUUID() })).status).toBe(201)
    const { status, json } = await create({ eventType: 'More' }, { assessment: randomUUID() })
    expect([status, json.code]).toEqual([409, 'assessment.limit'])
  })
  it.each([
    [{ eventType: '2nd' }, 'body.eventType'],
    [{ eventType: 'Purchase' }, 'body.eventType'],
    [{ name: '/' }, 'body.name'],
  ])('with %j is refused at the field', async (changes, field) => {
    const fieldsOf = ({ json }: { json: Answer }) => json.details?.issues?.map(issue => issue.path.join('.'))
    expect(fieldsOf(await create(changes))).toEqual([field])
    expect(await list()).toEqual([])
    await create()
    expect(fieldsOf(await save(changes))).toEqual([field])
    expect(await list()).toMatchObject([body])
  })
  it('with a sample that is nested too deeply is refused', async () => {
    let sample: object = {}
    for (let n = 0; n < 1001; n++) sample = { n: sample }
    expect((await create({ sample })).json.details?.issues?.[0]?.path).toEqual(['body', 'sample'])
  })
})

describe('a change of it', () => {
  beforeEach(async () => {
    await create()
    await publish()
  })
  it('of all three acts at once: rules go along, and calls by the former name find nothing', async () => {
    const sample = { name: 'Changed', user: {} }
    const { json } = await save({ name: 'Changes', eventType: 'Changed', sample })
    expect(json).toMatchObject({ name: 'Changes', eventType: 'Changed', sample, version: 1, activeRules: 1 })
    expect([await decide('Changed'), await decide('AccountChange')]).toEqual(['answer', 'noAssessment'])
    const rules = await db().selectFrom('rule').select(['name', 'event_type']).execute()
    expect(rules).toEqual([{ name: 'Look', event_type: 'Changed' }])
    const [line] = await db()
      .selectFrom('audit_log')
      .select(['resource_name', 'after'])
      .where('resource_type', '=', 'Assessment')
      .where('operation', '=', 'Update')
      .execute()
    expect(line).toMatchObject({ resource_name: 'Changes', after: { name: 'Changes', eventType: 'Changed', sample } })
  })
  it('of the sample leaves the rules that exist as they were', async () => {
    const before = await db().selectFrom('rule').select('body').execute()
    expect((await save({ sample: { other: 1 } })).json.sample).toEqual({ other: 1 })
    expect(await db().selectFrom('rule').select('body').execute()).toEqual(before)
    expect(bench.engine.assessment(places.root, 'AccountChange')?.payload).toEqual({ other: 1 })
  })
  it('on a former version is a conflict, and a repeat changes nothing', async () => {
    expect((await save({ name: 'One' })).json.version).toBe(1)
    expect((await save({ name: 'One' })).json.version).toBe(1)
    expect((await save({ name: 'Two' })).json.code).toBe('version.conflict')
  })
  it('leaves former events under their name, which no other assessment gets, and which is removed with it', async () => {
    expect(await decide('AccountChange')).toBe('answer')
    expect((await save({ eventType: 'Changed' })).json.formerNames).toEqual(['AccountChange'])
    expect((await create({}, { assessment: randomUUID() })).json.code).toBe('assessment.exists')
    expect((await save({}, 1)).json).toMatchObject({ eventType: 'AccountChange', formerNames: ['Changed'] })
    expect((await save({ eventType: 'Changed' }, 2)).status).toBe(200)
    expect((await bench.call('DELETE', `${places.root}/assessments/${id}`)).status).toBe(200)
    const removals = await db().selectFrom('assessment_removal').select('api_name').orderBy('api_name').execute()
    expect(removals.map(({ api_name }) => api_name)).toEqual(['AccountChange', 'Changed'])
  })
  it.each([[['accountchange']], [['Changed', 'accountchange']], [['Changed', 'changed', 'AccountChange']]])(
    'to %j leaves no name of before out, whether it has events or not',
    async names => {
      let version = 0
      for (const eventType of names) expect((await save({ eventType }, version++)).status).toBe(200)
      const all = ['AccountChange', ...names]
      const [{ formerNames } = { formerNames: [] }] = await list()
      expect([...formerNames].sort()).toEqual([...new Set(all)].filter(name => name !== all.at(-1)).sort())
      expect((await bench.call('DELETE', `${places.root}/assessments/${id}`)).status).toBe(200)
      const removals = await db().selectFrom('assessment_removal').select('api_name').execute()
      expect(removals.map(({ api_name }) => api_name).sort()).toEqual([...new Set(all)].sort())
    },
  )
  it('leaves earlier events searchable under the former name, by the fields of the assessment, in its whole tree', async () => {
    await db().insertInto('event').values(storedEvent).execute()
    await save({ eventType: 'Changed' })
    const types = await bench.request<SearchEventType[]>('GET', `${places.root}/search/types`, undefined, 'support')
    expect(types.slice(-2)).toEqual([
      { key: 'Changed', name: 'Account update', search: true, cases: false },
      { key: 'AccountChange', name: 'Account update', search: true, cases: false, formerOf: 'Changed' },
    ])
    const fields = (type: string) =>
      bench.request<SearchField[]>('GET', `${places.root}/search/types/${type}/fields`, undefined, 'support')
    const own = await fields('AccountChange')
    expect(own).toEqual(await fields('Changed'))
    expect(own.some(({ id: field }) => field === 'user.id')).toBe(true)
    const search = (eventType: string, environment: string = places.root, who = 'support') =>
      bench.call<SearchOutput>('POST', `${environment}/search`, { eventType, filter: {} }, who)
    expect((await search('AccountChange')).json.rows.map(row => row.externalId)).toEqual(['E-1'])
    expect((await search('Changed')).json.rows).toEqual([])
    expect((await search('Never')).status).toBe(422)
    expect((await search('AccountChange', places.root, 'outsider')).status).toBe(404)
    expect((await search('AccountChange', places.foreign, 'outsider')).status).toBe(422)
  })
  it('leaves earlier events readable, and found by their id', async () => {
    await decideTracked()
    const read = () => bench.request<EventDetail>('GET', `${places.eu}/events/AccountChange/T-1`, undefined, 'support')
    const before = await read()
    expect(before.view).toMatchObject({ user: { userId: 'u-7' } })
    await save({ eventType: 'Changed' })
    expect(await read()).toMatchObject({ view: before.view, assessment: 'Account update' })
    const found = await bench.request<{ rows: { eventType: string }[] }>('GET', `${places.eu}/events?id=T-1`)
    expect(found.rows).toMatchObject([{ eventType: 'AccountChange' }])
    const { matches } = await bench.request<{ matches: { eventType: string }[] }>(
      'GET',
      `${places.root}/recorder?id=T-1`,
      undefined,
      'support',
    )
    expect(matches).toMatchObject([{ eventType: 'AccountChange' }])
  })
  it('lets labels of their ids reach earlier events', async () => {
    await decideTracked()
    await save({ eventType: 'Changed' })
    const sent = await bench.engine.ingestLabel({
      ...{ environmentId: places.eu, correlationId: null, receivedAt: new Date('2025-11-20T12:00:00Z') },
      body: {
        ...{ labelObjectType: 'GenericEvent', labelObjectId: 'T-1', labelSource: 'ManualReview', isFraud: true },
        _metadata: { merchantTimeStamp: '2025-11-20T12:00:00Z' },
      },
    })
    expect(sent).toMatchObject({ kind: 'accepted' })
    expect(await db().selectFrom('event').select('label').execute()).toEqual([{ label: 'Fraud' }])
  })
  it('of the API name is refused while a velocity counts its events, which is named', async () => {
    await insertResource(db(), 'velocity_set', 'Changes', {
      condition: '',
      velocities: [{ text: 'SELECT Count() AS n FROM AccountChange GROUPBY @"user.id"' }],
    })
    const { status, json } = await save({ eventType: 'Changed' })
    expect([status, json.code, json.message]).toEqual([409, 'resource.used', 'AccountChange is used by Changes.'])
    expect((await save({ name: 'Changes' })).status).toBe(200)
  })
  it('takes the alert rules along that watch it, in the whole tree, and no others', async () => {
    const alert = (environmentId: string, eventType: string | null) => ({
      id: randomUUID(),
      environment_id: environmentId,
      name: randomUUID(),
      settings: JSON.stringify({ metric: 'events', eventType, window: '1h' }),
      enabled: true,
      checked: JSON.stringify({ state: 'calm' }),
      changed_by_id: randomUUID(),
      changed_by: 'Max',
      version: 1,
      created_at: new Date(),
      updated_at: new Date(),
    })
    await db()
      .insertInto('alert_rule')
      .values([
        alert(places.root, 'AccountChange'),
        alert(places.eu, 'AccountChange'),
        alert(places.root, 'accountchange'),
        alert(places.root, null),
        alert(places.foreign, 'AccountChange'),
      ])
      .execute()
    expect((await save({ eventType: 'Changed' })).status).toBe(200)
    const stored = await db()
      .selectFrom('alert_rule')
      .select(['environment_id', 'settings', 'checked', 'version'])
      .execute()
    const seen = stored.map(({ environment_id, settings, checked, version }) => [
      environment_id,
      settings,
      checked === null,
      version,
    ])
    const watching = (eventType: string | null) => ({ metric: 'events', eventType, window: '1h' })
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(
      expect.arrayContaining([
        [places.root, watching('Changed'), true, 2],
        [places.eu, watching('Changed'), true, 2],
        [places.root, watching('accountchange'), false, 1],
        [places.root, watching(null), false, 1],
        [places.foreign, watching('AccountChange'), false, 1],
      ]),
    )
  })
  it('takes saved searches, their watches and saved graphs along, and none of other environments', async () => {
    const view = (area: string, query: string, environmentId: string = places.root) => ({
      id: randomUUID(),
      environment_id: environmentId,
      area,
      owner_id: randomUUID(),
      owner_name: 'Max',
      name: `${area} ${query}`,
      shared: false,
      state: JSON.stringify({ query, columns: null }),
      version: 1,
    })
    const watched = view('search', 'type=AccountChange&f=email:eq:a%2Bb%40example.com', places.eu)
    const foreign = view('search', 'type=AccountChange', places.foreign)
    const views = [
      watched,
      foreign,
      view('search', 'type=accountchange'),
      view('search', 'f=email:eq:AccountChange'),
      view('graph', 'type=AccountChange&event=E-1&f=eventTypes:in:purchase,AccountChange'),
      view('graph', 'type=AccountChange&event=E-2'),
    ]
    await db().insertInto('saved_view').values(views).execute()
    const watch = (viewId: string) => ({
      view_id: viewId,
      by_directory: false,
      event_type: 'AccountChange',
      filter: '{}',
      results: 1,
      hours: 1,
      due_at: new Date(),
    })
    await db()
      .insertInto('saved_view_watch')
      .values([watch(watched.id), watch(foreign.id)])
      .execute()
    expect((await save({ eventType: 'Changed' })).status).toBe(200)
    const stored = await db().selectFrom('saved_view').select(['id', 'state', 'version']).execute()
    const after = views.map(({ id: viewId }) => {
      const found = stored.find(each => each.id === viewId)
      const query = [...new URLSearchParams(String(found?.state.query))].map(pair => pair.join(' ')).join(' | ')
      return [query, found?.state.columns, found?.version]
    })
    expect(after).toEqual([
      ['type Changed | f email:eq:a+b@example.com', null, 2],
      ['type AccountChange', null, 1],
      ['type accountchange', null, 1],
      ['f email:eq:AccountChange', null, 1],
      ['type AccountChange | event E-1 | f eventTypes:in:purchase,AccountChange,Changed', null, 2],
      ['type AccountChange | event E-2', null, 1],
    ])
    const watches = await db().selectFrom('saved_view_watch').select(['view_id', 'event_type']).execute()
    expect(new Map(watches.map(each => [each.view_id, each.event_type]))).toEqual(
      new Map([
        [watched.id, 'Changed'],
        [foreign.id, 'AccountChange'],
      ]),
    )
  })
  it('takes its queues along', async () => {
    const queue = (environmentId: string, eventType: string) => ({
      id: randomUUID(),
      environment_id: environmentId,
      event_type: eventType,
      kind: 'User' as const,
      name: `Queue ${eventType}`,
      settings: '{}',
    })
    await db()
      .insertInto('case_queue')
      .values([
        queue(places.eu, 'AccountChange'),
        queue(places.root, 'purchase'),
        queue(places.foreign, 'AccountChange'),
      ])
      .execute()
    expect((await save({ eventType: 'Changed' })).status).toBe(200)
    const stored = await db()
      .selectFrom('case_queue')
      .select(['environment_id', 'event_type', 'version'])
      .where('kind', '=', 'User')
      .execute()
    expect(stored).toHaveLength(3)
    expect(stored).toEqual(
      expect.arrayContaining([
        { environment_id: places.eu, event_type: 'Changed', version: 2 },
        { environment_id: places.root, event_type: 'purchase', version: 1 },
        { environment_id: places.foreign, event_type: 'AccountChange', version: 1 },
      ]),
    )
  })
  it('to the name of another one is a conflict', async () => {
    await create({ eventType: 'Taken' }, { assessment: randomUUID() })
    expect((await save({ eventType: 'TAKEN' })).json.code).toBe('assessment.exists')
  })
})

describe.each(['created', 'changed'])('it is not %s', what => {
  const act = (who: string, environment: string) =>
    what === 'created' ? create({}, { who, environment }) : save({ name: 'Other' }, 0, who, environment)
  it.each([
    ['viewer', places.root, 403],
    ['support', places.root, 403],
    ['local', places.root, 404],
    ['local', places.eu, 422],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('by %s in %s: %i', async (who, environment, status) => {
    if (what === 'changed') await create()
    const before = await list()
    expect((await act(who, environment)).status).toBe(status)
    expect(await list()).toEqual(before)
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'
import { eventTables, removeAssessmentData } from './remove-data.ts'

let bench: ResourceBench
const db = () => bench.bench.store.db
beforeAll(async () => {
  bench = await openResourceBench()
})
afterAll(() => bench.close())

/** Nothing is counted in memory here. */
const velocities = { reload: () => Promise.resolve() }
const requestedAt = new Date('2025-11-20T12:00:00Z')
const remover = (seconds: number, batch?: number) =>
  removeAssessmentData(
    { db: db(), log: silentLog, clock: () => new Date(requestedAt.getTime() + seconds * 1000), velocities },
    batch,
  )
let id: string
beforeEach(async () => {
  for (const table of [
    'assessment',
    'assessment_removal',
    'rule',
    'rule_version',
    'velocity_set',
    'event_key',
    'review_case',
    'audit_log',
  ] as const)
    await db().deleteFrom(table).execute()
  bench.at(requestedAt)
  id = randomUUID()
  const created = await create(id)
  expect(created.status).toBe(201)
})
const create = (assessmentId: string = randomUUID(), apiName = 'Locker') =>
  bench.call<{ code?: string }>('POST', `${places.root}/assessments`, {
    assessmentId,
    template: 'Custom',
    apiName,
    friendlyName: apiName,
    schema: { sections: ['metadata'], custom: [] },
    observations: [],
    label: false,
    evaluation: 'first',
    caseManagement: true,
    search: false,
    reporting: false,
    dataSubjectIds: [],
    clientKeyCallId: null,
  })
const remove = (environment: string = places.root, who = 'engineer') =>
  bench.call('DELETE', `${environment}/assessments/${id}`, undefined, who)
const count = async (table: string) =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(db())).rows[0]?.n)
const addKeys = async (environmentId: string, eventType: string, number: number) => {
  for (let index = 0; index < number; index++)
    await sql`insert into event_key (environment_id, event_type, external_id, event_id, at, answer)
      values (${environmentId}, ${eventType}, ${`${eventType}-${index}`}, ${randomUUID()}, ${requestedAt}, '{}')`.execute(
      db(),
    )
}

describe('a deleted assessment', () => {
  it('is gone with its rules and settings, and the log says so', async () => {
    expect(await count('rule')).toBe(1)
    expect(await remove()).toEqual({ status: 200, json: { deleted: true } })
    expect([await count('assessment'), await count('rule'), await count('rule_setting')]).toEqual([0, 0, 0])
    expect(bench.engine.assessment(places.root, 'Locker')).toBeNull()
    const log = await db().selectFrom('audit_log').select(['operation', 'resource_name']).execute()
    expect(log).toContainEqual({ operation: 'Delete', resource_name: 'Locker' })
    expect((await remove()).status).toBe(404)
  })

  it('loses its data a minute later, in all environments of its tree and in batches; other data stays', async () => {
    await addKeys(places.root, 'Locker', 7)
    await addKeys(places.eu, 'Locker:Status', 3)
    await addKeys(places.root, 'LockerToo', 2)
    await addKeys(places.foreign, 'Locker', 1)
    await remove()
    expect((await create()).json.code).toBe('assessment.removing')
    await remover(30)
    expect(await count('event_key')).toBe(13)
    await remover(61, 3)
    const left = await db().selectFrom('event_key').select(['environment_id', 'event_type']).distinct().execute()
    expect(left).toHaveLength(2)
    expect(left).toContainEqual({ environment_id: places.root, event_type: 'LockerToo' })
    expect(left).toContainEqual({ environment_id: places.foreign, event_type: 'Locker' })
    expect(await count('assessment_removal')).toBe(0)
    expect((await create()).status).toBe(201)
  })

  it('leaves neither labels nor case decisions to an assessment that gets its name', async () => {
    const label = (objectType: string) =>
      db()
        .insertInto('event_label')
        .values({
          environment_id: places.eu,
          label_key: objectType,
          object_type: objectType,
          object_id: 'order-1',
          label_at: requestedAt,
          is_fraud: true,
          body: '{}',
        })
        .execute()
    await label('Event:Locker')
    await label('Event:LockerToo')
    const settings = ['caseManagement.decisions.Locker', 'caseManagement.decisions.LockerToo']
    await db()
      .insertInto('setting')
      .values(settings.map(key => ({ scope: places.root, key, value: '{}' })))
      .execute()
    await remove()
    await remover(61)
    const labels = await db().selectFrom('event_label').select('object_type').execute()
    expect(labels).toEqual([{ object_type: 'Event:LockerToo' }])
    const left = await db().selectFrom('setting').select('key').where('key', 'in', settings).execute()
    expect(left).toEqual([{ key: 'caseManagement.decisions.LockerToo' }])
    await db().deleteFrom('setting').where('key', 'in', settings).execute()
  })

  it('does not give its name to another one by a change of names while its events are being removed', async () => {
    await remove()
    const other = randomUUID()
    expect((await create(other, 'Parcel')).status).toBe(201)
    // Its rules would be uses of its name.
    await db().deleteFrom('rule').execute()
    const rename = () =>
      bench.call<{ code?: string }>('PUT', `${places.root}/assessments/Parcel/general`, {
        baseVersion: 0,
        body: { name: 'Locker', eventType: 'Locker' },
      })
    expect((await rename()).json.code).toBe('assessment.removing')
    await remover(61)
    expect((await rename()).status).toBe(200)
  })

  it('has data in no table that the removal leaves out', async () => {
    const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
      join pg_class t on t.relname = c.table_name and not t.relispartition and t.relkind in ('r', 'p')
      where c.table_schema = 'public' and c.column_name = 'event_type'
        and exists (select 1 from information_schema.columns e
          where e.table_schema = 'public' and e.table_name = c.table_name and e.column_name = 'environment_id')`.execute(
      db(),
    )
    const removed = new Set<string>([
      ...eventTables,
      'event',
      'rule',
      'rule_draft',
      'rule_version',
      'rule_branch',
      'rule_setting',
    ])
    // Hourly counts are part of the figures of the environments. A queue and a subscription serve other assessments, too.
    // The list of a subject request ends with the request, and who looks at an event is gone within a minute.
    expect(
      rows
        .map(({ name }) => name)
        .filter(name => !removed.has(name))
        .toSorted(),
    ).toEqual(['case_queue', 'event_hour', 'event_viewer', 'rule_hour', 'subject_request_event'])
  })
})

describe('an assessment is not deleted', () => {
  it('while it is shared', async () => {
    await db()
      .updateTable('assessment')
      .set({ settings: JSON.stringify({ sharing: 'shared' }) })
      .execute()
    expect((await remove()).json.code).toBe('assessment.shared')
    expect(await count('assessment')).toBe(1)
  })

  it('while velocities of the environment read its events', async () => {
    await sql`insert into velocity_set (id, environment_id, name, status, version, body, published_by, published_by_name, published_at)
      values (${randomUUID()}, ${places.root}, 'Lockers', 'active', 1, ${JSON.stringify({
        name: 'Lockers',
        description: '',
        condition: '',
        velocities: [{ text: 'SELECT Count() AS _lockers FROM LOCKER GROUPBY @"metadata.sessionId"' }],
      })}, ${randomUUID()}, 'Test', ${requestedAt})`.execute(db())
    const { status, json } = await remove()
    expect([status, json.code]).toEqual([409, 'resource.used'])
    expect(json.details?.dependents).toMatchObject([{ resource: 'velocity', name: 'Lockers' }])
    expect(await count('assessment')).toBe(1)
  })

  it.each([
    [places.eu, 'engineer', 422],
    [places.root, 'viewer', 403],
    [places.root, 'local', 404],
    [places.root, 'outsider', 404],
    [places.foreign, 'outsider', 404],
  ])('in %s by %s: %i', async (environment, who, status) => {
    expect((await remove(environment, who)).status).toBe(status)
    expect(await count('assessment')).toBe(1)
  })
})

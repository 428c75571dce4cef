import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { addEvents } from '../../kernel/store/testing/event-data.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'
import { insertRule } from '../ontology/testing/stored-texts.ts'
import { removeAssessmentData } from './remove-data.ts'
import { deleteBatch, deleteEvents, deleteObservations } from './remove-rows.ts'

let bench: ResourceBench
const at = new Date('2025-11-20T12:00:00Z')
const db = () => bench.bench.store.db
const others = 20_000
let reloads = 0
beforeAll(async () => {
  bench = await openResourceBench()
  await addEvents(bench.bench.store, places.root, others, { from: at, everySeconds: 1 })
  await sql`insert into data_event_key (environment_id, event_type, event_key, at, data_id)
    select ${places.root}::uuid, 'Other:Status', n::text, ${at}::timestamptz, gen_random_uuid()
    from generate_series(1, ${others}::int) n`.execute(db())
  await sql`insert into data_event (environment_id, at, data_id, event_type, event_key, entity_id, subject_type, subject_id,
      happened_at, received_at, body)
    select environment_id, at, data_id, event_type, event_key, event_key, 'Other', 'e', at, at, '{}'
    from data_event_key`.execute(db())
  for (const table of ['event', 'event_key', 'event_entity', 'data_event', 'data_event_key'])
    await sql`analyze ${sql.table(table)}`.execute(db())
}, 120_000)
afterAll(() => bench.close())
beforeEach(async () => {
  reloads = 0
  await sql`delete from assessment_removal`.execute(db())
})

const explain = async (statement: RawBuilder<unknown>): Promise<string> => {
  const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(db())
  return rows.map(row => Object.values(row)[0]).join('\n')
}
const removed = { environmentId: places.root, apiName: 'Locker', batch: 100 }
const ofType = sql<boolean>`environment_id = ${places.root}::uuid and event_type = 'Locker'`

describe('a batch of a removal reads no rows of other types', () => {
  it.each<[string, () => RawBuilder<unknown>]>([
    ['event', () => deleteEvents(removed)],
    ['event_key', () => deleteBatch('event_key', ofType, 100)],
    ['data_event', () => deleteObservations(removed, 'Locker:Status')],
    ['data_event_key', () => deleteBatch('data_event_key', ofType, 100)],
  ])('of %s', async (table, statement) => {
    const plan = await explain(statement())
    // The other months are empty.
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}(_202511)? `))
  })
})

const remover = () =>
  removeAssessmentData(
    {
      db: db(),
      log: silentLog,
      clock: () => new Date(at.getTime() + 3_600_000),
      velocities: {
        reload: () => {
          reloads += 1
          return Promise.resolve()
        },
      },
    },
    500,
  )
const request = () =>
  db()
    .insertInto('assessment_removal')
    .values({ id: randomUUID(), environment_id: places.root, api_name: 'Locker', requested_at: at })
    .execute()
const count = async (table: string, condition = sql<boolean>`true`) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)} where ${condition}`.execute(db())).rows[0]
      ?.n,
  )

it('events of a type are removed with all that they are found by, and no others', async () => {
  const mine = sql`update event set event_type = 'Locker' where event_id in (
    select event_id from event_key where environment_id = ${places.root} order by event_id limit 700) returning event_id`
  const { rows } = await sql<{ event_id: string }>`${mine}`.execute(db())
  const ids = rows.map(({ event_id }) => event_id)
  for (const table of ['event_key', 'event_entity'])
    await sql`update ${sql.table(table)} set event_type = 'Locker' where event_id = any(${ids}::uuid[])`.execute(db())
  await request()
  await remover()
  const isOne = sql<boolean>`event_id = any(${ids}::uuid[])`
  for (const table of ['event', 'event_body', 'event_entity', 'event_key']) {
    expect(await count(table, isOne), table).toBe(0)
    expect(await count(table), table).toBe(others - 700)
  }
  expect(reloads).toBe(0)
})

it('a velocity below the root that counts nothing else begins again at zero; others keep their counts', async () => {
  const velocity = async (name: string, events: string) => {
    const id = randomUUID()
    const set = randomUUID()
    await sql`insert into velocity_set (id, environment_id, name, status, version, body, published_by, published_by_name, published_at)
      values (${set}, ${places.eu}, ${name}, 'active', 1, ${JSON.stringify({
        name,
        description: '',
        condition: '',
        velocities: [{ text: `SELECT Count() AS ${name} FROM ${events} GROUPBY @"user.id"` }],
      })}, ${randomUUID()}, 'Test', ${at})`.execute(db())
    await db()
      .insertInto('velocity')
      .values({ environment_id: places.eu, name: name.toLowerCase(), id, set_id: set })
      .execute()
    const { series } = await db()
      .insertInto('velocity_series')
      .values({ environment_id: places.eu, velocity_id: id, aggregate: 'count', set_id: null, since: null })
      .returning('series')
      .executeTakeFirstOrThrow()
    return series
  }
  const [own, observed, mixed] = [
    await velocity('lockers', 'LOCKER'),
    await velocity('opened', 'locker:Opened'),
    await velocity('both', 'Locker, Purchase'),
  ]
  const hour = (key: string, counts: object) =>
    sql`insert into velocity_hour (environment_id, key, hour, counts)
      values (${places.eu}::uuid, ${key}, 1, ${JSON.stringify(counts)}::json)`.execute(db())
  await hour('a', { [own]: 3, [observed]: 1 })
  await hour('b', { [own]: 2, [mixed]: 5 })
  await hour('c', { [mixed]: 4 })
  await request()
  await remover()
  const { rows } = await sql<{
    key: string
    counts: object
  }>`select key, counts from velocity_hour order by key`.execute(db())
  expect(rows).toEqual([
    { key: 'b', counts: { [mixed]: 5 } },
    { key: 'c', counts: { [mixed]: 4 } },
  ])
  const left = await db().selectFrom('velocity_series').select('series').execute()
  expect(left).toEqual([{ series: mixed }])
  expect(reloads).toBe(1)
})

it('an assessment whose observation a rule sends is not deleted, and the rule is named', async () => {
  const id = randomUUID()
  await bench.request('POST', `${places.root}/assessments`, {
    assessmentId: id,
    template: 'Custom',
    apiName: 'Parcel',
    friendlyName: 'Parcel',
    schema: { sections: ['metadata'], custom: [] },
    observations: ['AssessmentStatus'],
    label: false,
    evaluation: 'all',
    caseManagement: false,
    search: false,
    reporting: false,
    dataSubjectIds: [],
    clientKeyCallId: null,
  })
  await db()
    .insertInto('external_assessment')
    .values({
      id: randomUUID(),
      environment_id: places.eu,
      name: 'Parcels',
      version: 1,
      body: JSON.stringify({
        name: 'Parcels',
        description: '',
        target: { environmentId: places.root, eventType: 'Parcel' },
      }),
      updated_by: randomUUID(),
      updated_by_name: 'Test',
      created_at: at,
      updated_at: at,
    })
    .execute()
  const clauses = ['DO Assessments.Parcels.Observe("Status", $baseInput = @@)']
  const stored = { name: 'Sender', clauses, type: 'postDecision', environmentId: places.eu } as const
  const rule = await insertRule(db(), stored)
  const own = await insertRule(db(), { ...stored, name: 'Own', eventType: 'Parcel' })
  const remove = () => bench.call('DELETE', `${places.root}/assessments/${id}`)
  const { status, json } = await remove()
  expect([status, json.code]).toEqual([409, 'resource.used'])
  expect(json.details?.dependents).toMatchObject([{ resource: 'rule', name: 'Sender' }])
  await db().deleteFrom('rule').where('id', 'in', [rule, own]).execute()
  expect((await remove()).status).toBe(200)
})

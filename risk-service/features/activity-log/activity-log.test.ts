import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LogEntry, type LogFilter, type LogRow, logLimits } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { type Written, writeEntry } from './testing/log-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(() => bench.store.db.deleteFrom('audit_log').execute())

const write = (entry?: Written) => writeEntry(bench, entry)
const dates = { from: '2025-11-01', to: '2025-11-20' }
const post = (part: string, input: object = {}, who = 'admin', environment: string = places.root) =>
  bench.call(who, 'POST', `/environments/${environment}/activity-log/${part}`, { dates, ...input })
async function search(input: object = {}, environment?: string) {
  const answer = await post('search', input, 'admin', environment)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as { rows: LogRow[]; nextCursor: string | null }
}
const names = async (...filters: LogFilter[]) => (await search({ filters })).rows.map(row => row.resourceName).sort()
const get = (id: string, who = 'admin', environment: string = places.root) =>
  bench.call(who, 'GET', `/environments/${environment}/activity-log/${id}`)

describe('the search of the activity log', () => {
  it('finds the entries of an environment and its children, newest first', async () => {
    await write({ name: 'Root', minutes: 3 })
    await write({ name: 'Below', minutes: 1, environment: places.eu })
    await write({ name: 'Sandbox', environment: places.box })
    await write({ name: 'Foreign', environment: places.foreign, as: 'outsider' })
    expect((await search()).rows.map(row => row.resourceName)).toEqual(['Below', 'Root'])
    expect((await search({}, places.eu)).rows.map(row => row.resourceName)).toEqual(['Below'])
  })

  it('finds entries about the whole tenant in its root, and those of another tenant nowhere', async () => {
    await write({ name: 'Masking', environment: null })
    await write({ name: 'Of others', environment: null, as: 'outsider' })
    expect((await search()).rows.map(row => row.resourceName)).toEqual(['Masking'])
    expect((await search({}, places.eu)).rows).toEqual([])
  })

  it('shows names as they were then', async () => {
    await write({ type: 'DecisionRule', after: { eventType: 'purchase' } })
    const { db } = bench.store
    const before = await db
      .selectFrom('environment')
      .select('friendly_name')
      .where('id', '=', places.root)
      .executeTakeFirstOrThrow()
    await db.updateTable('environment').set({ friendly_name: 'Renamed' }).where('id', '=', places.root).execute()
    await write({ type: 'Search', id: 'accountlogin', name: 'accountlogin', operation: 'Export', minutes: 1 })
    const { rows } = await search()
    expect(rows.map(row => [row.environmentName, row.assessmentId, row.assessmentName])).toEqual([
      ['Renamed', 'accountlogin', 'Account login'],
      [before.friendly_name, 'purchase', 'Purchase'],
    ])
    await db.updateTable('environment').set(before).where('id', '=', places.root).execute()
  })

  it('has six operators, and joins filters by And', async () => {
    await write({ name: 'One', operation: 'Create', after: { eventType: 'purchase' } })
    await write({ name: 'Two', operation: 'Update' })
    await write({ name: 'Three', operation: 'Delete', type: 'Note' })
    await bench.store.db
      .updateTable('audit_log')
      .set({ assessment_name: '' })
      .where('resource_name', '=', 'Two')
      .execute()
    expect(await names({ field: 'operationType', op: 'in', values: ['Create', 'Delete'] })).toEqual(['One', 'Three'])
    expect(await names({ field: 'operationType', op: 'notIn', values: ['Create'] })).toEqual(['Three', 'Two'])
    expect(await names({ field: 'assessmentName', op: 'empty' })).toEqual(['Two'])
    expect(await names({ field: 'assessmentName', op: 'notEmpty' })).toEqual(['One'])
    expect(await names({ field: 'assessmentName', op: 'null' })).toEqual(['Three'])
    expect(await names({ field: 'assessmentName', op: 'notNull' })).toEqual(['One', 'Two'])
    // What has no value is not in a list.
    expect(await names({ field: 'assessmentId', op: 'notIn', values: ['purchase'] })).toEqual(['Three', 'Two'])
    expect(
      await names(
        { field: 'resourceType', op: 'in', values: ['CustomList'] },
        { field: 'operationType', op: 'notIn', values: ['Update'] },
        { field: 'changedById', op: 'in', values: [bench.person('engineer').id] },
        { field: 'environmentId', op: 'in', values: [places.root] },
        { field: 'environmentId', op: 'notEmpty' },
      ),
    ).toEqual(['One'])
  })

  it('pages of entries of one moment have each entry once, whatever is written meanwhile', async () => {
    for (let n = 0; n < 7; n++) await write({ name: `E${n}`, minutes: 5 })
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await search({ limit: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...page.rows.map(row => row.resourceName))
      await write({ name: 'Later', minutes: 0 })
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(['E0', 'E1', 'E2', 'E3', 'E4', 'E5', 'E6'])
  })

  it('has days of the time zone that the caller names', async () => {
    // 12:34 UTC of the 20th is the 21st in Auckland.
    await write({ name: 'Noon', minutes: 0 })
    const day = { from: '2025-11-21', to: '2025-11-21' }
    expect((await search({ dates: day, timeZone: 'Pacific/Auckland' })).rows).toHaveLength(1)
    expect((await search({ dates: day })).rows).toEqual([])
  })

  it.each([
    ['a day before the last 13 months', { dates: { from: '2024-10-19', to: '2025-11-20' } }, ['dates', 'from']],
    ['an end before the start', { dates: { from: '2025-11-20', to: '2025-11-19' } }, ['dates', 'to']],
    [
      'a sixth filter',
      { filters: Array.from({ length: 6 }, () => ({ field: 'resourceName', op: 'null' })) },
      ['filters'],
    ],
    ['a value that is no id', { filters: [{ field: 'logId', op: 'in', values: ['x'] }] }, ['filters', 0, 'values', 0]],
    [
      'a filter without values',
      { filters: [{ field: 'resourceName', op: 'in', values: [] }] },
      ['filters', 0, 'values'],
    ],
    ['an unknown field', { filters: [{ field: 'before', op: 'null' }] }, ['filters', 0, 'field']],
    ['a mark of no page', { cursor: 'x' }, ['cursor']],
    ['a mark with a time that is none', { cursor: `2025-99-01T00:00:00+00_${places.root}` }, ['cursor']],
  ])('refuses %s and names the field', async (_what, input, path) => {
    const answer = await post('search', input)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.json)).toContain(JSON.stringify(path))
  })

  it('takes the first day of the last 13 months', async () => {
    expect((await post('search', { dates: { from: '2024-10-20', to: '2025-11-20' } })).status).toBe(200)
  })

  it('opens for administrators alone, in their own environments', async () => {
    expect((await post('search', {}, 'engineer')).status).toBe(403)
    expect((await post('search', {}, 'viewer')).status).toBe(403)
    expect((await post('search', {}, 'outsider')).status).toBe(404)
    expect((await post('search', {}, 'admin', places.foreign)).status).toBe(404)
  })

  it('counts up to its limit', async () => {
    await write()
    await copyEntries(logLimits.count - 1)
    expect((await post('count')).json).toEqual({ count: logLimits.count, isMore: false })
    await copyEntries(1)
    expect((await post('count')).json).toEqual({ count: logLimits.count, isMore: true })
  })
})

/** Adds copies of one entry. */
const copyEntries = (count: number) =>
  sql`insert into audit_log select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid()))).*
    from audit_log l cross join generate_series(1, ${count}::int) where l.id = (select id from audit_log limit 1)`.execute(
    bench.store.db,
  )

describe('an entry', () => {
  it('has what was before and after, who it was with the roles of then, and its neighbours', async () => {
    const first = await write({ minutes: 9, operation: 'Create', after: { v: 1 } })
    const second = await write({ minutes: 8, before: { v: 1 }, after: { v: 2, tags: ['x'] } })
    await write({ minutes: 8, id: 'list-2' })
    const third = await write({ minutes: 7, operation: 'Delete', before: { v: 2 }, after: null })
    const entry = (await get(second)).json as LogEntry
    expect(entry).toMatchObject({
      id: second,
      operation: 'Update',
      actorName: 'Name of engineer',
      actorRoles: ['FraudEngineer'],
      correlationId: 'c-1',
      before: { v: 1 },
      after: { v: 2, tags: ['x'] },
      previousId: first,
      nextId: third,
      change: 2,
      changes: 3,
    })
    expect((await get(third)).json).toMatchObject({
      previousId: second,
      nextId: null,
      change: 1,
      changes: 3,
      after: null,
    })
    expect((await get(first)).json).toMatchObject({ previousId: null, nextId: second, change: 3, before: null })
  })

  it('that was erased is no change of the other erased ones', async () => {
    const ids = [await write({ minutes: 9 }), await write({ minutes: 8, id: 'list-2' }), await write({ minutes: 7 })]
    await sql`update audit_log set resource_id = '', resource_name = '', erased_at = now() where id = any(${ids}::uuid[])`.execute(
      bench.store.db,
    )
    const alone = { previousId: null, nextId: null, change: 1, changes: 1 }
    for (const id of ids) expect((await get(id)).json).toMatchObject(alone)
  })

  it('shows no secret, even where a snapshot has one', async () => {
    const id = await write({
      before: { headers: [{ name: 'x', apiKey: 'abc' }], secrets: { 'authentication.password': 'changed' } },
      after: { clientSecret: 'very-secret', secretCount: 3, ok: true },
    })
    const { json } = await get(id)
    expect(json).toMatchObject({
      before: { headers: [{ name: 'x', apiKey: '***' }], secrets: { 'authentication.password': 'changed' } },
      after: { clientSecret: '***', secretCount: 3, ok: true },
    })
  })

  it('of another tenant, of a sandbox, above the environment or without the right is not found or refused', async () => {
    const foreign = await write({ environment: places.foreign, as: 'outsider' })
    const box = await write({ environment: places.box })
    const root = await write()
    for (const [id, environment] of [
      [foreign, places.root],
      [box, places.root],
      [root, places.eu],
      [places.root, places.root],
    ] as const)
      expect((await get(id, 'admin', environment)).status).toBe(404)
    expect((await get(root, 'engineer')).status).toBe(403)
  })
})

describe('a file of the log', () => {
  const file = (input: object, who = 'admin') =>
    bench.app.request(`/api/console/v1/environments/${places.root}/activity-log/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
      body: JSON.stringify({ dates, ...input }),
    })

  it('has every column with the documents, and is an entry of the log itself', async () => {
    const id = await write({ name: '=1+1', before: { password: 'p' }, after: { a: 'x,"y"' } })
    const answer = await file({ columns: 'all' })
    const text = new TextDecoder().decode(await answer.arrayBuffer())
    const [head, row] = text.split('\r\n')
    expect(head).toBe(
      'timestamp,logId,changedById,changedBy,operationType,resourceType,resourceName,resourceId,assessmentName,assessmentId,environmentName,environmentId,actorRoles,correlationId,before,after',
    )
    expect(row).toContain(`2025-11-20T12:29:56.000Z,${id},`)
    expect(row).toContain(`,'=1+1,list-1,`)
    expect(row).toContain('"{""password"":""***""}"')
    const [entry] = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'after', 'actor_name'])
      .where('resource_type', '=', 'ActivityLog')
      .execute()
    expect(entry).toMatchObject({ operation: 'Export', actor_name: 'Name of admin', after: { rows: 1, dates } })
  })

  it('has the chosen columns with their names in their order', async () => {
    await write()
    const answer = await file({
      columns: [
        { column: 'resourceName', name: 'Name' },
        { column: 'timestamp', name: 'Time' },
      ],
    })
    expect(await answer.text()).toBe('Name,Time\r\nLockers,2025-11-20T12:29:56.000Z\r\n')
  })

  it('with more entries than it may have is refused, and is no entry', async () => {
    await write()
    await copyEntries(10_000)
    const answer = await file({ columns: 'all' })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'export.tooLarge' })
    expect(
      await bench.store.db.selectFrom('audit_log').select('id').where('operation', '=', 'Export').execute(),
    ).toEqual([])
  })

  it('is refused without the right', async () => {
    expect((await file({ columns: 'all' }, 'engineer')).status).toBe(403)
  })
})

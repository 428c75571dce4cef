import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openClient } from '../connection/connection.ts'
import type { Store } from '../store.ts'
import { createTestStore } from '../testing/test-store.ts'
import { type ChangeTopic, createServiceChanges, type ServiceChange } from './service-changes.ts'
import { trimChanges } from './trim-changes.ts'
import { writeChanges } from './write-changes.ts'

const tenantId = randomUUID()
const [environmentId, otherId] = [randomUUID(), randomUUID()]
const topics: readonly ChangeTopic[] = ['rules', 'support', 'containments', 'environments', 'rights', 'tenants', 'live']
let store: Store
const clients: pg.Client[] = []
beforeAll(async () => {
  store = await createTestStore()
  await store.db.insertInto('tenant').values({ id: tenantId, name: 'Ours', role_family: 'standard' }).execute()
  await store.db
    .insertInto('environment')
    .values(
      [environmentId, otherId].map(id => ({
        id,
        tenant_id: tenantId,
        parent_id: null,
        name: id,
        friendly_name: id,
        api_id: id,
        kind: 'production' as const,
        geography: 'Europe',
        status: 'Active',
      })),
    )
    .execute()
})
afterAll(async () => {
  await Promise.all(clients.map(client => client.end().catch(() => undefined)))
  await store.close()
})
/** Changes of other tests in this file are none of the next. */
beforeEach(() => store.pool.query('truncate service_change'))

/** A process, which reads when it is told to. */
async function startReader() {
  const changes = createServiceChanges()
  await changes.begin(store.db)
  const found: ServiceChange[] = []
  let missed = 0
  changes.subscribe({ topics, onChanges: more => found.push(...more), onMissed: () => missed++ })
  let client = await openClient(store.target, 'test-reader')
  clients.push(client)
  return {
    poll: () => changes.source.poll(client),
    reconnect: async () => {
      await client.end()
      client = await openClient(store.target, 'test-reader')
      clients.push(client)
    },
    told: () => found.splice(0).map(({ topic, key }) => (key === null ? topic : `${topic} ${key}`)),
    found,
    missed: () => missed,
  }
}
const snooze = (environment = environmentId, ruleId: string = randomUUID()) => ({
  id: randomUUID(),
  environment_id: environment,
  rule_id: ruleId,
  entity_type: 'user' as const,
  entity_value: 'u',
  display: 'u',
  until: new Date(Date.now() + 3_600_000),
  comment: 'test',
  created_by: randomUUID(),
  created_by_name: 'Ana',
  created_at: new Date(),
})
const insertSnooze = (environment = environmentId) =>
  store.db.insertInto('rule_snooze').values(snooze(environment)).execute()
const live = (payload: unknown) => writeChanges(store.db, randomUUID(), [{ topic: 'live', key: null, payload }])

describe('changes of what processes cache', () => {
  it('each process reads a change once, after its commit, and nothing that was rolled back', async () => {
    const [one, two] = [await startReader(), await startReader()]
    await store.db.transaction().execute(async trx => {
      await trx.insertInto('rule_snooze').values(snooze()).execute()
      await one.poll()
      expect(one.told()).toEqual([])
    })
    await store.db
      .transaction()
      .execute(async trx => {
        await trx.insertInto('rule_snooze').values(snooze(otherId)).execute()
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    for (const each of [one, two]) {
      await each.poll()
      await each.poll()
      expect(each.told()).toEqual([`rules ${environmentId}`])
    }
  })

  it('a transaction that began early and ends late is read once, and delays no other', async () => {
    const reader = await startReader()
    const [slow, quick] = [await store.pool.connect(), await store.pool.connect()]
    await slow.query('begin')
    await slow.query(`insert into service_change (topic, key) values ('rules', 'slow')`)
    await quick.query(`insert into service_change (topic, key) values ('rules', 'quick')`)
    await reader.poll()
    expect(reader.told()).toEqual(['rules quick'])
    await slow.query('commit')
    await reader.poll()
    await reader.poll()
    expect(reader.told()).toEqual(['rules slow'])
    for (const each of [slow, quick]) each.release()
  })

  it('a transaction is one row for each environment, however many statements and rows it has', async () => {
    const reader = await startReader()
    await store.db.transaction().execute(async trx => {
      for (let n = 0; n < 3; n++)
        await trx
          .insertInto('rule_snooze')
          .values([snooze(), snooze(otherId), snooze()])
          .execute()
      await trx.updateTable('rule_snooze').set({ display: 'v' }).execute()
      await trx.deleteFrom('rule_snooze').execute()
    })
    // Nothing is left to change.
    await store.db.deleteFrom('rule_snooze').execute()
    await reader.poll()
    expect(reader.told().toSorted()).toEqual([`rules ${environmentId}`, `rules ${otherId}`].toSorted())
  })

  it('the database tells of support entries, and names few of them', async () => {
    const reader = await startReader()
    const entry = (key: string) => ({
      environment_id: environmentId,
      list: 'ProductID',
      key,
      value: key,
      status: 'Safe' as const,
      reason: '',
      comments: '',
      added_by_name: 'Ana',
      added_at: new Date(),
      updated_by: randomUUID(),
      updated_by_name: 'Ana',
      updated_at: new Date(),
    })
    await store.db
      .insertInto('support_entry')
      .values([entry('a'), entry('b')])
      .execute()
    await reader.poll()
    expect(reader.found.splice(0)).toMatchObject([
      { topic: 'support', key: environmentId, payload: { list: 'ProductID', keys: ['a', 'b'] } },
    ])
    await store.db.transaction().execute(async trx => {
      for (let page = 0; page < 3; page++)
        await trx
          .insertInto('support_entry')
          .values(Array.from({ length: 201 }, (_, n) => entry(`${page} ${n}`)))
          .execute()
    })
    await reader.poll()
    expect(reader.found.splice(0)).toMatchObject([{ topic: 'support', payload: { list: 'ProductID', keys: null } }])
  })

  it('the database tells of roles, settings, ends of sessions, environments and tenants', async () => {
    const reader = await startReader()
    const told = async (statement: string, values: unknown[] = []) => {
      await store.pool.query(statement, values)
      await reader.poll()
      return reader.told()
    }
    const principal = randomUUID()
    const role = `insert into role_assignment (tenant_id, principal_id, role) values ($1, $2, 'ProductAdmin')`
    expect(await told(role, [tenantId, principal])).toEqual(['rights'])
    expect(await told('delete from role_assignment where principal_id = $1', [principal])).toEqual(['rights'])
    expect(await told('delete from role_assignment where principal_id = $1', [principal])).toEqual([])
    const setting = 'insert into setting (scope, key, value) values ($1, $2, $3)'
    expect(await told(setting, [environmentId, 'rateLimit', '{"perSecond":1,"burst":1}'])).toEqual([
      `environments ${environmentId}`,
    ])
    // A session of the embedded sign-in, and what a feature remembers, are in no cache.
    expect(await told(setting, [`identity:${tenantId}`, 'Session:x', '{}'])).toEqual([])
    expect(await told(setting, ['service', 'else', '{}'])).toEqual([])
    expect(await told(setting, [`identity:${tenantId}`, 'SignOut:x', '{}'])).toEqual(['rights'])
    expect(await told(`update environment set status = 'Active' where id = $1`, [otherId])).toEqual([
      `environments ${otherId}`,
    ])
    expect(await told(`update tenant set name = 'Others' where id = $1`, [tenantId])).toEqual(['tenants'])
    expect(await told('truncate rule_snooze')).toEqual(['rules'])
  })

  it('no table that a decision writes has a trigger of changes', async () => {
    const { rows } = await store.pool.query<{ name: string }>(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where t.tgname like 'record\\_%' and not t.tgisinternal`,
    )
    const names = rows.map(({ name }) => name)
    expect(names).toContain('rule')
    expect(
      names.filter(name =>
        /^(event|velocity_(log|recent|hour|fold)|rule_hour|device_session|data_event|api_)/.test(name),
      ),
    ).toEqual(['api_client'])
  })
})

describe('what may be gone', () => {
  it('a process that hung while changes were trimmed is told that everything may have changed', async () => {
    const [hung, awake] = [await startReader(), await startReader()]
    await insertSnooze()
    await awake.poll()
    // The first call finds what had ended; the second one, minutes later, deletes it.
    await trimChanges(store.db, 0)
    await awake.poll()
    expect(await trimChanges(store.db, 0)).toBe(1)
    for (const each of [hung, awake]) await each.poll()
    expect([hung.missed(), awake.missed()]).toEqual([1, 0])
    // From then on it follows again.
    await insertSnooze(otherId)
    for (const each of [hung, awake]) {
      await each.poll()
      expect(each.told().at(-1)).toBe(`rules ${otherId}`)
    }
    expect(hung.missed()).toBe(1)
  })

  it('changes are not trimmed before their time, which begins with the end of their transaction', async () => {
    const reader = await startReader()
    const slow = await store.pool.connect()
    await slow.query('begin')
    await slow.query(
      `insert into service_change (topic, key, written_at) values ('rules', 'old', now() - interval '1 day')`,
    )
    await trimChanges(store.db, 0)
    await slow.query('commit')
    slow.release()
    expect(await trimChanges(store.db)).toBe(0)
    await reader.poll()
    expect([reader.told(), reader.missed()]).toEqual([['rules old'], 0])
  })

  it('a process with a new connection is told so: another server may lack what the former one had', async () => {
    const reader = await startReader()
    await reader.poll()
    await reader.reconnect()
    await reader.poll()
    expect(reader.missed()).toBe(1)
    await reader.poll()
    expect(reader.missed()).toBe(1)
  })

  it('a process whose server lacks transactions that it has seen is told so, also behind a pooler', async () => {
    const changes = createServiceChanges()
    await changes.begin(store.db)
    let missed = 0
    changes.subscribe({ topics, onChanges: () => undefined, onMissed: () => missed++ })
    let snapshot = '900000000:900000000:'
    const pooled = { query: (() => Promise.resolve({ rows: [{ snapshot, trimmed: '1:1:', changes: null }] })) as never }
    await changes.source.poll(pooled)
    expect(missed).toBe(0)
    // The standby became the primary before it had the last ones.
    snapshot = '899999990:899999990:'
    for (let n = 0; n < 2; n++) await changes.source.poll(pooled)
    expect(missed).toBe(1)
  })

  it('a poll that fails is repeated from where the last one ended', async () => {
    const reader = await startReader()
    await live({ n: 1 })
    await store.pool.query('alter table service_change_horizon rename to away')
    await expect(reader.poll()).rejects.toThrow('service_change_horizon')
    await store.pool.query('alter table away rename to service_change_horizon')
    await reader.poll()
    expect(reader.told()).toEqual(['live'])
  })

  it('rows of a server of the future, from a restored backup, are neither read for ever nor retained', async () => {
    const reader = await startReader()
    await store.pool.query(
      `insert into service_change (topic, xid) values ('live', (pg_current_xact_id()::text::bigint + 1000000)::text::xid8)`,
    )
    for (let n = 0; n < 3; n++) await reader.poll()
    expect([reader.told(), reader.missed()]).toEqual([[], 0])
    await trimChanges(store.db, 0)
    expect((await store.pool.query('select 1 from service_change')).rowCount).toBe(0)
  })
})

it('an idle poll costs less than 0.3 ms of the database', async () => {
  const client = await openClient(store.target, 'test-cost')
  clients.push(client)
  // An export that takes hours: what was written since its begin is not looked at with each poll.
  const slow = await openClient(store.target, 'test-slow')
  clients.push(slow)
  await slow.query('begin')
  await slow.query('select pg_current_xact_id()')
  // A system at work: changes of the last minutes, all of which this process has read.
  await store.pool.query(
    `insert into service_change (topic, payload) select 'live', '{"event":{"kind":"notifications"}}' from generate_series(1, 5000)`,
  )
  await store.pool.query('analyze service_change')
  const changes = createServiceChanges()
  await changes.begin(store.db)
  const statements: { text: string; values: unknown[] }[] = []
  await changes.source.poll({
    query: (async (query: { text: string; values: unknown[] }) => {
      statements.push(query)
      return client.query(query.text, query.values)
    }) as never,
  })
  const times: number[] = []
  for (let n = 0; n < 20; n++) {
    const { rows } = await client.query<{ 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] }>(
      `explain (analyze, format json) ${statements[0]?.text ?? ''}`,
      statements[0]?.values ?? [],
    )
    const plan = rows[0]?.['QUERY PLAN'][0]
    times.push((plan?.['Planning Time'] ?? 9) + (plan?.['Execution Time'] ?? 9))
  }
  const median = times.toSorted((a, b) => a - b)[10] ?? 9
  process.stdout.write(`idle poll of changes: ${median.toFixed(3)} ms of planning and execution, median of 20\n`)
  expect(median).toBeLessThan(0.3)
})

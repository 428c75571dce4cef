import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { ignoreEnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import { startScheduler } from '../../kernel/store/jobs.ts'
import { checkRollups } from '../../kernel/store/maintenance/rollups.ts'
import { addEvents } from '../../kernel/store/testing/event-data.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { advanceEnvironments } from './provisioning.ts'
import { type EnvironmentBench, openEnvironmentBench } from './testing/environment-bench.ts'

const minute = 60_000
const hour = 60 * minute
let bench: EnvironmentBench
beforeAll(async () => {
  bench = await openEnvironmentBench()
})
afterAll(() => bench.bench.close())
beforeEach(() => {
  bench.notified.length = 0
  bench.logged.length = 0
})

let count = 0
async function fresh(more: Record<string, unknown> = {}): Promise<{ id: string; name: string }> {
  const name = `E-${count++}`
  const made = await bench.call('admin', 'POST', '/environments', { parentId: places.root, name, ...more })
  return { id: String(made.body['id']), name }
}
async function doomed(): Promise<{ id: string; name: string }> {
  const made = await fresh()
  await bench.advance()
  await bench.call('admin', 'DELETE', `/environments/${made.id}`)
  bench.notified.length = 0
  return made
}
const failure = async (id: string) =>
  (
    await bench.bench.store.db
      .selectFrom('environment')
      .select('failure')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).failure

describe('making', () => {
  it('the creation goes through Creating to Active, told and logged step by step', async () => {
    const { id, name } = await fresh()
    await bench.advance()
    expect(bench.notified).toEqual([`${name}: none > New`, `${name}: New > Creating`, `${name}: Creating > Active`])
    const lines = await bench.bench.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource_id', '=', id)
      .orderBy('at')
      .execute()
    expect(lines.map(line => [line.operation, line.before, line.after]).slice(1)).toEqual([
      ['Update', { status: 'New' }, { status: 'Creating' }],
      ['Update', { status: 'Creating' }, { status: 'Active' }],
    ])
    expect(bench.changes.at(-1)).toMatchObject({
      environmentId: id,
      tenantId: places.tenant,
      actorId: null,
      failure: null,
    })
  })
  it('the creation gives the application its role, once', async () => {
    const { db } = bench.bench.store
    const principal = randomUUID()
    await db
      .insertInto('api_client')
      .values({
        client_id: randomUUID(),
        tenant_id: places.tenant,
        environment_id: places.root,
        principal_id: principal,
        display_name: 'Shop',
      })
      .execute()
    const { id } = await fresh({ applicationId: principal })
    await bench.advance()
    expect(
      await db
        .selectFrom('role_assignment')
        .select('role')
        .where('environment_id', '=', id)
        .where('principal_id', '=', principal)
        .execute(),
    ).toEqual([{ role: 'RiskApi' }])
    const line = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource_type', '=', 'ApplicationAccess')
      .where('environment_id', '=', id)
      .executeTakeFirst()
    expect(line).toMatchObject({ operation: 'Create', after: ['Risk_API'], resource_id: principal })
  })
  it('the creation fails with an error, keeps the id over a retry, and can be deleted', async () => {
    const { id, name } = await fresh()
    await bench.advance({ prepare: () => Promise.reject(new Error('no disk')) })
    expect([await bench.statusOf(id), await failure(id)]).toEqual(['CreateFailed', 'provisioning'])
    await bench.call('admin', 'POST', `/environments/${id}/retry`)
    await bench.advance()
    expect(bench.notified.slice(1)).toEqual([
      `${name}: New > Creating`,
      `${name}: Creating > CreateFailed`,
      `${name}: CreateFailed > Creating`,
      `${name}: Creating > Active`,
    ])
    const other = await fresh()
    await bench.advance({ prepare: () => Promise.reject(new Error('no disk')) })
    expect((await bench.call('admin', 'DELETE', `/environments/${other.id}`)).body).toEqual({
      id: other.id,
      status: 'Deleting',
    })
    await bench.advance()
    expect(await bench.statusOf(other.id)).toBe('Deleted')
  })
  it('the creation times out after 15 minutes New and 60 minutes Creating', async () => {
    const late = await fresh()
    bench.pass(15 * minute + 1)
    await bench.advance()
    expect([await bench.statusOf(late.id), await failure(late.id)]).toEqual(['CreateFailed', 'timedOut'])
    const stuck = await fresh()
    bench.pass(15 * minute)
    await bench.bench.store.db
      .updateTable('environment')
      .set({ status: 'Creating', status_at: new Date(bench.clock.getTime() - 60 * minute) })
      .where('id', '=', stuck.id)
      .execute()
    bench.pass(1)
    await bench.advance()
    expect([await bench.statusOf(stuck.id), await failure(stuck.id)]).toEqual(['CreateFailed', 'timedOut'])
  })
})

describe('removing', () => {
  it('the removal lets running calls end, ends access, purges what it owned and frees the name; counts stay with the parent', async () => {
    const { db } = bench.bench.store
    const { id, name } = await doomed()
    await db
      .insertInto('role_assignment')
      .values({ tenant_id: places.tenant, environment_id: id, principal_id: randomUUID(), role: 'FraudEngineer' })
      .execute()
    await addEvents(bench.bench.store, id, 25, { from: new Date(), everySeconds: 1 })
    await checkRollups(db)
    const counted = await db
      .selectFrom('event_hour')
      .select(({ fn }) => fn.sum<number>('events').as('events'))
      .where('environment_id', '=', id)
      .executeTakeFirst()
    expect(await bench.advance()).toEqual({ again: 10 })
    expect(await bench.statusOf(id)).toBe('SoftDeleting')
    bench.pass(10_000)
    await bench.advance()
    expect(bench.notified).toEqual([`${name}: SoftDeleting > Deleting`, `${name}: Deleting > Deleted`])
    for (const table of ['event', 'event_body', 'event_entity', 'event_key', 'role_assignment']) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(table)} where environment_id = ${id}`.execute(db)
      expect([table, rows[0]?.n]).toEqual([table, 0])
    }
    await checkRollups(db)
    const remaining = await db
      .selectFrom('event_hour')
      .select(({ fn }) => fn.sum<number>('events').as('events'))
      .where('environment_id', '=', id)
      .executeTakeFirst()
    expect(remaining).toEqual(counted)
    const { body } = await bench.call('admin', 'GET', `/environments/${places.root}/dashboard?period=24h`)
    expect((body['totals'] as { events: number }).events).toBe(25)
    expect((await bench.call('admin', 'POST', '/environments', { parentId: places.root, name })).status).toBe(201)
  })
  it('the removal knows every table that holds something of an environment', async () => {
    const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
      join pg_class t on t.relname = c.table_name and not t.relispartition and t.relkind in ('r', 'p')
      where c.table_schema = 'public' and c.column_name = 'environment_id'`.execute(bench.bench.store.db)
    const { ownedTables: owned } = await import('./store.ts')
    const left = rows.map(({ name }) => name).filter(name => !owned.some(({ table }) => table === name))
    // Access ends before the purge; figures, the audit log with its facets and notifications outlive the environment; defaults are
    // deleted with their views.
    expect(left.sort()).toEqual([
      'api_call_hour',
      'api_call_minute',
      'api_client',
      'audit_facet',
      'audit_log',
      'event_hour',
      'metered_day',
      'notification',
      'role_assignment',
      'rule_hour',
      'saved_view_default',
    ])
  })
  it('the removal takes the uploaded files along, and is tried again when they stay', async () => {
    const { id } = await doomed()
    bench.pass(10_000)
    await bench.advance({ removeFiles: () => Promise.reject(new Error('locked')) })
    expect(await bench.statusOf(id)).toBe('DeleteFailed')
    bench.pass(hour)
    const removed: string[] = []
    await bench.advance({ removeFiles: async environmentId => void removed.push(environmentId) })
    expect([await bench.statusOf(id), removed]).toEqual(['Deleted', [id]])
  })
  it('the removal purges in batches', async () => {
    const { id } = await doomed()
    await addEvents(bench.bench.store, id, 25, { from: new Date(), everySeconds: 1 })
    const { purgeEnvironment: purge } = await import('./store.ts')
    expect(await purge(bench.bench.store.db, id, 10)).toBe(101)
  })
  it('the removal fails back to Error when access cannot be ended in 60 minutes, and can be deleted again', async () => {
    const { id } = await doomed()
    bench.pass(hour + 1)
    await bench.advance()
    expect([await bench.statusOf(id), await failure(id)]).toEqual(['Error', 'timedOut'])
    // A removal that failed is not a fault that heals by itself.
    await bench.advance()
    expect(await bench.statusOf(id)).toBe('Error')
    expect((await bench.call('admin', 'DELETE', `/environments/${id}`)).body).toEqual({ id, status: 'SoftDeleting' })
  })
  it('the removal tries a failed purge again after 1 h, 4 h and then daily, and alerts the operators each time', async () => {
    const { id } = await doomed()
    const broken = { purge: () => Promise.reject(new Error('locked')) }
    bench.pass(10_000)
    for (const [attempt, wait] of [
      [1, 1],
      [2, 4],
      [3, 24],
      [4, 24],
    ] as const) {
      await bench.advance(broken)
      expect(await bench.statusOf(id)).toBe('DeleteFailed')
      expect(
        bench.logged.filter(
          ({ level, event, about }) => level === 4 && event === 'environments.purge-failed' && about === id,
        ),
      ).toHaveLength(attempt)
      bench.pass(wait * hour - 1)
      await bench.advance()
      expect(await bench.statusOf(id)).toBe('DeleteFailed')
      bench.pass(1)
    }
    await bench.advance()
    expect(await bench.statusOf(id)).toBe('Deleted')
  })
})

describe('health', () => {
  it('the health check fails what lost its place in the tree, and takes it back when that is repaired', async () => {
    const { id, name } = await fresh()
    await bench.advance()
    const { db } = bench.bench.store
    await db.updateTable('environment').set({ kind: 'sandbox' }).where('id', '=', id).execute()
    await bench.advance()
    expect([await bench.statusOf(id), await failure(id)]).toEqual(['Error', 'brokenTree'])
    await db.updateTable('environment').set({ kind: 'production' }).where('id', '=', id).execute()
    await bench.advance()
    expect(bench.notified.slice(-2)).toEqual([`${name}: Active > Error`, `${name}: Error > Active`])
  })
})

it('the job goes on after a restart: what was New is made, what was Deleting is purged', async () => {
  const { store } = bench.bench
  const [made, left] = [await fresh(), await fresh()]
  await bench.advance({
    prepare: (_, row) => (row.id === left.id ? Promise.reject(new Error('off')) : Promise.resolve()),
  })
  await bench.call('admin', 'DELETE', `/environments/${left.id}`)
  await store.db
    .updateTable('environment')
    .set({ status: 'New', status_at: new Date() })
    .where('id', '=', made.id)
    .execute()
  const provisioner = {
    db: store.db,
    clock: () => new Date(),
    newId: () => randomUUID(),
    log: silentLog,
    environments: ignoreEnvironmentEvents,
    reloadRules: () => Promise.resolve(),
  }
  const jobs = await startScheduler(
    store,
    { eventMonths: 13, logMonths: 13, telemetryDays: 30 },
    silentLog,
    provisioner.clock,
    [{ name: 'environments', cron: '* * * * *', run: () => advanceEnvironments(provisioner) }],
  )
  try {
    await expect
      .poll(() => Promise.all([made.id, left.id].map(bench.statusOf)), { timeout: 20_000 })
      .toEqual(['Active', 'Deleted'])
    const later = await fresh()
    await jobs.request('environments')
    await expect.poll(() => bench.statusOf(later.id), { timeout: 20_000 }).toBe('Active')
  } finally {
    await jobs.stop()
  }
})

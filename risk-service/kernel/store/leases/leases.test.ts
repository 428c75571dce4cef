import { randomUUID, type UUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lease } from '../../../ports/leases.ts'
import { composeStore, type Store } from '../store.ts'
import { createTestStore, silentLog } from '../testing/test-store.ts'
import { createLeases, LeaseLostError } from './leases.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await sql`create table tick (name text, by_process uuid)`.execute(store.db)
})
afterAll(() => store.close())

const processOf = (processId = randomUUID(), ttlMs = 10_000) =>
  createLeases({ db: store.db, processId, log: silentLog, ttlMs })
/** Gives the lease to a process that is dead, or hung, and whose time is over. */
const expire = (name: string, owner: string) =>
  sql`insert into service_lease (name, owner, expires_at) values (${name}, ${owner}::uuid, clock_timestamp())
    on conflict (name) do update set owner = excluded.owner, token = service_lease.token + 1, expires_at = excluded.expires_at`.execute(
    store.db,
  )

it('one process runs the work at a time, and another one after it', async () => {
  const [a, b] = [processOf(), processOf()]
  let end = (): void => undefined
  const running = a.run('once', 0, () => new Promise<string>(resolve => (end = () => resolve('a'))))
  await expect.poll(() => b.run('once', 0, () => Promise.resolve('b'))).toBeNull()
  end()
  expect(await running).toBe('a')
  expect(await b.run('once', 0, () => Promise.resolve('b'))).toBe('b')
})

it('work that ended a moment ago is not run by another process, unless it is requested', async () => {
  const [a, b] = [processOf(), processOf()]
  await a.run('every minute', 60_000, () => Promise.resolve(true))
  expect(await b.run('every minute', 60_000, () => Promise.resolve(true))).toBeNull()
  expect(await b.run('every minute', 0, () => Promise.resolve(true))).toBe(true)
})

it('work that fails leaves the lease to others', async () => {
  await expect(processOf().run('failing', 0, () => Promise.reject(new TypeError('away')))).rejects.toThrow('away')
  expect(await processOf().run('failing', 0, () => Promise.resolve(1))).toBe(1)
})

it('a lease is renewed while its work runs', async () => {
  const [a, b] = [processOf(randomUUID(), 300), processOf(randomUUID(), 300)]
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const running = a.run('long', 0, async ({ signal }) => {
    started.resolve()
    await ended.promise
    return signal.aborted
  })
  await started.promise
  const until = Date.now() + 900
  while (Date.now() < until) expect(await b.run('long', 0, () => Promise.resolve(true))).toBeNull()
  ended.resolve()
  expect(await running).toBe(false)
})

it('a process that was suspended writes nothing more: its transaction is refused, and its work is told', async () => {
  const a = processOf(randomUUID(), 200)
  const attempt = a.run('suspended', 0, async (lease: Lease) => {
    await expire('suspended', randomUUID())
    await store.db.transaction().execute(async trx => {
      await lease.fence(trx)
      await sql`insert into tick values ('suspended', ${randomUUID()}::uuid)`.execute(trx)
    })
  })
  await expect(attempt).rejects.toThrow(LeaseLostError)
  const told = a.run('told', 0, async ({ signal }) => {
    await expire('told', randomUUID())
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    return signal.reason as unknown
  })
  expect(await told).toBeInstanceOf(LeaseLostError)
  const { rows } = await sql`select 1 from tick where name = 'suspended'`.execute(store.db)
  expect(rows).toHaveLength(0)
})

it('the transaction of a hung process is ended before its work begins again', async () => {
  const hung = composeStore(store.target, silentLog)
  try {
    const client = await hung.maintenancePool.connect()
    client.on('error', () => undefined)
    await client.query('begin')
    await client.query("insert into tick values ('hung', gen_random_uuid())")
    await expire('hung', hung.processId)
    expect(await processOf().run('hung', 0, () => Promise.resolve(true))).toBe(true)
    await expect(client.query('commit')).rejects.toThrow()
    client.release(true)
    const { rows } = await sql`select 1 from tick where name = 'hung'`.execute(store.db)
    expect(rows).toHaveLength(0)
  } finally {
    await hung.close()
  }
})

it('every tick has exactly one effect over three processes that die in the middle of it', async () => {
  const ticks = 60
  let deaths = 0
  const perform = async (name: string, processId: UUID): Promise<void> => {
    const leases = processOf(processId)
    for (let tries = 0; tries < 200; tries++) {
      const done = await leases
        .run(name, 3_600_000, ({ fence }) =>
          store.db.transaction().execute(async trx => {
            await fence(trx)
            await sql`insert into tick (name, by_process) select ${name}, ${processId}::uuid
              where not exists (select 1 from tick where name = ${name})`.execute(trx)
            // Neither the transaction nor the lease of a dead process ends well.
            if (Math.random() < 0.3) {
              deaths++
              throw new Error('killed')
            }
            return true
          }),
        )
        .catch(async () => {
          await expire(name, processId)
          return null
        })
      if (done === true) return
      const { rows } = await sql`select 1 from tick where name = ${name}`.execute(store.db)
      if (rows.length > 0) return
    }
  }
  for (let tick = 0; tick < ticks; tick++) await Promise.all([1, 2, 3].map(() => perform(`tick ${tick}`, randomUUID())))
  const { rows } = await sql<{ n: number; effects: number }>`
    select count(distinct name)::int as n, count(*)::int as effects from tick where name like 'tick %'`.execute(
    store.db,
  )
  expect(rows).toEqual([{ n: ticks, effects: ticks }])
  expect(deaths).toBeGreaterThan(5)
}, 60_000)

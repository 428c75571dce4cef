import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { createTestStore, silentLog } from '../testing/test-store.ts'
import { LeaseEndedError, maxProcesses, registerProcess, type ServiceProcessOptions } from './service-process.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())
beforeEach(() => store.pool.query('delete from service_process'))

/** A process whose clock stands still, and which renews when it is told to. */
async function start(more: Partial<ServiceProcessOptions> = {}) {
  let now = 1000
  const process = await registerProcess({
    db: store.db,
    log: silentLog,
    version: '1.0.0',
    newId: () => randomUUID(),
    secretKey: 'one key',
    now: () => now,
    renewsByItself: false,
    ...more,
  })
  return {
    ...process,
    /** The process does nothing for so long, and neither does its clock in the database. */
    async hang(seconds: number) {
      now += seconds * 1000
      await store.pool.query(
        'update service_process set heartbeat_at = heartbeat_at - make_interval(secs => $2) where id = $1',
        [process.id(), seconds],
      )
    },
  }
}
/** A write that only an owner may make. */
const own = (process: { assertAlive: (trx: Store['db']) => Promise<void> }, key = 'owned') =>
  store.db.transaction().execute(async trx => {
    await process.assertAlive(trx)
    await trx.insertInto('setting').values({ scope: 'test', key, value: '1' }).execute()
  })
const writes = async () => (await store.pool.query(`delete from setting where scope = 'test' returning key`)).rowCount

describe('processes of a service', () => {
  it('each process has a stripe of its own, and counts those that live', async () => {
    const [one, two, three] = [await start(), await start(), await start()]
    expect([one, two, three].map(each => each.stripe())).toEqual([0, 1, 2])
    await one.renew()
    expect([one.count(), two.count(), one.isShared()]).toEqual([3, 2, true])
    await two.stop()
    await one.renew()
    expect(one.count()).toBe(2)
    expect((await start()).stripe()).toBe(1)
  })

  it('a process that was killed counts no more after five seconds, and leaves its stripe to the next', async () => {
    const [one, two] = [await start(), await start()]
    await two.hang(6)
    await one.renew()
    expect(one.count()).toBe(1)
    expect((await start()).stripe()).toBe(1)
  })

  it('processes that start at the same time get different stripes', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => start()))
    expect(started.map(each => each.stripe()).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('no more processes are taken than there are stripes', async () => {
    await start()
    await store.pool.query(
      `insert into service_process (id, host, pid, version, key_digest, stripe)
        select gen_random_uuid(), host, pid, version, key_digest, s from service_process, generate_series(1, $1) s`,
      [maxProcesses - 1],
    )
    await expect(start()).rejects.toThrow('64 processes of Assay already use this database')
  })

  it('a process with another secret key is refused while others live: they could not read what it encrypts', async () => {
    const one = await start({ host: 'app-1' })
    await expect(start({ secretKey: 'another key' })).rejects.toThrow(
      'A process of Assay on app-1 uses this database with another secret key.',
    )
    await one.stop()
    expect((await start({ secretKey: 'another key' })).stripe()).toBe(0)
  })

  it('the process of an embedded store begins alone, whatever a killed one left behind', async () => {
    await start()
    const next = await start({ isAlone: true })
    expect([next.stripe(), next.count()]).toEqual([0, 1])
  })

  it('processes know whether browsers listen to others', async () => {
    let browsers = 0
    const [one, two] = [await start({ listeners: () => browsers }), await start()]
    browsers = 3
    await one.renew()
    await two.renew()
    expect([one.listenersElsewhere(), two.listenersElsewhere()]).toEqual([0, 3])
  })

  it('a process renews its lease by itself', async () => {
    const process = await registerProcess({
      db: store.db,
      log: silentLog,
      version: '1',
      newId: () => randomUUID(),
      secretKey: 'one key',
    })
    const beat = async () =>
      (
        await store.db.selectFrom('service_process').select('heartbeat_at').executeTakeFirstOrThrow()
      ).heartbeat_at.getTime()
    const first = await beat()
    await expect.poll(beat, { timeout: 10_000 }).toBeGreaterThan(first)
    await process.stop()
    expect(await store.db.selectFrom('service_process').selectAll().execute()).toEqual([])
  })
})

describe('a process that hung', () => {
  it('a process that hung knows it at once, and its writes as an owner are refused', async () => {
    const hung = await start()
    await own(hung)
    expect(await writes()).toBe(1)
    await hung.hang(5)
    expect([hung.isAlive(), hung.stripe()]).toEqual([false, null])
    await expect(own(hung)).rejects.toThrow(LeaseEndedError)
    expect(await writes()).toBe(0)
  })

  it('the database refuses its writes also when its own clock stood still', async () => {
    // A virtual machine that was suspended: its monotonic clock does not count that time.
    const hung = await start()
    await store.pool.query(`update service_process set heartbeat_at = heartbeat_at - interval '6 seconds'`)
    expect(hung.isAlive()).toBe(true)
    await expect(own(hung)).rejects.toThrow(LeaseEndedError)
    expect(await writes()).toBe(0)
  })

  it('a process that hung goes on as another one, with another id', async () => {
    const hung = await start()
    const former = hung.id()
    let replaced = 0
    hung.onReplaced(() => replaced++)
    await hung.hang(10)
    const other = await start()
    expect(other.stripe()).toBe(0)
    await hung.renew()
    expect([hung.isAlive(), hung.stripe(), hung.id() === former, replaced]).toEqual([true, 1, false, 1])
    await own(hung)
    expect(await writes()).toBe(1)
  })

  it('nobody takes over the place of an owner whose last write has not ended', async () => {
    const slow = await start()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const writing = store.db.transaction().execute(async trx => {
      await slow.assertAlive(trx)
      begun.resolve()
      await gate.promise
      await trx.insertInto('setting').values({ scope: 'test', key: 'late', value: '1' }).execute()
    })
    await begun.promise
    await slow.hang(6)
    expect((await start()).stripe()).toBe(1)
    gate.resolve()
    await writing
    expect(await writes()).toBe(1)
    // After it, the place is free.
    expect((await start()).stripe()).toBe(0)
  })
})

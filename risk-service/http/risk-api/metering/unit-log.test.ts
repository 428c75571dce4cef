import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type * as nodeFs from 'node:fs'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { Db } from '../../../ports/database.ts'
import type { UnitJournal } from '../../../ports/unit-journal.ts'
import { createUnitFiles } from '../../node/metering/unit-files.ts'
import { createUnitLog } from './unit-log.ts'

vi.mock('node:fs', async original => {
  const fs = await original<typeof nodeFs>()
  return { ...fs, writeSync: vi.fn(fs.writeSync) }
})

let store: Store
let folder: string
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-units-'))
  await sql`truncate metered_day, metered_segment`.execute(store.db)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const environmentId = '20000000-0000-4000-8000-000000000009'
const now = new Date('2026-11-21T23:59:58Z')
const purchase = 'v1.0/MerchantServices/Events/Purchase'
const call = (more: object = {}) => ({ environmentId, apiName: purchase, experience: 'Protect', status: 200, ...more })
const journalIn = (place = folder) => createUnitFiles(place, silentLog)
const openLog = (journal?: UnitJournal, db: Db = store.db) =>
  createUnitLog({ db, clock: () => now, newId: () => randomUUID(), log: silentLog, journal })
const stored = async () =>
  (
    await sql<{
      key: string
      units: number
    }>`select concat_ws(' ', day::text, capability, api_name, experience, response)
      as key, units from metered_day order by 1`.execute(store.db)
  ).rows.map(({ key, units }) => [key, units])
const purchases = (units: number) => [[`2026-11-21 purchase ${purchase} Protect 2xx`, units]]

it('counts answers 2xx and 4xx by day, API, experience and response, and no others', async () => {
  const log = openLog()
  for (let n = 0; n < 900; n += 1) log.add(call())
  for (let n = 0; n < 50; n += 1) log.add(call({ status: 400, experience: 'N/A' }))
  for (let n = 0; n < 30; n += 1) log.add(call({ status: 503 }))
  log.add(call({ apiName: 'v1.0/MerchantServices/Events/Label' }))
  await log.flush()
  log.add(call({ apiName: 'v1.0/Action/Login', experience: 'Evaluate' }))
  await log.flush()
  expect(await stored()).toEqual([
    ['2026-11-21 account v1.0/Action/Login Evaluate 2xx', 1],
    [`2026-11-21 purchase ${purchase}  4xx`, 50],
    [`2026-11-21 purchase ${purchase} Protect 2xx`, 900],
  ])
})

it('what a process had counted when it was killed is counted by the next one, once', async () => {
  const killed = openLog(journalIn())
  for (let n = 0; n < 7; n += 1) killed.add(call())
  const next = openLog(journalIn())
  await next.recover()
  expect(await stored()).toEqual(purchases(7))
  expect(readdirSync(folder)).toEqual([])
  await openLog(journalIn()).recover()
  expect(await stored()).toEqual(purchases(7))
})

it('a segment that was written before its process was killed counts once', async () => {
  const journal = journalIn()
  // Killed after the commit, before its file was removed.
  const log = openLog({ ...journal, discard: () => Promise.reject(new Error('killed')) })
  for (let n = 0; n < 3; n += 1) log.add(call())
  await log.flush()
  expect(await stored()).toEqual(purchases(3))
  expect(readdirSync(folder)).toHaveLength(1)
  await openLog(journalIn()).recover()
  expect(await stored()).toEqual(purchases(3))
  expect(readdirSync(folder)).toEqual([])
})

it('a segment whose commit was not confirmed counts once, and what comes after it counts, too', async () => {
  let answers = false
  // The transaction is committed; its answer is lost.
  const db = new Proxy(store.db, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof own === 'function' ? (own.bind(target) as unknown) : own
      return () => ({
        execute: async (work: (trx: Db) => Promise<unknown>) => {
          await target.transaction().execute(work)
          if (!answers) throw new Error('The connection is lost.')
        },
      })
    },
  })
  const log = openLog(journalIn(), db)
  for (let n = 0; n < 5; n += 1) log.add(call())
  await log.flush()
  await log.flush()
  answers = true
  log.add(call())
  await log.flush()
  await log.flush()
  expect(await stored()).toEqual(purchases(6))
  expect(readdirSync(folder)).toEqual([])
})

it('a line that was not finished belongs to a call that was not answered', async () => {
  const log = openLog(journalIn())
  log.add(call())
  const [name = ''] = readdirSync(folder)
  writeFileSync(path.join(folder, name), '["half', { flag: 'a' })
  await openLog(journalIn()).recover()
  expect(await stored()).toEqual(purchases(1))
})

it('damaged lines are reported and the others counted, whatever is in the journal', async () => {
  const written: unknown[] = []
  const log = { write: (...line: unknown[]) => void written.push(line) }
  openLog(journalIn()).add(call())
  const [name = ''] = readdirSync(folder)
  const lines = ['["half', '\0\0\0', '[1]', '["no-environment","2026-11-21","a","b","c"]', '["half"["a"]']
  writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`, { flag: 'a' })
  openLog(journalIn()).add(call())
  await createUnitLog({ db: store.db, clock: () => now, newId: randomUUID, log, journal: journalIn() }).recover()
  expect(await stored()).toEqual(purchases(2))
  expect(readdirSync(folder)).toEqual([])
  expect(written).toContainEqual([2, 'metered-units.damaged', { segment: name.replace('.units', ''), count: 5 }])
})

it('a segment that cannot be written stops neither the start nor the others, and stays', async () => {
  openLog(journalIn()).add(call())
  const [name = ''] = readdirSync(folder)
  for (const other of ['0.units', 'z.units']) copyFileSync(path.join(folder, name), path.join(folder, other))
  mkdirSync(path.join(folder, 'a.units'))
  await openLog(journalIn()).recover()
  expect(await stored()).toEqual(purchases(1))
  expect(readdirSync(folder).sort()).toEqual(['0.units', 'a.units', 'z.units'])
})

describe('a disk that becomes full inside a write', () => {
  it('gets the rest of the line with the next call', async () => {
    const { writeSync: write } = await vi.importActual<typeof nodeFs>('node:fs')
    vi.mocked(writeSync).mockImplementationOnce((file, bytes) => write(file, String(bytes).slice(0, 10)))
    openLog(journalIn()).add(call())
    await openLog(journalIn()).recover()
    expect(await stored()).toEqual(purchases(1))
  })

  it('leaves half a line, after which the next one begins', async () => {
    const { writeSync: write } = await vi.importActual<typeof nodeFs>('node:fs')
    vi.mocked(writeSync)
      .mockImplementationOnce((file, bytes) => write(file, String(bytes).slice(0, 10)))
      .mockImplementationOnce(() => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      })
    const log = openLog(journalIn())
    for (let n = 0; n < 3; n += 1) log.add(call())
    await openLog(journalIn()).recover()
    expect(await stored()).toEqual(purchases(2))
    expect(readdirSync(folder)).toEqual([])
  })
})

it('counts without a folder that can be written', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const log = openLog(journalIn(path.join(file, 'below')))
  log.add(call())
  await log.recover()
  await log.flush()
  expect(await stored()).toEqual(purchases(1))
})

it('loses no unit of a process that is killed while it counts', async () => {
  const child = fork(path.join(import.meta.dirname, 'testing/count-until-killed.ts'), [folder, environmentId])
  let answered = 0
  child.on('message', count => {
    answered = Number(count)
    child.send('more')
    if (answered >= 2000) child.kill('SIGKILL')
  })
  await once(child, 'exit')
  expect(answered).toBeGreaterThanOrEqual(2000)
  const log = openLog(journalIn())
  await log.recover()
  const [[, units] = []] = await stored()
  // Each one that was reported as answered, and at most those that were under way.
  expect(units).toBeGreaterThanOrEqual(answered)
  expect(units).toBeLessThanOrEqual(answered + 100)
})

it('an assessment counts by its template, also after it was deleted', async () => {
  const tenant = randomUUID()
  const [root, child] = [randomUUID(), randomUUID()]
  await store.db.insertInto('tenant').values({ id: tenant, name: 'Shop', role_family: 'standard' }).execute()
  for (const [id, parent_id] of [
    [root, null],
    [child, root],
  ] as const)
    await store.db
      .insertInto('environment')
      .values({
        id,
        parent_id,
        tenant_id: tenant,
        name: id,
        friendly_name: id,
        kind: 'production',
        geography: 'Europe',
        status: 'Active',
      })
      .execute()
  await store.db
    .insertInto('assessment')
    .values({
      id: randomUUID(),
      environment_id: root,
      kind: 'wizard',
      template: 'MoneyTransfer',
      api_name: 'Transfer',
      friendly_name: 'Transfer',
      schema: '{}',
      settings: '{}',
      observations: '[]',
      has_label: false,
      sample: '{}',
      created_by: randomUUID(),
      created_by_name: 'Test',
    })
    .execute()
  const transfer = { environmentId: child, apiName: 'v1.0/Assessment/transfer' }
  const log = openLog()
  log.add(call(transfer))
  await log.flush()
  await store.db.deleteFrom('assessment').where('environment_id', '=', root).execute()
  log.add(call(transfer))
  log.add(call({ environmentId: child, apiName: 'v1.0/Assessment/other' }))
  await log.flush()
  expect(await stored()).toEqual([
    ['2026-11-21 account v1.0/Assessment/other Protect 2xx', 1],
    ['2026-11-21 purchase v1.0/Assessment/transfer Protect 2xx', 2],
  ])
})

it('what is counted is written within a minute, and tried again within another after a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let writes = 0
    const failing = {
      transaction: () => ({
        execute: () => {
          writes += 1
          return writes === 1 ? Promise.reject(new Error('The database is down.')) : Promise.resolve()
        },
      }),
    } as unknown as Db
    const log = openLog(undefined, failing)
    log.add(call())
    expect(writes).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(writes).toBeGreaterThanOrEqual(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(writes).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

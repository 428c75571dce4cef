import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Store } from '../store.ts'
import { createTestStore } from '../testing/test-store.ts'
import { openClient } from './connection.ts'
import { createProportionalPause, lowerConnectionPriority } from './thread-priority.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const linux = process.platform === 'linux'
const processOf = async (pool: Pick<pg.ClientBase, 'query'>): Promise<number> =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
const session = (pid: number): string =>
  existsSync(`/proc/${pid}/autogroup`) ? readFileSync(`/proc/${pid}/autogroup`, 'utf8') : 'nice 10'

test('jobs and folds run behind what answers somebody', async () => {
  const [answering, behind] = [await processOf(store.pool), await processOf(store.maintenancePool)]
  expect(getPriority(behind) - getPriority(answering)).toBe(linux ? 10 : 0)
  // Other users may change the priority ten times a second only, and a second connection may have been first.
  if (linux && process.getuid?.() === 0) expect(session(behind)).toContain('nice 10')
})

test('jobs and folds have no processes to help them, which would not run behind', async () => {
  for (const setting of ['max_parallel_workers_per_gather', 'max_parallel_maintenance_workers']) {
    const {
      rows: [row],
    } = await store.maintenancePool.query<Record<string, string>>(`show ${setting}`)
    expect(row).toEqual({ [setting]: '0' })
  }
})

test('a server elsewhere is left alone, whatever runs here under its number', async () => {
  const client = await openClient(store.target, 'assay-elsewhere')
  const pid = await processOf(client)
  const before = getPriority(pid)
  lowerConnectionPriority(client, { connectionString: 'postgres://database.example/assay' })
  lowerConnectionPriority({ processID: process.pid } as unknown as pg.ClientBase, store.target)
  expect([getPriority(pid), getPriority(process.pid)]).toEqual([before, getPriority()])
  lowerConnectionPriority(client, store.target)
  expect(getPriority(pid) - before).toBe(linux ? 10 : 0)
  await client.end()
})

test('a thread rests in proportion to what it worked, and not for what it rested', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const rested: (number | undefined)[] = []
  vi.spyOn(Atomics, 'wait').mockImplementation((_cell, _index, _value, timeout = 0) => {
    rested.push(timeout)
    now += timeout
    return 'timed-out'
  })
  const rest = createProportionalPause(2)
  for (const work of [40, 40, 5]) {
    now += work
    rest()
  }
  expect(rested).toEqual([80, 80, 10])
  const short = createProportionalPause(2, 50)
  for (const work of [40, 5]) {
    now += work
    short()
  }
  expect(rested.slice(3)).toEqual([50, 10])
})

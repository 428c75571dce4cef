import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupStore, restoreStore } from './backup.ts'
import { stopPostmaster } from './embedded/postmaster.ts'
import { openStore, type Store } from './store.ts'
import { silentLog } from './testing/test-store.ts'

describe('a backup of the running store', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-backup-'))
  const data = path.join(folder, 'data')
  const backup = path.join(folder, 'backup')
  const restored = path.join(folder, 'restored')
  const open = (dataDir: string) =>
    openStore({ dataDir, databaseUrl: null, retention: { eventMonths: 1, logMonths: 1, telemetryDays: 1 } }, silentLog)
  const count = async (store: Store) =>
    (await sql<{ n: number }>`select count(*) as n from telemetry`.execute(store.db)).rows[0]?.n ?? 0
  let store: Store
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    store = await open(data)
    writeFileSync(path.join(data, 'secret.key'), 'key')
  })
  afterAll(async () => {
    await store.close()
    for (const each of [data, restored]) await stopPostmaster(path.join(each, 'pg'), 'SIGQUIT')
    rmSync(folder, { recursive: true })
  })

  it('a backup of the running store holds all that was acknowledged before it began, and opens in a new data directory', async () => {
    const add = () =>
      sql`insert into telemetry (kind, name, body) select 'k', 'n', '{}' from generate_series(1, 1000)`.execute(
        store.db,
      )
    await add()
    let copying = true
    const copied = backupStore(data, backup).finally(() => (copying = false))
    while (copying) await add()
    const { files, bytes } = await copied
    const total = await count(store)
    expect(files).toBeGreaterThan(500)
    expect(bytes).toBeGreaterThan(10_000_000)
    expect(
      (await sql<{ n: number }>`select count(*) as n from pg_replication_slots`.execute(store.db)).rows[0]?.n,
    ).toBe(0)

    await restoreStore(backup, restored)
    expect(statSync(path.join(restored, 'secret.key')).mode & 0o777).toBe(0o600)
    const again = await open(restored)
    try {
      const restored = await count(again)
      expect(restored).toBeGreaterThanOrEqual(1000)
      expect(restored).toBeLessThanOrEqual(total)
      expect(restored % 1000).toBe(0)
    } finally {
      await again.close()
    }
  })

  it('a backup of the running store is never written or restored over something', async () => {
    await expect(backupStore(data, backup)).rejects.toMatchObject({ message: expect.stringContaining('not empty') })
    await expect(restoreStore(backup, data)).rejects.toMatchObject({ message: expect.stringContaining('not empty') })
    await expect(restoreStore(data, path.join(folder, 'other'))).rejects.toMatchObject({
      message: expect.stringContaining('not a complete backup'),
    })
    expect(existsSync(path.join(folder, 'other'))).toBe(false)
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { migrations } from '../migrate.ts'
import { openStore, type Store } from '../store.ts'
import { silentLog } from '../testing/test-store.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'

const root = process.getuid?.() === 0
const retention = { eventMonths: 1, logMonths: 1, telemetryDays: 1 }
const cleanUp: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

function newFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'assay-store-'))
  chmodSync(made, 0o755)
  return made
}

async function remove(dataDir: string): Promise<void> {
  await stopPostmaster(path.join(dataDir, 'pg'), 'SIGQUIT')
  rmSync(dataDir, { recursive: true, force: true })
}

function folder(): string {
  const made = newFolder()
  cleanUp.push(() => remove(made))
  return made
}

async function open(dataDir: string): Promise<Store> {
  const store = await openStore({ dataDir, databaseUrl: null, retention }, silentLog)
  cleanUp.push(() => store.close())
  return store
}

/** Runs the small service until it has acknowledged `rows` rows. */
async function running(
  dataDir: string,
  rows: number,
): Promise<{ child: ChildProcess; server: number; acknowledged: () => number }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../testing/service-process.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => void child.kill('SIGKILL'))
  let server = 0
  let last = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('server ')) server = Number(line.slice(7))
    else last = Number(line)
    if (last >= rows) break
  }
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = chunk.toString().split('\n')
    // The last line may be incomplete: only a number that ended with a line break was acknowledged for certain.
    const whole = Number(lines.at(-2))
    if (whole > last) last = whole
  })
  child.stdout.resume()
  return { child, server, acknowledged: () => last }
}

async function stored(store: Store): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from telemetry where kind = 'kill'`.execute(store.db)
  return rows[0]?.n ?? 0
}

/** Overwrites the pages of the roles and databases, which each start reads. */
function damageCatalogue(cluster: string): void {
  for (const file of readdirSync(path.join(cluster, 'global')))
    if (/^\d+$/.test(file)) {
      const whole = path.join(cluster, 'global', file)
      writeFileSync(whole, Buffer.alloc(statSync(whole).size, 0x5a))
    }
}

function chownAll(folder: string, uid: number): void {
  chownSync(folder, uid, uid)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, entry), uid, uid)
}

describe('the embedded database', { timeout: 60_000 }, () => {
  // One cluster for consecutive tests: its creation takes longest. Each test leaves it stopped.
  const dataDir = newFolder()
  afterAll(() => remove(dataDir))

  it('the embedded database is made private, refuses a second service, stops with the first and starts again with its data', async () => {
    const store = await open(dataDir)
    expect(statSync(path.join(dataDir, 'pg')).mode & 0o777).toBe(0o700)
    await expect(openStore({ dataDir, databaseUrl: null, retention }, silentLog)).rejects.toMatchObject({
      code: 'already-running',
      message: expect.stringContaining(dataDir),
    })
    await sql`insert into telemetry (kind, name, body) values ('kill', '1', '{}')`.execute(store.db)
    const known = Object.keys(migrations).length
    expect(await store.health()).toEqual({
      database: true,
      migrations: { applied: known, expected: known },
      jobs: false,
      defaultPartitionRows: 0,
    })
    await store.close()
    expect(await findPostmaster(path.join(dataDir, 'pg'))).toBeNull()
    expect(await stored(await open(dataDir))).toBe(1)
  })

  it('the embedded database is taken over after the service was killed, nothing acknowledged lost', async () => {
    const { child, server, acknowledged } = await running(dataDir, 100)
    child.kill('SIGKILL')
    await new Promise(resolve => child.once('close', resolve))
    const store = await open(dataDir)
    expect((await findPostmaster(path.join(dataDir, 'pg')))?.pid).toBe(server)
    expect(await stored(store)).toBeGreaterThanOrEqual(acknowledged())
  })

  it('the embedded database recovers after service and server were killed together, nothing acknowledged lost', async () => {
    const { child, server, acknowledged } = await running(dataDir, 100)
    process.kill(server, 'SIGKILL')
    child.kill('SIGKILL')
    await new Promise(resolve => child.once('close', resolve))
    const store = await open(dataDir)
    expect(await stored(store)).toBeGreaterThanOrEqual(acknowledged())
    expect((await findPostmaster(path.join(dataDir, 'pg')))?.pid).not.toBe(server)
  })

  it('the embedded database comes back by itself when only the server was killed; the lock is held again', async () => {
    const store = await open(dataDir)
    const rows = await stored(store)
    const before = await findPostmaster(path.join(dataDir, 'pg'))
    if (before) process.kill(before.pid, 'SIGKILL')
    // A connection may outlive the killed server for a moment: the answer of the new server counts.
    await expect
      .poll(
        async () => {
          const found = await stored(store).catch(() => -1)
          const pid = (await findPostmaster(path.join(dataDir, 'pg')))?.pid
          return pid === undefined || pid === before?.pid ? -1 : found
        },
        { timeout: 30_000 },
      )
      .toBe(rows)
    const countLocks = () =>
      sql<{ n: number }>`select count(*) as n from pg_locks where locktype = 'advisory' and classid = 1098085217`
        .execute(store.db)
        .then(({ rows }) => rows[0]?.n)
    await expect.poll(countLocks, { timeout: 30_000 }).toBe(1)
    const writer = await store.writer()
    expect((await writer.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('the service owns its database and is no superuser, also in a store of an earlier version', async () => {
    const asSuperuser = async (store: Store, ...statements: string[]) => {
      const client = new pg.Client({ ...store.target, user: 'assay' })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    }
    const owned = (store: Store) =>
      sql<{ name: string }>`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'S') and relowner <> current_user::regrole`.execute(
        store.db,
      )
    const before = await open(dataDir)
    const { rows } = await sql`select usename, usesuper, usecreatedb from pg_user where usename = current_user`.execute(
      before.db,
    )
    expect(rows).toEqual([{ usename: 'assay_service', usesuper: false, usecreatedb: false }])
    expect((await owned(before)).rows).toEqual([])
    expect(readFileSync(path.join(dataDir, 'pg/pg_hba.conf'), 'utf8')).toBe('local all all trust\n')
    // As it was before the role existed.
    await asSuperuser(
      before,
      'alter table telemetry owner to assay',
      'alter table event owner to assay',
      'alter function record_change() owner to assay',
      'create schema older',
      "create type older.state as enum ('one')",
      'create table older.job (id serial primary key, state older.state)',
      'alter database assay owner to assay',
    )
    await before.close()
    const store = await open(dataDir)
    expect((await owned(store)).rows).toEqual([])
    await sql`alter type older.state add value 'two'`.execute(store.db)
    await sql`drop schema older cascade`.execute(store.db)
  })

  it.each([
    ['without a folder', (cluster: string) => rmSync(path.join(cluster, 'base'), { recursive: true })],
    ['with a damaged catalogue', damageCatalogue],
  ])('the embedded database %s is refused in one line, and its server stopped', async (_how, damage) => {
    const copy = folder()
    const whole = await open(dataDir)
    await whole.close()
    cpSync(path.join(dataDir, 'pg'), path.join(copy, 'pg'), { recursive: true, preserveTimestamps: true })
    const cluster = path.join(copy, 'pg')
    if (root) chownAll(cluster, statSync(path.join(dataDir, 'pg')).uid)
    damage(cluster)
    await expect(open(copy)).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringMatching(/^The embedded database in \S+ is damaged \(\w{5}\)\. Restore a backup/),
    })
    expect(await findPostmaster(cluster)).toBeNull()
  })

  it('the embedded database works below a path that is too long for a socket', async () => {
    const deep = path.join(folder(), 'a'.repeat(60), 'b'.repeat(60))
    mkdirSync(deep, { recursive: true })
    cleanUp.push(() => stopPostmaster(path.join(deep, 'pg')))
    const store = await open(deep)
    expect(await stored(store)).toBe(0)
    const sockets = readFileSync(path.join(deep, 'socket-folder'), 'utf8')
    cleanUp.push(() => rmSync(sockets, { recursive: true, force: true }))
    expect(statSync(sockets).mode & 0o077).toBe(0)
  })

  it.runIf(root)('the embedded database names the folder that its user may not pass', async () => {
    const closed = folder()
    chmodSync(closed, 0o700)
    await expect(open(path.join(closed, 'data'))).rejects.toMatchObject({
      code: 'data-not-traversable',
      message: expect.stringMatching(new RegExp(`${closed}.*ASSAY_DATA_DIR`)),
    })
  })

  it('the embedded database names a data directory that cannot be written', async () => {
    const file = path.join(folder(), 'file')
    writeFileSync(file, '')
    await expect(open(path.join(file, 'data'))).rejects.toMatchObject({
      code: 'data-not-writable',
      message: expect.stringContaining('ASSAY_DATA_DIR'),
    })
  })

  it.runIf(process.platform === 'linux')(
    'the embedded database names a folder that no folder can be made in',
    async () => {
      await expect(open('/proc/assay/data')).rejects.toMatchObject({
        code: 'data-not-writable',
        message: expect.stringContaining('/proc/assay/data'),
      })
    },
  )

  it('the embedded database names a folder in its place that holds something else', async () => {
    const dataDir = folder()
    mkdirSync(path.join(dataDir, 'pg'))
    writeFileSync(path.join(dataDir, 'pg/notes.txt'), 'mine')
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringMatching(/pg holds something else than a database\. Move it away/),
    })
    expect(readdirSync(dataDir)).toEqual(['pg'])
    expect(readFileSync(path.join(dataDir, 'pg/notes.txt'), 'utf8')).toBe('mine')
  })

  it('the embedded database names DATABASE_URL when that server cannot be reached', async () => {
    const settings = { dataDir: folder(), databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none', retention }
    const failed = openStore(settings, silentLog)
    await expect(failed).rejects.toMatchObject({
      code: 'database-unreachable',
      message: expect.stringContaining('DATABASE_URL'),
    })
    await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining('secret') })
  })
})

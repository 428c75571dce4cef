import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from './store.ts'
import { createTestStore, silentLog } from './testing/test-store.ts'

describe('a database of DATABASE_URL', () => {
  let store: Store
  const made: string[] = []
  const person = `weak_${process.pid}`
  const run = (statement: string) => store.pool.query(statement)
  const open = (database: string, user = 'assay') => {
    const host = 'host' in store.target ? store.target.host : ''
    return openStore(
      {
        databaseUrl: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`,
        dataDir: '/nowhere',
        retention: { eventMonths: 1, logMonths: 1, telemetryDays: 1 },
      },
      silentLog,
    )
  }
  const make = async (options: string) => {
    const name = `s_${process.pid}_${made.length}`
    await run(`create database ${name} ${options}`)
    made.push(name)
    return name
  }
  beforeAll(async () => {
    store = await createTestStore()
    await run(`create role ${person} login`)
  })
  afterAll(async () => {
    for (const name of made) await run(`drop database ${name} with (force)`)
    await run(`drop role ${person}`)
    await store.close()
  })

  it('a database of DATABASE_URL that does not hold text as UTF-8 is refused in one line', async () => {
    const name = await make("encoding 'LATIN1' locale 'C' template template0")
    await expect(open(name)).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringMatching(`^The database ${name} holds text as LATIN1\\. Assay needs UTF8: make one`),
    })
  })

  it('a database of DATABASE_URL in which its user may make no tables is refused in one line, and opens when it is the owner', async () => {
    const name = await make('')
    await expect(open(name, person)).rejects.toMatchObject({
      code: 'database-failed',
      message: `The user ${person} may not make tables in the database ${name}. Make it the owner: alter database "${name}" owner to "${person}".`,
    })
    await run(`alter database ${name} owner to ${person}`)
    const opened = await open(name, person)
    expect(await opened.health()).toMatchObject({ database: true })
    await opened.close()
  }, 60_000)
})

import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import { loadKeys } from '../../../kernel/identity/signing-keys.ts'
import { applyRetention } from '../../../kernel/store/maintenance/retention.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { runErase } from '../../../tools/audit/erase-command.ts'
import { runVerify } from '../../../tools/audit/verify-command.ts'
import { linesOf, openProofBench, type ProofBench } from '../testing/proof-bench.ts'
import { canonicalJson } from './entry-hashes.ts'

let bench: ProofBench
beforeAll(async () => {
  bench = await openProofBench()
})
afterAll(() => bench.close())
beforeEach(() => bench.clear())

const write: ProofBench['write'] = entry => bench.write(entry)
const link: ProofBench['link'] = at => bench.link(at)
const proof: ProofBench['proof'] = (...input) => bench.proof(...input)
const verify: ProofBench['verify'] = (...input) => bench.verify(...input)
const textOf = (lines: readonly unknown[]) => lines.map(line => `${JSON.stringify(line)}\n`).join('')

describe('the chain of the activity log', () => {
  it('links every committed entry once, per tenant, and its file is proven without the service', async () => {
    for (let n = 0; n < 3; n++) await write({ name: `E${n}`, after: { b: [1, { z: null, a: 'ä"' }], a: 1.5 } })
    await write({ as: 'outsider', environment: places.foreign })
    await link()
    await link()
    const links = await bench.store.db.selectFrom('audit_link').select(['tenant_id', 'seq']).orderBy('seq').execute()
    expect(links.filter(({ tenant_id: id }) => id === places.tenant).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(links.filter(({ tenant_id: id }) => id === places.other).map(({ seq }) => seq)).toEqual([1])
    const text = await proof()
    expect(linesOf(text).map(({ kind }) => kind)).toEqual(['start', 'entry', 'entry', 'entry', 'signed'])
    expect(await verify(text)).toMatchObject({
      code: 0,
      verdict: expect.stringMatching(/^PROVEN, with the key in the file/),
    })
    expect(await verify(text, bench.keys.publicJwks)).toEqual({
      code: 0,
      verdict: 'PROVEN, with the key of the installation.',
    })
  })

  it('links what a late transaction commits after what was linked before it', async () => {
    const { db } = bench.store
    const late = await write({ name: 'Late' })
    // As other transactions see the log before the late one is committed.
    const uncommitted = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
    await db.deleteFrom('audit_log').execute()
    const early = await write({ name: 'Early' })
    await link()
    const { before: _before, after, ...entry } = uncommitted
    await db
      .insertInto('audit_log')
      .values({ ...entry, after: JSON.stringify(after) })
      .execute()
    await link()
    const rows = await db.selectFrom('audit_link').select('entry_id').orderBy('seq').execute()
    expect(rows.map(({ entry_id: id }) => id)).toEqual([early, late])
    expect((await verify(await proof())).code).toBe(0)
  })

  it.each([
    ['what was before', sql`before = '{"limit": 1}'`],
    ['who it was', sql`actor_name = 'Somebody else'`],
    ['when it was', sql`at = at - interval '1 microsecond'`],
    ['the kind of operation', sql`operation = 'Read'`],
    ['what it is about', sql`resource_name = 'Other'`],
  ])('an entry of which %s was changed in the database is named', async (_what, change) => {
    await write()
    const id = await write({ name: 'Second', before: { limit: 2 } })
    await write()
    await link()
    await sql`update audit_log set ${change} where id = ${id}::uuid`.execute(bench.store.db)
    expect(await verify(await proof())).toEqual({
      code: 1,
      verdict: `NOT PROVEN: The entry 2, log ID ${id} was changed: it is not the one that was written.`,
    })
  })

  it('an entry that was deleted in the database is named, with its link or without', async () => {
    await write()
    const id = await write()
    await write()
    await link()
    await bench.store.db.deleteFrom('audit_log').where('id', '=', id).execute()
    expect((await verify(await proof())).verdict).toBe(
      `NOT PROVEN: The entry 2, log ID ${id} was removed from the log.`,
    )
    await bench.store.db.deleteFrom('audit_link').where('entry_id', '=', id).execute()
    expect((await verify(await proof())).verdict).toBe('NOT PROVEN: Entry 2 is missing.')
  })

  it('a cut end is named by the head that was signed', async () => {
    await write()
    await write()
    const id = await write()
    await link()
    await bench.store.db.deleteFrom('audit_log').where('id', '=', id).execute()
    await bench.store.db.deleteFrom('audit_link').where('entry_id', '=', id).execute()
    expect(await verify(await proof())).toEqual({
      code: 1,
      verdict: 'NOT PROVEN: Entries 3 to 3 are missing: they were signed on 2025-11-20.',
    })
  })

  it('a chain that was computed anew does not have the signatures', async () => {
    await write({ name: 'One' })
    await write({ name: 'Two' })
    await link()
    const heads = await bench.store.db.selectFrom('audit_head').selectAll().execute()
    await sql`update audit_log set actor_name = 'Nobody' where resource_name = 'One'`.execute(bench.store.db)
    await bench.store.db.deleteFrom('audit_link').execute()
    for (const name of ['One', 'Two'])
      await sql`update audit_log set facet_id = null, written = nextval('audit_log_written') where resource_name = ${name}`.execute(
        bench.store.db,
      )
    await link()
    for (const { signature, tenant_id: tenant } of heads)
      await bench.store.db.updateTable('audit_head').set({ signature }).where('tenant_id', '=', tenant).execute()
    expect((await verify(await proof(), bench.keys.publicJwks)).verdict).toBe(
      'NOT PROVEN: The log was changed at or before entry 2: the signature of 2025-11-20 is for another one.',
    )
  })

  it('lines that were removed, repeated, moved or changed in the file are named', async () => {
    for (let n = 0; n < 4; n++) await write({ name: `E${n}` })
    await link()
    const lines = linesOf(await proof())
    const without = (index: number) => textOf(lines.filter((_, at) => at !== index))
    expect((await verify(without(2))).verdict).toBe('NOT PROVEN: Entry 2 is missing.')
    expect((await verify(without(0))).verdict).toMatch(/beginning of the file is missing/)
    expect((await verify(without(4))).verdict).toMatch(/Entries 4 to 4 are missing/)
    expect((await verify(without(5))).verdict).toBe('NOT PROVEN: the file has no signed head of its entries.')
    expect((await verify(textOf([...lines.slice(0, 3), lines[2], ...lines.slice(3)]))).verdict).toMatch(
      /is there twice/,
    )
    const edited = structuredClone(lines)
    if (edited[3]?.kind === 'entry') edited[3].content.resourceName = 'Edited'
    expect((await verify(textOf(edited))).verdict).toMatch(/^NOT PROVEN: The entry 3, log ID .* was changed/)
    expect(await verify('no JSON\n')).toMatchObject({ code: 2, verdict: 'Line 1 is no JSON.' })
    expect(await verify('')).toMatchObject({ code: 1, verdict: 'NOT PROVEN: The file is empty.' })
  })

  it('a file that was signed with another key is not proven by the key of the installation', async () => {
    await write()
    await link()
    const [key] = bench.keys.publicJwks.keys
    const other = { ...key, n: `${key?.n?.slice(0, -6) ?? ''}AAAAAA` }
    expect((await verify(await proof(), { keys: [other] })).verdict).toMatch(/is not that of the key/)
  })

  it('a file that two keys signed, because the key was replaced, is proven by both of them', async () => {
    await write({ name: 'Old', minutes: 60 * 24 * 3 })
    await link(new Date('2025-11-17T13:00:00Z'))
    await write({ name: 'New' })
    // As a start with another secret key does.
    const replaced = await loadKeys({ db: bench.store.db, log: silentLog, secretKey: 'another secret key' })
    expect(replaced.kid).not.toBe(bench.keys.kid)
    await bench.link(now, replaced)
    const text = await proof({ dates: { from: '2025-11-15', to: '2025-11-20' } })
    expect(linesOf(text).map(({ kind }) => kind)).toEqual(['start', 'entry', 'signed', 'entry', 'signed'])
    const [first, second] = [bench.keys.publicJwks, replaced.publicJwks]
    const proven = { code: 0, verdict: 'PROVEN, with 2 keys of the installation.' }
    expect(await verify(text, first, second)).toEqual(proven)
    expect(await verify(text, second, first)).toEqual(proven)
    expect(await verify(text, { keys: [...first.keys, ...second.keys] })).toEqual(proven)
    expect((await verify(text, second)).verdict).toBe(
      'NOT PROVEN: Line 3: the signature of entry 1 is not that of the key.',
    )
    expect((await verify(text, first)).verdict).toBe(
      'NOT PROVEN: Line 5: the signature of entry 2 is not that of the key.',
    )
    // Anybody could have signed the second part.
    expect((await verify(text)).verdict).toMatch(/^NOT PROVEN: Line 5: entry 2 was signed with another key .* --key\.$/)
    const [{ n: _n, ...noKey } = {}] = first.keys
    expect(await verify(text, { keys: [{ ...noKey, kty: undefined }] })).toMatchObject({ code: 2 })
  })

  it('a reader of one environment sees its entries, and of others their hashes alone', async () => {
    await write({ name: 'Of the root' })
    await write({ name: 'Below', environment: places.eu })
    await link()
    const text = await proof({}, places.eu)
    expect(linesOf(text).map(({ kind }) => kind)).toEqual(['start', 'withheld', 'entry', 'signed'])
    expect(text).not.toContain('Of the root')
    expect((await verify(text)).code).toBe(0)
  })

  it('the file of some days is proven, and an entry of the log says who exported it', async () => {
    await write({ name: 'Old', minutes: 60 * 24 * 10 })
    await link(new Date('2025-11-10T13:00:00Z'))
    await write({ name: 'New' })
    await link()
    const text = await proof({ dates: { from: '2025-11-15', to: '2025-11-20' } })
    expect(text).not.toContain('"Old"')
    expect((await verify(text)).code).toBe(0)
    expect((await verify(await proof({ dates: { from: '2025-11-05', to: '2025-11-11' } }))).code).toBe(0)
    const exports = await bench.store.db
      .selectFrom('audit_log')
      .select('after')
      .where('operation', '=', 'Export')
      .execute()
    expect(exports.map(({ after }) => after)).toContainEqual({
      dates: { from: '2025-11-15', to: '2025-11-20' },
      timeZone: 'UTC',
      proof: true,
      first: 2,
      last: 2,
    })
  })

  it('what became too old leaves the chain proven', async () => {
    await write({ name: 'Old', minutes: 60 * 24 * 500 })
    await write({ name: 'Older', minutes: 60 * 24 * 499 })
    await write({ name: 'New' })
    await link()
    await applyRetention(bench.store.db, { eventMonths: 13, logMonths: 13, telemetryDays: 28 }, now)
    const links = await bench.store.db.selectFrom('audit_link').select('seq').orderBy('seq').execute()
    expect(links.map(({ seq }) => seq)).toEqual([2, 3])
    const text = await proof()
    expect(linesOf(text).map(({ kind }) => kind)).toEqual(['start', 'entry', 'signed'])
    expect((await verify(text)).code).toBe(0)
  })

  it('what was erased leaves its hash: the log is proven, and says what was erased and why', async () => {
    await write({ name: 'First' })
    const id = await write({ before: { email: ['other@example.com', { value: 'ana@example.com' }] } })
    await link()
    const file = path.join(bench.folder, 'value.txt')
    await writeFile(file, 'ana@example.com\n')
    const ports = { db: bench.store.db, clock: () => now, newId: () => randomUUID() }
    const erase = () => runErase(ports, { environment: places.root, file, reason: 'Request 7' })
    expect(await erase()).toBe('1 entry was erased. Their hashes stay in the log.')
    await link()
    const text = await proof()
    expect(linesOf(text).map(({ kind }) => kind)).toEqual(['start', 'entry', 'erased', 'entry', 'signed'])
    expect(text).not.toContain('ana@example.com')
    expect(text).toContain(
      JSON.stringify({ reason: 'Request 7', entries: [id] })
        .slice(1, -1)
        .split(',')[0],
    )
    expect((await verify(text, bench.keys.publicJwks)).code).toBe(0)
    const entry = await bench.call('admin', 'GET', `/environments/${places.root}/activity-log/${id}`)
    expect(entry.json).toMatchObject({ before: null, after: null, resourceName: '', erasedAt: now.toISOString() })
    // What somebody writes in its place later is found.
    await sql`update audit_log set operation = 'Read' where id = ${id}::uuid`.execute(bench.store.db)
    expect((await verify(await proof())).verdict).toContain(id)
    expect(await erase()).toBe('0 entries were erased. Their hashes stay in the log.')
  })

  it('the hashed text has its names in one order, whatever the order of the document', () => {
    expect(canonicalJson({ b: [1, { z: null, a: 'ä"\n' }], a: undefined, A: 1.5 })).toBe(
      '{"A":1.5,"b":[1,{"a":"ä\\"\\n","z":null}]}',
    )
  })

  it('the command explains its use', async () => {
    const printed: string[] = []
    const output = { print: () => undefined, printError: (line: string) => printed.push(line) }
    expect(await runVerify([], output)).toBe(2)
    expect(await runVerify(['verify', path.join(bench.folder, 'none')], output)).toBe(2)
    expect(printed.join('\n')).toContain('npm run --silent audit -- verify FILE')
  })
})

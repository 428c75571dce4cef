import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { writeMaskingProfile } from '../../../kernel/personal-data/masking-store.ts'
import { linesOf, openProofBench, type ProofBench } from '../testing/proof-bench.ts'
import { collectProofLines } from './proof-file.ts'

let bench: ProofBench
beforeAll(async () => {
  bench = await openProofBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.clear()
  await writeMaskingProfile(bench.store.db, places.tenant, { version: 1, profile: {} })
})

const kindsOf = (text: string): string[] => linesOf(text).map(({ kind }) => kind)

describe('what a reader does not see', () => {
  it('of personal data and secrets is hidden, and the file is proven without it', async () => {
    const { db } = bench.store
    await writeMaskingProfile(db, places.tenant, { version: 1, profile: { ProductAdmin: ['email'] } })
    await bench.write({ name: 'Plain' })
    await bench.write({ name: 'Personal', after: { email: 'ana@example.com' } })
    await bench.write({ name: 'Secret', before: { clientSecret: 'very-secret' } })
    await bench.link()
    const text = await bench.proof()
    expect(kindsOf(text)).toEqual(['start', 'entry', 'masked', 'masked', 'signed'])
    expect(text).not.toMatch(/ana@example|very-secret/)
    expect(await bench.verify(text, bench.keys.publicJwks)).toMatchObject({ code: 0 })
    expect(bench.printed()).toContain('1 with their content, 0 erased, 2 masked, 0 withheld.')
    const edited = linesOf(text).map(line =>
      line.kind === 'masked' ? { ...line, head: { ...line.head, actorName: 'Nobody' } } : line,
    )
    const changed = await bench.verify(edited.map(line => `${JSON.stringify(line)}\n`).join(''))
    expect(changed).toMatchObject({
      code: 1,
      verdict: expect.stringMatching(/^NOT PROVEN: The entry 2, .* was changed/),
    })
  })

  it('of values of support lists and of searches is hidden, in the file too', async () => {
    await writeMaskingProfile(bench.store.db, places.tenant, { version: 1, profile: { ProductAdmin: ['email'] } })
    const entry = { value: 'ana@example.com', status: 'Block', reason: '', comments: 'Was ana@example.com' }
    const listed = await bench.write({ type: 'SupportList', id: 'email', after: { count: 1, entries: [entry] } })
    const condition = (column: string, value: unknown) => ({ column, op: 'in', value })
    const conditions = [condition('user.email', ['bea@example.com']), condition('city', ['Lund'])]
    const filter = { match: 'all', conditions, groups: [{ match: 'any', conditions: conditions.slice(0, 1) }] }
    const searched = await bench.write({ type: 'Search', id: 'purchase', operation: 'Export', after: { filter } })
    await bench.write({ type: 'SupportList', id: 'device', after: { count: 1, entries: [{ value: 'D-1' }] } })
    await bench.link()
    const get = async (id: string) =>
      (await bench.call('admin', 'GET', `/environments/${places.root}/activity-log/${id}`)).json
    expect(await get(listed)).toMatchObject({
      after: { count: 1, entries: [{ value: 'a***@example.com', status: 'Block', comments: 'Was a***@example.com' }] },
    })
    const masked = condition('user.email', ['b***@example.com'])
    expect(await get(searched)).toMatchObject({
      after: {
        filter: {
          match: 'all',
          conditions: [masked, conditions[1]],
          groups: [{ match: 'any', conditions: [masked] }],
        },
      },
    })
    const file = await bench.app.request(`/api/console/v1/environments/${places.root}/activity-log/export`, {
      method: 'POST',
      headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
      body: JSON.stringify({ dates: { from: '2025-11-01', to: '2025-11-20' }, columns: 'all' }),
    })
    const csv = await file.text()
    expect(csv).toContain('a***@example.com')
    expect(csv).not.toMatch(/ana@|bea@/)
    const text = await bench.proof()
    expect(kindsOf(text)).toEqual(['start', 'masked', 'masked', 'entry', 'signed'])
    expect(text).not.toMatch(/ana@|bea@/)
  })
})

describe('the days of a file', () => {
  const day = (date: string) => ({ dates: { from: date, to: date } })
  /** In minutes. */
  const daysAgo = (count: number) => 60 * 24 * count

  it('without entries are nothing to prove, and no accusation', async () => {
    await bench.write({ minutes: daysAgo(5) })
    await bench.link(new Date('2025-11-15T12:30:00Z'))
    const nothing = { code: 3, verdict: 'NOTHING TO PROVE: the log has no entries of these days.' }
    for (const date of ['2025-11-14', '2025-11-16', '2025-11-20'])
      expect(await bench.verify(await bench.proof(day(date))), date).toEqual(nothing)
    const [start] = linesOf(await bench.proof(day('2025-11-16')))
    const lines = linesOf(await bench.proof(day('2025-11-15')))
    expect(lines.map(({ kind }) => kind)).toEqual(['start', 'entry', 'signed'])
    expect(start).toMatchObject({ seq: 2, follows: lines[1]?.kind === 'entry' ? lines[1].hash : '' })
  })

  it('without entries until now name an end that was cut off', async () => {
    await bench.write({ minutes: daysAgo(5) })
    await bench.link(new Date('2025-11-15T12:30:00Z'))
    const id = await bench.write()
    await bench.link()
    await bench.store.db.deleteFrom('audit_log').where('id', '=', id).execute()
    await bench.store.db.deleteFrom('audit_link').where('entry_id', '=', id).execute()
    expect(await bench.verify(await bench.proof(day('2025-11-20')))).toEqual({
      code: 1,
      verdict: 'NOT PROVEN: Entries 2 to 2 are missing: they were signed on 2025-11-20.',
    })
  })

  it('are those of the entries, also of those that were linked together later', async () => {
    for (const count of [5, 4, 3, 0]) await bench.write({ name: `${count} days ago`, minutes: daysAgo(count) + 5 })
    await bench.link()
    const text = await bench.proof(day('2025-11-16'))
    // Each day has a signed head, and its file ends there.
    expect(kindsOf(text)).toEqual(['start', 'entry', 'signed'])
    expect(text).toContain('4 days ago')
    expect(await bench.verify(text, bench.keys.publicJwks)).toMatchObject({ code: 0 })
    const today = await bench.proof(day('2025-11-20'))
    expect(kindsOf(today)).toEqual(['start', 'entry', 'signed'])
    expect((await bench.verify(today)).code).toBe(0)
  })

  it('have heads of their own, in how many steps ever a large number of entries is linked late', async () => {
    await bench.write({ minutes: daysAgo(9) })
    // 500 entries are linked at a time: a day ends within a step, and one with the last entry of a step.
    await sql`insert into audit_log (id, tenant_id, environment_id, at, actor_id, actor_name, actor_roles, resource_type,
        resource_id, resource_name, operation)
      select gen_random_uuid(), tenant_id, environment_id,
        at + case when n < 700 then 1 when n < 1000 then 2 else 3 end * interval '1 day', actor_id, actor_name, actor_roles,
        resource_type, resource_id, resource_name, operation
      from audit_log, generate_series(1, 1200) n order by n`.execute(bench.store.db)
    while ((await bench.link()).more);
    const heads = await bench.store.db
      .selectFrom('audit_head')
      .select(sql<string>`day::text`.as('day'))
      .select(sql<number>`seq::int`.as('seq'))
      .orderBy('audit_head.day')
      .execute()
    expect(heads).toEqual([
      { day: '2025-11-11', seq: 1 },
      { day: '2025-11-12', seq: 700 },
      { day: '2025-11-13', seq: 1000 },
      { day: '2025-11-14', seq: 1201 },
      { day: '2025-11-20', seq: 1201 },
    ])
    for (const [date, entries] of [
      ['2025-11-11', 1],
      ['2025-11-12', 699],
      ['2025-11-13', 300],
      ['2025-11-14', 201],
    ] as const) {
      const text = await bench.proof(day(date))
      expect(
        linesOf(text).map(({ kind }) => kind),
        date,
      ).toEqual(['start', ...Array.from({ length: entries }, () => 'entry'), 'signed'])
      expect(await bench.verify(text, bench.keys.publicJwks), date).toMatchObject({ code: 0 })
    }
  })

  it('that are not over end with the log, whatever was committed late', async () => {
    await bench.write()
    await bench.write({ name: 'Late', minutes: daysAgo(1) })
    await bench.link()
    const text = await bench.proof(day('2025-11-20'))
    expect(kindsOf(text)).toEqual(['start', 'entry', 'entry', 'signed'])
    expect((await bench.verify(text)).code).toBe(0)
  })
})

describe('a file', () => {
  it('with more bytes than it may have is refused while it is written', () => {
    const hash = '0'.repeat(64)
    const line = { kind: 'withheld', seq: 1, entryHash: hash, hash } as const
    const length = Buffer.byteLength(`${JSON.stringify(line)}\n`)
    const { parts, add } = collectProofLines(2 * length)
    add(line)
    add(line)
    expect(() => add(line)).toThrow(expect.objectContaining({ data: { reason: 'export.tooLarge', limit: 2 * length } }))
    expect(parts).toHaveLength(2)
  })

  it('is refused when its time is over, and is no entry', async () => {
    await bench.write()
    await bench.link()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const answer = await bench.requestProof().finally(() => timeout.mockRestore())
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'export.timeout' })
    const exports = bench.store.db.selectFrom('audit_log').select('id').where('operation', '=', 'Export')
    expect(await exports.execute()).toEqual([])
  })
})

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import type { SupportEntry } from '../../contract/lists/support-lists.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
} from '../../http/console-api/testing/console-bench.ts'
import { deleteExpiredSupportEntries } from './expired-entries.ts'
import { readSupportFile, writeSupportFile } from './support-list-file.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['support_entry', 'audit_log'] as const) await bench.store.db.deleteFrom(table).execute()
})

const url = (rest = '', environment: string = places.root) => `/environments/${environment}/lists/support${rest}`
const save = (who: string, values: string[], more: object = {}, list = 'email') =>
  bench.call(who, 'PUT', url(`/${list}`), { values, status: 'Block', ...more })
const page = async (query = '', list = 'email') =>
  (await bench.call('viewer', 'GET', url(`/${list}${query}`))).json as {
    rows: SupportEntry[]
    total: number
    nextCursor: string | null
  }
const audit = () =>
  bench.store.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource_type', '=', 'SupportList')
    .orderBy('at')
    .orderBy('id')
    .execute()
const later = new Date(now.getTime() + 86_400_000).toISOString()
function upload(who: string, text: string, list = 'email', name = 'entries.csv'): Promise<ConsoleAnswer> {
  const body = new FormData()
  body.append('file', new File([text], name))
  return bench.call(who, 'POST', url(`/${list}/import`), undefined, { body })
}
const problems = (answer: ConsoleAnswer) =>
  (
    answer.body as unknown as {
      details: { fileProblems?: { code: string; row: number | null; column: string | null }[] }
    }
  ).details.fileProblems?.map(({ code, row, column }) => [code, row, column])

describe('support lists', () => {
  it('support lists are five, in every environment', async () => {
    await save('engineer', ['a@x.example', 'b@x.example'])
    await save('engineer', ['c@x.example'], { status: 'Safe' })
    expect((await bench.call('viewer', 'GET', url())).json).toMatchObject([
      {
        id: 'email',
        name: 'Email Support List',
        entries: 3,
        safe: 1,
        block: 2,
        watch: 0,
        updatedAt: now.toISOString(),
      },
      { id: 'payment', name: 'Payment Support List', entries: 0, updatedAt: null },
      { id: 'ip', name: 'IP Support List' },
      { id: 'user', name: 'User Support List' },
      { id: 'device', name: 'Device Support List' },
    ])
  })
  it('support lists take values once, without letter case and outer blanks, and change those that are there', async () => {
    expect(
      (
        await save('engineer', ['Ann@x.example', ' ann@X.example ', 'bo@x.example'], {
          reason: 'Chargebacks',
          comments: 'See 12',
          expiresAt: later,
        })
      ).json,
    ).toEqual({ added: 2, updated: 0, unchanged: 0 })
    expect(
      (await save('engineer', ['ANN@x.example'], { reason: 'Chargebacks', comments: 'See 12', expiresAt: later })).json,
    ).toEqual({ added: 0, updated: 0, unchanged: 1 })
    expect((await save('colleague', ['ann@x.example', 'cy@x.example'], { status: 'Safe' })).json).toEqual({
      added: 1,
      updated: 1,
      unchanged: 0,
    })
    const { rows } = await page()
    expect(rows).toMatchObject([
      {
        value: ' ann@X.example '.trim(),
        status: 'Safe',
        reason: '',
        expiresAt: null,
        addedBy: 'Name of engineer',
        updatedBy: 'Name of colleague',
      },
      { value: 'bo@x.example', status: 'Block', reason: 'Chargebacks', comments: 'See 12', expiresAt: later },
      { value: 'cy@x.example' },
    ])
    expect((await audit()).map(({ operation, after }) => [operation, (after as { count: number }).count])).toEqual(
      expect.arrayContaining([
        ['Create', 2],
        ['Update', 2],
      ]),
    )
    expect(await audit()).toHaveLength(2)
  })
  it('support lists find values and take them off; unknown ones are named', async () => {
    await save('engineer', ['a@x.example', 'b@x.example'])
    expect(
      (await bench.call('viewer', 'POST', url('/email/find'), { values: ['A@x.example', 'z@x.example'] })).json,
    ).toMatchObject([{ value: 'a@x.example', status: 'Block' }])
    expect(
      (
        await bench.call('engineer', 'POST', url('/email/remove'), {
          values: ['A@x.example ', 'z@x.example'],
          comments: 'Cleared',
        })
      ).json,
    ).toEqual({ removed: 1, notFound: ['z@x.example'] })
    expect((await page()).rows.map(({ value }) => value)).toEqual(['b@x.example'])
    expect((await audit()).find(({ operation }) => operation === 'Delete')).toMatchObject({
      before: { count: 1, entries: [{ value: 'a@x.example' }] },
      after: { comments: 'Cleared' },
    })
  })
  it('support lists show pages by value and by time, and what fits a filter', async () => {
    await save(
      'engineer',
      Array.from({ length: 25 }, (_, n) => `u${String(n).padStart(2, '0')}@x.example`),
    )
    await save('engineer', ['w@y.example'], { status: 'Watch' })
    const first = await page('?limit=20')
    const second = await page(`?limit=20&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    expect([first.rows.length, second.rows.length, first.total, second.nextCursor]).toEqual([20, 6, 26, null])
    expect(new Set([...first.rows, ...second.rows].map(({ value }) => value)).size).toBe(26)
    const byTime = await page('?limit=20&sort=updatedAt&direction=desc')
    const rest = await page(
      `?limit=20&sort=updatedAt&direction=desc&cursor=${encodeURIComponent(byTime.nextCursor ?? '')}`,
    )
    expect(new Set([...byTime.rows, ...rest.rows].map(({ value }) => value)).size).toBe(26)
    expect([
      (await page('?status=Watch')).rows.map(({ value }) => value),
      (await page('?search=U1')).total,
      (await page('?search=%25')).total,
    ]).toEqual([['w@y.example'], 10, 0])
    for (const cursor of ['x', '["1","a"]', '["2026-01-01","a"]']) {
      for (const sort of ['value', 'updatedAt'])
        expect(
          (await bench.call('viewer', 'GET', url(`/email?sort=${sort}&cursor=${encodeURIComponent(cursor)}`))).status,
        ).toBe(422)
    }
  })
  it('support lists do not show what has expired, and clear it away', async () => {
    const { db } = bench.store
    await save('engineer', ['old@x.example', 'new@x.example'], { expiresAt: later })
    await db.updateTable('support_entry').set({ expires_at: now }).where('key', '=', 'old@x.example').execute()
    expect((await page()).rows.map(({ value }) => value)).toEqual(['new@x.example'])
    expect((await bench.call('viewer', 'POST', url('/email/find'), { values: ['old@x.example'] })).json).toEqual([])
    // An expired entry that is added again is a new one.
    expect((await save('colleague', ['old@x.example'])).json).toEqual({ added: 1, updated: 0, unchanged: 0 })
    expect((await page('?search=old')).rows).toMatchObject([{ addedBy: 'Name of colleague' }])
    await db.updateTable('support_entry').set({ expires_at: now }).where('key', '=', 'old@x.example').execute()
    expect([await deleteExpiredSupportEntries(db, now), await deleteExpiredSupportEntries(db, now)]).toEqual([1, 0])
  })
  it.each<[string, string, string[], object, (string | number)[]]>([
    ['an empty value', 'email', [' '], {}, ['values', 0]],
    ['a long value', 'user', ['x'.repeat(257)], {}, ['values', 0]],
    ['a control character', 'user', ['a\u0007'], {}, ['values', 0]],
    ['no address', 'email', ['ann'], {}, ['values', 0]],
    ['no IP address', 'ip', ['1.2.3.4', '1.2.3'], {}, ['values', 1]],
    ['no value', 'email', [], {}, ['values']],
    ['an expiry in the past', 'email', ['a@x.example'], { expiresAt: now.toISOString() }, ['expiresAt']],
    ['an endless reason', 'email', ['a@x.example'], { reason: 'x'.repeat(201) }, ['reason']],
  ])('refuse %s', async (_what, list, values, more, path) => {
    const answer = await save('engineer', values, more, list)
    expect([answer.status, answer.body]).toMatchObject([422, { details: { issues: [{ path }] } }])
    expect(await audit()).toEqual([])
  })
  it('a support list has a limited number of entries', async () => {
    const part = 20_000
    for (let from = 1; from <= listLimits.entries; from += part) {
      await sql`insert into support_entry (environment_id, list, key, value, status, reason, comments, added_by_name, added_at, updated_by, updated_by_name, updated_at)
        select ${places.root}::uuid, 'user', n::text, n::text, 'Block', '', '', 'E', now(), ${places.root}::uuid, 'E', now() from generate_series(${from}::int, ${from + part - 1}::int) n`.execute(
        bench.store.db,
      )
    }
    expect((await save('engineer', ['one more'], {}, 'user')).body).toMatchObject({ code: 'lists.entryLimit' })
    expect((await save('engineer', ['17'], { status: 'Safe' }, 'user')).json).toEqual({
      added: 0,
      updated: 1,
      unchanged: 0,
    })
    // Expired entries do not count towards the limit, even before they are deleted.
    await bench.store.db
      .updateTable('support_entry')
      .set({ expires_at: now })
      .where('key', 'in', ['18', '19'])
      .execute()
    expect((await save('engineer', ['18', 'one more'], {}, 'user')).json).toEqual({
      added: 2,
      updated: 0,
      unchanged: 0,
    })
    expect((await save('engineer', ['19'], {}, 'user')).body).toMatchObject({ code: 'lists.entryLimit' })
  }, 120_000)
  it('an exported entry is no formula, and comes back as it was', () => {
    const values = ["=cmd|' /C calc'!A0", '+49 170 1', '-1', '@SUM(1)', "'=x", "'plain", 'plain=1']
    const now = new Date()
    const entries = values.map(value => ({ value, status: 'Block', reason: value, comments: value, expiresAt: null }))
    const text = writeSupportFile(entries.map(each => ({ ...each, updatedBy: '=E', updatedAt: now })))
    expect(text).not.toMatch(/(^|[,"\n])[=+\-@\t\r](?!\n)/m)
    const read = runSync(readSupportFile(new TextEncoder().encode(text), 'list.csv', null, now))
    expect(read.entries.map(({ value, reason, comments }) => [value, reason, comments])).toEqual(
      values.map(value => [value, value, value]),
    )
  })
  it('support lists are exported and imported', async () => {
    await save('engineer', ['a@x.example', '"q"@x.example'], { reason: 'Says, "no"', expiresAt: later })
    const exported = await bench.app.request(`/api/console/v1${url('/export')}`, {
      method: 'POST',
      headers: { authorization: 'Bearer viewer', 'content-type': 'application/json' },
      body: JSON.stringify({ lists: ['email'] }),
    })
    const text = await exported.text()
    expect(text.split('\r\n')[0]).toBe('Value,Status,Reason,Expiration date,Comments,Updated by,Updated at')
    expect(exported.headers.get('content-disposition')).toContain('Email Support List.csv')
    expect((await upload('engineer', text)).json).toEqual({ added: 0, updated: 0, unchanged: 2 })
    await bench.store.db.deleteFrom('support_entry').execute()
    expect((await upload('engineer', text)).json).toEqual({ added: 2, updated: 0, unchanged: 0 })
    expect((await page()).rows).toMatchObject([
      { value: '"q"@x.example', reason: 'Says, "no"', expiresAt: later },
      { value: 'a@x.example' },
    ])
    expect((await upload('engineer', 'status,VALUE\nwatch,a@x.example\n')).json).toEqual({
      added: 0,
      updated: 1,
      unchanged: 0,
    })
  })
  it('support lists import more values than a statement has parameters', async () => {
    const values = Array.from({ length: 70_000 }, (_, index) => `v${index}@x.example`)
    const file = (status: string) => `Value,Status\n${values.map(value => `${value},${status}`).join('\n')}\n`
    const counts = { added: 0, updated: 0, unchanged: 0 }
    expect((await upload('engineer', file('Block'))).json).toEqual({ ...counts, added: 70_000 })
    expect((await upload('engineer', file('Block'))).json).toEqual({ ...counts, unchanged: 70_000 })
    await bench.store.db
      .updateTable('support_entry')
      .set({ expires_at: new Date(0) })
      .execute()
    expect((await upload('engineer', file('Watch'))).json).toEqual({ ...counts, added: 70_000 })
    expect((await page()).total).toBe(70_000)
  }, 60_000)
  it.each<[string, string, string, [string, number | null, string | null][]]>([
    ['a column is missing', 'email', 'Value\na@x.example', [['LST020', 1, 'Status']]],
    ['a value is empty', 'user', 'Value,Status\n ,Block', [['LST015', 2, 'Value']]],
    ['a value is there twice', 'user', 'Value,Status\na,Block\nb,Safe\n A,Safe', [['LST016', 4, 'Value']]],
    ['a status is unknown', 'user', 'Value,Status\na,Bad', [['LST017', 2, 'Status']]],
    ['a date is past', 'user', 'Value,Status,Expiration date\na,Safe,2020-01-01', [['LST018', 2, 'Expiration date']]],
    ['a date is none', 'user', 'Value,Status,Expiration date\na,Safe,soon', [['LST018', 2, 'Expiration date']]],
    ...['2027-02-30', '2027-04-31T10:00Z', '2027-01-01 25:00'].map(
      (day): [string, string, string, [string, number | null, string | null][]] => [
        `a calendar does not have ${day}`,
        'user',
        `Value,Status,Expiration date\na,Safe,${day}`,
        [['LST018', 2, 'Expiration date']],
      ],
    ),
    ['a value is too long', 'user', `Value,Status\n${'x'.repeat(257)},Safe`, [['LST019', 2, 'Value']]],
    ['a value is of another kind', 'ip', 'Value,Status\n1.1.1.1,Safe\nhome,Safe', [['LST021', 3, 'Value']]],
    ['a row is short', 'user', 'Value,Status\na', [['LST005', 2, null]]],
  ])('refuse a file whole when %s', async (_what, list, text, expected) => {
    const answer = await upload('engineer', text, list)
    expect([answer.status, problems(answer)]).toEqual([422, expected])
    expect((await page('', list)).total).toBe(0)
  })
  it('support lists read dates in UTC when they name no zone, wherever the service runs', () => {
    const dates = [
      ['2027-01-01', '2027-01-01T00:00:00.000Z'],
      ['2027-01-01 10:00', '2027-01-01T10:00:00.000Z'],
      ['2027-01-01T10:00:30.5', '2027-01-01T10:00:30.500Z'],
      ['2028-02-29T10:00+0230', '2028-02-29T07:30:00.000Z'],
    ] as const
    const script = `
      const { readSupportFile } = await import(${JSON.stringify(new URL('support-list-file.ts', import.meta.url).href)})
      const { runSync } = await import(${JSON.stringify(new URL('../../contract/cooperative.ts', import.meta.url).href)})
      const file = new TextEncoder().encode(${JSON.stringify(`Value,Status,Expiration date\n${dates.map(([day], index) => `v${index},Safe,${day}`).join('\n')}`)})
      console.log(JSON.stringify(runSync(readSupportFile(file, 'x.csv', 'user', new Date(0))).entries.map(({ expiresAt }) => expiresAt)))`
    // The time zone is fixed for a whole process.
    const read = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'America/New_York' },
    })
    expect(JSON.parse(read)).toEqual(dates.map(([, expected]) => expected))
  })
  it('support lists read back what they write', () => {
    const text = (longest: number) =>
      fc.string({ maxLength: longest }).map(each =>
        each
          .toWellFormed()
          .replace(/\p{Cc}/gu, '')
          .trim(),
      )
    const entry = fc.record({
      value: text(8).filter(each => each !== ''),
      status: fc.constantFrom('Safe', 'Block', 'Watch'),
      reason: text(8),
      comments: text(8),
      expiresAt: fc.constantFrom(null, new Date(later)),
    })
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: each => each.value.toLowerCase(), maxLength: 6 }), entries => {
        const file = writeSupportFile(entries.map(each => ({ ...each, updatedBy: 'E', updatedAt: now })))
        expect(runSync(readSupportFile(new TextEncoder().encode(file), 'x.csv', 'user', now))).toEqual({
          entries,
          problems: [],
        })
      }),
      { numRuns: 300 },
    )
  })
})

describe('the status of a single value', () => {
  const path = (environment: string = places.root) => `/environments/${environment}/support-entries`
  const set = (who: string, status: string | null, value = 'ann@x.example') =>
    bench.call(who, 'PUT', path(), { list: 'email', value, status, reason: 'Called' })
  it('the status of a single value is set and taken away by support staff, who do not open the page', async () => {
    expect((await set('support', 'Block')).json).toMatchObject({
      value: 'ann@x.example',
      status: 'Block',
      reason: 'Called',
      addedBy: 'Name of support',
    })
    expect(
      (
        await bench.call('support', 'POST', path(), {
          entities: [
            { list: 'email', value: 'ANN@x.example' },
            { list: 'user', value: 'u1' },
          ],
        })
      ).json,
    ).toMatchObject([{ list: 'email', entry: { status: 'Block' } }])
    expect((await set('support', null)).json).toBeNull()
    expect((await set('support', null)).json).toBeNull()
    expect((await bench.call('support', 'GET', url('/email'))).body).toMatchObject({ code: 'forbidden' })
    expect((await audit()).map(({ operation }) => operation).sort()).toEqual(['Create', 'Delete'])
  })
  it('its changes are listed from the latest to the first, with who made them, in its environment alone', async () => {
    // The time of the service stands still: entries of one time have no order.
    const letTimePass = () => sql`update audit_log set at = at - interval '1 minute'`.execute(bench.store.db)
    await set('support', 'Block')
    await letTimePass()
    await set('support', null)
    await letTimePass()
    await set('support', 'Watch', 'other@x.example')
    const history = (who: string, environment?: string) =>
      bench.call(who, 'POST', `${path(environment)}/history`, {
        entities: [
          { list: 'email', value: ' ANN@x.example' },
          { list: 'user', value: 'other@x.example' },
        ],
      })
    expect((await history('support')).json).toMatchObject([
      { list: 'email', value: 'ann@x.example', status: null, by: 'Name of support' },
      { list: 'email', value: 'ann@x.example', status: 'Block', reason: 'Called', expiresAt: null },
    ])
    expect((await history('support', places.us)).json).toEqual([])
    expect((await history('outsider')).status).toBe(404)
    expect((await history('engineer')).status).toBe(200)
  })
  it('the status of a single value is nothing that viewers, others and other tenants change', async () => {
    expect((await set('viewer', 'Block')).body).toMatchObject({
      code: 'forbidden',
      details: { capability: 'lists.support.entry' },
    })
    for (const [who, environment] of [
      ['engineer', places.foreign],
      ['outsider', places.root],
      ['nobody', places.root],
      ['engineer', places.box],
    ] as const) {
      expect(
        (await bench.call(who, 'PUT', path(environment), { list: 'email', value: 'a@x.example', status: 'Block' }))
          .status,
      ).toBe(404)
    }
  })
})

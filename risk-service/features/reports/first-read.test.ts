import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SummaryReport } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import type { Db } from '../../ports/database.ts'
import { followReports } from './refresh/follow-reports.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { randomRecord } from './testing/random-records.ts'
import { loginForm, storeRecords, tenantForm } from './testing/store-records.ts'
import { coveredDay as day, isCovered, placeRecord } from './testing/summary-recount.ts'

let bench: ConsoleBench
let db: Db
beforeEach(async () => {
  bench = await openConsoleBench()
  db = bench.store.db
})
afterEach(() => bench.close())

// More than a piece.
const records = fc.sample(randomRecord, { numRuns: 1300, seed: 12 }).map((record, index) => ({
  ...placeRecord(record, index),
  environmentId: places.eu,
}))
const covered = records.filter(isCovered).length
const range = { from: day(0), to: day(123) }
const country = records.find(({ attrs }) => attrs.country)?.attrs.country ?? ''
const filter = { attributes: { country: [country] } }
const parts = () => ({ db, clock: () => now, log: silentLog })

async function ask<Report = SummaryReport>(input: object = {}, report = 'summary', environment: string = places.eu) {
  const { status, json } = await bench.call('admin', 'POST', `/environments/${environment}/reports/${report}`, {
    ...range,
    ...input,
  })
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Report
}

/** Runs work that reads transactions in pieces, and something else once, after the first piece. */
async function afterFirstPiece(
  read: (options: { cycle: { rest: () => Promise<void> } }) => Promise<void>,
  work: () => Promise<void>,
) {
  let done = false
  const rest = async () => {
    const { rows } = await sql`select from report_transaction limit 1`.execute(db)
    if (done || rows.length === 0) return
    done = true
    await work()
  }
  await read({ cycle: { rest } })
  expect(done).toBe(true)
}

const reports = ['summary', 'rules', 'scores', 'threats'] as const
async function expectAll(firstRead: boolean, environment: string = places.eu) {
  for (const report of reports)
    for (const input of [{}, filter])
      expect(await ask<object>(input, report, environment), `${report} ${JSON.stringify(input)}`).toMatchObject({
        firstRead,
      })
}

it('every report of an environment that is being read for the first time says so, and is not stored', async () => {
  await storeRecords(db, records)
  await expectAll(true)
  await afterFirstPiece(
    options => refreshReports(parts(), options),
    () => expectAll(true),
  )
  await expectAll(false)
  expect((await ask()).kpis.transactionVolume).toBe(covered)
  expect((await ask(filter)).kpis.transactionVolume).toBeGreaterThan(0)
})

it('so does one that covers an environment not read yet, beside one that is', async () => {
  await storeRecords(db, records)
  await refreshReports(parts())
  await db.deleteFrom('report_refresh').where('environment_id', '=', places.eu).execute()
  await expectAll(true, places.root)
  const own = { environmentIds: [places.us] }
  expect(await ask(own, 'summary', places.root)).toMatchObject({ firstRead: false })
  // It is not read: nothing would ever come.
  await db.updateTable('environment').set({ status: 'Deleting' }).where('id', '=', places.eu).execute()
  await expectAll(false, places.root)
})

it('so does one while the very first events of an environment are added', async () => {
  await refreshReports(parts())
  await expectAll(false)
  await storeRecords(db, records)
  // They were stored a moment after the environment was read.
  await sql`update report_refresh set refreshed_at = refreshed_at - interval '1 year'`.execute(db)
  await afterFirstPiece(
    options => followReports(parts(), options),
    () => expectAll(true),
  )
  await expectAll(false)
  expect((await ask()).kpis.transactionVolume).toBe(covered)
})

it('so does one while more events are added than the environment had, as after an import', async () => {
  await storeRecords(db, records.slice(0, 20), loginForm)
  await refreshReports(parts())
  await expectAll(false)
  // Their ids are of now, and their times of the past.
  await storeRecords(db, records)
  await afterFirstPiece(
    options => followReports(parts(), options),
    () => expectAll(true),
  )
  await expectAll(false)
  expect((await ask()).kpis.transactionVolume).toBe(covered)
})

it('a few imported events are added without it', async () => {
  await storeRecords(db, records.slice(0, 20), loginForm)
  await refreshReports(parts())
  await storeRecords(db, records.slice(0, 100))
  await afterFirstPiece(
    options => followReports(parts(), options),
    () => expectAll(false),
  )
})

it('an assessment whose reports are on again says so until its own events are read, not all of the environment', async () => {
  await storeRecords(db, records.slice(0, 20), loginForm)
  await storeRecords(db, records)
  await refreshReports(parts())
  await db
    .updateTable('report_refresh')
    .set({ event_types: ['purchase', 'accountcreation'] })
    .execute()
  const input = { assessment: 'accountlogin' }
  expect(await ask(input)).toMatchObject({ firstRead: true })
  const states: boolean[] = []
  const rest = async () => void states.push((await ask(input)).firstRead)
  await followReports(parts(), { cycle: { rest } })
  // The logins are one piece, and before the purchases, which are two.
  expect(states.slice(0, 3)).toEqual([true, false, false])
  expect(await ask(input)).toMatchObject({ firstRead: false, hasData: true })
})

it('a pass that was aborted among the very first events leaves nothing to wait for', async () => {
  await refreshReports(parts())
  await storeRecords(db, records.slice(0, 100))
  await sql`update report_refresh set refreshed_at = refreshed_at - interval '1 year'`.execute(db)
  await followReports(parts())
  await sql`update report_refresh set refreshed_at = refreshed_at - interval '1 year', transactions = 0`.execute(db)
  await expectAll(true)
  await followReports(parts())
  await expectAll(false)
})

it('so does one of an assessment that the environment was not read with yet', async () => {
  await refreshReports(parts())
  await db
    .insertInto('assessment')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      kind: 'wizard',
      template: 'MoneyTransfer',
      api_name: 'Signup',
      friendly_name: 'Signup',
      schema: JSON.stringify({ sections: ['metadata'], custom: [] }),
      settings: '{}',
      observations: '[]',
      has_label: true,
      sample: '{}',
      created_by: randomUUID(),
      created_by_name: 'Ada',
    })
    .execute()
  await storeRecords(db, records, tenantForm('Signup'))
  const input = { assessment: 'Signup' }
  expect(await ask(input)).toMatchObject({ firstRead: true })
  await afterFirstPiece(
    options => followReports(parts(), options),
    async () => expect(await ask(input)).toMatchObject({ firstRead: true }),
  )
  expect(await ask(input)).toMatchObject({ firstRead: false, hasData: true })
})

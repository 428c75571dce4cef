import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { firstIdAt } from '../../../kernel/event-ids.ts'
import type { Db } from '../../../ports/database.ts'
import { storeGraphPurchase } from '../../graph/testing/graph-events.ts'
import { randomRecord } from '../testing/random-records.ts'
import { storeRecords } from '../testing/store-records.ts'
import { placeRecord } from '../testing/summary-recount.ts'
import { followReports } from './follow-reports.ts'
import { refreshReports } from './refresh-reports.ts'

const minuteMs = 60_000
const steps = 5
const stepMs = 10 * minuteMs
const startOf = (step: number): Date => new Date(now.getTime() + step * stepMs)
const cycle = { rest: () => Promise.resolve() }

let bench: ConsoleBench
let db: Db
let written: string[]
beforeEach(async () => {
  bench = await openConsoleBench()
  db = bench.store.db
  written = []
})
afterEach(() => bench.close())

const partsAt = (time: Date) => ({
  db,
  clock: () => time,
  log: { write: (_level: number, event: string) => void written.push(event) },
})
const refresh = (time: Date) => refreshReports(partsAt(time), { cycle })
const follow = (time: Date) => followReports(partsAt(time), { cycle })

/** What reports count, with rules in place of the numbers of their paths, and without sums of nothing. */
async function counted(): Promise<Record<string, unknown[]>> {
  const named = sql`(select concat_ws('|', p.rule_id, p.rule, p.clause, p.observed) from report_path p
    where p.environment_id = t.environment_id and p.path = t.path)`
  const tables = {
    report_transaction: named,
    report_path_day: named,
    report_path_score: named,
    report_day: null,
    report_score: null,
    report_later_day: null,
    report_value: null,
    report_delay: null,
    report_clause_day: null,
  }
  const found: Record<string, unknown[]> = {}
  for (const [table, path] of Object.entries(tables)) {
    const { rows } = await sql<{ row: unknown }>`select row from (
      select ${path === null ? sql`to_jsonb(t)` : sql`jsonb_set(to_jsonb(t), '{path}', to_jsonb(${path}))`} as row
      from ${sql.table(table)} t) as r order by row::text`.execute(db)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Compares what is stored with a reading of everything into empty tables. */
async function expectWhole(time: Date): Promise<void> {
  const followed = await counted()
  for (const table of [...Object.keys(followed), 'report_path', 'report_refresh'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await refresh(time)
  const whole = await counted()
  for (const [table, rows] of Object.entries(whole)) expect(followed[table], table).toEqual(rows)
  expect(written).toEqual([])
}

const heldTables = ['event', 'event_body', 'event_key', 'data_event', 'event_label'] as const
const timeOf = (table: (typeof heldTables)[number]) => (table === 'event_label' ? 'received_at' : 'at')

/** Has a part of the events, and of what is said of them, arrive in later steps. */
async function holdBack(): Promise<void> {
  const step = (id: string) => sql`(abs(hashtext(${sql.ref(id)})) % ${sql.lit(steps)})`
  const time = (id: string) => sql`${now}::timestamptz + ${step(id)} * interval '10 minutes'`
  const ofEvent = sql`update event_body b set at = ${time('k.external_id')} from event_key k
    where k.event_id = b.event_id and k.environment_id = b.environment_id and ${step('k.external_id')} > 0`
  await ofEvent.execute(db)
  await sql`update event set at = ${time('external_id')} where ${step('external_id')} > 0`.execute(db)
  await sql`update event_key set at = ${time('external_id')} where ${step('external_id')} > 0`.execute(db)
  const arrival = (subject: string, id: string) => sql`greatest(${step(subject)}, ${step(id)})`
  await sql`update data_event set at = ${now}::timestamptz + ${arrival('subject_id', 'event_key')} * interval '10 minutes',
    received_at = ${now}::timestamptz + ${arrival('subject_id', 'event_key')} * interval '10 minutes'
    where ${arrival('subject_id', 'event_key')} > 0`.execute(db)
  await sql`update event_label set received_at = ${now}::timestamptz + ${arrival('object_id', 'label_key')} * interval '10 minutes'
    where ${arrival('object_id', 'label_key')} > 0`.execute(db)
  for (const table of heldTables) {
    const later = sql`${sql.ref(timeOf(table))} > ${now}::timestamptz`
    await sql`create table ${sql.table(`held_${table}`)} as select * from ${sql.table(table)} where ${later}`.execute(
      db,
    )
    await sql`delete from ${sql.table(table)} where ${later}`.execute(db)
  }
}

async function arrive(step: number): Promise<void> {
  for (const table of heldTables)
    await sql`insert into ${sql.table(table)} select * from ${sql.table(`held_${table}`)}
      where ${sql.ref(timeOf(table))} = ${startOf(step)}::timestamptz`.execute(db)
}

describe('what is followed', () => {
  it('equals a whole reading, whatever arrives when and how often it is read', async () => {
    const records = fc.sample(randomRecord, { numRuns: 400, seed: 7 }).map(placeRecord)
    await storeRecords(db, records)
    await holdBack()
    await refresh(new Date(now.getTime() + minuteMs))
    for (let step = 1; step < steps; step++) {
      await arrive(step)
      await follow(new Date(startOf(step).getTime() + minuteMs / 2))
      // Read again at once: nothing changes.
      await follow(new Date(startOf(step).getTime() + minuteMs))
    }
    const refreshed = await db.selectFrom('report_refresh').select(['refreshed_at', 'whole_at']).execute()
    const last = new Date(startOf(steps - 1).getTime() + minuteMs)
    for (const { refreshed_at, whole_at } of refreshed)
      expect([refreshed_at, whole_at]).toEqual([last, new Date(now.getTime() + minuteMs)])
    await expectWhole(last)
  })

  it('has a label of a user change all of the transactions of that user', async () => {
    for (const [id, hoursAgo] of [
      ['P-1', 40 * 24],
      ['P-2', 5],
    ] as const)
      await storeGraphPurchase(db, { id, user: 'u1', hoursAgo })
    await storeGraphPurchase(db, { id: 'P-3', user: 'u2', hoursAgo: 5 })
    await refresh(now)
    await db
      .insertInto('event_label')
      .values({
        environment_id: places.root,
        label_key: 'Account\nu1',
        object_type: 'Account',
        object_id: 'u1',
        is_fraud: true,
        label_at: now,
        received_at: startOf(1),
        body: '{}',
      })
      .execute()
    await follow(startOf(2))
    const fraud = await sql`select 1 from report_transaction where fraud_day is not null`.execute(db)
    expect(fraud.rows).toHaveLength(2)
    await expectWhole(startOf(2))
  })
})

it('an environment that reports never read is read whole', async () => {
  await storeGraphPurchase(db, { id: 'P-1', environmentId: places.us })
  await follow(now)
  const rows = await db.selectFrom('report_day').select(['environment_id', 'events']).execute()
  expect(rows).toEqual([{ environment_id: places.us, events: 1 }])
})

it('an event that is imported with a date of the past is followed', async () => {
  await refresh(now)
  await storeGraphPurchase(db, { id: 'P-old', hoursAgo: 30 * 24, eventId: firstIdAt(startOf(1)) })
  await follow(startOf(2))
  expect((await sql`select 1 from report_transaction`.execute(db)).rows).toHaveLength(1)
  await expectWhole(startOf(2))
})

it('deleted events leave the reports with the next whole reading, with the tests of their clauses', async () => {
  await storeRecords(db, fc.sample(randomRecord, { numRuns: 60, seed: 9 }).map(placeRecord))
  await refresh(now)
  await sql`delete from event where abs(hashtext(external_id)) % 3 = 0`.execute(db)
  const tomorrow = new Date(now.getTime() + 24 * 60 * minuteMs)
  await refresh(tomorrow)
  const [{ left = 0 } = {}] = (
    await sql<{ left: number }>`select count(*)::int as left from report_transaction t
      where not exists (select from event e where e.event_id = t.event_id)`.execute(db)
  ).rows
  expect(left).toBe(0)
  const { report_day: days, report_later_day: laterDays, ...others } = await counted()
  expect([days?.length, laterDays?.length].every(Boolean)).toBe(true)
  for (const table of [...Object.keys(others), 'report_path', 'report_refresh'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`delete from report_day`.execute(db)
  await sql`delete from report_later_day`.execute(db)
  await refresh(tomorrow)
  const whole = await counted()
  for (const [table, rows] of Object.entries(others)) expect(rows, table).toEqual(whole[table])
})

it('an assessment whose reports were off for a time is read whole', async () => {
  await refresh(now)
  await follow(startOf(1))
  const types = await db.selectFrom('report_refresh').select('event_types').executeTakeFirstOrThrow()
  expect(types.event_types).toEqual(['purchase', 'accountcreation', 'accountlogin'])
  await db
    .updateTable('report_refresh')
    .set({ event_types: [...types.event_types, 'off'] })
    .execute()
  await follow(startOf(2))
  expect(
    (await db.selectFrom('report_refresh').select('event_types').executeTakeFirstOrThrow()).event_types,
  ).not.toContain('off')
})

it('an assessment whose reports are switched on is read whole', async () => {
  await storeGraphPurchase(db, { id: 'P-1' })
  await refresh(now)
  await db
    .updateTable('report_refresh')
    .set({ event_types: ['accountlogin', 'accountcreation'] })
    .execute()
  await follow(startOf(1))
  const [row] = await db
    .selectFrom('report_refresh')
    .select(['whole_at', 'event_types'])
    .where('environment_id', '=', places.root)
    .execute()
  expect(row?.whole_at).toEqual(startOf(1))
  expect(row?.event_types).toContain('purchase')
})

it('what is committed late is read by the next pass', async () => {
  await refresh(now)
  await follow(startOf(1))
  // Half a minute before the pass that did not see it.
  await storeGraphPurchase(db, { id: 'P-late', hoursAgo: -(stepMs - minuteMs / 2) / 3_600_000 })
  await follow(new Date(startOf(1).getTime() + minuteMs / 2))
  expect((await sql`select 1 from report_transaction`.execute(db)).rows).toHaveLength(1)
  await expectWhole(new Date(startOf(1).getTime() + minuteMs / 2))
})

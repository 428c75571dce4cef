import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObservedReport, ReportedAssessment } from '../../contract/index.ts'
import { parseObservedField } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { followReports } from './refresh/follow-reports.ts'
import { refreshReports } from './refresh/refresh-reports.ts'
import { recountObserved } from './testing/observed-recount.ts'
import { randomRecord } from './testing/random-records.ts'
import { type PlacedRecord, storeRecords, tenantForm } from './testing/store-records.ts'
import { coveredDay, isCovered, placeRecord, randomInput } from './testing/summary-recount.ts'
import { insertTenantAssessment, tenantType } from './testing/tenant-assessment.ts'

const records = fc
  .sample(randomRecord, { numRuns: 600, seed: 60 })
  .map(placeRecord)
  // No observation of a tenant assessment is a refund.
  .map(record => ({ ...record, refunds: [] }))
const range = { from: coveredDay(0), to: coveredDay(122) }
const scope: readonly string[] = [places.root, places.eu, places.us]
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const cycle = { rest: () => Promise.resolve() }

/** More labels than a chart has values. */
const sourceOf = ({ id }: PlacedRecord): string => `source ${Number(id.slice(1)) % 31}`
const valueOf: Record<string, (record: PlacedRecord) => string | null> = {
  'Outcome:statusDetails.statusType': ({ final }) => final,
  'BankAnswer:bank.status': ({ bank }) => bank.at(-1)?.status ?? null,
  ':labelState': ({ labels }) => {
    // The last of equal times stands behind.
    const last = labels.at(-1)
    return last === undefined ? null : last.isFraud ? 'Fraud' : 'FalsePositive'
  },
  ':labelSource': record => (record.labels.length === 0 ? null : sourceOf(record)),
}

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertTenantAssessment(db, { sections: ['metadata'], reports: { observed: Object.keys(valueOf) } })
  await storeRecords(db, records, tenantForm(tenantType))
  for (const record of records)
    if (record.labels.length > 0)
      await sql`update event_label set body = json_build_object('labelSource', ${sourceOf(record)}::text,
        'labelState', case when is_fraud then 'Fraud' else 'falsepositive' end) where object_id = ${record.id}`.execute(
        db,
      )
  await sql`update event_label set body = jsonb_set(body::jsonb, '{labelState}', '"FalsePositive"')
    where not is_fraud`.execute(db)
  await refreshReports({ db, clock: () => now, log: silentLog })
  offer(Object.keys(valueOf))
})
afterAll(() => bench.close())

/** Has the engine offer fields of the assessment, as it does after it has read its settings. */
function offer(keys: readonly string[]): void {
  const { assessments } = bench.engine
  bench.engine.assessments = environmentId =>
    assessments(environmentId).map(each =>
      each.key === tenantType ? { ...each, observedFields: keys.flatMap(key => parseObservedField(key) ?? []) } : each,
    )
}
const ask = (who: string, environment: string, input: object) =>
  bench.call(who, 'POST', `/environments/${environment}/reports/observed`, {
    assessment: tenantType,
    ...range,
    ...input,
  })
async function report(input: object): Promise<ObservedReport> {
  const { status, json } = await ask('viewer', places.root, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as ObservedReport
}

describe('the values of observations', () => {
  it.each(['time', 'score'] as const)('are those of a recount of the events, by %s, with any filter', async by => {
    const covered = records.filter(isCovered)
    let others = 0
    for (const input of fc.sample(randomInput(['DE', 'NL', '(blank)']), { numRuns: 15, seed: 61 })) {
      const found = await report({ ...input, by })
      const expected = recountObserved(covered, scope, { ...input, by } as never, valueOf, found)
      expect(found.fields, JSON.stringify(input)).toEqual(expected)
      others += found.fields.filter(({ values }) => values.includes('')).length
    }
    expect(others).toBeGreaterThan(2)
  })
  it('of a whole range are shares of the transactions with a value', async () => {
    const { fields, volume, hasData, bins } = await report({})
    expect([hasData, bins]).toEqual([true, []])
    for (const { values, volumes, volume: ofField } of fields) {
      expect(values.length).toBeGreaterThan(1)
      expect(volumes.flat().reduce((sum, each) => sum + each, 0)).toBe(ofField)
      expect(ofField).toBeLessThan(volume)
    }
  })
  it('that are received later are followed', async () => {
    const { db } = bench.store
    const [record] = records.filter(
      each => isCovered(each) && each.environmentId === places.root && each.final === null,
    )
    const count = async () => {
      const [field] = (await report({ environmentIds: [places.root] })).fields
      const place = field?.values.indexOf('Paid') ?? -1
      return place < 0 ? 0 : (field?.volumes.reduce((sum, each) => sum + (each[place] ?? 0), 0) ?? 0)
    }
    expect(await count()).toBe(0)
    await db
      .insertInto('data_event')
      .values({
        environment_id: places.root,
        at: minutesLater(1),
        data_id: randomUUID(),
        event_type: `${tenantType}:Outcome`,
        event_key: 'later',
        entity_id: record?.id ?? '',
        subject_type: tenantType,
        subject_id: record?.id ?? '',
        happened_at: minutesLater(1),
        received_at: minutesLater(1),
        body: JSON.stringify({ statusDetails: { statusType: 'Paid' } }),
      })
      .execute()
    await followReports({ db, clock: () => minutesLater(2), log: silentLog }, { cycle })
    expect(await count()).toBe(1)
  })
  it('whose text is cut within a character do not fail the report', async () => {
    const { db } = bench.store
    const record = records.findLast(each => isCovered(each) && each.environmentId === places.root)
    const text = 'x'.repeat(199)
    await db
      .insertInto('data_event')
      .values({
        environment_id: places.root,
        at: minutesLater(4),
        data_id: randomUUID(),
        event_type: `${tenantType}:Outcome`,
        event_key: 'long',
        entity_id: record?.id ?? '',
        subject_type: tenantType,
        subject_id: record?.id ?? '',
        happened_at: minutesLater(4),
        received_at: minutesLater(4),
        body: JSON.stringify({ statusDetails: { statusType: `${text}😀` } }),
      })
      .execute()
    await followReports({ db, clock: () => minutesLater(5), log: silentLog }, { cycle })
    const [field] = (await report({ environmentIds: [places.root] })).fields
    expect(field?.values).toContain(`${text}\uFFFD`)
  })
  it('of labels without a verdict are counted, and leave the figures of fraud as they are', async () => {
    const { db } = bench.store
    const isPlaced = (each: PlacedRecord) => isCovered(each) && each.environmentId === places.root
    const [own, ofUser] = records.filter(each => isPlaced(each) && each.labels.length === 0)
    const rows = async () => {
      const { rows: found } = await sql<{ external_id: string; observed_values: string | null }>`
        select k.external_id, t.outcome, t.fraud_day, t.signals, t.observed_values
        from report_transaction t join event_key k using (environment_id, event_type, event_id)
        where t.event_type = ${tenantType} and k.external_id = any(${[own?.id, ofUser?.id]}::text[])
        order by array_position(${[own?.id, ofUser?.id]}::text[], k.external_id)`.execute(db)
      return found
    }
    const before = await rows()
    expect(before).toHaveLength(2)
    await sql`insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
      select environment_id, 'user', 'ann', at, event_id, event_type, 'ann' from event_key
      where event_type = ${tenantType} and external_id = ${ofUser?.id}`.execute(db)
    const label = {
      environment_id: places.root,
      is_fraud: null,
      label_at: minutesLater(6),
      received_at: minutesLater(6),
      body: JSON.stringify({ labelState: 'Disputed' }),
    }
    await db
      .insertInto('event_label')
      .values([
        { ...label, label_key: 'own', object_type: `Event:${tenantType}`, object_id: own?.id ?? '' },
        { ...label, label_key: 'user', object_type: 'Account', object_id: 'ann' },
      ])
      .execute()
    await followReports({ db, clock: () => minutesLater(7), log: silentLog }, { cycle })
    expect(await rows()).toEqual(
      before.map(row => ({
        ...row,
        observed_values: JSON.stringify({ ':labelState': 'Disputed', ...JSON.parse(row.observed_values ?? '{}') }),
      })),
    )
  })
  it('of a field that is chosen later are read with the next pass', async () => {
    const { db } = bench.store
    const chosen = [...Object.keys(valueOf), 'Dispute:chargeback.status']
    const disputes = async () => (await report({})).fields.at(-1)
    offer(chosen)
    expect(await disputes()).toMatchObject({ field: 'Dispute:chargeback.status', values: [], volume: 0 })
    await sql`update assessment set settings = ${JSON.stringify({ reports: { observed: chosen } })}
      where api_name = ${tenantType}`.execute(db)
    await followReports({ db, clock: () => minutesLater(8), log: silentLog }, { cycle })
    const covered = records.filter(each => isCovered(each) && scope.includes(each.environmentId))
    const inRange = covered.filter(({ time }) => time.slice(0, 10) <= range.to)
    expect((await disputes())?.volume).toBe(inRange.filter(({ chargebacks }) => chargebacks.length > 0).length)
  })
})

it('the list of assessments names the fields, and none of assessments without observations', async () => {
  const { json } = await bench.call('viewer', 'GET', `/environments/${places.root}/reports/assessments`)
  const { assessments } = json as { assessments: ReportedAssessment[] }
  expect(assessments.find(({ eventType }) => eventType === tenantType)?.observed?.slice(0, 2)).toEqual([
    'Outcome:statusDetails.statusType',
    'BankAnswer:bank.status',
  ])
  expect(assessments.find(({ eventType }) => eventType === 'purchase')?.observed).toBeNull()
})

describe('a report is refused', () => {
  it.each([
    ['support', places.root, 403],
    ['outsider', places.root, 404],
    ['admin', places.foreign, 404],
  ])('to %s in %s', async (who, environment, status) => {
    expect((await ask(who, environment, {})).status).toBe(status)
  })
  it('for an environment outside of the one that is open, at its field', async () => {
    const { status, json } = await ask('admin', places.eu, { environmentIds: [places.us] })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['environmentIds', 0] }] } })
  })
  it('for values by anything but time and score, at its field', async () => {
    const { status, json } = await ask('admin', places.root, { by: 'country' })
    expect(status).toBe(422)
    expect(json).toMatchObject({ details: { issues: [{ path: ['by'] }] } })
  })
})

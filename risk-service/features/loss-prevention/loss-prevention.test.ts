import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LossEntity, LossSummary } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { requestReport, runReports } from './report/run-reports.ts'
import { Till } from './testing/till.ts'

let bench: ConsoleBench
const ports = () => ({ db: bench.store.db, clock: () => now, newId, log: silentLog })
const finish = async () => {
  while (await runReports(ports()));
}

/** Twelve clerks with ten sales and a return each; `carl` pays returns out in cash, `desk…` have many, `rare` has few. */
async function fill(): Promise<void> {
  const till = new Till()
  for (const month of ['2025-08', '2025-09', '2025-10']) {
    for (let each = 0; each < 12; each++) {
      till.sell(month, `mary${each}`, 'T1', 10)
      till.takeBack(month, `mary${each}`, 'T1', 1)
    }
    for (const name of ['desk1', 'desk2', 'desk3', 'desk4']) {
      till.sell(month, name, 'DESK', 10)
      till.takeBack(month, name, 'DESK', 20)
    }
    till.sell(month, 'carl', 'T1', 10)
    if (month === '2025-08') till.takeBack(month, 'carl', 'T1', 1)
    else till.takeBack(month, 'carl', 'T1', 40, { cash: true })
    till.sell(month, 'rare', 'T1', 2)
    till.takeBack(month, 'rare', 'T1', 4, { receipt: false })
  }
  await till.store(bench.store.db, places.eu)
}

beforeAll(async () => {
  bench = await openConsoleBench()
  await fill()
  await requestReport(bench.store.db, places.eu, now)
  await finish()
})
afterAll(() => bench.close())

const ask = (who: string, name: string, input: object, environment: string = places.eu) =>
  bench.call(who, 'POST', `/environments/${environment}/loss-prevention/${name}`, input)
async function summary(input: object = {}, environment: string = places.eu): Promise<LossSummary> {
  const { status, json } = await ask('engineer', 'summary', input, environment)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as LossSummary
}
async function pseudonymOf(id: string): Promise<string> {
  const { pseudonym } = await bench.store.db
    .selectFrom('loss_entity')
    .select('pseudonym')
    .where('environment_id', '=', places.eu)
    .where('kind', '=', 'staff')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return pseudonym
}
async function entity(id: string, who = 'engineer', input: object = {}): Promise<LossEntity> {
  const { status, json } = await ask(who, 'entity', { kind: 'staff', id: await pseudonymOf(id), ...input })
  expect(status, JSON.stringify(json)).toBe(200)
  return json as LossEntity
}
const monthOf = ({ months }: LossEntity, month: string) => {
  const found = months.find(each => each.month === month)
  if (!found) throw new Error(`There is no ${month}.`)
  return found
}

describe('the overview', () => {
  it('ranks by score, with what anomalous months may cost', async () => {
    const { staff, terminal, months, status, transactions } = await summary()
    expect({ status, months, transactions }).toEqual({
      status: 'ready',
      months: ['2025-08', '2025-09', '2025-10'],
      transactions: 3 * (12 * 11 + 4 * 30 + 6) + 3 * 10 + 81,
    })
    expect(staff.uniqueIds).toBe(18)
    expect(staff.scoreCount).toBe(54)
    expect(staff.top[0]).toMatchObject({ id: await pseudonymOf('carl'), maxScore: 999, anomalousMonths: 2 })
    expect(staff.byMonth.map(({ veryLikely }) => veryLikely).slice(1)).toEqual([2, 2])
    expect(terminal.uniqueIds).toBe(2)
  })
  it('contains months and scores of the filters alone', async () => {
    const { staff } = await summary({ monthFrom: '2025-09', monthTo: '2025-10', scoreFrom: 900 })
    expect(staff).toMatchObject({ uniqueIds: 1, scoreCount: 2, returnsUsd: 2 * 40 * 10, discountsUsd: 0 })
    expect((await summary({ monthFrom: '2024-01', monthTo: '2024-02' })).staff.top).toEqual([])
  })
  it('has no name of a member of staff', async () => {
    for (const [path, input] of [
      ['summary', {}],
      ['entity', { kind: 'staff', id: await pseudonymOf('carl') }],
      ['entity', { kind: 'terminal', id: 'T1' }],
    ] as const) {
      const { status, json } = await ask('viewer', path, input)
      expect(status).toBe(200)
      expect(JSON.stringify(json)).not.toMatch(/carl|mary|desk\d|rare/)
    }
  })
  it.each([
    [{ monthFrom: '2025-13' }, 'monthFrom'],
    [{ monthFrom: '2025-09', monthTo: '2025-08' }, 'monthTo'],
    [{ scoreFrom: 1000 }, 'scoreFrom'],
    [{ scoreFrom: 9, scoreTo: 8 }, 'scoreTo'],
  ])('%j is refused at %s', async (input, field) => {
    const { status, json } = await ask('engineer', 'summary', input)
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toContain(field)
  })
})

describe('one member of staff', () => {
  it('is high only beyond chance, and beside those with the same work', async () => {
    const october = (id: string) => entity(id).then(each => monthOf(each, '2025-10'))
    expect((await october('carl')).reasons.cashReturnRatio).toMatchObject({ level: 'high', value: 40, size: 40 })
    const desk = await october('desk1')
    expect(desk).toMatchObject({ peerGroup: 'terminal', peerCount: 3 })
    expect(desk.reasons.returnRatio).toMatchObject({ value: 2, peers: 2, level: 'usual' })
    const rare = await october('rare')
    expect(rare.reasons.noReceiptRatio).toMatchObject({ size: 4, level: 'uncertain' })
    expect((await october('mary1')).reasons.returnRatio).toMatchObject({ value: 0.1, level: 'usual' })
  })
  it('lists the transactions of six months, the latest first', async () => {
    const { transactions, moreTransactions } = await entity('carl')
    expect(transactions).toHaveLength(3 * 10 + 81)
    expect(moreTransactions).toBe(false)
    expect(transactions[0]).toMatchObject({ other: 'T1', paymentMethod: 'Cash', hasReceipt: true, returnUsd: 10 })
    expect((await entity('carl', 'engineer', { monthTo: '2025-08' })).transactions).toHaveLength(11)
  })
  it('has a name after the file was opened, for the one who opened it', async () => {
    const id = await pseudonymOf('mary3')
    const opened = await ask('engineer', 'open-file', { id, reason: 'Stock count of the store' })
    expect(opened).toMatchObject({ status: 200, json: { name: 'mary3' } })
    expect((await entity('mary3')).name).toBe('mary3')
    const other = await entity('mary3', 'colleague')
    expect(other).toMatchObject({ name: null, openUntil: null })
    expect(other.openings).toMatchObject([{ by: 'Name of engineer', reason: 'Stock count of the store' }])
    const entries = await bench.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource_type', '=', 'LossPreventionFile')
      .where('resource_id', '=', id)
      .execute()
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('mary3')
  })
  it('a reason is needed to open a file', async () => {
    const { status, json } = await ask('engineer', 'open-file', { id: await pseudonymOf('carl'), reason: ' ' })
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toContain('reason')
  })
})

describe('a clearance', () => {
  const cleared = async (more: object = {}) => ({
    kind: 'staff',
    id: await pseudonymOf('carl'),
    month: '2025-09',
    reason: 'cashReturnRatio',
    note: 'The card reader was broken',
    ...more,
  })
  it('needs an open file, a score, and the right to change', async () => {
    expect(await ask('engineer', 'clear', await cleared())).toMatchObject({
      status: 409,
      body: { code: 'lossFile.closed' },
    })
    expect((await ask('viewer', 'clear', await cleared())).status).toBe(403)
    const terminal = { kind: 'terminal', id: 'T1' }
    expect((await ask('engineer', 'clear', await cleared({ ...terminal, month: '2020-01' }))).status).toBe(404)
    expect((await ask('engineer', 'clear', await cleared({ note: '' }))).status).toBe(422)
  })
  it('damps the same reason in the month after, now and in later reports', async () => {
    const before = await entity('carl')
    await ask('engineer', 'open-file', { id: await pseudonymOf('carl'), reason: 'Cash returns' })
    expect((await ask('engineer', 'clear', await cleared())).status).toBe(200)
    const check = async () => {
      const after = await entity('carl')
      expect(monthOf(after, '2025-09').score).toBe(monthOf(before, '2025-09').score)
      const october = monthOf(after, '2025-10')
      expect(october.plainScore).toBe(monthOf(before, '2025-10').score)
      expect(october.score).toBeLessThan(october.plainScore)
      expect(october.reasons.cashReturnRatio?.damped).toBe(true)
      expect(october.reasons.noReceiptRatio?.damped).toBe(false)
      expect(after.clearances).toMatchObject([{ by: 'Name of engineer', note: 'The card reader was broken' }])
    }
    await check()
    const id = await pseudonymOf('carl')
    await requestReport(bench.store.db, places.eu, now)
    await finish()
    expect(await pseudonymOf('carl')).toBe(id)
    await check()
  })
})

describe('a report', () => {
  it('is shown until the next one is whole, which continues after an interruption', async () => {
    const shown = await summary()
    await requestReport(bench.store.db, places.eu, now)
    await runReports(ports())
    expect(await summary()).toEqual({ ...shown, status: 'running', startedAt: now.toISOString() })
    await requestReport(bench.store.db, places.eu, now)
    expect(await summary()).toEqual({ ...shown, status: 'waiting', startedAt: null })
    await finish()
    expect(await summary()).toEqual({ ...shown, startedAt: now.toISOString() })
    const runs = await bench.store.db.selectFrom('loss_month').select('run').distinct().execute()
    expect(runs).toHaveLength(1)
  })
  it('that fails does not end one that was requested meanwhile', async () => {
    const { db } = bench.store
    await requestReport(db, places.eu, now)
    await runReports(ports())
    const failing = new Proxy(db, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name, target)
        if (name !== 'transaction') return typeof own === 'function' ? (own.bind(target) as unknown) : own
        return () => ({
          execute: async () => {
            await requestReport(db, places.eu, now)
            throw new Error('The connection is lost.')
          },
        })
      },
    })
    await runReports({ ...ports(), db: failing })
    expect((await summary()).status).toBe('waiting')
    await finish()
    expect((await summary()).status).toBe('ready')
  })
  it('is exported with pseudonyms, and the export is in the activity log', async () => {
    for (const [table, lines] of [
      ['staff', 18],
      ['terminals', 2],
      ['months', 60],
      ['reasons', 300],
    ] as const) {
      const response = await bench.app.request(`/api/console/v1/environments/${places.eu}/loss-prevention/export`, {
        method: 'POST',
        headers: { authorization: 'Bearer engineer', 'content-type': 'application/json' },
        body: JSON.stringify({ table }),
      })
      const text = await response.text()
      expect(text.trim().split(/\r?\n/)).toHaveLength(lines + 1)
      expect(text).not.toMatch(/carl|mary\d/)
    }
    const entries = await bench.store.db
      .selectFrom('audit_log')
      .select('resource_id')
      .where('resource_type', '=', 'LossPreventionReport')
      .execute()
    expect(entries.map(({ resource_id: id }) => id).sort()).toEqual(['months', 'reasons', 'staff', 'terminals'])
  })
  it('belongs to one environment', async () => {
    expect((await summary({}, places.us)).status).toBe('none')
    expect((await summary({}, places.root)).staff.top).toEqual([])
    const inUs = await ask('engineer', 'entity', { kind: 'staff', id: await pseudonymOf('carl') }, places.us)
    expect(inUs.status).toBe(404)
    const open = { id: await pseudonymOf('carl'), reason: 'Curious' }
    expect((await ask('engineer', 'open-file', open, places.us)).status).toBe(404)
  })
  it.each(['summary', 'entity', 'export', 'open-file', 'clear'])('%s is for its readers', async path => {
    const input = {
      kind: 'staff',
      id: 's_1',
      table: 'staff',
      reason: path === 'clear' ? 'returnRatio' : 'Curious',
      month: '2025-10',
      note: 'Note',
    }
    expect((await ask('support', path, input)).status).toBe(403)
    expect((await ask('outsider', path, input)).status).toBe(404)
    expect((await ask('engineer', path, input, places.foreign)).status).toBe(404)
  })
})

it('whoever has no transactions any more is forgotten by name', async () => {
  const { db } = bench.store
  const names = () => db.selectFrom('loss_entity').select('id').where('environment_id', '=', places.eu).execute()
  const retention = { eventMonths: 1, logMonths: 12, telemetryDays: 30 }
  await applyRetention(db, retention, new Date('2025-11-15T00:00:00Z'))
  expect((await names()).map(({ id }) => id)).toContain('carl')
  await applyRetention(db, retention, new Date('2026-02-15T00:00:00Z'))
  expect(await names()).toEqual([])
})

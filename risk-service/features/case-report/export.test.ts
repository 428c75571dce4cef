import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportOverview, ReportQuality, ReportQueues } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { day, names, reportCalls } from './testing/report-calls.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(() => resetCaseBench(bench))

const { review, decideAll, lock, act, report, label } = reportCalls(() => bench)
const choice = { decision: 'Approve', reason: 'Low risk' }
const range = { from: '2025-03-10', to: '2025-03-11' }

/** Returns the rows of a file by the names of their columns. */
async function file(table: string, as = 'Max') {
  const { text, status } = await bench.download(as, `${caseIds.root}/casemanagement/report/export`, { ...range, table })
  expect(status).toBe(200)
  // No cell of these rows is quoted.
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','))
  return rows.map(cells => Object.fromEntries(head.map((name, index) => [name.replace('\uFEFF', ''), cells[index]])))
}

describe('an export', () => {
  beforeEach(async () => {
    bench.at(day(10))
    await review(names('order', 6))
    await act('Ana', 'order-1', '/decision', await lock('Ana', 'order-1', day(10, '10:00')), day(10, '10:06'), choice)
    await act('Ana', 'order-2', '/sendback', await lock('Ana', 'order-2', day(10, '10:10')), day(10, '10:12'))
    await act('Ben', 'order-2', '/decision', await lock('Ben', 'order-2', day(10, '10:20')), day(10, '10:21'), choice)
    bench.at(day(10, '11:00'))
    await decideAll('Max', ['order-3'])
    await decideAll('Max', ['order-4'], 'Reject', 'Abuse')
    await label('order-1', true)
    await label('order-2', false)
    await label('order-4', true)
    bench.at(day(11, '12:00'))
    await bench.tick()
  })

  it('has the rows from which the figures can be computed again', async () => {
    const { json: queues } = await report<ReportQueues>('queues', range)
    const { json: quality } = await report<ReportQuality>('quality', range)
    const { json: overview } = await report<ReportOverview>('overview', range)
    const decisions = await file('decisions')

    const handling = decisions.filter(row => row.via === 'Single').map(row => Number(row.handlingMs))
    expect(handling.reduce((sum, each) => sum + each, 0) / handling.length).toBe(queues.total.handling.average)
    expect(queues.total.handling.average).toBe(4.5 * 60_000)

    const people = decisions.filter(row => ['Single', 'Bulk', 'Approval'].includes(row.via ?? ''))
    const of = (action: string, ...verdicts: string[]) =>
      people.filter(row => row.caseAction === action && verdicts.includes(row.verdict ?? '')).length
    const right = of('Approve', 'good', 'silent') + of('Reject', 'fraud')
    const judged = of('Approve', 'good', 'silent', 'fraud') + of('Reject', 'fraud', 'good')
    expect(right / judged).toBe(quality.people.accuracy)
    expect(quality.people.accuracy).toBe(2 / 3)

    const movements = await file('movements')
    const moved = (kind: string) =>
      movements.filter(row => row.kind === kind).reduce((sum, row) => sum + Number(row.cases), 0)
    expect([moved('released'), moved('single'), moved('bulk'), moved('timedOut')]).toEqual([6, 2, 2, 2])
    expect(overview.flow).toMatchObject({
      in: { released: moved('released') },
      out: { single: moved('single'), bulk: moved('bulk'), timedOut: moved('timedOut') },
    })
    const reviews = await file('reviews')
    const wasted = reviews.filter(row => row.end === 'sentBack')
    expect(wasted.map(row => [row.reviewerName, Number(row.activeMs)])).toEqual([['Ana', 2 * 60_000]])
    expect(queues.total.lockTime.wastedMs).toBe(2 * 60_000)
  })

  it.each(['flow', 'queues', 'reviewers', 'quality', 'value', 'ageing', 'secondLooks', 'openCases'])(
    'of the table %s is a file',
    async table => {
      const rows = await file(table)
      expect(rows.length).toBe({ flow: 1, queues: 2, reviewers: 3, quality: 4, value: 1, ageing: 2 }[table] ?? 0)
    },
  )

  it('is for those who may read the report, and is audited', async () => {
    const path = `${caseIds.root}/casemanagement/report/export`
    expect((await bench.download('Ana', path, { ...range, table: 'flow' })).status).toBe(403)
    await file('flow')
    const audit = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_id', 'operation'])
      .where('resource_type', '=', 'CaseReport')
      .execute()
    expect(audit).toEqual([{ resource_id: 'flow', operation: 'Export' }])
  })
})

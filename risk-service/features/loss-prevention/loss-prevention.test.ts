import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LossOpenings, lossThresholds } from '../../contract/index.ts'
import { now, places } from '../../http/console-api/testing/console-bench.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { summarizeScores } from '../reports/model/loss-prevention/entity-scores.ts'
import { fillTill, LossBench, monthOf } from './testing/loss-bench.ts'
import { Till } from './testing/till.ts'

let bench: LossBench
beforeAll(async () => {
  bench = await LossBench.open(fillTill(new Till()))
})
afterAll(() => bench.close())

describe('the overview', () => {
  it('ranks by score, with what anomalous months may cost', async () => {
    const { staff, terminal, months, status, transactions } = await bench.summary()
    expect({ status, months, transactions }).toEqual({
      status: 'ready',
      months: ['2025-08', '2025-09', '2025-10'],
      transactions: 3 * (12 * 11 + 4 * 30 + 6) + 3 * 10 + 81,
    })
    expect(staff.uniqueIds).toBe(18)
    expect(staff.scoreCount).toBe(54)
    expect(staff.top[0]).toMatchObject({ id: await bench.pseudonymOf('carl'), maxScore: 999, anomalousMonths: 2 })
    expect(staff.byMonth.map(({ veryLikely }) => veryLikely).slice(1)).toEqual([2, 2])
    expect(terminal.uniqueIds).toBe(2)
  })
  it.each([{}, { monthFrom: '2025-09', scoreTo: 998 }, { scoreFrom: 100 }])(
    'of %j has the figures of the calculation of reports',
    async filter => {
      const summary = await bench.summary(filter)
      const rows = await bench.db
        .selectFrom('loss_month')
        .innerJoin('loss_entity', join =>
          join
            .onRef('loss_entity.environment_id', '=', 'loss_month.environment_id')
            .onRef('loss_entity.kind', '=', 'loss_month.kind')
            .onRef('loss_entity.id', '=', 'loss_month.id'),
        )
        .select(['loss_month.kind', 'pseudonym as id', 'month', 'score'])
        .execute()
      for (const kind of ['staff', 'terminal'] as const) {
        const own = Map.groupBy(
          rows.filter(row => row.kind === kind),
          ({ id }) => id,
        )
        const expected = summarizeScores(
          [...own].map(([id, months]) => ({ id, months })),
          { scoreFrom: 0, scoreTo: 999, threshold: lossThresholds[kind], ...filter },
        )
        expect(summary[kind]).toMatchObject({
          ...expected,
          top: expected.top.map(each => expect.objectContaining(each) as unknown),
        })
        expect(expected.top.length).toBeGreaterThan(0)
      }
    },
  )
  it('contains months and scores of the filters alone', async () => {
    const { staff } = await bench.summary({ monthFrom: '2025-09', monthTo: '2025-10', scoreFrom: 900 })
    expect(staff).toMatchObject({ uniqueIds: 1, scoreCount: 2, returnsUsd: 2 * 40 * 10, discountsUsd: 0 })
    expect((await bench.summary({ monthFrom: '2024-01', monthTo: '2024-02' })).staff.top).toEqual([])
  })
  it('has no name of a member of staff', async () => {
    for (const [path, input] of [
      ['summary', {}],
      ['entity', { kind: 'staff', id: await bench.pseudonymOf('carl') }],
      ['entity', { kind: 'terminal', id: 'Store/T1' }],
    ] as const) {
      const { status, json } = await bench.ask('viewer', path, input)
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
    const { status, json } = await bench.ask('engineer', 'summary', input)
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toContain(field)
  })
})

describe('one member of staff', () => {
  it('is high only beyond chance, and beside those with the same work', async () => {
    const october = (id: string) => bench.entity(id).then(each => monthOf(each, '2025-10'))
    expect((await october('carl')).reasons.cashReturnRatio).toMatchObject({ level: 'high', value: 40, size: 40 })
    const desk = await october('desk1')
    expect(desk).toMatchObject({ peerGroup: 'terminal', peerCount: 3 })
    expect(desk.reasons.returnRatio).toMatchObject({ value: 2, peers: 2, level: 'usual' })
    const rare = await october('rare')
    expect(rare.reasons.noReceiptRatio).toMatchObject({ size: 4, level: 'uncertain' })
    expect((await october('mary1')).reasons.returnRatio).toMatchObject({ value: 0.1, level: 'usual' })
  })
  it('lists the transactions of six months, the latest first', async () => {
    const { transactions, moreTransactions } = await bench.entity('carl')
    expect(transactions).toHaveLength(3 * 10 + 81)
    expect(moreTransactions).toBe(false)
    expect(transactions[0]).toMatchObject({
      other: 'Store/T1',
      otherScored: true,
      paymentMethod: 'Cash',
      hasReceipt: true,
      returnUsd: 10,
    })
    expect((await bench.entity('carl', 'engineer', { monthTo: '2025-08' })).transactions).toHaveLength(11)
    // The six months before the end of a range that goes on after the report.
    expect((await bench.entity('carl', 'engineer', { monthTo: '2027-12' })).transactions).toHaveLength(3 * 10 + 81)
  })
  it('has a name after the file was opened, for the one who opened it', async () => {
    const id = await bench.pseudonymOf('mary3')
    const opened = await bench.ask('engineer', 'open-file', { id, reason: 'Stock count of the store' })
    expect(opened).toMatchObject({ status: 200, json: { name: 'mary3' } })
    expect((await bench.entity('mary3')).name).toBe('mary3')
    const other = await bench.entity('mary3', 'colleague')
    expect(other).toMatchObject({ name: null, openUntil: null })
    expect((await bench.openings('mary3')).openings).toMatchObject([
      { by: 'Name of engineer', reason: 'Stock count of the store' },
    ])
    const entries = await bench.auditOf('LossPreventionFile', id)
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('mary3')
  })
  it('opening a file again while it is open is no further opening, also at the same time', async () => {
    const input = { id: await bench.pseudonymOf('mary4'), reason: 'Stock count' }
    const answers = await Promise.all([1, 2, 3].map(() => bench.ask('engineer', 'open-file', input)))
    answers.push(await bench.ask('engineer', 'open-file', { ...input, reason: 'Once more' }))
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1)
    expect((await bench.openings('mary4')).openings).toHaveLength(1)
    expect(await bench.auditOf('LossPreventionFile', input.id)).toHaveLength(1)
    expect((await bench.ask('colleague', 'open-file', input)).status).toBe(200)
    expect((await bench.openings('mary4')).openings).toHaveLength(2)
  })
  it('lists all openings, page by page, and the own one counts behind any number of others', async () => {
    const id = await bench.pseudonymOf('mary5')
    await bench.ask('engineer', 'open-file', { id, reason: 'Stock count' })
    const at = new Date(now.getTime() + 60_000)
    await bench.db
      .insertInto('loss_opening')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          id: newId(),
          environment_id: places.eu,
          entity_id: 'mary5',
          user_id: newId(),
          user_name: `Auditor ${index}`,
          reason: 'Audit',
          at,
          open_until: at,
        })),
      )
      .execute()
    const pages: LossOpenings[] = []
    for (let cursor: string | null = null; pages.length === 0 || cursor !== null; cursor = pages.at(-1)?.next ?? null)
      pages.push(await bench.openings('mary5', cursor))
    const names = pages.flatMap(page => page.openings.map(({ by }) => by))
    expect(pages.map(page => page.openings.length)).toEqual([20, 20, 20, 1])
    expect(new Set(names).size).toBe(61)
    expect(names.at(-1)).toBe('Name of engineer')
    expect((await bench.entity('mary5')).name).toBe('mary5')
    const wrong = await bench.ask('engineer', 'openings', { id, cursor: 'x' })
    expect(wrong.status).toBe(422)
    expect(JSON.stringify(wrong.json)).toContain('cursor')
  })
  it('a name is there until the opening ends', async () => {
    const id = await bench.pseudonymOf('mary6')
    await bench.ask('engineer', 'open-file', { id, reason: 'Stock count' })
    await bench.db.updateTable('loss_opening').set({ open_until: now }).where('entity_id', '=', 'mary6').execute()
    expect(await bench.entity('mary6')).toMatchObject({ name: null, openUntil: null })
  })
  it('a reason is needed to open a file', async () => {
    const { status, json } = await bench.ask('engineer', 'open-file', {
      id: await bench.pseudonymOf('carl'),
      reason: ' ',
    })
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toContain('reason')
  })
})

describe('a clearance', () => {
  const cleared = async (more: object = {}) => ({
    kind: 'staff',
    id: await bench.pseudonymOf('carl'),
    month: '2025-09',
    reason: 'cashReturnRatio',
    note: 'The card reader was broken',
    ...more,
  })
  it('needs an open file, a score, and the right to change', async () => {
    expect(await bench.ask('engineer', 'clear', await cleared())).toMatchObject({
      status: 409,
      body: { code: 'lossFile.closed' },
    })
    expect((await bench.ask('viewer', 'clear', await cleared())).status).toBe(403)
    const terminal = { kind: 'terminal', id: 'Store/T1' }
    for (const [field, faulty] of [
      ['month', { month: '2020-01' }],
      ['reason', { reason: 'fullPriceItems' }],
    ] as const) {
      const { status, json } = await bench.ask('engineer', 'clear', await cleared({ ...terminal, ...faulty }))
      expect(status, JSON.stringify(json)).toBe(422)
      expect(JSON.stringify(json)).toContain(`"${field}"`)
    }
    expect((await bench.ask('engineer', 'clear', await cleared({ note: '' }))).status).toBe(422)
  })
  it('damps the same reason in the month after, now and in later reports', async () => {
    const before = await bench.entity('carl')
    await bench.ask('engineer', 'open-file', { id: await bench.pseudonymOf('carl'), reason: 'Cash returns' })
    expect((await bench.ask('engineer', 'clear', await cleared())).status).toBe(200)
    const check = async () => {
      const after = await bench.entity('carl')
      expect(monthOf(after, '2025-09').score).toBe(monthOf(before, '2025-09').score)
      const october = monthOf(after, '2025-10')
      expect(october.plainScore).toBe(monthOf(before, '2025-10').score)
      expect(october.score).toBeLessThan(october.plainScore)
      expect(october.reasons.cashReturnRatio?.damped).toBe(true)
      expect(october.reasons.noReceiptRatio?.damped).toBe(false)
      expect(after.clearances).toMatchObject([{ by: 'Name of engineer', note: 'The card reader was broken' }])
    }
    await check()
    const id = await bench.pseudonymOf('carl')
    await bench.request()
    await bench.finish()
    expect(await bench.pseudonymOf('carl')).toBe(id)
    await check()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { LossBench, monthOf } from './testing/loss-bench.ts'
import { Till } from './testing/till.ts'

let bench: LossBench
beforeAll(async () => {
  const till = new Till()
  for (const month of ['2025-09', '2025-10']) {
    for (let each = 0; each < 8; each++) till.sell(month, `mary${each}`, 'T1', 10, { unit: `Store ${each % 2}` })
    till.sell(month, 'mary0', 'T1', 1, { unit: 'Store 0', day: month === '2025-09' ? '30' : '20' })
    // Gives the discounts of lines alone: none is entered for a whole transaction.
    till.sell(month, 'dora', 'T2', 20, { unit: 'A/B 50%', discounted: true, lineDiscount: 2.5 })
  }
  bench = await LossBench.open(till)
})
afterAll(() => bench.close())

const monthsOf = (kind: string, id: string) =>
  bench.db
    .selectFrom('loss_month')
    .select(['month', 'transactions', 'discounts_usd', 'reasons'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('month')
    .execute()

describe('manual discounts', () => {
  it('those of lines count', async () => {
    expect(await monthsOf('staff', 'dora')).toMatchObject([
      { month: '2025-09', discounts_usd: 20 * 250 },
      { month: '2025-10', discounts_usd: 20 * 250 },
    ])
    expect(await monthsOf('staff', 'mary0')).toMatchObject([{ discounts_usd: 0 }, { discounts_usd: 0 }])
    const { transactions } = await bench.entity('dora')
    expect(transactions[0]).toMatchObject({ purchaseUsd: 10, discountUsd: 2.5 })
  })
  it('those of lines count for sales with several cards', async () => {
    await bench.db
      .insertInto('loss_payment')
      .columns(['environment_id', 'number', 'terminal', 'unit', 'line', 'method', 'instrument', 'is_void'])
      .expression(eb =>
        eb
          .selectFrom('loss_payment')
          .select(['environment_id', 'number', 'terminal', 'unit'])
          .select(({ val }) => [val(2).as('line'), val('2').as('method'), val('other card').as('instrument')])
          .select(({ val }) => val(false).as('is_void'))
          .where('terminal', '=', 'T2'),
      )
      .execute()
    await bench.request()
    await bench.finish()
    const [, october] = await monthsOf('staff', 'dora')
    expect(october?.reasons['discountedCards']).toMatchObject({ count: 20, size: 20 })
  })
})

describe('terminals', () => {
  it('with the same number in several stores are several', async () => {
    const { terminal } = await bench.summary()
    expect(terminal.top.map(({ id }) => id).sort()).toEqual(['A%2FB 50%25/T2', 'Store 0/T1', 'Store 1/T1'])
    expect(await monthsOf('terminal', 'Store 0/T1')).toMatchObject([{ transactions: 41 }, { transactions: 41 }])
    expect(await monthsOf('terminal', 'Store 1/T1')).toMatchObject([{ transactions: 40 }, { transactions: 40 }])
  })
  it('list their own transactions, with links to those who have scores', async () => {
    const other = await bench.terminal('Store 1/T1')
    expect(other.transactions).toHaveLength(80)
    const staff = new Set(other.transactions.map(transaction => transaction.other))
    expect(staff).toEqual(new Set(await Promise.all([1, 3, 5, 7].map(each => bench.pseudonymOf(`mary${each}`)))))
    const odd = await bench.terminal('A%2FB 50%25/T2')
    expect(odd.transactions).toHaveLength(40)
    expect((await bench.entity('dora')).transactions[0]).toMatchObject({ other: 'A%2FB 50%25/T2', otherScored: true })
  })
  it('those who have no scores yet are not linked', async () => {
    const till = new Till('late')
    till.sell('2025-10', 'newcomer', 'T1', 1, { unit: 'Store 1', day: '30' })
    till.sell('2025-10', 'mary1', 'T9', 1, { unit: 'Store 9', day: '30' })
    await till.store(bench.db, places.eu)
    const [first] = (await bench.terminal('Store 1/T1')).transactions
    expect(first).toMatchObject({ other: null, otherScored: false })
    const [latest] = (await bench.entity('mary1')).transactions
    expect(latest).toMatchObject({ other: 'Store 9/T9', otherScored: false })
  })
  it('peers of members of staff are those at the same terminal of the same store', async () => {
    expect(monthOf(await bench.entity('mary1'), '2025-09')).toMatchObject({ peerGroup: 'terminal', peerCount: 3 })
  })
})

describe('a month', () => {
  it('of which the begin or the end is missing is shown as cut', async () => {
    expect((await bench.summary()).cutMonths).toEqual([{ month: '2025-10', from: '2025-10-02', to: '2025-10-20' }])
    const file = await bench.entity('mary0')
    expect(file.months.map(({ month, cut }) => [month, cut])).toEqual([
      ['2025-09', false],
      ['2025-10', true],
    ])
  })
  it('whose first days were removed before a report was computed is shown as cut', async () => {
    await bench.db.deleteFrom('loss_transaction').where('at', '<', new Date('2025-09-15T00:00:00Z')).execute()
    await bench.request()
    await bench.finish()
    // October is complete by now.
    expect((await bench.summary()).cutMonths).toEqual([{ month: '2025-09', from: '2025-09-30', to: '2025-09-30' }])
  })
})

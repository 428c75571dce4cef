import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { retailLimits } from '../../contract/index.ts'
import { now, places } from '../../http/console-api/testing/console-bench.ts'
import type { Db } from '../../ports/database.ts'
import { addTransaction, RetailBench } from './testing/retail-bench.ts'

let bench: RetailBench
beforeAll(async () => {
  bench = await RetailBench.open()
})
beforeEach(async () => {
  await bench.clear()
  for (let number = 1; number <= 7; number++) addTransaction(bench.history, `A${number}`)
  bench.history.RetailPaymentMethods.push({ PaymentMethodNumber: '2', DefaultFunction: 'Card', Name: 'Cards' })
})
afterAll(() => bench.close())

const all = { transactions: ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'], sales: 7, payments: 7 }
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const report = () => bench.db.selectFrom('loss_report').select('status').executeTakeFirst()
const orphan = (entity: string, number: string) => ({
  entity,
  key: `${number} / U1 / T1 / 1`,
  column: 'TRANSACTIONNUMBER',
  code: 'U-22',
  message: 'its transaction is not stored',
})
const fail = (status: number, path: RegExp) => {
  bench.intercept = (request, response) => {
    if (!path.test(decodeURIComponent(request.url ?? ''))) return false
    response.writeHead(status).end('{}')
    return true
  }
}
/** The database of a process that ends at a statement. */
const dying = (afterTransactions: number): Db => {
  let left = afterTransactions
  return new Proxy(bench.db, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target)
      if (name === 'transaction' && left-- <= 0) throw new Error('The process ended.')
      return typeof own === 'function' ? (own.bind(target) as unknown) : own
    },
  })
}

describe('a synchronisation', () => {
  it('reads all pages of all entities, stores them like files, and requests a report', async () => {
    await bench.connect()
    expect(await bench.run()).toBe(true)
    expect(await bench.stored()).toEqual(all)
    const [row] = await bench.db.selectFrom('loss_transaction').selectAll().where('number', '=', 'A1').execute()
    expect(row).toMatchObject({
      environment_id: places.eu,
      staff: 'p-1f03',
      at: new Date('2025-11-03T10:00:00Z'),
      amount_usd: 2000,
      is_return: false,
    })
    const { connection, syncs, shortPeriod } = await bench.state()
    // U-40: within one month, which they do not fill.
    expect(shortPeriod).toEqual({ from: '2025-11-03', to: '2025-11-03' })
    expect(connection).toMatchObject({
      status: 'Connected',
      lastSyncAt: now.toISOString(),
      nextSyncAt: inHours(retailLimits.syncHours).toISOString(),
      syncing: false,
    })
    expect(syncs).toMatchObject([{ status: 'Success', rows: 22, changed: 22, refused: 0, failure: null }])
    expect(await report()).toEqual({ status: 'waiting' })
    expect(await bench.run()).toBe(false)
  })
  it('requests the changes since the last one with an overlap, and no report where nothing changed', async () => {
    await bench.connect()
    await bench.run()
    await bench.db.deleteFrom('loss_report').execute()
    bench.requests.length = 0
    await bench.run({ at: inHours(25) })
    expect(bench.requests.find(path => path.startsWith('/data/RetailTransactions?'))).toContain(
      '$filter=SyncStartDateTime ge 2025-11-19T21:00:00.000Z&$orderby=SyncStartDateTime,',
    )
    expect((await bench.state()).syncs[0]).toMatchObject({ status: 'Success', rows: 22, changed: 0 })
    expect(await report()).toBeUndefined()
    // Stored by another shop after the last reading, in a batch that began before it.
    addTransaction(bench.history, 'B1', { time: '2025-11-19T21:30:00Z' })
    await bench.run({ at: inHours(50) })
    expect((await bench.state()).syncs[0]).toMatchObject({ changed: 3 })
    expect((await bench.stored()).transactions).toContain('B1')
    expect(await report()).toEqual({ status: 'waiting' })
    // A month and more.
    await bench.db
      .updateTable('loss_transaction')
      .set({ at: '2025-09-30T10:00:00Z', month: '2025-09' })
      .where('number', '=', 'A1')
      .execute()
    expect((await bench.state()).shortPeriod).toBeNull()
  })
  it('a transaction that was voided later is removed with its lines', async () => {
    await bench.connect()
    await bench.run()
    bench.history.RetailTransactions[0] = {
      ...bench.history.RetailTransactions[0],
      TransactionStatus: 'Voided',
      SyncStartDateTime: '2025-11-20T22:00:00Z',
    }
    await bench.run({ at: inHours(25) })
    const left = all.transactions.slice(1)
    expect(await bench.stored()).toEqual({ transactions: left, sales: 6, payments: 6 })
  })
  it('a time in the future does not stop later changes from being read', async () => {
    bench.history.RetailTransactions[6] = {
      ...bench.history.RetailTransactions[6],
      SyncStartDateTime: '2099-01-01T00:00:00Z',
    }
    await bench.connect()
    await bench.run()
    addTransaction(bench.history, 'B1', { time: '2025-11-20T22:00:00Z' })
    await bench.run({ at: inHours(25) })
    expect((await bench.stored()).transactions).toContain('B1')
  })
})

describe('lines that are read before their transactions', () => {
  /** Sales come while lines are read, after the transactions were. */
  const sellMeanwhile = (fails: (page: number) => boolean = () => false) => {
    let page = 0
    bench.intercept = (request, response) => {
      if (!request.url?.includes('SalesLinesV2')) return false
      page += 1
      if (page === 1)
        for (const [number, time] of [
          ['B1', '2025-11-20T01:00:00Z'],
          ['B2', '2025-11-20T03:00:00Z'],
          ['B3', '2025-11-20T06:00:00Z'],
        ] as const)
          addTransaction(bench.history, number, { time })
      if (!fails(page)) return false
      response.writeHead(500).end('{}')
      return true
    }
  }
  const sold = { transactions: [...all.transactions, 'B1', 'B2', 'B3'], sales: 10, payments: 10 }
  it('are counted as left out, and read again with them', async () => {
    await bench.connect()
    sellMeanwhile()
    await bench.run()
    expect(await bench.stored()).toEqual(all)
    const [sync] = (await bench.state()).syncs
    expect(sync).toMatchObject({ status: 'Success', rows: 28, refused: 6 })
    const { json } = await bench.call('viewer', 'GET', `syncs/${sync?.id ?? ''}/issues`)
    expect((json as { issues: unknown[] }).issues[0]).toEqual(orphan('Sales', 'B1'))
    bench.intercept = () => false
    await bench.run({ at: inHours(25) })
    expect(await bench.stored()).toEqual(sold)
    expect((await bench.state()).syncs[0]).toMatchObject({ status: 'Success', refused: 0 })
  })
  it('are read again when a transaction that was refused is corrected', async () => {
    const { length } = bench.history.RetailTransactions
    addTransaction(bench.history, 'B1', { Staff: '', time: '2025-11-19T12:00:00Z' })
    await bench.connect()
    await bench.run()
    expect(await bench.stored()).toEqual(all)
    for (const run of [25, 50]) {
      addTransaction(bench.history, `C${run}`, { time: inHours(run - 1).toISOString() })
      await bench.run({ at: inHours(run) })
    }
    bench.history.RetailTransactions[length] = {
      ...bench.history.RetailTransactions[length],
      Staff: 'p-9',
      SyncStartDateTime: inHours(74).toISOString(),
    }
    await bench.run({ at: inHours(75) })
    expect(await bench.stored()).toEqual({
      transactions: [...all.transactions, 'B1', 'C25', 'C50'],
      sales: 10,
      payments: 10,
    })
    bench.requests.length = 0
    await bench.run({ at: inHours(100) })
    expect(bench.requests.filter(path => path.includes('SalesLinesV2')).join()).not.toContain('2025-11-19')
  })
  it('are not lost where the reading of the lines failed and goes on after their transactions were read', async () => {
    await bench.connect()
    sellMeanwhile(page => page === 4)
    await bench.run()
    bench.intercept = () => false
    await bench.run({ at: inHours(0.5) })
    expect((await bench.stored()).transactions).toEqual(sold.transactions)
    await bench.run({ at: inHours(25) })
    expect(await bench.stored()).toEqual(sold)
  })
})

describe('after a stop', () => {
  it.each([1, 2, 4, 6, 9])(
    'in the transaction %i the next process goes on where the store is: nothing is lost or doubled',
    async transactions => {
      await bench.connect()
      await bench.run({ ports: { db: dying(transactions) } as never }).catch(() => undefined)
      const before = (await bench.state()).syncs
      expect(before).toHaveLength(1)
      expect(before[0]).toMatchObject({ status: 'Running' })
      expect(await bench.run()).toBe(false)
      expect(await bench.run({ at: inHours(1) })).toBe(true)
      expect(await bench.stored()).toEqual(all)
      expect((await bench.state()).syncs).toMatchObject([
        { id: before[0]?.id, status: 'Success', rows: 22, changed: 22 },
      ])
    },
  )
  it('of the service the connection is free at once, and no page was read twice', async () => {
    await bench.connect()
    const stop = new AbortController()
    bench.intercept = request => {
      if (request.url?.includes('SalesLinesV2') && request.url.includes('skiptoken')) stop.abort()
      return false
    }
    expect(await bench.run({ signal: stop.signal })).toBe(false)
    expect((await bench.stored()).transactions).toHaveLength(7)
    bench.intercept = () => false
    await bench.run()
    expect(await bench.stored()).toEqual(all)
    expect((await bench.state()).syncs).toMatchObject([{ status: 'Success', rows: 22, changed: 22 }])
  })
  it('a turn that is over goes on in the next one', async () => {
    await bench.connect()
    let runs = 0
    while (await bench.run({ turnMs: runs === 0 ? -1 : 60_000 })) runs += 1
    expect(runs).toBe(2)
    expect(await bench.stored()).toEqual(all)
  })
  it('two processes do not synchronise the same connection', async () => {
    await bench.connect()
    const runs = await Promise.all([bench.run(), bench.run(), bench.run()])
    expect(runs.filter(Boolean)).toHaveLength(1)
    expect((await bench.state()).syncs).toMatchObject([{ rows: 22, changed: 22 }])
  })
})

describe('a retail environment that fails', () => {
  it('in the middle keeps what was read, is tried again later, and goes on with the page that is missing', async () => {
    await bench.connect()
    fail(500, /SalesLinesV2.*skiptoken/)
    await bench.run()
    expect(await bench.state()).toMatchObject({
      connection: { status: 'Error', failure: 'status', nextSyncAt: inHours(0.25).toISOString(), lastSyncAt: null },
      syncs: [{ status: 'Failed', failure: 'status' }],
    })
    expect(await bench.stored()).toMatchObject({ transactions: all.transactions, sales: 3, payments: 0 })
    expect(await report()).toEqual({ status: 'waiting' })
    bench.intercept = () => false
    bench.requests.length = 0
    await bench.run({ at: inHours(0.5) })
    expect(bench.requests.filter(path => path.includes('SalesLinesV2')).every(path => path.includes('skiptoken'))).toBe(
      true,
    )
    expect(await bench.stored()).toEqual(all)
    expect(await bench.state()).toMatchObject({ connection: { status: 'Connected', failure: null }, syncs: [{}, {}] })
  })
  it('that has forgotten a page is read again from the last change on', async () => {
    await bench.connect()
    fail(503, /PaymentLinesV2.*skiptoken/)
    await bench.run()
    let refused = 0
    bench.intercept = (request, response) => {
      if (refused > 0 || !request.url?.includes('skiptoken')) return false
      refused += 1
      response.writeHead(410).end('{}')
      return true
    }
    await bench.run({ at: inHours(0.5) })
    expect(refused).toBe(1)
    expect(await bench.stored()).toEqual(all)
  })
  it('again and again is tried after longer times, up to a day', async () => {
    await bench.connect()
    fail(503, /data/)
    const delays: number[] = []
    let at = now
    for (let run = 0; run < 5; run++) {
      await bench.run({ at })
      const next = new Date((await bench.state()).connection?.nextSyncAt ?? '')
      delays.push((next.getTime() - at.getTime()) / 3_600_000)
      at = next
    }
    expect(delays).toEqual([0.25, 1, 6, 24, 24])
  })
  it('lists ten synchronisations, the latest first', async () => {
    await bench.connect()
    for (let run = 0; run < 12; run++) await bench.run({ at: inHours(run * 25) })
    const { syncs } = await bench.state()
    expect(syncs.map(({ startedAt }) => startedAt)).toEqual(
      Array.from({ length: 10 }, (_, index) => inHours((11 - index) * 25).toISOString()),
    )
  })
})

describe('rows with faults', () => {
  const issuesOf = async () => {
    const id = (await bench.state()).syncs[0]?.id ?? ''
    return (await bench.call('viewer', 'GET', `syncs/${id}/issues`)).json
  }
  it('are left out as a whole and listed, with their lines, and the others are stored', async () => {
    addTransaction(bench.history, 'B1', { NetAmount: 'ten' })
    addTransaction(bench.history, 'B2', { Currency: 'XQX', Staff: 'p-9' })
    bench.history.RetailTransactionSalesLinesV2[0] = {
      ...bench.history.RetailTransactionSalesLinesV2[0],
      LineNumber: 1.5,
    }
    await bench.connect()
    await bench.run()
    expect(await bench.stored()).toEqual({ ...all, sales: 6 })
    expect((await bench.state()).syncs[0]).toMatchObject({ status: 'Success', rows: 28, refused: 7 })
    expect(await issuesOf()).toEqual({
      issues: [
        {
          entity: 'Transactions',
          key: 'B2 / U1 / T1',
          column: 'CURRENCY',
          code: null,
          message: "'XQX' is not a known currency",
        },
        {
          entity: 'Transactions',
          key: 'B1 / U1 / T1',
          column: 'NETAMOUNT',
          code: 'U-13',
          message: expect.stringContaining("'ten' in 'NETAMOUNT'") as string,
        },
        {
          entity: 'Sales',
          key: 'A1 / U1 / T1 / 1.5',
          column: 'LINENUMBER',
          code: null,
          message: "'1.5' is not a whole number",
        },
        orphan('Sales', 'B1'),
        orphan('Sales', 'B2'),
        orphan('Payments', 'B1'),
        orphan('Payments', 'B2'),
      ],
    })
  })
  it('alone are a failure', async () => {
    bench.history = {
      ...bench.history,
      RetailPaymentMethods: [],
      RetailTransactionSalesLinesV2: [],
      RetailTransactionPaymentLinesV2: [],
    }
    bench.history.RetailTransactions = bench.history.RetailTransactions.map(row => ({ ...row, Staff: '' }))
    await bench.connect()
    await bench.run()
    expect(await bench.state()).toMatchObject({
      connection: { status: 'Error', failure: 'rows' },
      syncs: [{ refused: 7 }],
    })
    expect(await report()).toBeUndefined()
  })
  it('a list of faults ends after a hundred', async () => {
    for (let number = 0; number < 120; number++) addTransaction(bench.history, `C${number}`, { Staff: '' })
    await bench.connect()
    await bench.run()
    expect((await bench.state()).syncs[0]).toMatchObject({ refused: 360 })
    expect((await issuesOf()) as { issues: unknown[] }).toHaveProperty('issues.length', retailLimits.issues)
  })
})

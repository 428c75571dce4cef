import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { csvOf, openRunBench, type RunBench, runsPath } from '../testing/run-bench.ts'
import { processNextRun } from './process-runs.ts'

let uploads: RunBench
beforeAll(async () => {
  uploads = await openRunBench()
})
beforeEach(async () => {
  await uploads.clear()
  for (const table of ['event', 'event_body', 'event_entity', 'event_key', 'data_event', 'data_event_key'] as const)
    await uploads.bench.store.db.deleteFrom(table).execute()
})
afterAll(() => uploads.close())

const db = () => uploads.bench.store.db
const count = 4500
const rows = Array.from({ length: count }, (_row, index) => [
  `p-${index}`,
  '2025-09-01T10:00:00Z',
  '5',
  'USD',
  `u-${index % 50}`,
])
async function putPurchases() {
  await uploads.put('Purchases', csvOf(['PurchaseId', 'MerchantLocalDate', 'TotalAmount', 'Currency', 'UserId'], rows))
  await uploads.put(
    'PaymentInstruments',
    csvOf(
      ['PurchaseId', 'MerchantPaymentInstrumentId', 'Type'],
      rows.map(([id = '']) => [id, 'card', 'CreditCard']),
    ),
  )
  await uploads.put('Products', csvOf(['PurchaseId', 'ProductId'], [['p-0', 'shoe']]))
}
/** Services whose database connection is lost at the n-th transaction. */
function losingAt(n: number) {
  let transactions = 0
  const lost = () => {
    throw Object.assign(new Error('lost'), { code: '57P01' })
  }
  const proxied = new Proxy(db(), {
    get: (target, name) => {
      if (name === 'transaction') {
        transactions += 1
        if (transactions >= n) lost()
      }
      if (transactions >= n) lost()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...uploads.services, ports: { ...uploads.services.ports, db: proxied } }
}
const later = (seconds: number) => {
  const { clock } = uploads.services.ports
  return {
    ...uploads.services,
    ports: { ...uploads.services.ports, clock: () => new Date(clock().getTime() + seconds * 1000) },
  }
}
const stored = async () => {
  const { rows: found } = await db()
    .selectFrom('event')
    .innerJoin('event_body', 'event_body.event_id', 'event.event_id')
    .select(['external_id', 'request'])
    .execute()
    .then(all => ({ rows: all }))
  return found
}

it.each([2, 3, 4, 5, 6, 8, 9, 10])(
  'a run that ends at its transaction %i is continued, and nothing is lost or doubled',
  async n => {
    await putPurchases()
    const { id } = await uploads.request(['Purchases'])
    await processNextRun(losingAt(n)).catch(() => undefined)
    expect((await uploads.loadRun(id)).state).toBe('Running')
    // Nobody takes it over while its lease holds.
    expect(await processNextRun(later(59))).toBe(false)
    while (await processNextRun(later(61)));
    const run = await uploads.loadRun(id)
    expect(run).toMatchObject({ state: 'Finished' })
    expect(run.files).toMatchObject([
      { entity: 'PaymentInstruments', accepted: count, skipped: 0, outcome: 'stored' },
      { entity: 'Products', accepted: 1, skipped: 0, outcome: 'stored' },
      { entity: 'Purchases', accepted: count, replaced: 0, skipped: 0, outcome: 'stored' },
    ])
    const events = await stored()
    expect(events).toHaveLength(count)
    expect(new Set(events.map(event => event.external_id)).size).toBe(count)
    expect(events.every(({ request }) => Array.isArray(request['paymentInstrumentList']))).toBe(true)
  },
  60_000,
)

it.each([5, 6, 7, 8])(
  'a batch that fails while the rows after it are read, at transaction %i, is stored by the next process',
  async n => {
    await putPurchases()
    const { id } = await uploads.request(['Purchases'])
    let transactions = 0
    const failing = new Proxy(db(), {
      get: (target, name) => {
        if (name === 'transaction') transactions += 1
        // Once: the database is there again for the batch after it.
        if (name === 'transaction' && transactions === n) throw Object.assign(new Error('lost'), { code: '57P01' })
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    // Pieces of fewer rows than a batch has, and between two of them time for the batch before to fail.
    const files: typeof uploads.files = {
      ...uploads.files,
      read: (address, chunks, onPiece) =>
        uploads.files.read(address, chunks, async piece => {
          for (let at = 0; at < piece.byteLength; at += 16_384) {
            await onPiece(piece.subarray(at, at + 16_384))
            await new Promise(setImmediate)
          }
        }),
    }
    const { ports } = uploads.services
    await processNextRun({ ...uploads.services, files, ports: { ...ports, db: failing } })
    expect((await uploads.loadRun(id)).state).toBe('Running')
    while (await processNextRun(later(61)));
    expect(await uploads.loadRun(id)).toMatchObject({ state: 'Finished' })
    expect(new Set((await stored()).map(event => event.external_id)).size).toBe(count)
  },
  60_000,
)

it('a process whose run was taken over changes nothing more', async () => {
  await putPurchases()
  const { id } = await uploads.request(['Purchases'])
  await processNextRun(losingAt(6)).catch(() => undefined)
  const before = (await stored()).length
  await db()
    .updateTable('upload_run')
    .set({ lease_until: new Date('2030-01-01T00:00:00Z') })
    .where('id', '=', id)
    .execute()
  expect(await processNextRun(later(61))).toBe(false)
  expect(await stored()).toHaveLength(before)
})

it('a run that waits is cancelled at once, one that is under way after its step', async () => {
  await putPurchases()
  const { id } = await uploads.request(['Purchases'])
  const cancelled = await uploads.bench.call('engineer', 'POST', `${runsPath}/${id}/cancel`, {})
  expect(cancelled.json).toMatchObject({ state: 'Cancelled' })
  expect((await uploads.bench.call('engineer', 'POST', `${runsPath}/${id}/cancel`, {})).status).toBe(409)
  const next = await uploads.request(['Purchases'])
  await processNextRun(losingAt(6)).catch(() => undefined)
  const answer = await uploads.bench.call('engineer', 'POST', `${runsPath}/${next.id}/cancel`, {})
  expect(answer.json).toMatchObject({ state: 'Running', cancelling: true })
  await processNextRun(later(61))
  expect(await uploads.loadRun(next.id)).toMatchObject({ state: 'Cancelled', cancelling: false })
  expect((await uploads.get('Purchases')).state).toBe('ProcessingFailed')
  expect(await db().selectFrom('upload_child').selectAll().execute()).toEqual([])
  // The next run stores the rest.
  expect(await uploads.run(['Purchases'])).toMatchObject({ state: 'Finished' })
  expect(await stored()).toHaveLength(count)
})

it('a chunk with other bytes fails the run before anything is stored', async () => {
  await putPurchases()
  await db()
    .updateTable('upload_file')
    .set({ sha256: 'a'.repeat(64) })
    .where('entity', '=', 'Purchases')
    .execute()
  const run = await uploads.run(['Purchases'])
  expect(run).toMatchObject({ state: 'Failed', failure: { reason: 'filesLost' } })
  expect(await stored()).toEqual([])
  expect((await uploads.get('Purchases')).state).toBe('ProcessingFailed')
  const issues = await uploads.bench.call('engineer', 'GET', `${runsPath}/${run.id}/issues?entity=Purchases`)
  expect(issues.json).toMatchObject({
    issues: [{ code: 'U-30', row: null, message: expect.stringContaining(run.failure?.correlationId ?? '') }],
  })
})

it('a full disk of the database fails the run clearly, and it can be processed again', async () => {
  await putPurchases()
  await uploads.request(['Purchases'])
  let transactions = 0
  const full = new Proxy(db(), {
    get: (target, name) => {
      if (name === 'transaction') transactions += 1
      if (name === 'transaction' && transactions === 4) throw Object.assign(new Error('full'), { code: '53100' })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await processNextRun({ ...uploads.services, ports: { ...uploads.services.ports, db: full } })
  const { json } = await uploads.bench.call('engineer', 'GET', runsPath)
  expect(json).toMatchObject({ runs: [{ state: 'Failed', failure: { reason: 'noSpace' } }] })
  expect(await uploads.run(['Purchases'])).toMatchObject({ state: 'Finished' })
  expect(await stored()).toHaveLength(count)
})

it('an environment that is deleted meanwhile gets no more rows', async () => {
  await putPurchases()
  await uploads.request(['Purchases'])
  await processNextRun(losingAt(6)).catch(() => undefined)
  const before = (await stored()).length
  await db().updateTable('environment').set({ status: 'Deleting' }).where('id', '=', places.eu).execute()
  await processNextRun(later(61))
  expect(await stored()).toHaveLength(before)
  await db().updateTable('environment').set({ status: 'Active' }).where('id', '=', places.eu).execute()
})

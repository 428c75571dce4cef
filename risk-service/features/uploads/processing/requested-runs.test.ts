import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UploadEntityName } from '../../../contract/index.ts'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import { fileOf, openUploadBench, pathOf, type UploadBench } from '../testing/upload-bench.ts'
import { Lease, RunInterruptedError } from './lease.ts'
import { requestRun, startNextRun } from './requested-runs.ts'

let uploads: UploadBench
let at = now
beforeAll(async () => {
  uploads = await openUploadBench()
})
beforeEach(async () => {
  at = now
  await uploads.bench.store.db.deleteFrom('upload_run').execute()
  await uploads.clear()
})
afterAll(() => uploads.close())

const ports = () => ({ db: uploads.bench.store.db, clock: () => at, newId: () => randomUUID() })
const request = (...entities: UploadEntityName[]) =>
  requestRun(
    {
      ports: ports(),
      principal: uploads.bench.person('engineer'),
      roles: [],
      correlationId: 'c',
      environmentId: places.eu,
      files: uploads.files,
      queue: (_key, work) => work(),
    },
    { entities, dryRun: false, onErrors: 'stop' },
  )
/** Ends a run as if it had failed. */
const end = (id = '') =>
  ports().db.updateTable('upload_run').set({ state: 'Failed', lease_until: null }).where('id', '=', id).execute()
async function ready(...entities: UploadEntityName[]) {
  for (const entity of entities) {
    await uploads.upload('engineer', fileOf(30), {}, { entity })
    await uploads.setState(entity, 'Ready')
  }
}
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000)
  return at
}

it('files are processed by whole data types of one tab', async () => {
  await ready('Refunds', 'Purchases', 'Products', 'Transactions')
  await expect(request('Refunds', 'Purchases')).rejects.toMatchObject({
    issues: [{ path: ['entities', 1], message: 'PaymentInstruments is not ready to be processed.' }],
  })
  await ready('PaymentInstruments', 'Sales', 'Payments', 'PaymentMethod')
  await expect(request('Refunds', 'Sales')).rejects.toMatchObject({
    issues: [{ path: ['entities', 1], message: 'Sales is not processed together with Refunds.' }],
  })
  expect(await request('Purchases')).toMatchObject({
    area: 'purchaseprotection',
    entities: expect.arrayContaining(['Purchases', 'PaymentInstruments', 'Products']),
    state: 'Waiting',
    requester_name: 'Name of engineer',
  })
  await expect(request('Products')).rejects.toMatchObject({ data: { reason: 'uploads.busy' } })
})

it('one run of an environment is under way at a time, the others wait in their order', async () => {
  await ready('Refunds', 'Labels', 'BankEvents')
  const runs = []
  for (const entity of ['Refunds', 'Labels', 'BankEvents'] as const) {
    runs.push(await request(entity))
    later(1)
  }
  for (const [index, entity] of (['Refunds', 'Labels', 'BankEvents'] as const).entries()) {
    const started = await Promise.all([startNextRun(ports()), startNextRun(ports()), startNextRun(ports())])
    expect(started.filter(run => run !== null)).toMatchObject([{ id: runs[index]?.id, state: 'Running' }])
    expect((await uploads.get(entity)).state).toBe('Validating')
    await uploads.setState(entity, 'ValidationFailed')
    await end(runs[index]?.id)
  }
  expect(await startNextRun(ports())).toBeNull()
})

it('a run whose process has ended is taken over, and its process knows that', async () => {
  await ready('Refunds')
  const { id } = await request('Refunds')
  const first = await startNextRun(ports())
  if (!first) throw new Error('No run began.')
  const lease = new Lease(ports(), first)
  later(50)
  await lease.secure(ports().db)
  later(59)
  expect(await startNextRun(ports())).toBeNull()
  later(2)
  expect(await startNextRun(ports())).toMatchObject({ id, state: 'Running' })
  await expect(new Lease(ports(), first).secure(ports().db)).rejects.toBeInstanceOf(RunInterruptedError)
  await expect(lease.secure(ports().db)).rejects.toMatchObject({ reason: 'lost' })
  await end(id)
  expect(await startNextRun(ports())).toBeNull()
})

it('a run of a file that was changed meanwhile has failed, and the next one begins', async () => {
  await ready('Refunds', 'Labels')
  const changed = await request('Refunds')
  later(1)
  const next = await request('Labels')
  await uploads.bench.call('engineer', 'PUT', `${pathOf()}/mapping`, { columnOf: {}, baseVersion: 0 })
  expect((await uploads.get()).state).toBe('NeedsMapping')
  expect((await startNextRun(ports()))?.id).toBe(next.id)
  const row = await ports().db.selectFrom('upload_run').select('state').where('id', '=', changed.id).executeTakeFirst()
  expect(row).toEqual({ state: 'Failed' })
})

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createKeyedQueue } from '../../../engine/lib/serial-queue.ts'
import type { UploadCall } from '../../../features/uploads/files/upload-call.ts'
import { openRunBench, type RunBench } from '../../../features/uploads/testing/run-bench.ts'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { serviceActor } from '../../../kernel/audit.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { type ImportOptions, importFiles } from './import-files.ts'
import { readEntity } from './open-upload.ts'
import { RefusedError, StoppedError } from './put-file.ts'

let uploads: RunBench
let folder: string
let printed = ''
beforeAll(async () => {
  uploads = await openRunBench()
})
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-import-'))
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation(text => Boolean((printed += String(text))))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await uploads.clear()
  for (const table of ['data_event', 'data_event_key', 'event', 'event_body', 'event_entity', 'event_key'] as const)
    await db().deleteFrom(table).execute()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => uploads.close())

const db = () => uploads.bench.store.db
const call = (): UploadCall => ({
  ...serviceActor(places.tenant, newId()),
  ports: uploads.services.ports,
  files: uploads.files,
  environmentId: places.eu,
  queue: createKeyedQueue(),
})
const fileOf = (name: string, content: string | Uint8Array): string => {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}
const optionsOf = (name: string, file: string, more: Partial<ImportOptions> = {}): ImportOptions => ({
  files: [{ entity: readEntity(name), file, isDescribed: true }],
  mapping: null,
  formats: {},
  head: {},
  dryRun: false,
  onErrors: 'stop',
  again: false,
  ...more,
})
const run = (options: ImportOptions, signal?: AbortSignal) =>
  importFiles(call(), { ...uploads.services, signal }, options, path.join(folder, 'copies'))
const stored = async () => (await db().selectFrom('data_event').select('entity_id').execute()).map(row => row.entity_id)

const header = 'ChargebackId,Status,BankEventTimestamp,UserId,PurchaseId'
const chargebacks = (count: number, from = 0) =>
  `${header}\n${Array.from({ length: count }, (_row, row) => `c-${from + row},Inquiry,2025-09-01T00:00:00Z,u,p-${row}\n`).join('')}`
const broken = `${header}\nc-1,Inquiry,2025-09-01T00:00:00Z,u,p\nc-2,Inquiry,yesterday,u,p\n`

it('sends a file, guesses its mapping, and stores its rows; the same command again has nothing to do', async () => {
  const options = optionsOf('chargebacks', fileOf('charged.csv', chargebacks(3)))
  expect(await run(options)).toBe(true)
  expect((await stored()).sort()).toEqual(['c-0', 'c-1', 'c-2'])
  expect(printed).toBe('')
  const runs = () => db().selectFrom('upload_run').select(['state', 'requester_name']).execute()
  expect(await runs()).toMatchObject([{ state: 'Finished' }])
  expect(await run(options)).toBe(true)
  expect(await runs()).toHaveLength(1)
  expect(await run({ ...options, again: true })).toBe(true)
  expect(await runs()).toHaveLength(2)
})

it('a packed file is unpacked, and no copy of it stays', async () => {
  expect(await run(optionsOf('Chargebacks', fileOf('charged.csv.gz', gzipSync(chargebacks(2)))))).toBe(true)
  expect(await stored()).toHaveLength(2)
  expect(readdirSync(path.join(folder, 'copies'))).toEqual([])
})

it('prints the error file; good rows are stored when they are requested', async () => {
  const file = fileOf('broken.csv', broken)
  expect(await run(optionsOf('Chargebacks', file))).toBe(false)
  expect(printed).toContain('Chargebacks,3,BankEventTimestamp,U-12,')
  expect(await stored()).toEqual([])
  expect(await run(optionsOf('Chargebacks', file, { onErrors: 'takeGoodRows' }))).toBe(false)
  expect(await stored()).toEqual(['c-1'])
})

it('a dry run checks and stores nothing', async () => {
  const options = optionsOf('Chargebacks', fileOf('charged.csv', chargebacks(2)), { dryRun: true })
  expect(await run(options)).toBe(true)
  expect(await stored()).toEqual([])
  expect(await run({ ...options, dryRun: false })).toBe(true)
  expect(await stored()).toHaveLength(2)
})

it('files of one data type are sent together, or one after another', async () => {
  const purchases = fileOf(
    'bought.csv',
    'PurchaseId,MerchantLocalDate,TotalAmount,Currency,UserId\np,2025-09-01T00:00:00Z,5,USD,u\n',
  )
  const others = [
    {
      entity: readEntity('PaymentInstruments'),
      file: fileOf('cards.csv', 'PurchaseId,MerchantPaymentInstrumentId,Type\np,card,CreditCard\n'),
      isDescribed: false,
    },
    { entity: readEntity('Products'), file: fileOf('goods.csv', 'PurchaseId,ProductId\np,shoe\n'), isDescribed: false },
  ]
  const alone = optionsOf('Purchases', purchases)
  await expect(run(alone)).rejects.toThrow('--with PaymentInstruments=FILE --with Products=FILE')
  expect(await run({ ...alone, files: [...alone.files, ...others] })).toBe(true)
  expect(await db().selectFrom('event').select('external_id').execute()).toEqual([{ external_id: 'p' }])
})

it('refuses what cannot be sent, and says why', async () => {
  const refusal = (name: string, content: string, more: Partial<ImportOptions> = {}) =>
    run(optionsOf('Chargebacks', fileOf(name, content), more)).catch((error: unknown) => error)
  expect(await refusal('charged.xlsx', chargebacks(1))).toBeInstanceOf(RefusedError)
  expect(await refusal('empty.csv', '')).toMatchObject({ message: expect.stringContaining('U-03') })
  expect(await refusal('other.csv', 'colour,size\nred,5\n')).toMatchObject({ message: expect.stringContaining('U-10') })
})

it.each([
  [{ dryRun: true }, {}, '--dry-run'],
  [{}, { dryRun: true }, 'without --dry-run and --good-rows'],
  [{ onErrors: 'takeGoodRows' }, {}, '--good-rows'],
] as const)('does not take an open run with %o for one with %o', async (open, own, options) => {
  const file = fileOf('charged.csv', chargebacks(2))
  const entered = optionsOf('Chargebacks', file, { dryRun: false, onErrors: 'stop', ...own })
  // The file is there, and a run of it waits.
  await run(optionsOf('Chargebacks', file, { dryRun: true }))
  const { id } = await uploads.request(['Chargebacks'], { dryRun: false, onErrors: 'stop', ...open })
  const refusal = await run(entered).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(RefusedError)
  expect(refusal).toMatchObject({ message: expect.stringContaining(id) })
  expect(refusal).toMatchObject({ message: expect.stringContaining(options) })
  expect((await uploads.loadRun(id)).state).toBe('Waiting')
  expect(await stored()).toEqual([])
  // With the same options it is continued.
  expect(await run({ ...entered, dryRun: false, onErrors: 'stop', ...open })).toBe(true)
  expect((await uploads.loadRun(id)).state).toBe('Finished')
  expect(await stored()).toHaveLength('dryRun' in open ? 0 : 2)
})

it('goes on where it was stopped', async () => {
  const options = optionsOf('Chargebacks', fileOf('many.csv', chargebacks(9000)))
  const stop = new AbortController()
  const db2 = new Proxy(db(), {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name === 'transaction')
        void stored().then(rows => {
          if (rows.length > 0) stop.abort()
        })
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const services = { ...uploads.services, ports: { ...uploads.services.ports, db: db2 }, signal: stop.signal }
  await expect(importFiles(call(), services, options, folder)).rejects.toBeInstanceOf(StoppedError)
  const before = (await stored()).length
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(9000)
  // The clock of the bench stands still; the work was given up before this moment.
  const { ports } = uploads.services
  const clock = () => new Date(ports.clock().getTime() + 1000)
  const next = { ...uploads.services, ports: { ...ports, clock } }
  expect(await importFiles(call(), next, options, folder)).toBe(true)
  expect(new Set(await stored()).size).toBe(9000)
  expect(await stored()).toHaveLength(9000)
  expect(await db().selectFrom('upload_run').select('state').execute()).toEqual([{ state: 'Finished' }])
})

import { createHash, randomUUID } from 'node:crypto'
import { chunkCount, chunkLength, type UploadEntityName, uploadLimits } from '../../risk-service/contract/index.ts'
import { processNextRun } from '../../risk-service/features/uploads/processing/process-runs.ts'
import type { RunServices } from '../../risk-service/features/uploads/processing/run-context.ts'
import { createInstrumentHash } from '../../risk-service/http/node/retail/instrument-hash.ts'
import { createUploadFiles } from '../../risk-service/http/node/uploads/upload-files.ts'
import { ipCountry } from '../../risk-service/kernel/ip-country.ts'
import { newId } from '../../risk-service/kernel/store/new-id.ts'
import { findEntity } from '../../risk-service/upload-files/entities/entities.ts'
import { openPurchaseStore } from '../rules/purchase-store.ts'
import { makeDataDir, perSecond, type Row } from '../support/harness.ts'

/** Rows of a narrow file, and of the widest one. */
const rows = Number(process.env['BENCH_UPLOAD_ROWS'] ?? 100_000)
const day = 86_400_000

const narrowRow = (row: number): string[] => [
  `c-${row}`,
  'Inquiry',
  new Date(Date.now() - day - row * 100).toISOString(),
  `u-${row % 5000}`,
  `p-${row}`,
]

/** A value of every attribute of a type. */
function valueOf(name: string, type: string, format: string | undefined, row: number): string {
  if (name === 'PurchaseId') return `p-${row}`
  if (name === 'UserId') return `u-${row % 5000}`
  if (format === 'currency') return 'USD'
  if (format === 'country') return 'DE'
  if (format === 'email') return `user${row % 5000}@example.com`
  if (format === 'ip') return `203.0.113.${row % 250}`
  if (format === 'phone') return `+49-${3_000_000_000 + (row % 5000)}`
  if (type === 'datetime') return new Date(Date.now() - 2 * day - row * 100).toISOString()
  if (type === 'double') return `${row % 900}.50`
  if (type === 'int') return `${row % 90}`
  if (type === 'boolean') return row % 2 === 0 ? 'True' : 'False'
  return type === 'json' ? '"{""level"":1}"' : `${name.slice(0, 6)}${row % 1000}`
}

interface BenchFile {
  entity: UploadEntityName
  columns: readonly string[]
  rowOf: (row: number) => readonly string[]
  count: number
}

const widest = findEntity('Purchases')?.columns ?? []
const narrow: BenchFile[] = [
  {
    entity: 'Chargebacks',
    columns: ['ChargebackId', 'Status', 'BankEventTimestamp', 'UserId', 'PurchaseId'],
    rowOf: narrowRow,
    count: rows,
  },
]
const wide: BenchFile[] = [
  {
    entity: 'Purchases',
    columns: widest.map(({ name }) => name),
    rowOf: row => widest.map(({ name, type, format }) => valueOf(name, type, format, row)),
    count: rows,
  },
  {
    entity: 'PaymentInstruments',
    columns: ['PurchaseId', 'MerchantPaymentInstrumentId', 'Type'],
    rowOf: row => [`p-${row}`, `card-${row % 5000}`, 'CreditCard'],
    count: 1,
  },
  { entity: 'Products', columns: ['PurchaseId', 'ProductId'], rowOf: row => [`p-${row}`, 'shoe'], count: 1 },
]

/** Rows of files per second from the request to the end of the run, stored and searchable. */
export async function benchUploadRuns(): Promise<Row[]> {
  const { store, environment } = await openPurchaseStore(0, 1)
  const files = createUploadFiles({ dataDir: makeDataDir() })
  const services: RunServices = {
    ports: { db: store.db, clock: () => new Date(), newId, log: { write: () => undefined } },
    files,
    live: { publish: () => undefined },
    countryOf: ipCountry,
    eventMonths: 13,
    instrumentHash: id => createInstrumentHash('k'.repeat(44), id),
    ownTypes: () => Promise.resolve([]),
  }

  async function put({ entity, columns, rowOf, count }: BenchFile, runId: string): Promise<void> {
    const lines = [columns.join()]
    for (let row = 0; row < count; row++) lines.push(rowOf(row).join())
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    const uploadId = randomUUID()
    const digest = (part: Uint8Array) => createHash('sha256').update(part).digest('hex')
    for (let index = 0; index < chunkCount(bytes.length); index++) {
      const from = index * uploadLimits.chunkSize
      const chunk = bytes.subarray(from, from + chunkLength(bytes.length, index))
      const sha256 = digest(chunk)
      await files.write(
        { environmentId: environment, uploadId },
        { index, sha256, size: chunk.length },
        (async function* () {
          yield chunk
        })(),
      )
      await store.db
        .insertInto('upload_chunk')
        .values({ environment_id: environment, upload_id: uploadId, index, sha256, received_at: new Date() })
        .execute()
    }
    const now = new Date()
    await store.db
      .insertInto('upload_file')
      .values({
        environment_id: environment,
        entity,
        state: 'Ready',
        upload_id: uploadId,
        file_name: `${entity}.csv`,
        size: bytes.length,
        modified_at: 0,
        first_chunk: '',
        columns: JSON.stringify(columns),
        has_header: true,
        delimiter: ',',
        rows: count,
        sha256: digest(bytes),
        owner_id: randomUUID(),
        owner_name: 'Bench',
        begun_at: now,
        active_at: now,
        completed_at: now,
      })
      .execute()
    await store.db
      .insertInto('upload_mapping')
      .values({
        environment_id: environment,
        entity,
        column_of: JSON.stringify(Object.fromEntries(columns.map(column => [column, column]))),
        version: 1,
        updated_at: now,
        updated_by: 'Bench',
      })
      .execute()
    await store.db
      .insertInto('upload_run_file')
      .values({
        run_id: runId,
        environment_id: environment,
        entity,
        upload_id: uploadId,
        file_name: `${entity}.csv`,
        size: bytes.length,
        rows: count,
      })
      .execute()
  }

  async function measure(name: string, list: readonly BenchFile[]): Promise<Row> {
    const id = newId()
    await store.db
      .insertInto('upload_run')
      .values({
        id,
        environment_id: environment,
        area: 'purchaseprotection',
        entities: list.map(({ entity }) => entity),
        state: 'Waiting',
        requested_at: new Date(),
        requested_by: randomUUID(),
        requester_name: 'Bench',
      })
      .execute()
    for (const file of list) await put(file, id)
    const started = performance.now()
    while (await processNextRun(services));
    const seconds = (performance.now() - started) / 1000
    const run = await store.db
      .selectFrom('upload_run')
      .select(['state', 'failure'])
      .where('id', '=', id)
      .executeTakeFirst()
    const { rss } = process.memoryUsage()
    return {
      name,
      value: perSecond(rows / seconds),
      note: `${rows} rows, ${run?.state ?? ''}${run?.failure ? ` (${run.failure})` : ''}, ${Math.round(rss / 2 ** 20)} MiB`,
    }
  }

  try {
    return [
      await measure('Upload of a narrow file (chargebacks), checked and stored', narrow),
      await measure('Upload of the widest file (purchases), checked and stored', wide),
    ]
  } finally {
    await store.close()
  }
}

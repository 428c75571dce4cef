import { entitiesOfDataType, type UploadEntityName } from '../../../contract/index.ts'
import { monthOf } from '../../../kernel/store/maintenance/partitions.ts'
import type { RowBytes } from '../../../upload-files/cells/row-bytes.ts'
import { RowCheck } from '../../../upload-files/check/row-check.ts'
import { IssueList } from '../../../upload-files/issues/issue-list.ts'
import { createShortPause } from '../files/short-pause.ts'
import { type BodyOptions, compileBody } from '../records/create-body.ts'
import { compilePurchase } from '../records/purchase-row.ts'
import { createChildStore, takeChildren } from '../rows/child-rows.ts'
import { createDataStore, dataEventOf } from '../rows/data-rows.ts'
import { createLabelStore } from '../rows/label-rows.ts'
import { createMethodStore, createPaymentStore, createSaleStore, createTransactionStore } from '../rows/loss-rows.ts'
import { createPurchaseStore } from '../rows/purchase-rows.ts'
import type { RowStore, SourceRow } from '../rows/row-store.ts'
import { BatchPipeline } from './batch-pipeline.ts'
import type { RunProgress } from './lease.ts'
import { FileLostError, readFileHead, readRows } from './read-file.ts'
import type { RunContext } from './run-context.ts'
import { isChild, type RunFile } from './run-files.ts'

/** The order in which entities are stored: what others belong to, or refer to, before these. */
const order: readonly UploadEntityName[] = [
  'PaymentInstruments',
  'Products',
  'Purchases',
  'UpdateAddress',
  'UpdatePaymentInstrument',
  'UpdateAccount',
  'PurchaseStatus',
  'BankEvents',
  'Chargebacks',
  'Refunds',
  'Labels',
  'PaymentMethod',
  'Transactions',
  'Sales',
  'Payments',
]

/** Stores the files of a run whose data types have passed, and continues where a stop interrupted that. */
export async function storeFiles(context: RunContext, files: readonly RunFile[]): Promise<void> {
  const passed = new Set(files.filter(({ row }) => row.outcome !== 'failed').map(({ entity }) => entity))
  const taken = files
    .filter(({ entity }) => entitiesOfDataType(entity).every(name => passed.has(name)))
    .sort((one, other) => order.indexOf(one.entity) - order.indexOf(other.entity))
  const progress: RunProgress = { entity: null, rows: 0, bytes: 0 }
  const total = taken.reduce((sum, { upload }) => sum + upload.size, 0)
  for (const file of taken) {
    progress.entity = file.entity
    if (file.row.outcome !== 'stored') await storeFile(context, file, { ...progress }, total)
    progress.rows += file.row.read
    progress.bytes += file.upload.size
    const children = taken.filter(each => each.definition.parent === file.entity && each.row.outcome !== 'stored')
    if (children.length > 0) await finishChildren(context, children)
  }
}

/** Rows of which events are made at once. */
const partSize = 500

async function storeFile(context: RunContext, file: RunFile, progress: RunProgress, total: number): Promise<void> {
  const { files, ports, lease, run, meter } = context
  const head = await readFileHead(files, file)
  if (Array.isArray(head)) throw new FileLostError('The head of the file cannot be read any more.')
  const store = await createStore(context, file)
  const { columns: attributes, key } = file.definition
  const { entity, columnOf, formats } = file
  const options = { entity, attributes, columns: head.columns, columnOf, formats }
  const contentOf = entity === 'Purchases' ? compilePurchaseContent(options) : compileContent(options)
  const keyColumns = key.map(attribute => head.columns.indexOf(file.columnOf[attribute] ?? ''))
  const isGood = goodRows(context, file, head)
  const pause = createShortPause(1, context.whenSent)
  const batches = new BatchPipeline(context, file, store, pause)
  const start = { rows: progress.rows, bytes: progress.bytes }
  let read: SourceRow[] = []
  let waiting: SourceRow[] = []
  const refine = async (): Promise<void> => {
    waiting.push(...(store.refine === undefined ? read : await store.refine(ports.db, read, pause)))
    read = []
  }
  try {
    await readRows(files, file, head, async (rows, bytes) => {
      while (rows.next()) {
        const { row } = rows
        progress.rows = start.rows + row
        if (row <= file.row.reached || rows.isFaulty || rows.count !== head.columns.length || !isGood(rows, row))
          continue
        read.push({ row, key: keyColumns.map(index => rows.text(index)), ...contentOf(rows) })
        if (read.length >= partSize) await refine()
        await pause()
      }
      progress.bytes = start.bytes + bytes
      meter?.reached(progress.bytes, total)
      while (waiting.length >= store.batchSize) {
        await batches.begin(waiting.slice(0, store.batchSize), progress)
        waiting = waiting.slice(store.batchSize)
      }
      // A batch that is stored renews the lease itself.
      if (!batches.isStoring) await lease.renew(progress)
    })
    await refine()
    await batches.begin(waiting, progress)
    await batches.finish()
  } finally {
    await batches.settle()
  }
  if (isChild(file)) return
  await ports.db.transaction().execute(async trx => {
    await lease.secure(trx, progress)
    await trx
      .updateTable('upload_run_file')
      .set({ outcome: 'stored' })
      .where('run_id', '=', run.id)
      .where('entity', '=', file.entity)
      .execute()
  })
}

/** What is made of a row at once: it is in memory only until the next one is read. */
type ContentOf = (cells: RowBytes) => Pick<SourceRow, 'body' | 'purchase'>

function compileContent(options: BodyOptions): ContentOf {
  const createBody = compileBody(options)
  return cells => ({ body: createBody(cells) })
}

function compilePurchaseContent(options: BodyOptions): ContentOf {
  const createPurchase = compilePurchase(options)
  const body = {}
  return cells => ({ body, purchase: createPurchase(cells) })
}

/** Returns whether a row has no errors; a file that passed as a whole has none. */
function goodRows(
  { run, ports }: RunContext,
  { definition, columnOf, formats, row }: RunFile,
  head: ConstructorParameters<typeof RowCheck>[0]['head'],
): (cells: RowBytes, row: number) => boolean {
  if (run.on_errors === 'stop' || row.rejected === 0) return () => true
  const issues = new IssueList()
  const now = ports.clock().getTime()
  const check = new RowCheck({ entity: definition, head, mapping: columnOf, formats, now }, issues)
  return (cells, number) => {
    const before = issues.errors
    check.checkRow(cells, number)
    return issues.errors === before
  }
}

/** Counts the rows of children whose parents the run did not store as skipped, and ends their files. */
async function finishChildren({ ports, lease, run }: RunContext, children: readonly RunFile[]): Promise<void> {
  await ports.db.transaction().execute(async trx => {
    await lease.secure(trx)
    const orphans = await takeChildren(
      trx,
      run.id,
      children.map(({ entity }) => entity),
    )
    for (const { entity } of children) {
      const count = orphans.get(entity) ?? 0
      await trx
        .updateTable('upload_run_file')
        .set(({ eb }) => ({
          outcome: 'stored',
          accepted: eb('accepted', '-', count),
          skipped: eb('skipped', '+', count),
        }))
        .where('run_id', '=', run.id)
        .where('entity', '=', entity)
        .execute()
    }
  })
}

async function createStore(context: RunContext, file: RunFile): Promise<RowStore> {
  const { run, ports, countryOf, eventMonths, instrumentHash } = context
  const { entity } = file
  const now = ports.clock()
  const place = { environmentId: run.environment_id, runId: run.id, newId: ports.newId, now }
  const hashOf = instrumentHash(run.environment_id)
  const dataEvent = dataEventOf[entity]
  if (isChild(file)) return createChildStore({ ...place, entity })
  if (dataEvent !== undefined) return createDataStore(place, dataEvent)
  switch (entity) {
    case 'Purchases':
      return createPurchaseStore({ ...place, countryOf, earliest: monthOf(now, -eventMonths).start })
    case 'Labels':
      return createLabelStore({ ...place, ownTypes: await context.ownTypes(run.environment_id) })
    case 'Transactions':
      return createTransactionStore({ ...place, hashOf })
    case 'Sales':
      return createSaleStore({ ...place, hashOf })
    case 'Payments':
      return createPaymentStore({ ...place, hashOf })
    case 'PaymentMethod':
      return createMethodStore({ ...place, hashOf })
    default:
      throw new Error(`${entity} is not stored by itself.`)
  }
}

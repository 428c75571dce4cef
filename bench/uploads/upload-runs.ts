import { createHash, randomUUID } from 'node:crypto'
import { processNextRun } from '../../risk-service/features/uploads/processing/process-runs.ts'
import { createRunServices, openRunPool } from '../../risk-service/http/node/uploads/run-services.ts'
import { openKysely } from '../../risk-service/kernel/store/connection/connection.ts'
import { newId } from '../../risk-service/kernel/store/new-id.ts'
import { openPurchaseStore } from '../rules/purchase-store.ts'
import { makeDataDir, perSecond, type Row } from '../support/harness.ts'
import { databaseSeconds } from '../support/processor-time.ts'
import { childrenOf, chunksOf, digestOf, type MadeFile, narrowChargebacks, widePurchases } from './made-rows.ts'

/** Rows of a narrow file, and of the widest one. */
const rows = Number(process.env['BENCH_UPLOAD_ROWS'] ?? 100_000)
const narrow: MadeFile[] = [narrowChargebacks(rows)]
/** With files of one row, which are processed together with purchases. */
const wide: MadeFile[] = [widePurchases(rows), ...childrenOf()]

/** Rows of files per second from the request to the end of the run, stored and searchable. */
export async function benchUploadRuns(): Promise<Row[]> {
  const { store, environment } = await openPurchaseStore(0, 1)
  const dataDir = makeDataDir()
  const log = { write: () => undefined }
  // The connections of the service's thread, whose low priority says nothing on a machine that does nothing else.
  const { pool, whenSent } = openRunPool(store.target, log)
  const services = createRunServices({
    db: openKysely(pool),
    log,
    live: { publish: () => undefined },
    dataDir,
    eventMonths: 13,
    secretKey: 'k'.repeat(44),
    signal: new AbortController().signal,
    whenSent,
  })
  const { files } = services

  async function put(file: MadeFile, runId: string): Promise<void> {
    const { entity, columns, count } = file
    const uploadId = randomUUID()
    const whole = createHash('sha256')
    let [index, size] = [0, 0]
    for (const chunk of chunksOf(file)) {
      const sha256 = digestOf(chunk)
      whole.update(chunk)
      size += chunk.length
      await files.write(
        { environmentId: environment, uploadId },
        { index, sha256, size: chunk.length },
        (async function* () {
          yield chunk
        })(),
      )
      await store.db
        .insertInto('upload_chunk')
        .values({ environment_id: environment, upload_id: uploadId, index: index++, sha256, received_at: new Date() })
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
        size,
        modified_at: 0,
        first_chunk: '',
        columns: JSON.stringify(columns),
        has_header: true,
        delimiter: ',',
        rows: count,
        sha256: whole.digest('hex'),
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
        size,
        rows: count,
      })
      .execute()
  }

  async function measure(name: string, list: readonly MadeFile[]): Promise<Row> {
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
    const [before, databaseBefore] = [process.cpuUsage(), await databaseSeconds(store.maintenancePool)]
    while (await processNextRun(services));
    const seconds = (performance.now() - started) / 1000
    const { user, system } = process.cpuUsage(before)
    const database = (await databaseSeconds(store.maintenancePool)) - databaseBefore
    const perRow = (microseconds: number): string => `${Math.round(microseconds / rows)}`
    const run = await store.db
      .selectFrom('upload_run')
      .select(['state', 'failure'])
      .where('id', '=', id)
      .executeTakeFirst()
    const { rss } = process.memoryUsage()
    return {
      name,
      value: perSecond(rows / seconds),
      note: `${rows} rows, ${run?.state ?? ''}${run?.failure ? ` (${run.failure})` : ''}, ${Math.round(rss / 2 ** 20)} MiB; microseconds of processor per row: ${perRow(user + system)} of the service, ${perRow(database * 1e6)} of the database`,
    }
  }

  try {
    return [
      await measure('Upload of a narrow file (chargebacks), checked and stored', narrow),
      await measure('Upload of the widest file (purchases), checked and stored', wide),
    ]
  } finally {
    await pool.end()
    await store.close()
  }
}

import { type Selectable, sql } from 'kysely'
import {
  entitiesOfDataType,
  type UploadEntityName,
  type UploadErrorChoice,
  type UploadState,
  uploadEntities,
} from '../../../contract/index.ts'
import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { UploadRunTable } from '../../../ports/tables/review/uploads.ts'
import { changeUpload, hasFile, lockRows, lockUploads, type UploadRow } from '../files/store.ts'
import { auditUpload, type UploadCall } from '../files/upload-call.ts'

export type RunRow = Selectable<UploadRunTable>

/** Seconds for which a process has a run to itself, unless it renews that. */
const leaseSeconds = 60

export interface RunRequest {
  entities: readonly UploadEntityName[]
  dryRun: boolean
  onErrors: UploadErrorChoice
}

/** States of a file that can be processed: again, too, since errors may be left out and a failure may have passed. */
const requestable: ReadonlySet<UploadState> = new Set<UploadState>(['Ready', 'ValidationFailed', 'ProcessingFailed'])

/**
 * Requests that files are checked and processed, by whole data types of one tab. It waits for the run before it.
 * @throws ValidationError that names an entity whose data type is not ready, ConflictError while one of them is processed
 */
export async function requestRun(call: UploadCall, { entities, dryRun, onErrors }: RunRequest): Promise<RunRow> {
  const { ports, environmentId, principal, correlationId } = call
  return ports.db.transaction().execute(async trx => {
    const rows = await lockUploads(trx, environmentId, entities)
    const [first] = entities
    for (const [index, entity] of entities.entries()) {
      if (first && uploadEntities[entity].area !== uploadEntities[first].area)
        throw new ValidationError(['entities', index], `${entity} is not processed together with ${first}.`)
      const open = entitiesOfDataType(entity).find(name => !requestable.has(rows.get(name)?.state ?? 'NotStarted'))
      if (open) throw new ValidationError(['entities', index], `${open} is not ready to be processed.`)
    }
    const all = [...rows.keys()]
    await assertNotRequested(trx, environmentId, all)
    for (const row of rows.values()) if (row.state !== 'Ready') await changeUpload(trx, row, ['Ready'])
    const run = await trx
      .insertInto('upload_run')
      .values({
        id: ports.newId(),
        environment_id: environmentId,
        area: first ? uploadEntities[first].area : '',
        entities: all,
        state: 'Waiting',
        requested_at: ports.clock(),
        requested_by: principal.id,
        requester_name: principal.name,
        dry_run: dryRun,
        on_errors: onErrors,
        correlation_id: correlationId,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertFiles(trx, run, [...rows.values()])
    for (const entity of all)
      await auditUpload(trx, call, entity, {
        operation: 'Activate',
        before: null,
        after: { run: run.id, dryRun, onErrors },
      })
    return run
  })
}

/** Notes which files the run has: one that is replaced before it begins is not that of its request. */
async function insertFiles(trx: Db, run: RunRow, rows: readonly UploadRow[]): Promise<void> {
  await trx
    .insertInto('upload_run_file')
    .values(
      rows.filter(hasFile).map(row => ({
        run_id: run.id,
        environment_id: run.environment_id,
        entity: row.entity,
        upload_id: row.upload_id,
        file_name: row.file_name,
        size: row.size,
        rows: row.rows ?? 0,
      })),
    )
    .execute()
}

/** @throws ConflictError when a run that waits has one of the entities */
async function assertNotRequested(
  trx: Db,
  environmentId: string,
  entities: readonly UploadEntityName[],
): Promise<void> {
  const waiting = await trx
    .selectFrom('upload_run')
    .select(['entities', 'requester_name', 'requested_at'])
    .where('environment_id', '=', environmentId)
    .where('state', '=', 'Waiting')
    .execute()
  const same = waiting.find(run => run.entities.some(name => entities.includes(name as UploadEntityName)))
  if (same)
    throw new ConflictError(`${same.requester_name} has started processing these files. It waits for another run.`, {
      reason: 'uploads.busy',
      changedBy: same.requester_name,
      changedAt: same.requested_at.toISOString(),
    })
}

/** Whether a run waits, or is under way here or in another process. */
export async function hasOpenRuns(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('upload_run')
    .select('id')
    .where('state', 'in', ['Waiting', 'Running'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Begins the run that waits longest in an environment without one, and moves its entities to Validating; or takes over
 * one whose process has ended. A run of files that were changed meanwhile has failed. Null: there is nothing to do.
 */
export async function startNextRun({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<RunRow | null> {
  for (;;) {
    const step = await db.transaction().execute(trx => claimRun(trx, clock()))
    if (step !== 'failed') return step
  }
}

async function claimRun(trx: Db, now: Date): Promise<RunRow | 'failed' | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload runs', 0))`.execute(trx)
  const found = await trx
    .selectFrom('upload_run as run')
    .innerJoin('environment', 'environment.id', 'run.environment_id')
    .selectAll('run')
    .where('environment.status', '=', 'Active')
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        and([eb('run.state', '=', 'Running'), eb('run.lease_until', '<', now)]),
        and([
          eb('run.state', '=', 'Waiting'),
          not(
            exists(
              selectFrom('upload_run as other')
                .select('other.id')
                .whereRef('other.environment_id', '=', 'run.environment_id')
                .where('other.state', '=', 'Running'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('run.requested_at')
    .orderBy('run.id')
    .limit(1)
    .forUpdate('run')
    .executeTakeFirst()
  if (!found) return null
  const lease = { lease_until: leaseFrom(now) }
  if (found.state === 'Running') return changeRun(trx, found.id, lease)
  const entities = found.entities as UploadEntityName[]
  const rows = await lockRows(trx, found.environment_id, entities)
  const files = await trx.selectFrom('upload_run_file').selectAll().where('run_id', '=', found.id).execute()
  const isSame = entities.every(entity => {
    const row = rows.get(entity)
    return row?.state === 'Ready' && files.some(file => file.entity === entity && file.upload_id === row.upload_id)
  })
  if (!isSame) {
    await changeRun(trx, found.id, { state: 'Failed', failure: 'filesChanged', started_at: now, finished_at: now })
    return 'failed'
  }
  for (const row of rows.values()) await changeUpload(trx, row, ['Validating'])
  return changeRun(trx, found.id, { state: 'Running', phase: 'checking', started_at: now, ...lease })
}

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000)

const changeRun = (
  db: Db,
  id: string,
  values: Partial<Pick<RunRow, 'state' | 'phase' | 'failure' | 'started_at' | 'finished_at' | 'lease_until'>>,
): Promise<RunRow> =>
  db.updateTable('upload_run').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

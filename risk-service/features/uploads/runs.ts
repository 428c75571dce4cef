import { type Selectable, sql } from 'kysely'
import { entitiesOfDataType, type UploadEntityName, uploadEntities } from '../../contract/index.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { UploadRunTable } from '../../ports/tables/review/uploads.ts'
import { changeUpload, lockRows, lockUploads } from './store.ts'
import { auditUpload, type UploadCall } from './upload-call.ts'

export type UploadRun = Selectable<UploadRunTable>

/** Seconds for which a process has a run to itself, unless it renews that. */
const leaseSeconds = 60

/**
 * Requests that files are checked and processed, by whole data types of one tab. It waits for the run before it.
 * @throws ValidationError that names an entity whose data type is not ready, ConflictError while one of them is processed
 */
export async function requestRun(call: UploadCall, entities: readonly UploadEntityName[]): Promise<UploadRun> {
  const { ports, environmentId, principal } = call
  return ports.db.transaction().execute(async trx => {
    const rows = await lockUploads(trx, environmentId, entities)
    const [first] = entities
    for (const [index, entity] of entities.entries()) {
      if (first && uploadEntities[entity].area !== uploadEntities[first].area)
        throw new ValidationError(['entities', index], `${entity} is not processed together with ${first}.`)
      const open = entitiesOfDataType(entity).find(name => rows.get(name)?.state !== 'Ready')
      if (open) throw new ValidationError(['entities', index], `${open} is not ready to be processed.`)
    }
    const all = [...rows.keys()]
    await assertNotRequested(trx, environmentId, all)
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
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const entity of all)
      await auditUpload(trx, call, entity, { operation: 'Activate', before: null, after: { run: run.id } })
    return run
  })
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

/**
 * Begins the run that waits longest in an environment without one, and moves its entities to Validating; or takes over
 * one whose process has ended. A run of files that were changed meanwhile has failed. Null: there is nothing to do.
 */
export async function startNextRun({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<UploadRun | null> {
  for (;;) {
    const step = await db.transaction().execute(trx => claimRun(trx, clock()))
    if (step !== 'failed') return step
  }
}

async function claimRun(trx: Db, now: Date): Promise<UploadRun | 'failed' | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload runs', 0))`.execute(trx)
  const found = await trx
    .selectFrom('upload_run as run')
    .selectAll('run')
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
    .forUpdate()
    .executeTakeFirst()
  if (!found) return null
  const lease = { lease_until: leaseFrom(now) }
  if (found.state === 'Running') return changeRun(trx, found.id, lease)
  const entities = found.entities as UploadEntityName[]
  const rows = await lockRows(trx, found.environment_id, entities)
  if (entities.some(entity => rows.get(entity)?.state !== 'Ready')) {
    await changeRun(trx, found.id, { state: 'Failed', started_at: now, finished_at: now })
    return 'failed'
  }
  for (const row of rows.values()) await changeUpload(trx, row, ['Validating'])
  return changeRun(trx, found.id, { state: 'Running', started_at: now, ...lease })
}

/** Keeps a run for its process; null when another one has taken it over. */
export async function renewRun(db: Db, { id, lease_until }: UploadRun, now: Date): Promise<UploadRun | null> {
  return (
    (await db
      .updateTable('upload_run')
      .set({ lease_until: leaseFrom(now) })
      .where('id', '=', id)
      .where('state', '=', 'Running')
      .where('lease_until', '=', lease_until)
      .returningAll()
      .executeTakeFirst()) ?? null
  )
}

/** Ends a run, after which the next one of the environment begins. */
export async function endRun(db: Db, id: string, state: 'Finished' | 'Failed', now: Date): Promise<void> {
  await changeRun(db, id, { state, finished_at: now, lease_until: null })
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000)

const changeRun = (
  db: Db,
  id: string,
  values: Partial<Pick<UploadRun, 'state' | 'started_at' | 'finished_at' | 'lease_until'>>,
): Promise<UploadRun> =>
  db.updateTable('upload_run').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { auditBacktest, type BacktestContext } from './backtests.ts'
import type { BacktestInput } from './run/run-types.ts'
import {
  countUnfinishedBacktests,
  deleteOldBacktests,
  findBacktest,
  insertBacktest,
  type StoredBacktest,
} from './store.ts'
import type { TestedBody } from './tested-body.ts'

/** How runs of a kind are queued. */
export interface RunQueue {
  kind: BacktestInput['kind']
  /** What they are, in the plural: for an error. */
  name: string
  /** How many may wait or run in an environment, and how many are stored. */
  queued: number
  stored: number
  isAudited: boolean
}

/** What a kind of run says of itself; everything else is the same for all. */
type NewRun = Pick<
  StoredBacktest,
  | 'id'
  | 'event_type'
  | 'kind'
  | 'name'
  | 'rule_id'
  | 'branch'
  | 'event_limit'
  | 'from_at'
  | 'to_at'
  | 'rules'
  | 'digest'
> &
  Partial<Pick<StoredBacktest, 'counted' | 'labelled'>> & { body: TestedBody }

/**
 * Queues a run, unless its request was queued before. @throws ConflictError for another run with this id and when too
 * many wait
 */
export async function queueRun(
  tester: BacktestContext,
  { kind, name, queued, stored, isAudited }: RunQueue,
  run: NewRun,
): Promise<void> {
  const { ports, principal, environmentId } = tester
  await ports.db.transaction().execute(async trx => {
    // The lock of the row serialises the callers, so that two of them queue neither the same run nor too many.
    await trx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
    if (await findRepeatedRun(trx, environmentId, run.id, run.digest, kind)) return
    if ((await countUnfinishedBacktests(trx, environmentId, kind)) >= queued)
      throw new ConflictError(`Too many ${name} wait in this environment.`, { reason: 'backtest.limit', limit: queued })
    await insertBacktest(trx, {
      counted: null,
      labelled: null,
      ...run,
      environment_id: environmentId,
      state: 'waiting',
      events: 0,
      total: 0,
      failure: null,
      started_by: principal.id,
      started_by_name: principal.name,
      created_at: ports.clock(),
      finished_at: null,
    })
    if (isAudited) await auditBacktest(trx, tester, run, 'Start')
    await deleteOldBacktests(trx, environmentId, stored, kind)
  })
  tester.wake(kind)
}

/** Returns the run with this id. @throws ConflictError when its request was another one */
export async function findRepeatedRun(
  db: Db,
  environmentId: string,
  id: string,
  digest: string,
  kind: RunQueue['kind'],
): Promise<StoredBacktest | null> {
  const existing = await findBacktest(db, environmentId, id, kind)
  if (existing !== null && existing.digest !== digest)
    throw new ConflictError('Another back-test has this id.', { reason: 'backtest.exists' })
  return existing
}

/** Returns a digest of what was requested, so that a repeated request is recognised. */
export async function requestDigest(what: object): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(what)))
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws ValidationError at this field when the environment and those below it have no events in the period */
export async function requireEvents(
  db: Db,
  environmentId: string,
  { eventType, from, to }: { eventType: string; from: Date; to: Date },
  [field, message]: readonly [field: string, message: string],
): Promise<void> {
  const any = await db
    .selectFrom('event')
    .select('event_id')
    .where('environment_id', 'in', await loadScope(db, environmentId))
    .where('event_type', '=', eventType)
    .where('at', '>=', from)
    .where('at', '<', to)
    .limit(1)
    .executeTakeFirst()
  if (any === undefined) throw new ValidationError([field], message)
}

async function loadScope(db: Db, environmentId: string): Promise<string[]> {
  const rows = await db
    .withRecursive('down', query =>
      query
        .selectFrom('environment')
        .select('id')
        .where('id', '=', environmentId)
        .unionAll(
          query
            .selectFrom('environment')
            .innerJoin('down', 'down.id', 'environment.parent_id')
            .select('environment.id'),
        ),
    )
    .selectFrom('down')
    .select('id')
    .execute()
  return rows.map(row => row.id)
}

import {
  type FieldOutage,
  fieldOutageLimits,
  type Outage,
  type OutageResult,
} from '../../contract/ontology/field-outages.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { auditBacktest, type BacktestContext } from './backtests.ts'
import { findRepeatedRun, queueRun, type RunQueue, requestDigest, requireEvents } from './queue-run.ts'
import { deleteBacktest, findBacktest, loadLatestBacktests, rulesFingerprint, type StoredBacktest } from './store.ts'

interface OutageRequest {
  outageId: string
  eventType: string
  outage: FieldOutage
  day?: string | undefined
}
type OutageReader = Pick<BacktestContext, 'ports' | 'environmentId'>

const queue: RunQueue = {
  kind: 'outage',
  name: 'simulated outages',
  queued: fieldOutageLimits.queued,
  stored: fieldOutageLimits.stored,
  isAudited: true,
}
const dayLength = 86_400_000

/** Returns the day in UTC that is decided again. @throws ValidationError for a day that has not begun or no day at all */
function periodOf(day: string | undefined, now: Date): { from: Date; to: Date } {
  const today = Math.floor(now.getTime() / dayLength) * dayLength
  const from = day === undefined ? today - dayLength : Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(from) || from > now.getTime()) throw new ValidationError(['day'], 'This day has not begun.')
  return { from: new Date(from), to: new Date(from + dayLength) }
}

/**
 * Starts a simulated outage of a field; a repeated request with the same id returns the first one. @throws
 * ValidationError for a day without events, ConflictError for another outage with this id and when too many wait
 */
export async function startOutage(tester: BacktestContext, request: OutageRequest): Promise<Outage> {
  const { ports, environmentId } = tester
  const { db } = ports
  const { outageId, ...what } = request
  const digest = await requestDigest(what)
  const repeated = await findRepeatedRun(db, environmentId, outageId, digest, 'outage')
  if (repeated) return loadOutage(tester, outageId)
  const { from, to } = periodOf(request.day, ports.clock())
  await requireEvents(db, environmentId, { eventType: request.eventType, from, to }, [
    'day',
    'There are no events on this day.',
  ])
  await queueRun(tester, queue, {
    id: outageId,
    event_type: request.eventType,
    kind: 'outage',
    name: request.outage.path,
    rule_id: null,
    branch: null,
    event_limit: null,
    body: request.outage,
    from_at: from,
    to_at: to,
    digest,
    rules: await rulesFingerprint(db, environmentId, request.eventType),
  })
  return loadOutage(tester, outageId)
}

/** @throws NotFoundError */
export async function loadOutage({ ports: { db }, environmentId }: OutageReader, id: string): Promise<Outage> {
  const row = await findBacktest(db, environmentId, id, 'outage')
  if (row === null) throw new NotFoundError('There is no such simulated outage.')
  return toOutage(row, await rulesFingerprint(db, environmentId, row.event_type))
}

/** Returns the latest outages of an assessment, newest first. */
export async function listOutages(
  { ports: { db }, environmentId }: OutageReader,
  eventType: string,
): Promise<Outage[]> {
  const [rows, rules] = await Promise.all([
    loadLatestBacktests(db, environmentId, {}, fieldOutageLimits.stored, 'outage'),
    rulesFingerprint(db, environmentId, eventType),
  ])
  return rows.filter(row => row.event_type === eventType).map(row => toOutage(row, rules))
}

/** Stops a waiting or running outage, of which nothing stays; false when it has ended. */
export async function cancelOutage(tester: BacktestContext, id: string): Promise<boolean> {
  const { environmentId } = tester
  return tester.ports.db.transaction().execute(async trx => {
    const row = await findBacktest(trx, environmentId, id, 'outage')
    if (row === null || !(await deleteBacktest(trx, environmentId, id, ['waiting', 'running']))) return false
    await auditBacktest(trx, tester, row, 'Stop')
    return true
  })
}

/** @param rules fingerprint of the present rules */
function toOutage(row: StoredBacktest, rules: string): Outage {
  return {
    id: row.id,
    environmentId: row.environment_id,
    eventType: row.event_type,
    outage: row.body as FieldOutage,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    state: row.state,
    progress: { events: row.events, total: row.total },
    failure: row.failure as Outage['failure'],
    result: row.result as OutageResult | null,
    isStale: row.rules !== rules,
    startedBy: row.started_by_name,
    createdAt: row.created_at.toISOString(),
  }
}

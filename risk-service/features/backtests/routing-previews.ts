import type { RuleBody } from '../../contract/index.ts'
import { backtestLimits } from '../../contract/rules/backtests.ts'
import {
  type RoutingPreview,
  type RoutingPreviewResult,
  routingPreviewLimits,
} from '../../contract/rules/routing-previews.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { requireOwnSet } from '../rules/lifecycle/own-set.ts'
import { routingFingerprint } from '../rules/routing-queues.ts'
import { assertPublishable } from '../rules/rule-validation.ts'
import type { BacktestContext } from './backtests.ts'
import { findRepeatedRun, queueRun, type RunQueue, requestDigest } from './queue-run.ts'
import { requireDraftBody } from './start-backtest.ts'
import { deleteBacktest, findBacktest, loadLatestBacktests, type StoredBacktest } from './store.ts'

interface PreviewRequest {
  previewId: string
  ruleId: string
  body?: RuleBody | undefined
  status: 'active' | 'inactive'
  days: number
  events: number
}
type PreviewReader = Pick<BacktestContext, 'ports' | 'environmentId'>

const queue: RunQueue = {
  kind: 'routing',
  name: 'routing previews',
  queued: backtestLimits.queued,
  stored: routingPreviewLimits.stored,
  isAudited: false,
}
const day = 86_400_000

/**
 * Starts a routing preview; a repeated request with the same id returns the first one. @throws ValidationError for a rule
 * with errors, NotFoundError, ConflictError for another preview with this id and when too many wait
 */
export async function startRoutingPreview(tester: BacktestContext, request: PreviewRequest): Promise<RoutingPreview> {
  const { ports, principal, environmentId, engine } = tester
  const { db } = ports
  const { previewId, ...what } = request
  const digest = await requestDigest(what)
  const repeated = await findRepeatedRun(db, environmentId, previewId, digest, 'routing')
  if (repeated) return toRoutingPreview(repeated, await routingFingerprint(db, environmentId))
  const set = await requireOwnSet(db, { environmentId, routing: true }, request.ruleId)
  const body = request.body ?? (await requireDraftBody(db, request.ruleId, principal.id))
  if (request.status === 'active') await assertPublishable(engine, set, body)
  const rules = await routingFingerprint(db, environmentId)
  const now = ports.clock()
  await queueRun(tester, queue, {
    id: previewId,
    event_type: set.eventType,
    kind: 'routing',
    name: body.name,
    rule_id: request.ruleId,
    branch: null,
    event_limit: request.events,
    body: request.status === 'active' ? body : null,
    from_at: new Date(now.getTime() - request.days * day),
    to_at: now,
    digest,
    rules,
  })
  return loadRoutingPreview(tester, previewId)
}

/** @throws NotFoundError */
export async function loadRoutingPreview(
  { ports: { db }, environmentId }: PreviewReader,
  id: string,
): Promise<RoutingPreview> {
  const row = await findBacktest(db, environmentId, id, 'routing')
  if (row === null) throw new NotFoundError('There is no such routing preview.')
  return toRoutingPreview(row, await routingFingerprint(db, environmentId))
}

/** Returns the latest previews of a rule, newest first. */
export async function listRoutingPreviews(
  { ports: { db }, environmentId }: PreviewReader,
  ruleId: string,
): Promise<RoutingPreview[]> {
  const [rows, rules] = await Promise.all([
    loadLatestBacktests(db, environmentId, { ruleId }, routingPreviewLimits.stored, 'routing'),
    routingFingerprint(db, environmentId),
  ])
  return rows.map(row => toRoutingPreview(row, rules))
}

/** Stops a waiting or running preview, of which nothing stays; false when it has ended. */
export async function cancelRoutingPreview(
  { ports: { db }, environmentId }: PreviewReader,
  id: string,
): Promise<boolean> {
  const row = await findBacktest(db, environmentId, id, 'routing')
  return row !== null && deleteBacktest(db, environmentId, id, ['waiting', 'running'])
}

/** @param rules fingerprint of the present rules and queues */
function toRoutingPreview(row: StoredBacktest, rules: string): RoutingPreview {
  return {
    id: row.id,
    environmentId: row.environment_id,
    eventType: row.event_type,
    ruleId: row.rule_id ?? '',
    name: row.name,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    limit: row.event_limit ?? 0,
    state: row.state,
    progress: { events: row.events, total: row.total },
    failure: row.failure as RoutingPreview['failure'],
    result: row.result as RoutingPreviewResult | null,
    stale: row.rules !== rules,
    startedBy: row.started_by_name,
    createdAt: row.created_at.toISOString(),
  }
}

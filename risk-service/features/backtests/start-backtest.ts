import { productionBranch, type RuleBody } from '../../contract/index.ts'
import { type Backtest, type BacktestSubject, backtestLimits } from '../../contract/rules/backtests.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { requireOwnSet } from '../rules/lifecycle/own-set.ts'
import { assertPublishable } from '../rules/rule-validation.ts'
import { type BacktestContext, loadBacktest, toBacktest } from './backtests.ts'
import { findRepeatedRun, queueRun, type RunQueue, requestDigest, requireEvents } from './queue-run.ts'
import { dataFingerprint, rulesFingerprint } from './store.ts'

const queue: RunQueue = {
  kind: 'decision',
  name: 'back-tests',
  queued: backtestLimits.queued,
  stored: backtestLimits.stored,
  isAudited: true,
}

export interface BacktestRequest {
  backtestId: string
  eventType: string
  subject: BacktestSubject
  from: string
  to: string
}

interface TestedChange {
  name: string
  ruleId: string | null
  branch: string | null
  body: RuleBody | null
}

/** Loads the tried change in its current state. @throws NotFoundError, ValidationError for a rule with errors */
async function loadTestedChange(
  { ports: { db }, engine, principal, environmentId }: BacktestContext,
  eventType: string,
  subject: BacktestSubject,
): Promise<TestedChange> {
  if (subject.kind === 'branch') {
    const row = await db
      .selectFrom('rule_branch')
      .select('name')
      .where('environment_id', '=', environmentId)
      .where('event_type', '=', eventType)
      .where('api_name', '=', subject.branch)
      .executeTakeFirst()
    if (row === undefined) throw new NotFoundError('There is no such branch.')
    return { name: row.name, ruleId: null, branch: subject.branch, body: null }
  }
  const { ruleId } = subject
  const set = await requireOwnSet(db, { environmentId }, ruleId)
  if (set.type !== 'decision' || set.eventType !== eventType || set.branch !== productionBranch)
    throw new ValidationError(
      ['subject', 'ruleId'],
      'Only decision rules of production can be tried on their own. Try a branch as a whole.',
    )
  const body = subject.kind === 'rule' ? subject.body : await requireDraftBody(db, ruleId, principal.id)
  await assertPublishable(engine, set, body)
  return { name: body.name, ruleId, branch: null, body }
}

/** Returns the caller's draft, else the published body. @throws NotFoundError */
export async function requireDraftBody(db: Db, ruleId: string, authorId: string): Promise<RuleBody> {
  const draft = await db
    .selectFrom('rule_draft')
    .select('body')
    .where('rule_id', '=', ruleId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  const found = draft ?? (await db.selectFrom('rule').select('body').where('id', '=', ruleId).executeTakeFirst())
  if (found === undefined) throw new NotFoundError('There is no such rule in this environment.')
  return found.body as RuleBody
}

/**
 * Starts a back-test; a repeated request with the same id returns the first one. @throws ValidationError for a period
 * that is empty or too long and for a rule with errors, NotFoundError, ConflictError for another back-test with this id
 * and when too many wait
 */
export async function startBacktest(tester: BacktestContext, request: BacktestRequest): Promise<Backtest> {
  const { environmentId } = tester
  const { db } = tester.ports
  const { backtestId: _, ...what } = request
  const digest = await requestDigest(what)
  const before = await findRepeatedRun(db, environmentId, request.backtestId, digest, 'decision')
  if (before) return toBacktest(db, before)
  const [from, to] = [new Date(request.from), new Date(request.to)]
  if (from >= to) throw new ValidationError(['to'], 'The period ends before it begins.')
  if (to.getTime() - from.getTime() > backtestLimits.days * 86_400_000)
    throw new ValidationError(['from'], `A back-test covers at most ${backtestLimits.days} days.`)
  const change = await loadTestedChange(tester, request.eventType, request.subject)
  await requireEvents(db, environmentId, { eventType: request.eventType, from, to }, [
    'from',
    'There are no events in this period.',
  ])
  const [rules, data] = await Promise.all([
    rulesFingerprint(db, environmentId, request.eventType),
    dataFingerprint(db, environmentId, request.eventType, from, to),
  ])
  await queueRun(tester, queue, {
    id: request.backtestId,
    event_type: request.eventType,
    kind: request.subject.kind,
    name: change.name,
    rule_id: change.ruleId,
    branch: change.branch,
    event_limit: null,
    body: change.body,
    from_at: from,
    to_at: to,
    digest,
    rules,
    ...data,
  })
  return loadBacktest(tester, request.backtestId)
}

import { productionBranch, type RuleBody } from '../../contract/index.ts'
import { type Backtest, type BacktestSubject, backtestLimits } from '../../contract/rules/backtests.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { requireOwnSet } from '../rules/lifecycle/own-set.ts'
import { assertPublishable } from '../rules/rule-validation.ts'
import { auditBacktest, type BacktestContext, loadBacktest, toBacktest } from './backtests.ts'
import {
  countUnfinishedBacktests,
  dataFingerprint,
  deleteOldBacktests,
  findBacktest,
  insertBacktest,
  rulesFingerprint,
  type StoredBacktest,
} from './store.ts'

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

/** Returns a digest of what was requested, so that a repeated request is recognised. */
export async function requestDigest(what: object): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(what)))
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Starts a back-test; a repeated request with the same id returns the first one. @throws ValidationError for a period
 * that is empty or too long and for a rule with errors, NotFoundError, ConflictError for another back-test with this id
 * and when too many wait
 */
export async function startBacktest(tester: BacktestContext, request: BacktestRequest): Promise<Backtest> {
  const { ports, principal, environmentId } = tester
  const { db } = ports
  const { backtestId: _, ...what } = request
  const digest = await requestDigest(what)
  const before = await findRepeatedBacktest(db, environmentId, request.backtestId, digest)
  if (before) return toBacktest(db, before)
  const [from, to] = [new Date(request.from), new Date(request.to)]
  if (from >= to) throw new ValidationError(['to'], 'The period ends before it begins.')
  if (to.getTime() - from.getTime() > backtestLimits.days * 86_400_000)
    throw new ValidationError(['from'], `A back-test covers at most ${backtestLimits.days} days.`)
  const change = await loadTestedChange(tester, request.eventType, request.subject)
  const {
    rows: [any],
  } = {
    rows: await db
      .selectFrom('event')
      .select('event_id')
      .where('environment_id', 'in', await loadScope(db, environmentId))
      .where('event_type', '=', request.eventType)
      .where('at', '>=', from)
      .where('at', '<', to)
      .limit(1)
      .execute(),
  }
  if (any === undefined) throw new ValidationError(['from'], 'There are no events in this period.')
  const [rules, data] = await Promise.all([
    rulesFingerprint(db, environmentId, request.eventType),
    dataFingerprint(db, environmentId, request.eventType, from, to),
  ])
  await db.transaction().execute(async trx => {
    // The lock of the row serialises the callers, so that two of them start neither the same back-test nor too many.
    await trx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
    if (await findRepeatedBacktest(trx, environmentId, request.backtestId, digest)) return
    if ((await countUnfinishedBacktests(trx, environmentId, 'decision')) >= backtestLimits.queued)
      throw new ConflictError('Too many back-tests wait in this environment.', {
        reason: 'backtest.limit',
        limit: backtestLimits.queued,
      })
    await insertBacktest(trx, {
      environment_id: environmentId,
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
      state: 'waiting',
      digest,
      rules,
      ...data,
      events: 0,
      total: 0,
      failure: null,
      started_by: principal.id,
      started_by_name: principal.name,
      created_at: ports.clock(),
      finished_at: null,
    })
    await auditBacktest(trx, tester, { id: request.backtestId, name: change.name }, 'Start')
    await deleteOldBacktests(trx, environmentId, backtestLimits.stored, 'decision')
  })
  tester.wake('decision')
  return loadBacktest(tester, request.backtestId)
}

/** Returns the back-test with this id. @throws ConflictError when its request was another one */
export async function findRepeatedBacktest(
  db: Db,
  environmentId: string,
  id: string,
  digest: string,
  kind?: 'routing' | 'outage',
): Promise<StoredBacktest | null> {
  const existing = await findBacktest(db, environmentId, id, kind)
  if (existing !== null && existing.digest !== digest)
    throw new ConflictError('Another back-test has this id.', { reason: 'backtest.exists' })
  return existing
}

export async function loadScope(db: Db, environmentId: string): Promise<string[]> {
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

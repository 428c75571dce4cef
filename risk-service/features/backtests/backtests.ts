import type { Kysely } from 'kysely'
import { uuid } from '../../contract/entities.ts'
import { productionBranch, type RuleBody } from '../../contract/index.ts'
import {
  type Backtest,
  type BacktestEvent,
  type BacktestResult,
  type BacktestSubject,
  backtestLimits,
} from '../../contract/rules/backtests.ts'
import { recordAudit } from '../../kernel/audit.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Database } from '../../ports/database.ts'
import type { Ports, Principal } from '../../ports/index.ts'
import { requireOwnSet } from '../rules/drafts.ts'
import { assertPublishable } from '../rules/rule-validation.ts'
import {
  countUnfinishedBacktests,
  dataFingerprint,
  deleteBacktest,
  deleteOldBacktests,
  findBacktest,
  findChangesSince,
  insertBacktest,
  isDraftChanged,
  loadChangedPage,
  loadLatestBacktests,
  rulesFingerprint,
  type StoredBacktest,
} from './store.ts'

/** Who works on back-tests, and where. `wake`: there is one to run. */
export interface BacktestContext {
  ports: Ports
  engine: RuleEngine
  principal: Principal
  environmentId: string
  roles: readonly string[]
  correlationId: string
  wake: () => void
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

/** What is tried, as it is now. @throws NotFoundError, ValidationError for a rule with errors */
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

/** The caller's draft, else what is published. @throws NotFoundError */
async function requireDraftBody(db: Kysely<Database>, ruleId: string, authorId: string): Promise<RuleBody> {
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

async function requestDigest(asked: BacktestRequest): Promise<string> {
  const { backtestId: _, ...what } = asked
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(what)))
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Asks for a back-test; asking again under the same id answers with the first. @throws ValidationError for a period
 * that is empty or too long and for a rule with errors, NotFoundError, ConflictError for another one under this id and
 * when too many wait
 */
export async function startBacktest(tester: BacktestContext, asked: BacktestRequest): Promise<Backtest> {
  const { ports, principal, environmentId } = tester
  const { db } = ports
  const digest = await requestDigest(asked)
  const before = await findRepeatedBacktest(db, environmentId, asked.backtestId, digest)
  if (before) return toBacktest(db, before)
  const [from, to] = [new Date(asked.from), new Date(asked.to)]
  if (from >= to) throw new ValidationError(['to'], 'The period ends before it begins.')
  if (to.getTime() - from.getTime() > backtestLimits.days * 86_400_000)
    throw new ValidationError(['from'], `A back-test covers at most ${backtestLimits.days} days.`)
  const change = await loadTestedChange(tester, asked.eventType, asked.subject)
  const {
    rows: [any],
  } = {
    rows: await db
      .selectFrom('event')
      .select('event_id')
      .where('environment_id', 'in', await loadScope(db, environmentId))
      .where('event_type', '=', asked.eventType)
      .where('at', '>=', from)
      .where('at', '<', to)
      .limit(1)
      .execute(),
  }
  if (any === undefined) throw new ValidationError(['from'], 'There are no events in this period.')
  const [rules, data] = await Promise.all([
    rulesFingerprint(db, environmentId, asked.eventType),
    dataFingerprint(db, environmentId, asked.eventType, from, to),
  ])
  await db.transaction().execute(async trx => {
    // One after the other, so that two callers neither make the same one nor too many.
    await trx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
    if (await findRepeatedBacktest(trx, environmentId, asked.backtestId, digest)) return
    if ((await countUnfinishedBacktests(trx, environmentId)) >= backtestLimits.queued)
      throw new ConflictError('Too many back-tests wait in this environment.', {
        reason: 'backtest.limit',
        limit: backtestLimits.queued,
      })
    await insertBacktest(trx, {
      environment_id: environmentId,
      id: asked.backtestId,
      event_type: asked.eventType,
      kind: asked.subject.kind,
      name: change.name,
      rule_id: change.ruleId,
      branch: change.branch,
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
    await auditBacktest(trx, tester, { id: asked.backtestId, name: change.name }, 'Start')
    await deleteOldBacktests(trx, environmentId, backtestLimits.stored)
  })
  tester.wake()
  return loadBacktest(tester, asked.backtestId)
}

/** The one under this id. @throws ConflictError when it is another one */
async function findRepeatedBacktest(
  db: Kysely<Database>,
  environmentId: string,
  id: string,
  digest: string,
): Promise<StoredBacktest | null> {
  const known = await findBacktest(db, environmentId, id)
  if (known !== null && known.digest !== digest)
    throw new ConflictError('Another back-test has this id.', { reason: 'backtest.exists' })
  return known
}

async function loadScope(db: Kysely<Database>, environmentId: string): Promise<string[]> {
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

const auditBacktest = (
  db: Kysely<Database>,
  tester: BacktestContext,
  { id, name }: { id: string; name: string },
  operation: 'Start' | 'Stop' | 'Delete',
) =>
  recordAudit(db, tester, {
    id: tester.ports.newId(),
    at: tester.ports.clock(),
    environmentId: tester.environmentId,
    resource: { type: 'Backtest', id, name },
    operation,
    before: null,
    after: null,
  })

async function toBacktest(db: Kysely<Database>, row: StoredBacktest): Promise<Backtest> {
  const stale: Backtest['stale'] = []
  if (row.state === 'done') {
    const [rules, edited, moved] = await Promise.all([
      rulesFingerprint(db, row.environment_id, row.event_type),
      isDraftChanged(db, row),
      findChangesSince(db, row),
    ])
    if (rules !== row.rules || edited) stale.push('rules')
    if (moved.events) stale.push('events')
    if (moved.labels) stale.push('labels')
  }
  return {
    id: row.id,
    environmentId: row.environment_id,
    eventType: row.event_type,
    kind: row.kind,
    name: row.name,
    ruleId: row.rule_id,
    branch: row.branch,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    state: row.state,
    progress: { events: row.events, total: row.total },
    failure: row.failure as Backtest['failure'],
    result: row.result as BacktestResult | null,
    stale,
    startedBy: row.started_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

/** @throws NotFoundError */
export async function loadBacktest(
  { ports: { db }, environmentId }: Pick<BacktestContext, 'ports' | 'environmentId'>,
  id: string,
): Promise<Backtest> {
  const row = await findBacktest(db, environmentId, id)
  if (row === null) throw new NotFoundError('There is no such back-test.')
  return toBacktest(db, row)
}

export async function listBacktests(
  { ports: { db }, environmentId }: Pick<BacktestContext, 'ports' | 'environmentId'>,
  filter: { ruleId?: string | undefined; branch?: string | undefined },
): Promise<Backtest[]> {
  return Promise.all((await loadLatestBacktests(db, environmentId, filter, 20)).map(row => toBacktest(db, row)))
}

/** Stops one that waits or runs, or removes one that ended; nothing of it stays. */
export async function removeBacktest(tester: BacktestContext, id: string, how: 'cancel' | 'remove'): Promise<boolean> {
  return tester.ports.db.transaction().execute(async trx => {
    const row = await findBacktest(trx, tester.environmentId, id)
    if (
      row === null ||
      !(await deleteBacktest(trx, tester.environmentId, id, how === 'cancel' ? ['waiting', 'running'] : undefined))
    )
      return false
    await auditBacktest(trx, tester, row, how === 'cancel' ? 'Stop' : 'Delete')
    return true
  })
}

/** @throws ValidationError */
function parseCursor(cursor: string): [at: Date, eventId: string] {
  const [time = '', id, ...more] = cursor.split('~')
  const at = new Date(time)
  if (
    !/^\d{4}-/.test(time) ||
    Number.isNaN(at.getTime()) ||
    at.toISOString() !== time ||
    !uuid.safeParse(id).success ||
    more.length > 0
  )
    throw new ValidationError(['cursor'], 'This is not a place in the list.')
  return [at, String(id)]
}

/** @throws NotFoundError, ValidationError for a cursor that is none */
export async function loadChangedEvents(
  { ports: { db }, environmentId }: Pick<BacktestContext, 'ports' | 'environmentId'>,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: BacktestEvent[]; nextCursor: string | null }> {
  if ((await findBacktest(db, environmentId, id)) === null) throw new NotFoundError('There is no such back-test.')
  const after = cursor === undefined ? null : parseCursor(cursor)
  const rows = await loadChangedPage(db, environmentId, id, after, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(row => ({
      eventId: row.event_id,
      environmentId: row.event_environment_id,
      externalId: row.external_id,
      at: row.at.toISOString(),
      before: row.before as BacktestEvent['before'],
      after: row.after as BacktestEvent['after'],
      rule: row.rule,
      clause: row.clause,
      amountUsd: row.amount_usd,
      label: row.label as BacktestEvent['label'],
    })),
    nextCursor: rows.length > limit && last !== undefined ? `${last.at.toISOString()}~${last.event_id}` : null,
  }
}

import { productionBranch, type RuleBody } from '../../contract/index.ts'
import type {
  TimeMachineHead,
  TimeMachineResult,
  TimeMachineRun,
  TimeMachineSubject,
} from '../../contract/uploads/time-machine.ts'
import { timeMachineLimits } from '../../contract/uploads/time-machine-definitions.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { requireOwnSet } from '../rules/lifecycle/own-set.ts'
import { assertPublishable } from '../rules/rule-validation.ts'
import { adaptRule } from '../templates/rule-template.ts'
import { openTemplate } from '../templates/templates.ts'
import { auditBacktest, type BacktestContext } from './backtests.ts'
import { findRepeatedRun, queueRun, type RunQueue, requestDigest, requireEvents } from './queue-run.ts'
import { requireDraftBody } from './start-backtest.ts'
import {
  deleteBacktest,
  findBacktest,
  isDraftChanged,
  loadLatestBacktests,
  rulesFingerprint,
  type StoredBacktest,
} from './store.ts'
import { countHistory, hasLaterEvents, loadHistoryPeriod } from './stored-history.ts'
import type { HistoryTask } from './tested-body.ts'

interface HistoryRequest {
  runId: string
  eventType: string
  subject: TimeMachineSubject
  from?: string | undefined
  to?: string | undefined
}
interface TriedRule {
  name: string
  ruleId: string | null
  body: RuleBody | null
}
interface HistoryReader {
  ports: Pick<BacktestContext['ports'], 'db'>
  environmentId: string
}

const queue: RunQueue = {
  kind: 'history',
  name: 'runs over the history',
  queued: timeMachineLimits.queued,
  stored: timeMachineLimits.stored,
  isAudited: true,
}
const dayLength = 86_400_000

/**
 * Starts a run over the history; a repeated request with the same id returns the first one. @throws ValidationError for a
 * period that is empty or too long and for a rule with errors, NotFoundError, ConflictError for another run with this id
 * and when too many wait
 */
export async function startHistory(tester: BacktestContext, request: HistoryRequest): Promise<TimeMachineRun> {
  const { environmentId } = tester
  const { db } = tester.ports
  const { runId, ...what } = request
  const { eventType, subject } = what
  const digest = await requestDigest(what)
  if (await findRepeatedRun(db, environmentId, runId, digest, 'history')) return loadHistoryRun(tester, runId)
  const tried = await loadTriedRule(tester, eventType, subject)
  const { from, to } = await periodOf(tester, request)
  await requireEvents(db, environmentId, { eventType, from, to }, ['from', 'There are no events in this period.'])
  const [rules, data] = await Promise.all([
    rulesFingerprint(db, environmentId, eventType),
    fingerprintOf(tester, eventType, from, to),
  ])
  const task: HistoryTask = { subject, body: tried.body }
  await queueRun(tester, queue, {
    id: runId,
    event_type: eventType,
    kind: 'history',
    name: tried.name,
    rule_id: tried.ruleId,
    branch: null,
    event_limit: null,
    body: task,
    from_at: from,
    to_at: to,
    digest,
    rules,
    ...data,
  })
  return loadHistoryRun(tester, runId)
}

/** @throws ValidationError for a period that is empty or too long, and without any history */
async function periodOf(
  { ports: { db }, environmentId }: HistoryReader,
  { eventType, from, to }: HistoryRequest,
): Promise<{ from: Date; to: Date }> {
  const whole = from === undefined || to === undefined ? await loadHistoryPeriod(db, environmentId, eventType) : null
  const begin = from === undefined ? whole?.from : new Date(from)
  const end = to === undefined ? whole?.to : new Date(to)
  if (begin == null || end == null) throw new ValidationError(['from'], 'There are no events in this period.')
  if (begin >= end) throw new ValidationError(['to'], 'The period ends before it begins.')
  // The latest part of a history that is too long; a period that was chosen is refused.
  const earliest = new Date(end.getTime() - timeMachineLimits.days * dayLength)
  if (from !== undefined && begin < earliest)
    throw new ValidationError(['from'], `A run covers at most ${timeMachineLimits.days} days.`)
  return { from: begin < earliest ? earliest : begin, to: end }
}

/** Loads the rule that is tried, as it is now. @throws NotFoundError, ValidationError for a rule with errors */
async function loadTriedRule(
  { ports: { db }, engine, principal, environmentId, tree }: BacktestContext,
  eventType: string,
  subject: TimeMachineSubject,
): Promise<TriedRule> {
  if (subject.kind === 'live') return { name: '', ruleId: null, body: null }
  if (subject.kind === 'draft') {
    const { ruleId } = subject
    const set = await requireOwnSet(db, { environmentId }, ruleId)
    if (set.type !== 'decision' || set.eventType !== eventType || set.branch !== productionBranch)
      throw new ValidationError(['subject', 'ruleId'], 'Only decision rules of production can be tried.')
    const body = await requireDraftBody(db, ruleId, principal.id)
    await assertPublishable(engine, set, body)
    return { name: body.name, ruleId, body }
  }
  const { name, content } = await openTemplate(db, { environmentId, tree }, 'rule', subject.templateId)
  const path = ['subject', 'templateId']
  if (content.type !== 'decision') throw new ValidationError(path, 'Only templates of decision rules can be tried.')
  const { body, problems } = await adaptRule(engine, environmentId, eventType, content)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (body === null || errors.length > 0)
    throw new ValidationError(path, `The rule does not fit here: ${errors.map(({ message }) => message).join(' ')}`)
  return { name, ruleId: null, body }
}

/** What a run counted of its period, by which a later change is found. */
async function fingerprintOf(
  { ports: { db }, environmentId }: HistoryReader,
  eventType: string,
  from: Date,
  to: Date,
): Promise<{ counted: number; labelled: string }> {
  const { events, frauds, goods } = await countHistory(db, environmentId, eventType, { from, to })
  return { counted: events, labelled: `Fraud ${frauds},NonFraud ${goods}` }
}

/** @throws NotFoundError */
export async function loadHistoryRun(
  { ports: { db }, environmentId }: HistoryReader,
  id: string,
): Promise<TimeMachineRun> {
  const row = await findBacktest(db, environmentId, id, 'history')
  if (row === null) throw new NotFoundError('There is no such run.')
  const stale: TimeMachineHead['stale'] = []
  if (row.state === 'done') {
    const { event_type: eventType, created_at: since } = row
    const data = await fingerprintOf({ ports: { db }, environmentId }, eventType, row.from_at, row.to_at)
    if (data.counted !== row.counted) stale.push('events')
    if (data.labelled !== row.labelled || (await hasLaterEvents(db, environmentId, eventType, since)))
      stale.push('labels')
  }
  const head = toHead(row, await rulesFingerprint(db, environmentId, row.event_type))
  if (row.state === 'done' && head.stale.length === 0 && (await isDraftChanged(db, row))) stale.unshift('rules')
  return { ...head, stale: [...head.stale, ...stale], result: row.result as TimeMachineResult | null }
}

/** Returns the latest runs of an assessment, newest first; of what changed since, only the rules. */
export async function listHistoryRuns(
  { ports: { db }, environmentId }: HistoryReader,
  eventType: string,
): Promise<TimeMachineHead[]> {
  const [rows, rules] = await Promise.all([
    loadLatestBacktests(db, environmentId, {}, timeMachineLimits.stored, 'history'),
    rulesFingerprint(db, environmentId, eventType),
  ])
  return rows.filter(row => row.event_type === eventType).map(row => toHead(row, rules))
}

/** Stops a waiting or running run, of which nothing stays, or removes one that ended; false when there is none. */
export async function removeHistoryRun(
  tester: BacktestContext,
  id: string,
  how: 'cancel' | 'remove',
): Promise<boolean> {
  const { environmentId } = tester
  return tester.ports.db.transaction().execute(async trx => {
    const row = await findBacktest(trx, environmentId, id, 'history')
    const states = how === 'cancel' ? (['waiting', 'running'] as const) : (['done', 'failed'] as const)
    if (row === null || !(await deleteBacktest(trx, environmentId, id, states))) return false
    await auditBacktest(trx, tester, { id, name: row.name }, how === 'cancel' ? 'Stop' : 'Delete')
    return true
  })
}

/** @param rules fingerprint of the present rules */
function toHead(row: StoredBacktest, rules: string): TimeMachineHead {
  return {
    id: row.id,
    environmentId: row.environment_id,
    eventType: row.event_type,
    subject: (row.body as HistoryTask).subject,
    name: row.name,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    state: row.state,
    progress: { events: row.events, total: row.total },
    failure: row.failure as TimeMachineHead['failure'],
    stale: row.state === 'done' && row.rules !== rules ? ['rules'] : [],
    ruleSet: row.rules,
    startedBy: row.started_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

import type { QualityJudgement, QualitySample } from '../../../contract/cases/case-quality.ts'
import { allows } from '../../../contract/index.ts'
import { AccessError, levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { isAbout } from '../model/assignment.ts'
import type { StoredCase, StoredQueue } from '../model/case-record.ts'
import { isManager } from '../model/queue-role.ts'
import type { CaseKey } from '../store/case-store.ts'
import { findSample, loadJudged, loadWaiting, type StoredSample, writeJudgement } from '../store/quality-store.ts'
import { findQueue, loadQueues } from '../store/queue-store.ts'
import { loadConfiguration } from '../store/settings-store.ts'
import { type CaseCall } from '../work/case-call.ts'
import { toCaseRow } from '../work/case-view.ts'
import { choiceAmong, offeredDecisions } from '../work/decisions.ts'

/** Whether the caller may judge decisions in an environment: a senior analyst or a manager. */
function mayJudge({ principal, tree }: CaseCall, environmentId: string): boolean {
  const roles = rolesIn(principal, environmentId, tree)
  return (
    allows(levelIn(principal, environmentId, 'cases.review', tree), 'write') &&
    (isManager(roles) || roles.includes('ManualReviewSeniorAnalyst'))
  )
}

const forbidden = (): AccessError => new AccessError('forbidden', 'cases.review', 'write')

/**
 * Returns what waits for the caller's judgement in the scope of the call, and what the caller has judged: nothing for
 * who may not judge.
 */
export async function listSamples(
  call: CaseCall,
  environmentId: string,
): Promise<{ waiting: QualitySample[]; judged: QualityJudgement[] }> {
  const { db, principal, scope } = call
  if (!mayJudge(call, environmentId)) return { waiting: [], judged: [] }
  const environments = scope.filter(id => mayJudge(call, id))
  const [waiting, judged, queues] = await Promise.all([
    loadWaiting(db, environments, principal.id),
    loadJudged(db, environments, principal.id),
    loadQueues(db, environments),
  ])
  const cases = await loadCases(
    db,
    waiting.map(each => each.case_id),
  )
  const queueOf = (id: string | null) => queues.find(each => each.id === id)
  return {
    waiting: waiting.flatMap(sample => {
      const found = cases.get(sample.case_id)
      return found === undefined || isAbout(found, principal)
        ? []
        : [viewSample(call, sample, found, queueOf(sample.queue_id))]
    }),
    judged: judged.map(sample => viewJudgement(sample, queueOf(sample.queue_id))),
  }
}

async function loadCases(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, StoredCase>> {
  if (ids.length === 0) return new Map()
  const rows = (await db
    .selectFrom('review_case')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()) as StoredCase[]
  return new Map(rows.map(row => [row.id, row]))
}

const viewSample = (
  call: CaseCall,
  { created_at: sampledAt }: StoredSample,
  found: StoredCase,
  queue: StoredQueue | undefined,
): QualitySample => ({ ...toCaseRow(found, call, () => queue), sampledAt: sampledAt.toISOString() })

const viewJudgement = (
  sample: StoredSample,
  queue: Pick<StoredQueue, 'name'> | null | undefined,
): QualityJudgement => ({
  environmentId: sample.environment_id,
  eventType: sample.event_type,
  externalId: sample.external_id,
  queueName: queue?.name ?? '',
  first: {
    decision: sample.decision,
    caseAction: sample.case_action,
    reason: sample.reason,
    by: sample.decided_by_name,
  },
  second: {
    decision: sample.judged_decision ?? '',
    caseAction: sample.judged_case_action ?? 'None',
    reason: sample.judged_reason ?? '',
    note: sample.judged_note ?? '',
  },
  judgedAt: sample.judged_at?.toISOString() ?? '',
  overturned: sample.overturned ?? false,
})

/** Everything that a judgement depends on. @throws AccessError, NotFoundError, ConflictError */
async function requireSample(db: Db, call: CaseCall, key: CaseKey, lock: boolean) {
  const { principal, tree } = call
  const sample = await findSample(db, key, lock)
  const found = sample === undefined ? undefined : (await loadCases(db, [sample.case_id])).get(sample.case_id)
  if (sample === undefined || found === undefined) throw new NotFoundError('This case is not to be judged.')
  const isOwn = [sample.decided_by, sample.approved_by].includes(principal.id)
  if (isOwn || isAbout(found, principal) || !mayJudge(call, key.environmentId)) throw forbidden()
  if (sample.judged_at !== null)
    throw new ConflictError('Somebody else has judged this case.', { reason: 'case.alreadyJudged' })
  const queue = await findQueue(db, sample.queue_id)
  const { configuration } = await loadConfiguration(db, rootIdOf(tree, key.environmentId), key.eventType)
  const decisions = queue === null ? configuration.queueDecisions : offeredDecisions({ configuration, queue })
  return { sample, found, queue, decisions }
}

/** Returns a case to judge, with the request of its event. */
export async function readSample(call: CaseCall, key: CaseKey) {
  const { sample, found, queue, decisions } = await requireSample(call.db, call, key, false)
  const body = await call.db
    .selectFrom('event_body')
    .select('request')
    .where('environment_id', '=', found.environment_id)
    .where('at', '=', found.at)
    .where('event_id', '=', found.id)
    .executeTakeFirst()
  return {
    sample: viewSample(call, sample, found, queue ?? undefined),
    request: (body?.request ?? {}) as Record<string, unknown>,
    decisions: decisions.map(({ fqlAction: _action, ...decision }) => decision),
  }
}

/** Judges a case once. Its decision stays; whether the two differ is stored for the report. */
export async function judgeSample(
  call: CaseCall,
  key: CaseKey,
  { decision, reason, note }: { decision: string; reason: string; note: string },
): Promise<QualityJudgement> {
  const { ports, principal, actorRoles, correlationId } = call
  return call.db.transaction().execute(async trx => {
    const { sample, found, queue, decisions } = await requireSample(trx, call, key, true)
    const choice = choiceAmong(decisions, { decision, reason, note, usefulness: null, listUpdates: [], tag: null })
    const judgement = {
      judged_by: principal.id,
      judged_by_name: principal.name,
      judged_at: ports.clock(),
      judged_decision: choice.decision,
      judged_case_action: choice.caseAction,
      judged_reason: choice.reason,
      judged_note: choice.note,
      overturned: choice.caseAction !== sample.case_action,
    }
    await writeJudgement(trx, sample.case_id, judgement)
    await auditChange(
      trx,
      { ports, principal, roles: actorRoles, correlationId, environmentId: key.environmentId },
      { type: 'CaseJudgement', id: found.id, name: found.external_id },
      {
        operation: 'Create',
        before: { decision: sample.decision, reason: sample.reason },
        after: { decision, reason, overturned: judgement.overturned },
      },
    )
    return viewJudgement({ ...sample, ...judgement }, queue)
  })
}

import type { CaseOptions } from '../../../contract/cases/options/case-option-inputs.ts'
import type { CaseConfiguration, NotificationEvent } from '../../../contract/index.ts'
import { AccessError } from '../../../kernel/access/authorize.ts'
import { isOwn } from '../../../kernel/access/preview-people.ts'
import { type AuditEntry, auditChange } from '../../../kernel/audit.ts'
import { loadCaseOptions } from '../../../kernel/case-options/case-options.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { notify } from '../../notifications/notify.ts'
import { advanceCase } from '../clock/advance-cases.ts'
import { publishCases } from '../clock/publish-cases.ts'
import { assigneesOf, type CaseChange, type StoredCase, type StoredQueue } from '../model/case-record.ts'
import type { DecisionContext } from '../model/decision.ts'
import { isManager, type QueueRole, seesQueue } from '../model/queue-role.ts'
import { type CaseKey, lockCase, writeChanges } from '../store/case-store.ts'
import { loadQueueOf } from '../store/queue-store.ts'
import { loadConfiguration } from '../store/settings-store.ts'
import { noteSteps } from './system-notes.ts'

/** A caller of the console API in the environment of a case or a queue. */
export type CaseCall = Pick<
  EnvironmentCallContext,
  'ports' | 'db' | 'engine' | 'live' | 'principal' | 'actorRoles' | 'tree' | 'correlationId' | 'scope' | 'masking'
>

export function roleIn(queue: StoredQueue, { principal, actorRoles }: CaseCall): QueueRole {
  return {
    manager: isManager(actorRoles),
    supervisor: isOwn(principal, queue.settings.supervisors),
    assigned: isOwn(principal, assigneesOf(queue)),
  }
}

/** A case at the start of a change: locked, and as it is at this time. */
export interface Work {
  trx: Db
  found: StoredCase
  queue: StoredQueue
  role: QueueRole
  now: Date
  options: CaseOptions
  configuration: CaseConfiguration
  decision: DecisionContext
}
export interface WorkResult {
  change: CaseChange
  /** Changes of further cases that the transaction has locked. */
  others?: { found: StoredCase; change: CaseChange }[]
  /** Written to the activity log. */
  audit?: { operation: 'Requeue' | 'Decide' | 'ForceRelease' | 'Correct'; before: unknown; after: unknown }
  notices?: { event: NotificationEvent; userId: string; params?: Record<string, string> }[]
  /** What is left to do when the change is stored. */
  afterCommit?: () => Promise<void>
}

/** What depends on the place of a case, and not on the case itself. */
export type Surroundings = Pick<Work, 'queue' | 'options' | 'configuration' | 'decision'>
/** What the changes of calls have loaded around their cases, so that the answers need not load it again. */
const surroundings = new WeakMap<StoredCase, Surroundings>()

/** Returns the options, the decisions and the assessment of a case in its queue. */
export async function loadSurroundings(
  db: Db,
  call: CaseCall,
  { environment_id: environmentId, event_type: eventType }: StoredCase,
  queue: StoredQueue,
): Promise<Surroundings> {
  const { tenantId } = call.principal
  const options = await loadCaseOptions(db, tenantId)
  const { configuration } = await loadConfiguration(db, rootIdOf(call.tree, environmentId), eventType)
  const assessment = call.engine.assessment(environmentId, eventType)?.name ?? eventType
  const undoMs = options.undoSeconds * 1000
  return { queue, options, configuration, decision: { now: call.ports.clock(), tenantId, queue, assessment, undoMs } }
}

const rememberSurroundings = (found: StoredCase, { queue, options, configuration, decision }: Work): void =>
  void surroundings.set(found, { queue, options, configuration, decision })

/** Returns what a change of this call has loaded around the case that it returned; null for any other case. */
export function surroundingsOf(found: StoredCase): Surroundings | null {
  const loaded = surroundings.get(found)
  return loaded !== undefined && loaded.queue.id === found.queue_id ? loaded : null
}

export const noCase = (): NotFoundError => new NotFoundError('There is no case of this event in this environment.')

/** Somebody who reviewed a case knows of it: the answer to others does not tell that it exists. */
const lostCase = ({ lock_owner_id: owner, passed_over: before }: StoredCase, { principal }: CaseCall): Error =>
  owner === principal.id || before.includes(principal.id)
    ? new AccessError('forbidden', 'cases.review', 'write')
    : noCase()

/** Loads everything that work on a case depends on. @throws NotFoundError, AccessError for a former reviewer who lost the queue */
export async function loadWork(trx: Db, call: CaseCall, key: CaseKey): Promise<Work> {
  const now = call.ports.clock()
  const locked = await lockCase(trx, key)
  if (locked === null || locked.state === 'Removed') throw noCase()
  const found = await advanceCase(trx, call, locked, now)
  const queue = await loadQueueOf(trx, found)
  const role = roleIn(queue, call)
  if (!seesQueue(queue, role)) throw lostCase(found, call)
  return { trx, found, role, now, ...(await loadSurroundings(trx, call, found, queue)) }
}

/**
 * Runs one step of a person's work on a case in one transaction, and publishes it after the commit. `step` returns null
 * when there is nothing to change. Returns the case afterwards.
 */
export async function changeCase(
  call: CaseCall,
  key: CaseKey,
  step: (work: Work) => WorkResult | null | Promise<WorkResult | null>,
): Promise<StoredCase> {
  const { after, others, notices, afterCommit } = await call.db.transaction().execute(async trx => {
    const work = await loadWork(trx, call, key)
    const result = await step(work)
    if (result === null) {
      rememberSurroundings(work.found, work)
      return { after: work.found, others: [], notices: [], afterCommit: undefined }
    }
    return { ...(await applyResult(call, work, result)), afterCommit: result.afterCommit }
  })
  await afterCommit?.()
  publishCases(call.live, [after, ...others])
  for (const publish of notices) publish()
  return after
}

/** Writes a change of a caller to the activity log, in the transaction of the change. */
export const auditCall = (
  trx: Db,
  {
    ports,
    principal,
    actorRoles,
    correlationId,
  }: Pick<CaseCall, 'ports' | 'principal' | 'actorRoles' | 'correlationId'>,
  environmentId: string,
  resource: AuditEntry['resource'],
  change: Pick<AuditEntry, 'operation' | 'before' | 'after' | 'assessmentId'>,
): Promise<void> =>
  auditChange(trx, { ports, principal, roles: actorRoles, correlationId, environmentId }, resource, change)

/** Writes a result in the transaction of its work. The caller runs the notices after the commit. */
export async function applyResult(
  call: CaseCall,
  work: Work,
  { change, others: otherChanges = [], audit, notices = [] }: WorkResult,
): Promise<{ after: StoredCase; others: StoredCase[]; notices: (() => void)[] }> {
  const { ports, principal, correlationId } = call
  const { trx, found } = work
  const environmentId = found.environment_id
  const [after = found, ...others] = await writeChanges(
    trx,
    ports.newId,
    [{ found, change }, ...otherChanges].map(each => ({ ...each, correlationId })),
  )
  if (audit !== undefined)
    await auditCall(
      trx,
      call,
      environmentId,
      { type: 'Case', id: found.id, name: found.external_id },
      { ...audit, assessmentId: found.event_type },
    )
  const publishers = await noteSteps(trx, call, found, change.history)
  for (const { event, userId, params } of notices)
    if (userId !== principal.id)
      publishers.push(
        await notify(trx, call, {
          tenantId: principal.tenantId,
          environmentId,
          event,
          userId,
          params: { id: found.external_id, ...params },
        }),
      )
  rememberSurroundings(after, work)
  return { after, others, notices: publishers }
}

import type { bulkResults } from '../../../contract/cases/bulk-decisions.ts'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { allows } from '../../../contract/index.ts'
import { AccessError, levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { isAbout } from '../model/assignment.ts'
import { isDisputedBy, isEscalatedAbove, type StoredCase } from '../model/case-record.ts'
import type { CaseKey } from '../store/case-store.ts'
import { loadConfiguration } from '../store/settings-store.ts'
import { type CaseCall, changeCase, type Work } from './case-call.ts'
import {
  applyChoice,
  assertChecklist,
  choiceAmong,
  type DecisionInput,
  offeredDecisions,
  readChoice,
} from './decisions.ts'
import type { DecidingCall } from './list-updates.ts'

type BulkResult = (typeof bulkResults)[number]
export interface BulkInput extends DecisionInput {
  cases: readonly CaseKey[]
  origin: CaseKey | null
  includeUnderReview: boolean
}
export interface BulkOutcome extends CaseKey {
  result: BulkResult
  by: string | null
  at: string | null
  undoUntil: string | null
}
/** Why a case is left as it is: who was faster, and when. */
type Refusal = Pick<BulkOutcome, 'result' | 'by' | 'at'>

const refusal = (result: BulkResult, by: string | null = null, at: Date | string | null = null): Refusal => ({
  result,
  by,
  at: at instanceof Date ? at.toISOString() : at,
})

/** Cases that are decided at the same time; each has a transaction of its own. */
const parallel = 6

/** Ends the step of one case with a result, without a change. */
class Skipped extends Error {
  readonly refusal: Refusal
  constructor(refused: Refusal) {
    super(refused.result)
    this.refusal = refused
  }
}

/**
 * Decides several cases; each is decided on its own, and has a result of its own.
 * @throws ConflictError above the limit, before anything is changed
 * @throws ValidationError when no assessment of the cases has this decision with this reason
 */
export async function decideMany(call: DecidingCall, input: BulkInput): Promise<BulkOutcome[]> {
  if (input.cases.length > caseLimits.casesPerBulkDecision)
    throw new ConflictError(`At most ${caseLimits.casesPerBulkDecision} cases can be decided at once.`, {
      reason: 'cases.bulkLimit',
      limit: caseLimits.casesPerBulkDecision,
    })
  await assertDecisionExists(call, input)
  // Values that several of the cases share expire once, whichever case is decided last.
  const bulkCall = { ...call, listedFrom: call.ports.clock() }
  return eachInParallel(input.cases, async key => ({ ...key, ...(await decideOne(bulkCall, key, input)) }))
}

/** Does the same for several cases, some at the same time; returns the results in the order of the cases. */
export async function eachInParallel<Result>(
  cases: readonly CaseKey[],
  step: (key: CaseKey) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array<Result>(cases.length)
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) results[index] = await step(cases[index] as CaseKey)
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return results
}

/** Refuses a choice that no case could have: each assessment is asked in the root environment of its own cases. */
async function assertDecisionExists(call: CaseCall, input: BulkInput): Promise<void> {
  const places = Map.groupBy(
    input.cases.filter(({ environmentId }) => call.tree.has(environmentId)),
    ({ environmentId, eventType }) => `${rootIdOf(call.tree, environmentId)} ${eventType}`,
  )
  let refused: unknown = null
  for (const [first] of places.values()) {
    if (first === undefined) continue
    const { configuration } = await loadConfiguration(
      call.db,
      rootIdOf(call.tree, first.environmentId),
      first.eventType,
    )
    try {
      choiceAmong(configuration.queueDecisions, input)
      return
    } catch (error) {
      refused = error
    }
  }
  if (refused !== null) throw refused
}

async function decideOne(
  call: DecidingCall,
  key: CaseKey,
  input: BulkInput,
): Promise<Omit<BulkOutcome, keyof CaseKey>> {
  const { principal, tree } = call
  const refused = (why: Refusal) => ({ ...why, undoUntil: null })
  if (!tree.has(key.environmentId)) return refused(refusal('case.notFound'))
  if (!allows(levelIn(principal, key.environmentId, 'cases.review', tree), 'write'))
    return refused(refusal('case.forbidden'))
  const ownCall: DecidingCall = { ...call, actorRoles: rolesIn(principal, key.environmentId, tree) }
  try {
    const after = await changeCase(ownCall, key, work => {
      assertSelectable(work, ownCall, input)
      return applyChoice(work, ownCall, readChoice(work, input), 'Bulk')
    })
    const result = after.state === 'AwaitingApproval' ? 'sentForApproval' : 'applied'
    return { result, by: null, at: null, undoUntil: after.outcome?.undoUntil ?? null }
  } catch (error) {
    if (error instanceof Skipped) return refused(error.refusal)
    if (error instanceof NotFoundError) return refused(refusal('case.notFound'))
    if (error instanceof ValidationError || error instanceof AccessError) return refused(refusal('case.forbidden'))
    throw error
  }
}

/** Refuses a case that a bulk decision of this caller cannot change. */
function assertSelectable(work: Work, { principal }: CaseCall, input: BulkInput): void {
  const refused = findBulkRefusal(work, principal, input)
  if (refused !== null) throw new Skipped(refused)
  if (!offeredDecisions(work).some(({ name }) => name === input.decision)) throw new Skipped(refusal('case.forbidden'))
  assertChecklist(work)
}

/** Returns why a bulk decision of this caller cannot change a case, whatever the decision; null when it can. */
export function findBulkRefusal(
  { found, role, queue, now }: Pick<Work, 'found' | 'role' | 'queue' | 'now'>,
  principal: CaseCall['principal'],
  { origin, includeUnderReview }: Pick<BulkInput, 'origin' | 'includeUnderReview'>,
): Refusal | null {
  const isOrigin = ({ environmentId, eventType, id }: CaseKey): boolean =>
    found.environment_id === environmentId && found.event_type === eventType && found.external_id === id
  if (origin !== null && isOrigin(origin)) return refusal('case.isOrigin')
  if (found.state === 'Decided') {
    const { by = null, at = null } = found.outcome ?? {}
    return refusal('case.alreadyDecided', by?.name ?? null, at)
  }
  if (found.state !== 'Pending' && found.state !== 'InReview') return refusal('case.conflict')
  if (isEscalatedAbove(found, role) || isDisputedBy(found, principal.id)) return refusal('case.escalated')
  if (queue.settings.onlyManagersDecideInBulk && !role.manager) return refusal('case.forbidden')
  if (isAbout(found, principal)) return refusal('case.forbidden')
  const mayInterrupt = includeUnderReview || origin !== null
  if (isOthers(found, principal.id) && !mayInterrupt)
    return refusal('case.lockedByOther', found.lock_owner_name, found.locked_at)
  const reserved = found.assignee_id !== null && found.assignee_id !== principal.id
  if (reserved && found.assigned_until !== null && found.assigned_until > now && !role.manager)
    return refusal('case.lockedByOther', found.assignee_name)
  return null
}

const isOthers = ({ state, lock_owner_id: owner }: StoredCase, id: string): boolean =>
  state === 'InReview' && owner !== id

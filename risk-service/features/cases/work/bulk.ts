import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { bulkResults } from '../../../contract/cases/cases.ts'
import { allows } from '../../../contract/index.ts'
import { AccessError, levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { isAbout } from '../model/assignment.ts'
import { isDisputedBy, type StoredCase } from '../model/case-record.ts'
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
}

/** Cases that are decided at the same time; each has a transaction of its own. */
const parallel = 6

/** Ends the step of one case with a result, without a change. */
class Skipped extends Error {
  readonly result: BulkResult
  readonly by: string | null
  constructor(result: BulkResult, by: string | null = null) {
    super(result)
    this.result = result
    this.by = by
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
  const results: BulkOutcome[] = new Array<BulkOutcome>(input.cases.length)
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < input.cases.length; index = next++) {
      const key = input.cases[index] as CaseKey
      results[index] = { ...key, ...(await decideOne(call, key, input)) }
    }
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
): Promise<Pick<BulkOutcome, 'result' | 'by'>> {
  const { principal, tree } = call
  if (!tree.has(key.environmentId)) return { result: 'case.notFound', by: null }
  if (!allows(levelIn(principal, key.environmentId, 'cases.review', tree), 'write'))
    return { result: 'case.forbidden', by: null }
  const ownCall: DecidingCall = { ...call, actorRoles: rolesIn(principal, key.environmentId, tree) }
  try {
    const after = await changeCase(ownCall, key, work => {
      assertSelectable(work, ownCall, input)
      return applyChoice(work, ownCall, readChoice(work, input), 'Bulk')
    })
    return { result: after.state === 'AwaitingApproval' ? 'sentForApproval' : 'applied', by: null }
  } catch (error) {
    if (error instanceof Skipped) return { result: error.result, by: error.by }
    if (error instanceof NotFoundError) return { result: 'case.notFound', by: null }
    if (error instanceof ValidationError || error instanceof AccessError) return { result: 'case.forbidden', by: null }
    throw error
  }
}

/** Refuses a case that a bulk decision of this caller cannot change. */
function assertSelectable(work: Work, { principal }: CaseCall, input: BulkInput): void {
  const refused = findBulkRefusal(work, principal, input)
  if (refused !== null) throw new Skipped(refused.result, refused.by)
  if (!offeredDecisions(work).some(({ name }) => name === input.decision)) throw new Skipped('case.forbidden')
  assertChecklist(work)
}

/** Returns why a bulk decision of this caller cannot change a case, whatever the decision; null when it can. */
export function findBulkRefusal(
  { found, role, queue, now }: Pick<Work, 'found' | 'role' | 'queue' | 'now'>,
  principal: CaseCall['principal'],
  { origin, includeUnderReview }: Pick<BulkInput, 'origin' | 'includeUnderReview'>,
): Pick<BulkOutcome, 'result' | 'by'> | null {
  const refusal = (result: BulkResult, by: string | null = null) => ({ result, by })
  const isOrigin = ({ environmentId, eventType, id }: CaseKey): boolean =>
    found.environment_id === environmentId && found.event_type === eventType && found.external_id === id
  if (origin !== null && isOrigin(origin)) return refusal('case.isOrigin')
  if (found.state === 'Decided') return refusal('case.alreadyDecided', found.outcome?.by?.name ?? null)
  if (found.state !== 'Pending' && found.state !== 'InReview') return refusal('case.conflict')
  if ((found.escalated && !role.manager && !role.supervisor) || isDisputedBy(found, principal.id))
    return refusal('case.escalated')
  if (queue.settings.onlyManagersDecideInBulk && !role.manager) return refusal('case.forbidden')
  if (isAbout(found, principal)) return refusal('case.forbidden')
  const mayInterrupt = includeUnderReview || origin !== null
  if (isOthers(found, principal.id) && !mayInterrupt) return refusal('case.lockedByOther', found.lock_owner_name)
  const reserved = found.assignee_id !== null && found.assignee_id !== principal.id
  if (reserved && found.assigned_until !== null && found.assigned_until > now && !role.manager)
    return refusal('case.lockedByOther', found.assignee_name)
  return null
}

const isOthers = ({ state, lock_owner_id: owner }: StoredCase, id: string): boolean =>
  state === 'InReview' && owner !== id

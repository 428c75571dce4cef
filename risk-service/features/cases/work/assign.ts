import { ValidationError } from '../../../kernel/errors/errors.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { isAbout } from '../model/assignment.ts'
import {
  actorOf,
  assigneesOf,
  isDisputedBy,
  isEscalatedAbove,
  passOver,
  type StoredCase,
  unassigned,
} from '../model/case-record.ts'
import { assignmentUntil } from '../model/decision.ts'
import { type Reviewer, seesQueue } from '../model/queue-role.ts'
import type { CaseKey } from '../store/case-store.ts'
import { type CaseCall, changeCase, type Work } from './case-call.ts'
import { caseErrors } from './case-errors.ts'
import { assertManager, isInOrder } from './locks.ts'

/** Reserves a case for a reviewer, or for nobody. Reviewers may reserve it for themselves. */
export async function assign(call: CaseCall, key: CaseKey, person: Reviewer | null): Promise<StoredCase> {
  // The order of a queue depends on all of its cases.
  await advanceCases(call, [key.environmentId])
  return changeCase(call, key, async work => {
    const { found, role, now } = work
    if (found.state === 'Decided') throw caseErrors.alreadyDecided(found)
    if (found.state !== 'Pending') throw caseErrors.badState(found)
    const self = person?.id === call.principal.id || (person === null && found.assignee_id === call.principal.id)
    if (!self && !role.supervisor) assertManager(role)
    if (found.assignee_id !== null && found.assignee_id !== call.principal.id && !role.manager && !role.supervisor)
      throw caseErrors.assignedToOther(found)
    if (person !== null) assertMayReview(work, person)
    // What the order of the queue keeps from a reviewer cannot be reserved either.
    if (person !== null && self && !(await isInOrder(work, call.principal))) throw caseErrors.restricted()
    const by = actorOf(call.principal)
    if (person === null)
      return {
        change: {
          // What a manager leaves to nobody stays so; what somebody gives back goes to others.
          patch: { ...unassigned, ...(self ? passOver(found, call.principal.id) : { auto_assign: false }) },
          history: [{ kind: 'unassigned', at: now, by, details: { from: found.assignee_name } }],
        },
      }
    const until = assignmentUntil(now)
    return {
      change: {
        patch: {
          assignee_id: person.id,
          assignee_name: person.name,
          assigned_until: until,
          auto_assign: true,
        },
        history: [
          { kind: 'assigned', at: now, by, details: { to: person.name, toId: person.id, until: until.toISOString() } },
        ],
      },
      notices: [{ event: 'CaseAssigned', userId: person.id }],
    }
  })
}

/** Refuses to reserve a case for somebody who could not review it. */
function assertMayReview({ found, queue }: Work, person: Reviewer): void {
  if (isAbout(found, person)) throw caseErrors.conflictOfInterest()
  const supervisor = queue.settings.supervisors.includes(person.id)
  if (isEscalatedAbove(found, { manager: person.manager, supervisor }) || isDisputedBy(found, person.id))
    throw caseErrors.escalated(found)
  const assigned = assigneesOf(queue).includes(person.id)
  if (!seesQueue(queue, { manager: person.manager, supervisor, assigned }))
    throw new ValidationError(['userId'], 'This person does not see the queue of the case.')
}

import {
  type SubjectInput,
  type SubjectRequest,
  type SubjectRequestType,
  subjectLimits,
} from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { actionContextOf } from '../../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { hashSubject } from '../receipts/receipt.ts'
import { countMatches, isIndexed } from '../subjects/match-events.ts'
import { resolveSubject } from '../subjects/resolve-subject.ts'
import { assertNotHeld, findHolds } from './holds.ts'
import { assertNumber, keyOf } from './plan-request.ts'
import { toRequest } from './read-requests.ts'
import { findPending, findRequest } from './store.ts'

interface NewRequest extends SubjectInput {
  environmentId: string
  requestId?: string | undefined
  type: SubjectRequestType
}

/**
 * Queues a request; a repeat with the same id returns the first one. @throws ConflictError `subject.pending` while the
 * same person and type is pending, `subject.hold` for a deletion of data under a legal hold, `subject.limit` for too many
 * events, `subject.exists` when another request has the id
 */
export async function submitRequest(
  context: EnvironmentCallContext,
  { environmentId, requestId, type, ...input }: NewRequest,
): Promise<SubjectRequest> {
  const caller = actionContextOf(context, environmentId)
  const { db, clock, newId } = caller.ports
  const subject = await resolveSubject({ ...caller, db }, input)
  const id = requestId?.toLowerCase() ?? newId()
  if ((await findRequest(db, id)) === null) {
    if (type === 'delete') assertNotHeld(await findHolds(db, { ...caller, now: clock() }, subject))
    // Other attributes are counted when it is carried out: that may take longer than a call.
    if (isIndexed(subject)) assertNumber(await countMatches(db, subject, context.scope, subjectLimits.events + 1))
  }
  const salt = newId()
  const key = keyOf(environmentId, type, subject)
  const queued = await db.transaction().execute(async trx => {
    // The lock of the row serialises the callers.
    await trx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
    const existing = await findRequest(trx, id)
    if (existing !== null) {
      const same =
        existing.environment_id === environmentId &&
        existing.type === type &&
        existing.attribute === subject.attribute &&
        existing.value_hash === (await hashSubject(existing.value_salt, subject.value))
      if (!same) throw new ConflictError('Another request has this id.', { reason: 'subject.exists' })
      return false
    }
    if ((await findPending(trx, key)) !== null)
      throw new ConflictError('A request for this subject is already pending.', { reason: 'subject.pending' })
    await trx
      .insertInto('subject_request')
      .values({
        ...key,
        id,
        assessments: subject.assessments,
        value_salt: salt,
        value_hash: await hashSubject(salt, subject.value),
        since: subject.since,
        status: 'pending',
        phase: 'waiting',
        requested_by: caller.principal.id,
        requested_by_name: caller.principal.name,
        requested_at: clock(),
      })
      .execute()
    await auditChange(
      trx,
      caller,
      { type: 'SubjectRequest', id, name: '' },
      {
        operation: 'Create',
        before: null,
        after: { type, assessments: subject.assessments, attribute: subject.attribute },
      },
    )
    return true
  })
  if (queued) context.subjectRequests.wake()
  return toRequest((await findRequest(db, id)) as NonNullable<Awaited<ReturnType<typeof findRequest>>>, clock())
}

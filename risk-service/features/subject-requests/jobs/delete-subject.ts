import { subjectLimits } from '../../../contract/index.ts'
import { type AuditActor, serviceActor } from '../../../kernel/audit.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { countErased, eraseMentions } from '../../activity-log/chain/erase-value.ts'
import { findHolds, isProtected } from '../requests/holds.ts'
import { countKept, tenantEnvironments } from '../requests/plan-request.ts'
import { loadRequestEvents, lockPending, type StoredRequest, updateRequest } from '../requests/store.ts'
import { addCount, removeEventRows, type StoreCounts } from '../stores/event-rows.ts'
import { loadStoredValues, storeOwnValues, storeValues } from '../stores/own-values.ts'
import { countUnsearched, patternsOf } from '../stores/value-patterns.ts'
import { runValueStep, valueStepNames } from '../stores/value-steps.ts'
import { NotYetError, RequestFailedError } from './request-errors.ts'
import { collectEvents, type RequestPlace, subjectOf } from './request-place.ts'

/** Events of a transaction, so that other work continues in between. */
const eventsPerStep = 100

type StepPorts = Pick<Ports, 'db' | 'clock' | 'newId'>

/**
 * Continues a deletion from where it is, one short transaction after another: each changes what is stored together with
 * the phase and the counts of the request, so that it goes on after any stop and counts nothing twice. Resolves when
 * everything is removed, or when a legal hold has ended the removal: every step looks for one, in the transaction that
 * removes. @throws NotYetError to be tried again soon, RequestFailedError for more events than a request may concern, and
 * for a hold before anything was removed
 */
export async function deleteSubject(ports: StepPorts, place: RequestPlace, id: string): Promise<void> {
  const { db } = ports
  for (;;) {
    const done = await db.transaction().execute(async trx => {
      const row = await lockPending(trx, id)
      return row === null || (await step(ports, trx, place, row))
    })
    if (done) break
  }
  await eraseLog(ports, place, id)
}

/** Does one step; returns true when only the activity log is left. */
async function step(ports: StepPorts, trx: Db, place: RequestPlace, row: StoredRequest): Promise<boolean> {
  const now = ports.clock()
  switch (row.phase) {
    case 'waiting':
    case 'collect':
    case 'export':
      if ((await findHolds(trx, { ...place, now }, subjectOf(row))).length > 0) throw new RequestFailedError('hold')
      await collect(trx, place, row)
      return false
    case 'remove':
      await removeSome(ports, trx, place, row)
      return false
    case 'replace':
      if (row.failure === null && (await isProtected(trx, { ...place, now }, subjectOf(row), [])))
        await stopRemoval(trx, place, row)
      else await replaceNext(trx, place, row)
      return false
    case 'log':
      return true
  }
}

/** Lists the events, with what identifies the person. What arrives later is found when these are removed. */
async function collect(trx: Db, place: RequestPlace, row: StoredRequest): Promise<void> {
  const added = await collectEvents(trx, place, row)
  if (added.length > subjectLimits.events) throw new RequestFailedError('tooLarge')
  await storeValues(trx, row.id, added)
  await updateRequest(trx, row.id, { phase: 'remove', total: row.total + added.length })
}

async function removeSome(ports: StepPorts, trx: Db, place: RequestPlace, row: StoredRequest): Promise<void> {
  const events = await loadRequestEvents(trx, row.id, { limit: eventsPerStep })
  if (events.length === 0) {
    const added = await collectEvents(trx, place, row)
    await storeValues(trx, row.id, added)
    if (added.length > 0) {
      await updateRequest(trx, row.id, { total: row.total + added.length })
      return
    }
    await updateRequest(trx, row.id, { phase: 'replace', counts: await leaveOwnValues(trx, place, row) })
    return
  }
  const now = ports.clock()
  if (await isProtected(trx, { ...place, now }, subjectOf(row), events)) {
    await stopRemoval(trx, place, row)
    return
  }
  const counts: StoreCounts = { ...row.counts }
  const removed = await removeEventRows(trx, events, { now, newId: ports.newId })
  for (const [store, rows] of Object.entries(removed) as [keyof StoreCounts, number][]) addCount(counts, store, rows)
  await trx
    .deleteFrom('subject_request_event')
    .where('request_id', '=', row.id)
    .where(
      'event_id',
      'in',
      events.map(each => each.event_id),
    )
    .execute()
  await updateRequest(trx, row.id, { counts: JSON.stringify(counts), events: row.events + events.length })
}

/** Leaves the values that no stored event has. Returns the counts with how many of them are not looked for in texts. */
async function leaveOwnValues(trx: Db, { tenantId }: RequestPlace, row: StoredRequest): Promise<string> {
  const own = await storeOwnValues(trx, row.id, await tenantEnvironments(trx, tenantId))
  return JSON.stringify({ ...row.counts, unsearched: countUnsearched(own) })
}

/**
 * Ends the removal because of a legal hold. What is left of the person stays; what texts of others say of the events
 * that are removed is still replaced, so that these are gone as a whole. @throws RequestFailedError when there are none
 */
async function stopRemoval(trx: Db, place: RequestPlace, row: StoredRequest): Promise<void> {
  if (row.events === 0) throw new RequestFailedError('hold')
  await updateRequest(trx, row.id, {
    failure: 'hold',
    ...(row.phase === 'remove' ? { phase: 'replace', counts: await leaveOwnValues(trx, place, row) } : {}),
  })
}

async function replaceNext(trx: Db, place: RequestPlace, row: StoredRequest): Promise<void> {
  const next = valueStepNames(place, { mentions: row.failure !== null }).find(name => !row.steps.includes(name))
  const values = await loadStoredValues(trx, row.id)
  if (next === undefined) {
    const kept = await countKept(trx, place.environmentIds, values)
    await updateRequest(trx, row.id, { phase: 'log', counts: JSON.stringify({ ...row.counts, ...kept }) })
    return
  }
  // Nothing derives it from the person, and no one can be told apart by it from others of the same request.
  const result = await runValueStep(trx, place, next, values, `erased-${row.id.slice(-8)}`)
  const counts: StoreCounts = { ...row.counts }
  if (result !== null) addCount(counts, result.store, result.rows)
  await updateRequest(trx, row.id, { steps: [...row.steps, next], counts: JSON.stringify(counts) })
}

/** Erases what the activity log says of the person. An entry is erased once it is linked, within some seconds. */
async function eraseLog(ports: StepPorts, place: RequestPlace, id: string): Promise<void> {
  const { db } = ports
  const actor: AuditActor = serviceActor(place.tenantId, id)
  const patterns = patternsOf(await loadStoredValues(db, id))
  const reason = `Subject request ${id}`
  try {
    await eraseMentions(ports, actor, { environmentIds: place.environmentIds, patterns, reason })
  } catch (error) {
    if (error instanceof ConflictError) throw new NotYetError('The activity log is not linked yet.')
    throw error
  }
  // The log itself says what was erased, also before a stop.
  const activityLog = await countErased(db, place.tenantId, reason)
  await db.transaction().execute(async trx => {
    const row = await lockPending(trx, id)
    if (row !== null) await updateRequest(trx, id, { counts: JSON.stringify({ ...row.counts, activityLog }) })
  })
}

import { type AuditActor, serviceActor } from '../../../kernel/audit.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { eraseMentions } from '../../activity-log/chain/erase-value.ts'
import { countKept, tenantEnvironments } from '../requests/plan-request.ts'
import { loadRequestEvents, lockPending, type StoredRequest, updateRequest } from '../requests/store.ts'
import { addCount, removeEventRows, type StoreCounts } from '../stores/event-rows.ts'
import { findOwnValues, type OwnValue, patternsOf, storeValues } from '../stores/own-values.ts'
import { runValueStep, valueStepNames } from '../stores/value-steps.ts'
import { collectEvents, type RequestPlace } from './request-place.ts'

/** Events of a transaction, so that other work continues in between. */
const eventsPerStep = 100

/** Waits for something that happens by itself, such as the link of an entry of the log. */
export class NotYetError extends Error {}

type StepPorts = Pick<Ports, 'db' | 'clock' | 'newId'>

/**
 * Continues a deletion from where it is, one short transaction after another: each changes what is stored together with
 * the phase and the counts of the request, so that it goes on after any stop and counts nothing twice. Resolves when
 * everything is removed. @throws NotYetError to be tried again soon
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
  switch (row.phase) {
    case 'waiting':
    case 'collect':
    case 'export':
      await collect(trx, place, row)
      return false
    case 'remove':
      await removeSome(ports, trx, place, row)
      return false
    case 'replace':
      await replaceNext(trx, place, row)
      return false
    case 'log':
      return true
  }
}

/** Lists the events, with what identifies the person. What arrives later is found when these are removed. */
async function collect(trx: Db, place: RequestPlace, row: StoredRequest): Promise<void> {
  const added = await collectEvents(trx, place, row)
  await storeValues(trx, row.id, added)
  await updateRequest(trx, row.id, { phase: 'remove', total: row.total + added.length })
}

async function removeSome(ports: StepPorts, trx: Db, place: RequestPlace, row: StoredRequest): Promise<void> {
  const events = await loadRequestEvents(trx, row.id, { limit: eventsPerStep })
  if (events.length === 0) {
    const added = await collectEvents(trx, place, row)
    await storeValues(trx, row.id, added)
    await updateRequest(trx, row.id, {
      total: row.total + added.length,
      ...(added.length === 0 ? { phase: 'replace' } : {}),
    })
    return
  }
  const counts: StoreCounts = { ...row.counts }
  const removed = await removeEventRows(trx, events, { now: ports.clock(), newId: ports.newId })
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

/** Values that are the person's alone, now that the events are gone. */
async function ownValues(db: Db, place: RequestPlace, id: string): Promise<OwnValue[]> {
  const values = await db
    .selectFrom('subject_request_value')
    .select(['kind', 'value'])
    .where('request_id', '=', id)
    .orderBy('kind')
    .orderBy('value')
    .execute()
  return findOwnValues(db, values, await tenantEnvironments(db, place.tenantId))
}

async function replaceNext(trx: Db, place: RequestPlace, row: StoredRequest): Promise<void> {
  const next = valueStepNames(place).find(name => !row.steps.includes(name))
  if (next === undefined) {
    const kept = await countKept(trx, place.environmentIds, await ownValues(trx, place, row.id))
    await updateRequest(trx, row.id, { phase: 'log', counts: JSON.stringify({ ...row.counts, ...kept }) })
    return
  }
  const values = await ownValues(trx, place, row.id)
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
  const patterns = patternsOf(await ownValues(db, place, id))
  try {
    const erased = await eraseMentions(ports, actor, {
      environmentIds: place.environmentIds,
      patterns,
      reason: `Subject request ${id}`,
    })
    if (erased === 0) return
    await db.transaction().execute(async trx => {
      const row = await lockPending(trx, id)
      if (row === null) return
      const counts: StoreCounts = { ...row.counts }
      addCount(counts, 'activityLog', erased)
      await updateRequest(trx, id, { counts: JSON.stringify(counts) })
    })
  } catch (error) {
    if (error instanceof ConflictError) throw new NotYetError('The activity log is not linked yet.')
    throw error
  }
}

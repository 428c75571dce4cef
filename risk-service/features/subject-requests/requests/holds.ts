import { sql } from 'kysely'
import type { SubjectHold, SubjectInput } from '../../../contract/index.ts'
import { allows, eventSubjectAttribute, subjectLimits } from '../../../contract/index.ts'
import { levelIn } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { type ActionContext, actionContextOf } from '../../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ancestorsOf, type EnvironmentTree, pathOf, scopeOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { type DoomedEvent, eventsTable, matchingEvents } from '../subjects/match-events.ts'
import { resolveSubject, type Subject } from '../subjects/resolve-subject.ts'
import { loadHolds, type StoredHold } from './store.ts'

/** Assessments with their keys: the built-in ones in one order with their names, a tenant's own with its former names. */
const assessmentsOf = ({ event_types: keys, assessments: names }: StoredHold): SubjectHold['assessments'] =>
  names.map((name, index) => ({ key: (names.length === keys.length ? keys[index] : keys[0]) ?? name, name }))

/** Shows a hold. @param withValue whether the caller may see whom it is about */
export const toHold = (row: StoredHold, tree: EnvironmentTree, withValue: boolean): SubjectHold => ({
  id: row.id,
  environmentId: row.environment_id,
  environmentName: pathOf(tree, row.environment_id).join(' / '),
  assessments: assessmentsOf(row),
  attribute: row.attribute,
  value: withValue ? row.value : null,
  reason: row.reason,
  owner: row.set_by_name,
  setAt: row.set_at.toISOString(),
  until: row.until.toISOString(),
})

/** Shows the holds that refuse a request: whom one is about, to those who may submit requests where it was set. */
export const showHolds = (
  rows: readonly StoredHold[],
  { tree, principal }: Pick<ActionContext, 'tree' | 'principal'>,
): SubjectHold[] =>
  rows.map(row =>
    toHold(row, tree, allows(levelIn(principal, row.environment_id, 'settings.subject.submit', tree), 'write')),
  )

interface HoldPlace {
  tree: EnvironmentTree
  environmentId: string
  now: Date
}

/** Environments whose holds protect data of an environment and below it. */
const protecting = ({ tree, environmentId }: Omit<HoldPlace, 'now'>): string[] => [
  ...ancestorsOf(tree, environmentId).map(({ id }) => id),
  ...scopeOf(tree, environmentId),
]

/**
 * Returns the holds in force that protect data which a request of a person would delete: those of the same person, and
 * those of another attribute that match one of the same events. A hold of an environment protects all below it.
 */
export async function findHolds(db: Db, place: HoldPlace, subject: Subject): Promise<StoredHold[]> {
  const { tree, environmentId, now } = place
  const scope = scopeOf(tree, environmentId)
  const found: StoredHold[] = []
  for (const hold of await loadHolds(db, protecting(place), now)) {
    if (hold.value === null) continue
    if (isOf(hold, subject)) {
      found.push(hold)
      continue
    }
    const ofHold = { eventTypes: hold.event_types, attribute: hold.attribute, value: hold.value, since: hold.since }
    const protectedIn = scopeOf(tree, hold.environment_id)
    const { rows } = await sql`select 1 from (${matchingEvents(subject, scope)}) m
      join (${matchingEvents(ofHold, protectedIn)}) h on h.event_id = m.event_id limit 1`.execute(db)
    if (rows.length > 0) found.push(hold)
  }
  return found
}

/** Whether a hold is about the person of a request. */
const isOf = (hold: StoredHold, subject: Subject): boolean =>
  hold.attribute === subject.attribute &&
  hold.value === subject.value &&
  hold.event_types.some(type => subject.eventTypes.includes(type))

/** Whether a hold in force protects the person of a request, or one of some events. Reads those events alone. */
export async function isProtected(
  db: Db,
  place: HoldPlace,
  subject: Subject,
  events: readonly DoomedEvent[],
): Promise<boolean> {
  for (const hold of await loadHolds(db, protecting(place), place.now)) {
    if (hold.value === null) continue
    if (isOf(hold, subject)) return true
    if (events.length === 0) continue
    const value =
      hold.attribute === eventSubjectAttribute
        ? sql`w.external_id = ${hold.value}`
        : sql`exists (select from event_body b where b.environment_id = w.environment_id and b.at = w.at and b.event_id = w.event_id
            and b.request #>> ${hold.attribute.split('.')}::text[] = ${hold.value})`
    const { rows } = await sql`with ${eventsTable(events)} select 1 from w
      where w.environment_id = any(${scopeOf(place.tree, hold.environment_id)}::uuid[]) and w.event_type = any(${hold.event_types}::text[])
        and ${hold.since === null ? sql`true` : sql`w.at >= ${hold.since}::timestamptz`} and ${value} limit 1`.execute(
      db,
    )
    if (rows.length > 0) return true
  }
  return false
}

/** @throws ConflictError `subject.hold` that says whose hold it is and until when */
export function assertNotHeld([hold]: readonly StoredHold[]): void {
  if (hold === undefined) return
  throw new ConflictError(
    `A legal hold of ${hold.set_by_name} until ${hold.until.toISOString().slice(0, 10)} protects this data: ${hold.reason}`,
    { reason: 'subject.hold', changedBy: hold.set_by_name, changedAt: hold.until.toISOString() },
  )
}

const auditHold = (trx: Db, caller: ActionContext, row: StoredHold, operation: 'Create' | 'Delete'): Promise<void> => {
  // Without the value and the reason, which may name the person.
  const facts = { assessments: row.assessments, attribute: row.attribute, until: row.until.toISOString() }
  return auditChange(
    trx,
    caller,
    { type: 'SubjectHold', id: row.id, name: '' },
    { operation, before: operation === 'Delete' ? facts : null, after: operation === 'Create' ? facts : null },
  )
}

interface NewHold extends SubjectInput {
  environmentId: string
  holdId: string
  reason: string
  until: string
}

/**
 * Puts the data of a person under a hold; a repeat with the same id returns the first one. @throws ValidationError for
 * an end that is over or too far away, ConflictError when another hold has the id
 */
export async function setHold(context: EnvironmentCallContext, input: NewHold): Promise<SubjectHold> {
  const caller = actionContextOf(context, input.environmentId)
  const { db, clock } = caller.ports
  const now = clock()
  const until = new Date(`${input.until}T23:59:59.999Z`)
  if (until <= now) throw new ValidationError(['until'], 'The end of the hold is over.')
  if (until.getTime() > now.getTime() + subjectLimits.holdYears * 366 * 86_400_000)
    throw new ValidationError(['until'], `A hold lasts at most ${subjectLimits.holdYears} years. Renew it then.`)
  const subject = await resolveSubject({ ...caller, db }, input)
  const row = {
    id: input.holdId.toLowerCase(),
    environment_id: input.environmentId,
    event_types: subject.eventTypes,
    assessments: subject.assessments,
    attribute: subject.attribute,
    value: subject.value,
    since: subject.since,
    reason: input.reason,
    until,
    set_by: caller.principal.id,
    set_by_name: caller.principal.name,
    set_at: now,
    lifted_at: null,
    lifted_by_name: null,
  }
  const stored = await db.transaction().execute(async trx => {
    // A deletion that is removing something ends that step first; every later one finds the hold.
    await sql`select id from subject_request where status = 'pending' and type = 'delete'
      and environment_id = any(${protecting({ ...caller, environmentId: input.environmentId })}::uuid[]) order by id for update`.execute(
      trx,
    )
    const inserted = await trx
      .insertInto('subject_hold')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted !== undefined) {
      await auditHold(trx, caller, row, 'Create')
      return row
    }
    const found = await trx.selectFrom('subject_hold').selectAll().where('id', '=', row.id).executeTakeFirst()
    if (found?.environment_id !== row.environment_id || found.value !== row.value || found.attribute !== row.attribute)
      throw new ConflictError('Another hold has this id.', { reason: 'subject.exists' })
    return found
  })
  return toHold(stored, caller.tree, true)
}

/** Lifts a hold; false when it has ended already. @throws NotFoundError outside of the environment and those below it */
export async function liftHold(
  context: EnvironmentCallContext,
  { environmentId, holdId }: { environmentId: string; holdId: string },
): Promise<boolean> {
  const caller = actionContextOf(context, environmentId)
  const now = caller.ports.clock()
  return caller.ports.db.transaction().execute(async trx => {
    const row = await trx
      .selectFrom('subject_hold')
      .selectAll()
      .where('id', '=', holdId)
      .where('environment_id', '=', sql<string>`any(${context.scope}::uuid[])`)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new NotFoundError('There is no such hold.')
    if (row.lifted_at !== null || row.until <= now) return false
    await trx
      .updateTable('subject_hold')
      .set({ lifted_at: now, lifted_by_name: caller.principal.name, value: null })
      .where('id', '=', row.id)
      .execute()
    await auditHold(trx, { ...caller, environmentId: row.environment_id }, row, 'Delete')
    return true
  })
}

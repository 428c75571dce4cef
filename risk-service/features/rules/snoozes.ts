import { sql } from 'kysely'
import { productionBranch } from '../../contract/index.ts'
import type { RuleSnooze } from '../../contract/rules/rule-snoozes.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { environmentChain } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { findRule } from './store.ts'

const hourMs = 3_600_000

/** Returns the snoozes of an environment that apply now. */
export async function listSnoozes(db: Db, environmentId: string, now: Date): Promise<RuleSnooze[]> {
  const rows = await db
    .selectFrom('rule_snooze as s')
    .leftJoin('rule as r', 'r.id', 's.rule_id')
    .selectAll('s')
    .select(['r.name as rule', 'r.event_type'])
    .where('s.environment_id', '=', environmentId)
    .where('s.until', '>', now)
    .orderBy('s.until')
    .orderBy('s.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    ruleId: row.rule_id,
    rule: row.rule,
    eventType: row.event_type,
    type: row.entity_type,
    value: row.display,
    until: row.until.toISOString(),
    comment: row.comment,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
  }))
}

export interface SnoozeInput {
  environmentId: string
  eventType: string
  /** The event that has the value. */
  id: string
  ruleId: string
  type: RuleSnooze['type']
  hours: number
  comment: string
}

/**
 * Suppresses a decision rule of an environment, or of one above it, for a value of an event. @throws ConflictError
 * `snooze.exists` while another snooze of the rule and value lasts
 */
export async function createSnooze(context: EnvironmentCallContext, input: SnoozeInput): Promise<RuleSnooze> {
  const { db, ports, principal, engine } = context
  const { environmentId, ruleId, type, hours, comment } = input
  const now = ports.clock()
  const id = ports.newId()
  const until = new Date(now.getTime() + hours * hourMs)
  await db.transaction().execute(async trx => {
    const rule = await requireRule(trx, context, input)
    const value = await requireValue(trx, input)
    // One that has ended makes room for a new one; retention deletes the others.
    await trx
      .deleteFrom('rule_snooze')
      .where('environment_id', '=', environmentId)
      .where('rule_id', '=', ruleId)
      .where('until', '<=', now)
      .execute()
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('rule_snooze')
      .values({
        id,
        environment_id: environmentId,
        rule_id: ruleId,
        entity_type: type,
        entity_value: value.entity_value,
        display: value.display,
        until,
        comment,
        created_by: principal.id,
        created_by_name: principal.name,
        created_at: now,
      })
      .onConflict(conflict =>
        conflict.columns(['environment_id', 'rule_id', 'entity_type', 'entity_value']).doNothing(),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n)
      throw new ConflictError('This rule is snoozed for this value already.', { reason: 'snooze.exists' })
    await auditSnooze(trx, context, environmentId, { id, name: rule.name }, 'Create', null, {
      ruleId,
      type,
      value: value.display,
      until: until.toISOString(),
      comment,
    })
  })
  await engine.reloadRules(environmentId)
  const created = (await listSnoozes(db, environmentId, now)).find(each => each.id === id)
  if (created === undefined) throw new NotFoundError('The snooze was ended meanwhile.')
  return created
}

/** Ends a snooze; the rule applies to the value again. */
export async function removeSnooze(
  context: EnvironmentCallContext,
  { environmentId, snoozeId }: { environmentId: string; snoozeId: string },
): Promise<void> {
  await context.db.transaction().execute(async trx => {
    const row = await trx
      .deleteFrom('rule_snooze')
      .where('environment_id', '=', environmentId)
      .where('id', '=', snoozeId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new NotFoundError('There is no such snooze in this environment.')
    const rule = await findRule(trx, row.rule_id)
    const before = {
      ruleId: row.rule_id,
      type: row.entity_type,
      value: row.display,
      until: row.until.toISOString(),
      comment: row.comment,
    }
    await auditSnooze(
      trx,
      context,
      environmentId,
      { id: snoozeId, name: rule?.name ?? row.rule_id },
      'Delete',
      before,
      null,
    )
  })
  await context.engine.reloadRules(environmentId)
}

/**
 * Lets the snoozes of rules go on for the copies on a branch that is about to become production, in this environment and
 * those below it, inside the caller's transaction. Those of rules without a copy stay with their rule.
 */
export async function carrySnoozes(
  trx: Db,
  { environmentId, eventType }: { environmentId: string; eventType: string },
  branch: string,
): Promise<void> {
  // A branch that was production before still has the snoozes of that time: those of production count.
  await sql`delete from rule_snooze s using rule promoted
    where s.rule_id = promoted.id and promoted.environment_id = ${environmentId}::uuid
      and promoted.event_type = ${eventType} and promoted.branch = ${branch} and promoted.type = 'decision'`.execute(
    trx,
  )
  await sql`update rule_snooze s set rule_id = promoted.id
    from rule promoted join rule former on former.environment_id = promoted.environment_id
      and former.event_type = promoted.event_type and former.branch = ${productionBranch}
      and coalesce(former.copied_from, former.id) = coalesce(promoted.copied_from, promoted.id)
    where promoted.environment_id = ${environmentId}::uuid and promoted.event_type = ${eventType}
      and promoted.branch = ${branch} and promoted.type = 'decision' and s.rule_id = former.id`.execute(trx)
}

async function requireRule(
  trx: Db,
  { tree }: EnvironmentCallContext,
  { environmentId, eventType, ruleId }: SnoozeInput,
) {
  const rule = await findRule(trx, ruleId)
  const runsHere =
    rule !== null &&
    rule.type === 'decision' &&
    rule.branch === productionBranch &&
    rule.event_type === eventType &&
    environmentChain({ tree, environmentId }).includes(rule.environment_id)
  if (!runsHere) throw new ValidationError(['ruleId'], 'No such rule runs on events of this environment.')
  return rule
}

/** @throws NotFoundError without the event, ValidationError when it has no value of the kind, or several */
async function requireValue(trx: Db, { environmentId, eventType, id, type }: SnoozeInput) {
  const event = await trx
    .selectFrom('event_key')
    .select(['event_id', 'at'])
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('external_id', '=', id)
    .executeTakeFirst()
  if (event === undefined) throw new NotFoundError('There is no such event in this environment.')
  const values = await trx
    .selectFrom('event_entity')
    .select(['entity_value', 'display'])
    .where('environment_id', '=', environmentId)
    .where('entity_type', '=', type)
    .where('event_id', '=', event.event_id)
    .where('at', '=', event.at)
    .limit(2)
    .execute()
  const [value] = values
  if (value === undefined || values.length > 1)
    throw new ValidationError(['type'], value ? 'The event has several such values.' : 'The event has no such value.')
  return value
}

const auditSnooze = (
  trx: Db,
  { ports, principal, actorRoles, correlationId }: EnvironmentCallContext,
  environmentId: string,
  resource: { id: string; name: string },
  operation: 'Create' | 'Delete',
  before: unknown,
  after: unknown,
): Promise<void> =>
  auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'RuleSnooze', ...resource },
    { operation, before, after },
  )

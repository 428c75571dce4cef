import { sql } from 'kysely'
import {
  type AlertPrecision,
  type AlertRule,
  type AlertRuleSettings,
  alertRuleLimits,
} from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

export interface StoredRule {
  id: string
  environment_id: string
  name: string
  settings: AlertRuleSettings
  enabled: boolean
  checked_at: Date | null
  checked: AlertRule['checked']
  snoozed_until: Date | null
  changed_by_id: string
  changed_by: string
  version: number
  created_at: Date
  updated_at: Date
}

/** A rule with its incidents of the days that precision is computed of. */
export interface CountedRule extends StoredRule {
  fired: number
  acted: number
  incident_id: string | null
}

const dayMs = 86_400_000

/** Returns the alert rules of an environment by name, with how often they fired. */
export async function loadRules(db: Db, environmentId: string, now: Date): Promise<CountedRule[]> {
  const since = new Date(now.getTime() - alertRuleLimits.previewDays * dayMs)
  const { rows } = await sql<CountedRule>`
    select r.*, coalesce(i.fired, 0)::int as fired, coalesce(i.acted, 0)::int as acted, i.incident_id
    from alert_rule r
    left join lateral (
      select count(*) filter (where opened_at >= ${since}::timestamptz) as fired,
        count(*) filter (where opened_at >= ${since}::timestamptz and acted) as acted,
        (array_agg(id) filter (where ended_at is null))[1] as incident_id
      from alert_incident where alert_id = r.id) as i on true
    where r.environment_id = ${environmentId}::uuid
    order by lower(r.name)`.execute(db)
  return rows
}

/** Locks the alert rules of an environment until the transaction ends: names and their number are decided over all. */
export async function lockRules(trx: Db, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alert rules ${environmentId}`}, 0))`.execute(trx)
}

/** Stores a rule; the snooze of one that exists stays: it is changed by acts on incidents, which lock its row. */
export async function putRule(trx: Db, rule: StoredRule): Promise<void> {
  const row = {
    ...rule,
    settings: JSON.stringify(rule.settings),
    checked: rule.checked === null ? null : JSON.stringify(rule.checked),
  }
  const { id: _id, environment_id: _environment, created_at: _created, snoozed_until: _snoozed, ...changed } = row
  await trx
    .insertInto('alert_rule')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changed))
    .execute()
}

/** Locks an alert rule until the transaction ends: always before its incidents. Returns until when it is snoozed. */
export async function lockRule(trx: Db, id: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('alert_rule')
    .select('snoozed_until')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.snoozed_until ?? null
}

/** Lets no incident of an alert rule notify until a time; null: the snooze ends. */
export async function writeSnooze(trx: Db, id: string, until: Date | null): Promise<void> {
  await trx.updateTable('alert_rule').set({ snoozed_until: until }).where('id', '=', id).execute()
}

export async function deleteRule(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('alert_rule').where('id', '=', id).execute()
}

/** Whether any environment has a rule with the id. */
export async function isRuleIdTaken(trx: Db, id: string): Promise<boolean> {
  return (await trx.selectFrom('alert_rule').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Ends the incident that goes on: it belongs to settings that apply no longer. */
export async function endIncident(trx: Db, alertId: string, now: Date): Promise<void> {
  await trx
    .updateTable('alert_incident')
    .set({ ended_at: now })
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .execute()
}

export const precisionOf = ({ fired, acted }: Pick<CountedRule, 'fired' | 'acted'>): AlertPrecision => ({
  fired,
  acted,
  unheeded: acted === 0 && fired >= alertRuleLimits.unheeded,
})

/** Returns a rule as the console reads it. */
export const ruleOf = (stored: CountedRule, now: Date): AlertRule => ({
  id: stored.id,
  environmentId: stored.environment_id,
  settings: { ...stored.settings, enabled: stored.enabled },
  checked: stored.checked,
  snoozedUntil: stored.snoozed_until !== null && stored.snoozed_until > now ? stored.snoozed_until.toISOString() : null,
  incidentId: stored.incident_id,
  precision: precisionOf(stored),
  changedBy: stored.changed_by,
  version: stored.version,
})

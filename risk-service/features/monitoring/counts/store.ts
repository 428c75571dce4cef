import { sql } from 'kysely'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { eventTypesOf } from './event-types.ts'

export interface MonitorScope {
  /** The environment and its descendants. */
  environmentIds: readonly string[]
  eventType: string
  signal?: AbortSignal | undefined
}

/** Returns the latest name of each of these rules; a rule that was renamed is one rule. */
export async function ruleNames(
  db: Db,
  { environmentIds, eventType, signal }: MonitorScope,
  ruleIds: readonly string[],
  from: Date,
): Promise<Map<string, string>> {
  if (ruleIds.length === 0) return new Map()
  const { rows } = await sql<{ rule_id: string; rule: string }>`
    select distinct on (rule_id) rule_id, rule from rule_hour
    where environment_id = any(${environmentIds}::uuid[]) and event_type = ${eventType} and rule_id = any(${ruleIds}::uuid[])
      and hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')
    order by rule_id, hour desc`.execute(db, cancellable(signal))
  return new Map(rows.map(row => [row.rule_id, row.rule]))
}

/** Returns the environment of each of these rules that still exists. */
export async function ruleEnvironments(
  db: Db,
  { signal }: Pick<MonitorScope, 'signal'>,
  ruleIds: readonly string[],
): Promise<Map<string, string>> {
  if (ruleIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; environment_id: string }>`
    select distinct id, environment_id from rule where id = any(${ruleIds}::uuid[])`.execute(db, cancellable(signal))
  return new Map(rows.map(row => [row.id, row.environment_id]))
}

/** An experiment that runs a branch beside production. */
export interface RunningExperiment {
  id: string
  name: string
  branch: string
}

/** Returns the running experiments of an assessment in these environments, by branch. */
export async function runningExperiments(
  db: Db,
  { environmentIds, eventType, signal }: MonitorScope,
  now: Date,
): Promise<RunningExperiment[]> {
  const { rows } = await sql<RunningExperiment>`
    select x.id, x.name, b.api_name as branch from rule_experiment x join rule_branch b on b.id = x.branch_id
    where x.environment_id = any(${environmentIds}::uuid[]) and x.event_type = ${eventType}
      and x.stopped_at is null and (x.ends_at is null or x.ends_at > ${now}::timestamptz)
    order by b.api_name, x.started_at, x.id`.execute(db, cancellable(signal))
  return rows
}

/** Returns the latest names of the rules that decided in experiments. */
export async function branchRuleNames(
  db: Db,
  experimentIds: readonly string[],
  ruleIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ rule_id: string; rule: string }>`
    select distinct on (rule_id) rule_id, coalesce(rule, '') as rule from shadow_run
    where experiment_id = any(${experimentIds}::uuid[]) and rule_id = any(${ruleIds}::uuid[])
    order by rule_id, at desc`.execute(db)
  return new Map(rows.map(row => [row.rule_id, row.rule]))
}

export interface AssessmentTotals {
  event_type: string
  transactions: number
  rejected: number
}

/** Returns the decided events of each type from an hour on. */
export async function totalsSince(
  db: Db,
  environmentIds: readonly string[],
  from: Date,
  signal?: AbortSignal,
): Promise<AssessmentTotals[]> {
  const { rows } = await sql<AssessmentTotals>`
    select event_type, sum(events)::int as transactions, (coalesce(sum(events) filter (where decision = 'Reject'), 0))::int as rejected
    from event_hour where environment_id = any(${environmentIds}::uuid[]) and hour >= ${from} group by 1`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

/** Returns the time of the last event of each type: the roll-up knows its hour, and only that hour is searched. */
export async function lastEvents(
  db: Db,
  environmentIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ event_type: string; at: Date }>`
    with recursive ${eventTypesOf('types', 'event_hour', sql`select unnest(${environmentIds}::uuid[]) as id`)}, last as (
      select t.environment_id, t.event_type, f.hour from types t cross join lateral (
        select hour from event_hour where environment_id = t.environment_id and event_type = t.event_type and events > 0
        order by hour desc limit 1
      ) f
    )
    select l.event_type, max(e.at) as at from last l
    join event e on e.environment_id = l.environment_id and e.event_type = l.event_type and e.at >= l.hour and e.at < l.hour + interval '1 hour'
    group by 1`.execute(db, cancellable(signal))
  return new Map(rows.map(row => [row.event_type, row.at]))
}

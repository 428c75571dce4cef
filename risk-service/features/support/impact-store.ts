import { sql } from 'kysely'
import type { EntityType } from '../../contract/index.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../ports/database.ts'

export interface ImpactEvent {
  environment_id: string
  event_id: string
  at_text: string
  label: string | null
  amount_usd: number | null
  charged_back: boolean
}

/** Selects the newest purchases with an entity since `from`, with what became of them, and the number of all. */
export async function impactEvents(
  db: Db,
  environmentIds: readonly string[],
  entity: { type: EntityType; value: string },
  from: Date,
  limit: number,
  signal?: AbortSignal,
): Promise<{ events: ImpactEvent[]; total: number }> {
  const matching = sql`event_entity x where x.environment_id = any(${environmentIds}::uuid[]) and x.entity_type = ${entity.type}
    and x.entity_value = ${entity.value} and x.event_type = 'purchase' and x.at >= ${from}::timestamptz`
  const [events, total] = await Promise.all([
    sql<ImpactEvent>`select e.environment_id, e.event_id, e.at::text as at_text, e.label, e.amount_usd, exists (select from data_event d
        where d.environment_id = e.environment_id and d.subject_type = 'purchase' and d.subject_id = e.external_id and d.event_type = 'chargeback') as charged_back
      from (select x.* from ${matching} order by x.at desc, x.event_id desc limit ${limit}) as n
      join event e on e.environment_id = n.environment_id and e.at = n.at and e.event_id = n.event_id`.execute(
      db,
      cancellable(signal),
    ),
    sql<{ total: number }>`select count(*)::int as total from ${matching}`.execute(db, cancellable(signal)),
  ])
  return { events: events.rows, total: total.rows[0]?.total ?? 0 }
}

export interface LoggedChange {
  id: string
  at: Date
  actor_name: string
  resource_id: string
  before: unknown
  after: unknown
}

/** Selects the newest audited changes of support lists that name one of these values, written in lower case. */
export async function listChanges(
  db: Db,
  tenantId: string,
  environmentId: string,
  values: readonly { list: string; value: string }[],
  limit: number,
): Promise<LoggedChange[]> {
  const { rows } = await sql<LoggedChange>`
    select a.id, a.at, a.actor_name, a.resource_id, a.before, a.after from audit_log a
    where a.tenant_id = ${tenantId}::uuid and a.environment_id = ${environmentId}::uuid and a.resource_type = 'SupportList'
      and exists (select from jsonb_array_elements(coalesce(a.before -> 'entries', '[]') || coalesce(a.after -> 'entries', '[]')) as entry
        join unnest(${values.map(({ list }) => list)}::text[], ${values.map(({ value }) => value)}::text[]) as v (list, value)
          on v.list = a.resource_id and v.value = lower(btrim(entry ->> 'value')))
    order by a.at desc, a.id limit ${limit}`.execute(db)
  return rows
}

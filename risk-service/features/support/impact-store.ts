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

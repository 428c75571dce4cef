import { sql } from 'kysely'
import type { FieldDrop } from '../../../contract/ontology/ontology.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { maxRead } from './count-fills.ts'
import type { StoredDrop } from './fill-store.ts'

type DropRow = StoredDrop & { client: string | null; missing: number; is_missing_limited: boolean }

/** Returns the drops that have not ended in the environment and those below it, the latest first. */
export async function readFieldDrops(
  { db, tree, scope }: Pick<EnvironmentCallContext, 'db' | 'tree' | 'scope'>,
  eventType: string,
): Promise<FieldDrop[]> {
  // Hours are counted as a whole: the one in which the drop began counts from its beginning.
  const { rows } = await sql<DropRow>`
    select d.*, c.display_name as client, (
      select coalesce(sum(case when f.field = '' then f.events else -f.events end), 0)::int from field_fill f
      where f.environment_id = d.environment_id and f.event_type = d.event_type and f.client_id = d.client_id
        and f.field in ('', d.field) and f.hour >= date_trunc('hour', d.since)) as missing,
      exists (select 1 from field_fill f
        where f.environment_id = d.environment_id and f.event_type = d.event_type and f.field = '' and f.hour >= date_trunc('hour', d.since)
        group by f.hour having sum(f.events) >= ${maxRead}) as is_missing_limited
    from field_drop d left join api_client c on c.client_id = d.client_id
    where d.environment_id = any(${scope}::uuid[]) and d.event_type = ${eventType} and d.ended_at is null
    order by d.found_at desc, d.q, d.field limit 200`.execute(db)
  return rows.map(row => ({
    id: row.id,
    environmentId: row.environment_id,
    environment: tree.get(row.environment_id)?.friendlyName ?? '',
    eventType: row.event_type,
    field: row.field,
    client: row.client_id === '' ? null : { id: row.client_id, name: row.client ?? row.client_id },
    since: row.since.toISOString(),
    recent: { filled: row.recent_filled, events: row.recent_events },
    usual: { filled: row.usual_filled, events: row.usual_events },
    missing: Math.max(0, row.missing),
    isMissingLimited: row.is_missing_limited,
    q: row.q,
  }))
}

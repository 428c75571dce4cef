import { sql } from 'kysely'
import { eventKinds, monitoringKinds, tracedEventDays } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { rowKindsOf } from './read-events.ts'

const monitoring: ReadonlySet<string> = new Set(monitoringKinds)
/** Kinds of events of which something is stored; those of monitoring are written where a subscription contains them. */
const stored = eventKinds.filter(kind => !monitoring.has(kind))
const rowKinds = JSON.stringify(
  stored.flatMap(kind => rowKindsOf([kind]).map(row => ({ event_kind: kind, row_kind: row }))),
)

/**
 * Writes which environments are traced: those with an active subscription, and those below them, each with the
 * monitoring kinds that a subscription contains, and with the kinds of rows that become its events. Whoever pulls events
 * chooses them in the call: all that are stored. A subscription that was deactivated or stopped counts for as long as
 * traced events are stored: it gets them when it is activated again.
 */
export async function refreshTracedEnvironments(trx: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - tracedEventDays * 86_400_000)
  await sql`
    with recursive contained as (
      select s.environment_id as id, k.kind
      from event_subscription s
      cross join lateral unnest(case when s.sink = 'pull' then s.kinds || ${stored}::text[] else s.kinds end) as k(kind)
      where s.active or greatest(s.updated_at, s.stopped_at) > ${since}::timestamptz
      union select e.id, c.kind from environment e join contained c on e.parent_id = c.id
    ), traced as (
      select c.id,
        coalesce(array_agg(distinct c.kind order by c.kind) filter (where c.kind = any(${[...monitoringKinds]}::text[])), '{}') as kinds,
        coalesce(array_agg(distinct r.row_kind order by r.row_kind) filter (where r.row_kind is not null), '{}') as row_kinds
      from contained c left join jsonb_to_recordset(${rowKinds}::jsonb) as r(event_kind text, row_kind text) on r.event_kind = c.kind
      group by c.id
    ), removed as (
      delete from traced_environment t where t.environment_id not in (select id from traced)
    )
    insert into traced_environment as t (environment_id, kinds, row_kinds) select id, kinds, row_kinds from traced
    on conflict (environment_id) do update set kinds = excluded.kinds, row_kinds = excluded.row_kinds
    where (t.kinds, t.row_kinds) is distinct from (excluded.kinds, excluded.row_kinds)`.execute(trx)
}

/** Returns an environment and those below it. */
export async function tracedScope(db: Db, environmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive scope as (
      select ${environmentId}::uuid as id union select e.id from environment e join scope s on e.parent_id = s.id
    )
    select id from scope`.execute(db)
  return rows.map(({ id }) => id)
}

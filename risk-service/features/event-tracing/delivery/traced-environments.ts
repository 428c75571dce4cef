import { sql } from 'kysely'
import { monitoringKinds, tracedEventDays } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

/**
 * Writes which environments are traced: those with an active subscription, and those below them, each with the
 * monitoring kinds that a subscription contains. One that was deactivated or stopped counts for as long as traced events
 * are stored: it gets them when it is activated again.
 */
export async function refreshTracedEnvironments(trx: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - tracedEventDays * 86_400_000)
  await sql`
    with recursive contained as (
      select s.environment_id as id, k.kind
      from event_subscription s left join lateral unnest(s.kinds) as k(kind) on k.kind = any(${[...monitoringKinds]}::text[])
      where s.active or greatest(s.updated_at, s.stopped_at) > ${since}::timestamptz
      union select e.id, c.kind from environment e join contained c on e.parent_id = c.id
    ), traced as (
      select id, coalesce(array_agg(kind order by kind) filter (where kind is not null), '{}') as kinds from contained group by id
    ), removed as (
      delete from traced_environment t where t.environment_id not in (select id from traced)
    )
    insert into traced_environment as t (environment_id, kinds) select id, kinds from traced
    on conflict (environment_id) do update set kinds = excluded.kinds where t.kinds <> excluded.kinds`.execute(trx)
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

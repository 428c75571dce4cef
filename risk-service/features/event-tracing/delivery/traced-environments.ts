import { sql } from 'kysely'
import { tracedEventDays } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

/**
 * Writes which environments are traced: those with an active subscription, and those below them. One that was
 * deactivated or stopped counts for as long as traced events are stored: it gets them when it is activated again.
 */
export async function refreshTracedEnvironments(trx: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - tracedEventDays * 86_400_000)
  await sql`
    with recursive traced as (
      select environment_id as id from event_subscription
      where active or greatest(updated_at, stopped_at) > ${since}::timestamptz
      union select e.id from environment e join traced t on e.parent_id = t.id
    ), removed as (
      delete from traced_environment t where t.environment_id not in (select id from traced)
    )
    insert into traced_environment (environment_id) select id from traced on conflict do nothing`.execute(trx)
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

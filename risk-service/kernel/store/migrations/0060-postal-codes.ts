import { type Kysely, sql } from 'kysely'

/**
 * Other events at a postal code are counted on the map of an event. New events are indexed as they are stored; those of
 * the last 90 days, of which the map tells, get their codes from a job, which reads their bodies from the newest back.
 * Until it is through an environment, the map says nothing of postal codes there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A little later than now: events that arrive meanwhile may have been stored without their codes.
  for (const statement of [
    `create table postal_code_filling (
      environment_id uuid primary key,
      reached timestamptz not null
    )`,
    `insert into postal_code_filling (environment_id, reached)
     select environment_id, now() + interval '1 hour' from event where at >= now() - interval '90 days' group by 1`,
  ])
    await sql.raw(statement).execute(db)
}

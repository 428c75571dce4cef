import { type Kysely, sql } from 'kysely'

/**
 * What one minute of review is expected to save, for the queues that are ordered by it: one row for each band of score
 * and amount, as a share of the amount. The function is the one place that finds the band of a case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table case_saving (
      queue_id uuid not null references case_queue (id) on delete cascade,
      -- Lower ends of the bands.
      score_from smallint not null,
      amount_from bigint not null,
      per_minute double precision not null,
      estimate jsonb not null,
      measured_at timestamptz not null,
      primary key (queue_id, score_from, amount_from)
    )`,
    // In US cents per minute; null without an amount or without an estimate.
    `create function expected_saving(queue uuid, score int, amount bigint) returns double precision language sql stable as $$
      select $3 * per_minute from case_saving where queue_id = $1 and score_from <= $2 and amount_from <= $3
      order by score_from desc, amount_from desc limit 1
    $$`,
  ])
    await sql.raw(statement).execute(db)
}

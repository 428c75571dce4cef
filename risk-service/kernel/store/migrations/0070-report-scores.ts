import { type Kysely, sql } from 'kysely'

/**
 * Sums of the transactions by their scores, for score reports without a filter. A bin is ten scores; -1 stands for no
 * score.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_score (
    environment_id uuid not null,
    event_type text not null,
    day int not null,
    bin smallint not null,
    outcome int not null,
    events int not null,
    amount_usd bigint not null,
    primary key (environment_id, event_type, day, bin, outcome)
  )`.execute(db)
  await sql`insert into report_score (environment_id, event_type, day, bin, outcome, events, amount_usd)
    select environment_id, event_type, day, case when score between 0 and 999 then score / 10 else -1 end as bin,
      outcome, count(*), sum(amount_usd)
    from report_transaction group by environment_id, event_type, day, bin, outcome`.execute(db)
}

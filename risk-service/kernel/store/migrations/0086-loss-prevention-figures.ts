import { type Kysely, sql } from 'kysely'

/**
 * Figures of the loss prevention report that were wrong or slow: manual discounts of lines, terminals of each store by
 * themselves, what a month is compared with, the days that a month covers, and retries of a run that failed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Dollars per unit of the currency of the transaction: its lines are converted like it.
  `alter table loss_transaction add column usd_rate double precision not null default 1`,
  `alter table loss_sale add column manual_discount_usd bigint not null default 0`,
  `alter table loss_month
    add column population_score double precision not null default 0,
    -- Null: too few peers.
    add column peer_score double precision,
    add column peer_group text check (peer_group in ('terminal', 'store')),
    add column peer_count int not null default 0,
    -- The strongest of what the reasons say.
    add column level text not null default 'usual' check (level in ('high', 'likePeers', 'uncertain', 'usual'))`,
  `alter table loss_report
    add column attempts int not null default 0,
    -- When a run that failed is tried again.
    add column retry_at timestamptz,
    -- The first and the last day of each month of the report that is shown.
    add column spans jsonb not null default '[]'`,
  // A terminal was stored without its store. Where only one store has the number, what was said of it stays.
  `update loss_clearance c set entity_id = u.unit || '/' || c.entity_id
    from (
      select environment_id, terminal, min(replace(replace(unit, '%', '%25'), '/', '%2F')) as unit
      from loss_transaction group by environment_id, terminal having count(distinct unit) = 1
    ) u
    where c.kind = 'terminal' and u.environment_id = c.environment_id and u.terminal = c.entity_id`,
  `delete from loss_clearance c where c.kind = 'terminal' and not exists (
    select 1 from loss_transaction t where t.environment_id = c.environment_id
      and replace(replace(t.unit, '%', '%25'), '/', '%2F') || '/' || t.terminal = c.entity_id)`,
  `delete from loss_entity where kind = 'terminal'`,
  // Every report is computed again: its months lack the new figures.
  `delete from loss_month`,
  `update loss_report set status = 'waiting', run = null, next_run = null, started_at = null`,
  // Hashes without a key can be guessed. Only whether two are equal matters, so another value serves as well.
  `update loss_payment p set instrument = left(encode(sha256(convert_to(s.salt || p.instrument, 'UTF8')), 'base64'), 22)
    from (select gen_random_uuid()::text || gen_random_uuid()::text as salt) s
    where p.instrument is not null`,
]

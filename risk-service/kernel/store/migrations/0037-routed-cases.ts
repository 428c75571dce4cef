import { type Kysely, sql } from 'kysely'

/**
 * Cases name the routing rule that sent them to their queue by its id, because rules are renamed, and the rules of which
 * a part failed: both are counted per rule. Re-routes of waiting cases have a table; previews of routing rules are
 * back-tests.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table review_case add column routed_rule_id uuid, add column failed_rule_ids uuid[]`,
  // The rule of this name nearest to the environment of the case.
  `with recursive up as (
     select id as environment_id, id as at, parent_id, 0 as distance from environment
     union all select up.environment_id, e.id, e.parent_id, up.distance + 1 from up join environment e on e.id = up.parent_id
   ), named as (
     select distinct on (up.environment_id, lower(r.name)) up.environment_id, lower(r.name) as name, r.id
     from up join rule r on r.environment_id = up.at and r.type = 'routing'
     order by up.environment_id, lower(r.name), up.distance
   )
   update review_case c set routed_rule_id = n.id from named n
   where n.environment_id = c.environment_id and n.name = lower(c.routed_rule)`,
  `create index review_case_routed on review_case (environment_id, at) include (routed_rule_id) where routed_rule_id is not null`,
  `create index review_case_routing_failed on review_case (environment_id, at) where failed_rule_ids is not null`,
  `alter table backtest drop constraint backtest_kind_check`,
  `alter table backtest add constraint backtest_kind_check check (kind in ('draft', 'branch', 'rule', 'routing'))`,
  `alter table backtest add column event_limit int`,
  `create table case_reroute (
    environment_id uuid not null references environment (id),
    id uuid not null,
    rules text not null,
    plan jsonb not null,
    result jsonb,
    created_by uuid not null,
    created_at timestamptz not null,
    applied_at timestamptz,
    primary key (environment_id, id)
  )`,
]

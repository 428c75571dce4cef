import { type Kysely, sql } from 'kysely'

/**
 * The activity log is searched by its facets: what has few values (environment, kind of resource, operation, assessment)
 * is one number of an entry, and who acted another. Any filters on them are answered by ranges of an index.
 *
 * A change writes its entry without these numbers, into the indexes that it cannot do without. The job that links
 * entries gives them their numbers afterwards, and with them their places in the others, which are partial. `written`
 * is the order in which entries wait for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const facetColumns = 'environment_id, environment_name, resource_type, operation, assessment_id, assessment_name'
const facetOf = (alias: string) => facetColumns.replace(/\w+/g, column => `${alias}.${column}`)

const statements = [
  `drop trigger audit_log_queued on audit_log`,
  `drop function audit_log_queue()`,
  ...['order', 'environment', 'type', 'operation', 'actor', 'subject', 'name', 'assessment', 'resource'].map(
    name => `drop index audit_log_${name}`,
  ),
  `create function audit_facet_key(environment_id uuid, environment_name text, resource_type text, operation text,
      assessment_id text, assessment_name text) returns uuid language sql stable parallel safe as $$
    select md5(jsonb_build_array($1, $2, $3, $4, $5, $6)::text)::uuid $$`,
  `create table audit_facet (
    id integer generated always as identity primary key,
    tenant_id uuid not null,
    key uuid not null,
    environment_id uuid,
    environment_name text,
    resource_type text not null,
    operation text not null,
    assessment_id text,
    assessment_name text,
    unique (tenant_id, key)
  )`,
  `create table audit_actor (
    number integer generated always as identity primary key,
    tenant_id uuid not null,
    actor_id uuid not null,
    actor_name text not null,
    unique (tenant_id, actor_id, actor_name)
  )`,
  `create sequence audit_log_written as bigint`,
  `alter table audit_log add column facet_id integer, add column actor_number integer, add column written bigint`,
  `insert into audit_facet (tenant_id, key, ${facetColumns})
    select tenant_id, audit_facet_key(${facetColumns}), ${facetColumns}
    from (select distinct tenant_id, ${facetColumns} from audit_log) l`,
  `insert into audit_actor (tenant_id, actor_id, actor_name) select distinct tenant_id, actor_id, actor_name from audit_log`,
  `update audit_log l set facet_id = f.id, actor_number = a.number from audit_facet f, audit_actor a
    where f.tenant_id = l.tenant_id and f.key = audit_facet_key(${facetOf('l')})
      and a.tenant_id = l.tenant_id and a.actor_id = l.actor_id and a.actor_name = l.actor_name
      and not exists (select from audit_unlinked u where u.entry_id = l.id)`,
  // What waits keeps its order.
  `update audit_log l set written = u.place
    from (select entry_id, row_number() over (order by id) as place from audit_unlinked) u where u.entry_id = l.id`,
  `select setval('audit_log_written', (select count(*) + 1 from audit_unlinked))`,
  `drop table audit_unlinked`,
  `alter table audit_log alter column written set default nextval('audit_log_written')`,
  `alter sequence audit_log_written owned by audit_log.written`,
  `create index audit_log_waiting on audit_log (written) where facet_id is null`,
  `create index audit_log_order on audit_log (tenant_id, at, id) include (facet_id, actor_number)`,
  `create index audit_log_facet on audit_log (facet_id, at, id) include (actor_number) where facet_id is not null`,
  `create index audit_log_actor on audit_log (actor_number, facet_id, at, id) where facet_id is not null`,
  `create index audit_log_subject on audit_log (tenant_id, resource_id, at, id) include (facet_id, actor_number)
    where facet_id is not null`,
  `create index audit_log_name on audit_log (tenant_id, resource_name, at, id) include (facet_id, actor_number)
    where facet_id is not null`,
  // Few entries each, which are read while a call waits.
  `create index audit_log_own_search on audit_log (actor_id, at) where resource_type = 'Search'`,
  `create index audit_log_support_list on audit_log (environment_id, at, id) where resource_type = 'SupportList'`,
  `create index audit_log_erasure on audit_log (tenant_id) where resource_type = 'ActivityLog' and operation = 'Delete'`,
  // Index-only scans need pages that are known to be visible to all.
  `alter table audit_log set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.05)`,
]

import { type Kysely, sql } from 'kysely'

/**
 * The service itself creates and removes environments: their descriptions, the time of their status, the reason of a
 * failure and the time of the next attempt to remove. Names and customer API ids are unique in the tenant, and free
 * again as soon as the removal of an environment begins. A child's geography is its root's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Duplicates are renamed first: of several, the oldest keeps its name. */
const apart = (
  column: string,
) => `update environment e set ${column} = left(e.${column}, 51) || '-' || left(md5(e.id::text), 8)
  from (select id, row_number() over (partition by tenant_id, lower(${column}) order by created_at, id) as place from environment) d
  where d.id = e.id and d.place > 1`

const statements = [
  `alter table environment
    add column description text not null default '',
    add column tags text[] not null default '{}',
    add column counterpart_id uuid references environment (id),
    add column application_id text,
    add column status_at timestamptz not null default now(),
    add column failure text,
    add column attempts int not null default 0,
    add column retry_at timestamptz,
    alter column api_id drop not null`,
  `drop index environment_name`,
  `drop index environment_api_id`,
  apart('name'),
  apart('api_id'),
  `create unique index environment_name on environment (tenant_id, lower(name)) where status not in ('Deleting', 'DeleteFailed', 'Deleted')`,
  `create unique index environment_api_id on environment (tenant_id, lower(api_id)) where status not in ('Deleting', 'DeleteFailed', 'Deleted')`,
  `create index environment_unsettled on environment (status) where status not in ('Active', 'Deleted')`,
  `with recursive tree as (
    select id, geography from environment where parent_id is null
    union all select e.id, t.geography from environment e join tree t on e.parent_id = t.id
  ) update environment e set geography = t.geography from tree t where t.id = e.id and t.geography <> e.geography`,
  `update environment e set counterpart_id = c.id from environment c
    where c.tenant_id = e.tenant_id and c.kind <> e.kind and (c.name = e.name || '-sandbox' or e.name = c.name || '-sandbox')`,
]

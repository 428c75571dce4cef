import type pg from 'pg'
import { auditedResources } from '../../risk-service/contract/index.ts'

const assessments = {
  ids: ['purchase', 'accountcreation', 'accountlogin'],
  names: ['Purchase', 'Account creation', 'Account login'],
}
const operations = ['Update', 'Update', 'Update', 'Update', 'Create', 'Delete', 'Activate', 'Read', 'Export']
const people = 200

/**
 * Fills the log with entries over 13 months by 200 people, about 100,000 resources of every kind, as the job that links
 * entries leaves them: filed, and vacuumed as the database does by itself. The chain of the fixture is not linked.
 */
export async function fillLog(
  pool: pg.Pool,
  { tenantId, environmentId, entries }: { tenantId: string; environmentId: string; entries: number },
): Promise<void> {
  await pool.query(
    `insert into audit_facet (tenant_id, key, environment_id, environment_name, resource_type, operation, assessment_id, assessment_name)
     select $1, audit_facet_key($2, 'Harbor', type, operation, a.id, a.name), $2, 'Harbor', type, operation, a.id, a.name
     from unnest($3::text[]) type cross join (select distinct unnest($4::text[]) as operation) o
       cross join (select * from unnest($5::text[], $6::text[]) union all select null, null) as a (id, name)
     on conflict do nothing`,
    [tenantId, environmentId, [...auditedResources], operations, assessments.ids, assessments.names],
  )
  await pool.query(
    `insert into audit_actor (tenant_id, actor_id, actor_name)
     select $1, md5('actor ' || i)::uuid, 'Person ' || i from generate_series(0, $2::int - 1) i on conflict do nothing`,
    [tenantId, people],
  )
  // Built at the end: in the order of the entries they would be written over and over. The service reads what waits.
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'audit_log'::regclass and not indisprimary and indexrelid <> 'audit_log_waiting'::regclass`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  const batch = 500_000
  for (let from = 0; from < entries; from += batch)
    await pool.query(
      `insert into audit_log (id, tenant_id, environment_id, environment_name, assessment_id, assessment_name, at, actor_id, actor_name, actor_roles,
         resource_type, resource_id, resource_name, operation, before, after, correlation_id, facet_id, actor_number, written)
       select gen_random_uuid(), $1, $2, 'Harbor', f.assessment_id, f.assessment_name, now() - e.i * (interval '395 days' / $5::int),
         p.actor_id, p.actor_name, '{FraudEngineer}', f.resource_type, 'resource-' || e.i % 100000, 'Resource ' || e.i % 100000,
         f.operation, '{"version": 1, "position": 15}', '{"version": 2, "position": 14}', 'c-' || e.i, f.id, p.number, null
       from (select i, ($6::text[])[1 + (i / 3) % cardinality($6::text[])] as type, ($7::text[])[1 + (i / 7) % cardinality($7::text[])] as operation,
         case when i % 2 = 0 then ($8::text[])[1 + i % 3] end as assessment from generate_series($3::int, $4::int) i) e
       join audit_facet f on f.tenant_id = $1 and f.environment_id = $2 and f.resource_type = e.type and f.operation = e.operation
         and coalesce(f.assessment_id, '') = coalesce(e.assessment, '')
       join audit_actor p on p.tenant_id = $1 and p.actor_name = 'Person ' || e.i % $9::int`,
      [
        ...[tenantId, environmentId, from, Math.min(entries, from + batch) - 1, entries],
        ...[[...auditedResources], operations, assessments.ids, people],
      ],
    )
  for (const { definition } of indexes) await pool.query(definition)
  await pool.query('vacuum analyze audit_log')
}

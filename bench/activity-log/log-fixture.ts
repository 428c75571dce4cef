import type pg from 'pg'
import { auditedResources } from '../../risk-service/contract/index.ts'

/** Entries over 13 months by 200 people, about 100,000 resources of every kind. The chain of the fixture is not linked. */
export async function fillLog(
  pool: pg.Pool,
  { tenantId, environmentId, entries }: { tenantId: string; environmentId: string; entries: number },
): Promise<void> {
  await pool.query('alter table audit_log disable trigger audit_log_queued')
  const batch = 500_000
  for (let from = 0; from < entries; from += batch)
    await pool.query(
      `insert into audit_log (id, tenant_id, environment_id, environment_name, assessment_id, assessment_name, at, actor_id, actor_name, actor_roles,
         resource_type, resource_id, resource_name, operation, before, after, correlation_id)
       select gen_random_uuid(), $1, $2, 'Harbor', a.id, a.name, now() - i * (interval '395 days' / $5::int), md5('actor ' || i % 200)::uuid,
         'Person ' || i % 200, '{FraudEngineer}', t.type, 'resource-' || i % 100000, 'Resource ' || i % 100000,
         (array['Update','Update','Update','Update','Create','Delete','Activate','Read','Export'])[1 + (i / 7) % 9],
         '{"version": 1, "position": 15}', '{"version": 2, "position": 14}', 'c-' || i
       from generate_series($3::int, $4::int) i
       cross join lateral (select ($6::text[])[1 + (i / 3) % cardinality($6::text[])] as type) t
       left join lateral (select (array['purchase','accountcreation','accountlogin'])[1 + i % 3] as id,
         (array['Purchase','Account creation','Account login'])[1 + i % 3] as name where i % 2 = 0) a on true`,
      [tenantId, environmentId, from, Math.min(entries, from + batch) - 1, entries, [...auditedResources]],
    )
  await pool.query('alter table audit_log enable trigger audit_log_queued')
  await pool.query('analyze audit_log')
}

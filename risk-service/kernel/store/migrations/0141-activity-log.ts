import { type Kysely, sql } from 'kysely'

/** The activity log is searched: names as they were then stand in its entries, and each filter has its index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log add column environment_name text, add column assessment_id text, add column assessment_name text`.execute(
    db,
  )
  await sql`
    update audit_log l set
      environment_name = (select e.friendly_name from environment e where e.id = l.environment_id),
      assessment_id = coalesce(l.after ->> 'eventType', l.before ->> 'eventType',
        case when l.resource_type in ('Search', 'RuleSettings') then l.resource_id
          when l.resource_type = 'Assessment' then (select a.api_name from assessment a where a.id::text = l.resource_id) end)`.execute(
    db,
  )
  await sql`
    update audit_log l set assessment_name = coalesce(
      (select a.friendly_name from assessment a join environment e on e.id = a.environment_id
        where e.tenant_id = l.tenant_id and a.api_name = l.assessment_id order by a.id limit 1),
      case l.assessment_id when 'purchase' then 'Purchase' when 'accountcreation' then 'Account creation'
        when 'accountlogin' then 'Account login' else l.assessment_id end)
    where l.assessment_id is not null`.execute(db)
  await sql`drop index audit_log_at`.execute(db)
  await sql`create index audit_log_order on audit_log (tenant_id, at desc, id desc)`.execute(db)
  await sql`create index audit_log_environment on audit_log (environment_id, at desc, id desc)`.execute(db)
  await sql`create index audit_log_type on audit_log (tenant_id, resource_type, operation, at desc, id desc)`.execute(
    db,
  )
  await sql`create index audit_log_operation on audit_log (tenant_id, operation, at desc, id desc)`.execute(db)
  await sql`create index audit_log_actor on audit_log (tenant_id, actor_id, at desc, id desc)`.execute(db)
  await sql`create index audit_log_subject on audit_log (tenant_id, resource_id, at desc, id desc)`.execute(db)
  await sql`create index audit_log_name on audit_log (tenant_id, resource_name, at desc, id desc)`.execute(db)
  await sql`create index audit_log_assessment on audit_log (tenant_id, assessment_id, at desc, id desc)`.execute(db)
}

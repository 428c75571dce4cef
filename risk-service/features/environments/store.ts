import { sql } from 'kysely'
import type { EnvironmentRow } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'

/** Statuses of a removal: the names are free again, and nobody sees the environments. */
export const removalStatuses = ['Deleting', 'DeleteFailed', 'Deleted'] as const

/**
 * Locks a tenant until the transaction ends: names, limits and children are checked against rows that no other
 * transaction changes.
 */
export async function lockTenant(trx: Db, tenantId: string): Promise<void> {
  await trx.selectFrom('tenant').select('id').where('id', '=', tenantId).forUpdate().execute()
}

/** Loads all environments, without those in removal. */
export async function loadEnvironmentRows(db: Db, tenantId: string): Promise<Map<string, EnvironmentRow>> {
  const rows = await db
    .selectFrom('environment')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('status', 'not in', removalStatuses)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

export async function findEnvironmentRow(db: Db, id: string): Promise<EnvironmentRow | null> {
  return (await db.selectFrom('environment').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Finds the principal of an application of the tenant, by its object id or its client id. */
export async function findApplication(db: Db, tenantId: string, applicationId: string): Promise<string | null> {
  const client = await db
    .selectFrom('api_client')
    .select('principal_id')
    .where('tenant_id', '=', tenantId)
    .where(({ eb, or }) =>
      or([eb(sql`lower(client_id)`, '=', applicationId), eb(sql`principal_id::text`, '=', applicationId)]),
    )
    .executeTakeFirst()
  if (client) return client.principal_id
  const principal = await db
    .selectFrom('principal')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'application')
    .where(sql`id::text`, '=', applicationId)
    .executeTakeFirst()
  return principal?.id ?? null
}

/** Whether an environment has children; those in any status but Deleted prevent its deletion. */
export async function hasChildren(db: Db, id: string): Promise<boolean> {
  return (
    (
      await db
        .selectFrom('environment')
        .select('id')
        .where('parent_id', '=', id)
        .where('status', '!=', 'Deleted')
        .limit(1)
        .execute()
    ).length > 0
  )
}

/** Removes all access to the environment: its assignments, and applications that could call nothing else. */
export async function removeAccess(trx: Db, row: EnvironmentRow): Promise<void> {
  await trx.deleteFrom('role_assignment').where('environment_id', '=', row.id).execute()
  await trx
    .deleteFrom('api_client')
    .where('environment_id', '=', row.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('role_assignment')
            .select('role')
            .whereRef('role_assignment.principal_id', '=', 'api_client.principal_id')
            .whereRef('role_assignment.tenant_id', '=', 'api_client.tenant_id'),
        ),
      ),
    )
    .execute()
  await trx.updateTable('environment').set({ counterpart_id: null }).where('counterpart_id', '=', row.id).execute()
}

/**
 * Tables whose rows are deleted with an environment, by key. Hourly counts stay: they are part of the figures of the
 * environments above it.
 */
export const ownedTables: readonly { table: string; key: readonly string[] }[] = [
  { table: 'postal_code_filling', key: ['environment_id'] },
  { table: 'event_entity', key: ['environment_id', 'entity_type', 'entity_value', 'at', 'event_id'] },
  { table: 'event_body', key: ['environment_id', 'at', 'event_id'] },
  { table: 'event', key: ['environment_id', 'at', 'event_id'] },
  { table: 'event_key', key: ['environment_id', 'event_type', 'external_id'] },
  { table: 'event_label', key: ['environment_id', 'label_key'] },
  { table: 'event_view', key: ['environment_id', 'event_id', 'user_id'] },
  { table: 'event_viewer', key: ['environment_id', 'event_type', 'external_id', 'person_id'] },
  { table: 'data_event_key', key: ['environment_id', 'event_type', 'event_key'] },
  { table: 'data_event', key: ['environment_id', 'at', 'data_id'] },
  { table: 'report_transaction', key: ['environment_id', 'event_type', 'day', 'event_id'] },
  { table: 'report_day', key: ['environment_id', 'event_type', 'day', 'outcome'] },
  { table: 'report_score', key: ['environment_id', 'event_type', 'day', 'bin', 'outcome'] },
  { table: 'report_later_day', key: ['environment_id', 'event_type', 'kind', 'day'] },
  { table: 'report_delay', key: ['environment_id', 'event_type', 'day', 'delay'] },
  { table: 'report_value', key: ['environment_id', 'event_type', 'attribute', 'value'] },
  { table: 'report_path_day', key: ['environment_id', 'event_type', 'day', 'path', 'outcome'] },
  { table: 'report_path_score', key: ['environment_id', 'event_type', 'day', 'path', 'bin'] },
  { table: 'report_clause_day', key: ['environment_id', 'event_type', 'day', 'rule_id', 'clause'] },
  { table: 'report_path', key: ['environment_id', 'path'] },
  { table: 'report_refresh', key: ['environment_id'] },
  { table: 'report_version', key: ['environment_id'] },
  { table: 'device_session', key: ['environment_id', 'session_id'] },
  { table: 'backtest_event', key: ['backtest_id', 'at', 'event_id'] },
  { table: 'backtest', key: ['id'] },
  { table: 'dual_run', key: ['id'] },
  { table: 'mirror_event', key: ['seq'] },
  { table: 'mirror_count', key: ['hour', 'result', 'former', 'own', 'cause'] },
  { table: 'mirror', key: ['id'] },
  { table: 'field_fill', key: ['event_type', 'client_id', 'hour', 'field'] },
  { table: 'field_drop', key: ['id'] },
  { table: 'monitor_count', key: ['event_type', 'step_minutes', 'start', 'dimension', 'value'] },
  { table: 'assessment', key: ['id'] },
  { table: 'assessment_removal', key: ['id'] },
  { table: 'rule_draft', key: ['rule_id', 'author_id'] },
  { table: 'rule_version', key: ['rule_id', 'version'] },
  { table: 'rule', key: ['id'] },
  { table: 'velocity_log', key: ['event_id'] },
  { table: 'velocity_recent', key: ['folded_at', 'flush'] },
  { table: 'velocity_hour', key: ['environment_id', 'key', 'hour'] },
  { table: 'velocity_backfill_hour', key: ['environment_id', 'set_id', 'key', 'hour'] },
  { table: 'velocity_backfill', key: ['set_id'] },
  { table: 'velocity_series', key: ['velocity_id', 'aggregate'] },
  { table: 'velocity', key: ['name'] },
  { table: 'velocity_set_draft', key: ['resource_id', 'author_id'] },
  { table: 'velocity_set_version', key: ['resource_id', 'version'] },
  { table: 'velocity_set', key: ['id'] },
  { table: 'function_draft', key: ['resource_id', 'author_id'] },
  { table: 'function_version', key: ['resource_id', 'version'] },
  { table: 'function', key: ['id'] },
  { table: 'external_call', key: ['id'] },
  { table: 'external_assessment', key: ['id'] },
  { table: 'outgoing_call_minute', key: ['target_id', 'minute', 'error', 'status'] },
  { table: 'model_version', key: ['kind', 'version'] },
  { table: 'model_training', key: ['id'] },
  { table: 'shadow_run', key: ['experiment_id', 'event_id'] },
  { table: 'rule_experiment', key: ['id'] },
  { table: 'rule_branch', key: ['id'] },
  { table: 'rule_snooze', key: ['id'] },
  { table: 'rule_setting', key: ['event_type'] },
  { table: 'support_entry', key: ['list', 'key'] },
  { table: 'list', key: ['id'] },
  { table: 'role_use', key: ['principal_id', 'role'] },
  { table: 'invitation_role', key: ['principal_id', 'role'] },
  { table: 'rights_preview', key: ['id'] },
  { table: 'saved_view', key: ['id'] },
  { table: 'assistant_entry', key: ['id'] },
  { table: 'upload_chunk', key: ['upload_id', 'index'] },
  { table: 'upload_mapping', key: ['entity'] },
  { table: 'upload_child', key: ['run_id', 'entity', 'parent', 'key'] },
  { table: 'upload_issue', key: ['run_id', 'entity', 'n'] },
  { table: 'upload_run_file', key: ['run_id', 'entity'] },
  { table: 'upload_run', key: ['id'] },
  { table: 'upload_file', key: ['entity'] },
  { table: 'ring_watch', key: ['ring_id', 'user_id'] },
  { table: 'ring_member', key: ['ring_id', 'type', 'value'] },
  { table: 'ring', key: ['id'] },
  { table: 'note_attachment', key: ['id'] },
  { table: 'note_read', key: ['event_type', 'event_id', 'user_id'] },
  { table: 'note', key: ['id'] },
  { table: 'case_reroute', key: ['id'] },
  { table: 'subject_request_event', key: ['request_id', 'event_id'] },
  { table: 'subject_request', key: ['id'] },
  { table: 'subject_hold', key: ['id'] },
  { table: 'erased_hour', key: ['environment_id', 'hour'] },
  { table: 'booster_message', key: ['environment_id', 'event_id'] },
  { table: 'booster_setting', key: ['environment_id'] },
  { table: 'retail_sync', key: ['id'] },
  { table: 'retail_connection', key: ['environment_id'] },
  { table: 'loss_opening', key: ['id'] },
  { table: 'loss_clearance', key: ['id'] },
  { table: 'loss_month', key: ['run', 'kind', 'id', 'month'] },
  { table: 'loss_report', key: ['environment_id'] },
  { table: 'loss_entity', key: ['kind', 'id'] },
  { table: 'loss_sale', key: ['number', 'terminal', 'unit', 'line'] },
  { table: 'loss_payment', key: ['number', 'terminal', 'unit', 'line'] },
  { table: 'loss_payment_method', key: ['method'] },
  { table: 'loss_transaction', key: ['number', 'terminal', 'unit'] },
  { table: 'case_alert', key: ['id'] },
  { table: 'attack_attempt', key: ['event_id'] },
  { table: 'attack_containment', key: ['id'] },
  { table: 'attack_step', key: ['attack_id', 'step'] },
  { table: 'attack', key: ['id'] },
  { table: 'event_outbox', key: ['id'] },
  { table: 'traced_event', key: ['seq'] },
  { table: 'monitoring_event', key: ['id'] },
  { table: 'traced_environment', key: ['environment_id'] },
  { table: 'event_dead_letter', key: ['id'] },
  { table: 'event_delivery_hour', key: ['subscription_id', 'hour'] },
  { table: 'event_file', key: ['subscription_id', 'path'] },
  { table: 'event_subscription', key: ['id'] },
  { table: 'recent_attempt', key: ['event_type', 'at', 'event_id'] },
  { table: 'recent_attempt_count', key: ['event_type', 'minute'] },
  { table: 'recent_attempt_cursor', key: ['event_type'] },
  { table: 'alert_delivery', key: ['id'] },
  { table: 'alert_target', key: ['id'] },
  { table: 'alert_incident', key: ['id'] },
  { table: 'alert_rule', key: ['id'] },
  { table: 'case_activity', key: ['case_id', 'locked_at'] },
  { table: 'case_follow_up', key: ['id'] },
  { table: 'case_event', key: ['case_id', 'id'] },
  { table: 'review_case', key: ['event_type', 'external_id'] },
  { table: 'case_quality_sample', key: ['case_id'] },
  { table: 'case_summary_rating', key: ['case_id', 'user_id'] },
  { table: 'case_authority', key: ['user_id'] },
  { table: 'reviewer_group', key: ['id'] },
  { table: 'reviewer_profile', key: ['user_id'] },
  { table: 'case_queue', key: ['id'] },
  { table: 'api_error', key: ['id'] },
  {
    table: 'api_error_minute',
    key: ['minute', 'api_name', 'status', 'field', 'rule', 'message', 'client_id', 'client_version'],
  },
  { table: 'template', key: ['id'] },
  { table: 'environment_filling', key: ['environment_id'] },
]

/** Deletes the data of an environment in batches, so that other work continues; resumes after a stop. */
export async function purgeEnvironment(db: Db, id: string, batch = 2000): Promise<number> {
  let rows = 0
  for (const { table, key } of ownedTables) {
    const columns = sql.join(key.map(column => sql.ref(column)))
    for (let deleted = batch; deleted === batch; ) {
      const { numAffectedRows } =
        await sql`delete from ${sql.table(table)} where environment_id = ${id} and (${columns}) in
        (select ${columns} from ${sql.table(table)} where environment_id = ${id} limit ${batch})`.execute(db)
      deleted = Number(numAffectedRows ?? 0)
      rows += deleted
    }
  }
  await db.deleteFrom('setting').where('scope', '=', id).execute()
  return rows
}

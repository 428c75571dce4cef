import type { ReportExportInput } from '../../contract/reports/report-exports.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'

/** Records in the activity log that a report is saved as a file: who, which days, and how many rows. */
export async function recordExport(
  { db, ports, principal, actorRoles, correlationId }: EnvironmentCallContext,
  { environmentId, report, ...covered }: ReportExportInput,
): Promise<{ recorded: boolean }> {
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Report', id: report, name: report },
    { operation: 'Export', before: null, after: covered },
  )
  return { recorded: true }
}

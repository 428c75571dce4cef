import { capabilitiesOfPage } from '../../contract/access/page-capabilities.ts'
import { allows } from '../../contract/index.ts'
import type { ChartExportInput, ReportExportInput } from '../../contract/reports/report-exports.ts'
import { AccessError, levelIn } from '../../kernel/access/authorize.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'

/** Records in the activity log that a report is saved as a file: who, which days, and how many rows. */
export async function recordExport(
  { db, ports, principal, actorRoles, correlationId, tree }: EnvironmentCallContext,
  { environmentId, report, ...covered }: ReportExportInput,
): Promise<{ recorded: boolean }> {
  // Whoever does not read the report of scores cannot have saved it.
  if (report === 'scores' && !allows(levelIn(principal, environmentId, 'reports.scores', tree), 'read'))
    throw new AccessError('forbidden', 'reports.scores', 'read')
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Report', id: report, name: report },
    { operation: 'Export', before: null, after: covered },
  )
  return { recorded: true }
}

/**
 * Records in the activity log that one chart is saved or copied: who, which chart, as what, and how many rows.
 * @throws AccessError for whoever may not open the page on which it stands
 */
export async function recordChart(
  { db, ports, principal, actorRoles, correlationId, tree }: EnvironmentCallContext,
  { environmentId, chart, page, ...file }: ChartExportInput,
): Promise<{ recorded: boolean }> {
  const capabilities = capabilitiesOfPage(page) ?? []
  const [first] = capabilities
  if (first && !capabilities.some(each => allows(levelIn(principal, environmentId, each, tree), 'read')))
    throw new AccessError('forbidden', first, 'read')
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Chart', id: page, name: chart },
    { operation: 'Export', before: null, after: file },
  )
  return { recorded: true }
}

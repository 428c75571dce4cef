import { z } from 'zod'
import type { Db } from '../../../ports/database.ts'
import type { ReportCosts } from '../figures/value.ts'

/** Setting (scope: tenant id) with the costs of the case report. */
export const reportCostsSetting = 'caseManagement.reportCosts'

/** Without a value the report says that it is not set: a cost that nobody gave would be invented. */
const reportCostsSchema = z.object({
  /** Cost of an hour of review, in US cents. */
  hourlyCostUsd: z.number().int().min(0).max(100_000_000).nullable().default(null),
  /** What a good order earns, as a share of its amount. */
  margin: z.number().min(0).max(1).nullable().default(null),
})

/** Returns the tenant’s costs of review. */
export async function readReportCosts(db: Db, tenantId: string): Promise<ReportCosts> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', tenantId)
    .where('key', '=', reportCostsSetting)
    .executeTakeFirst()
  return reportCostsSchema.parse(row?.value ?? {})
}

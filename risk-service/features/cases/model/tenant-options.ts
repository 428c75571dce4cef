import { z } from 'zod'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'

/** Setting (scope: tenant id) with the tenant's options of case management. */
export const caseOptionsSetting = 'caseManagement.options'

/** Setting (scope: tenant id) with what reviews cost and orders earn. */
export const reportCostsSetting = 'caseManagement.reportCosts'

/** Options of a tenant; what is absent has its default. */
export const caseOptionsSchema = z.object({
  /** The statuses Pending and Unknown of a merchant do not make a review unnecessary. */
  interimStatuses: z.boolean().default(false),
  /** Managers may replace a decision within 24 hours. */
  corrections: z.boolean().default(false),
  /** Seconds to answer whether a review goes on. */
  countdownSeconds: z
    .number()
    .int()
    .min(30)
    .max(300)
    .default(caseLimits.countdownMs / 1000),
  /** Extensions of one review; null: no limit. */
  maxExtensions: z.number().int().min(1).max(20).nullable().default(null),
  /** Seconds in which a decision can be taken back. */
  undoSeconds: z.number().int().min(0).max(caseLimits.maxUndoSeconds).default(caseLimits.undoSeconds),
})
export type CaseOptions = z.infer<typeof caseOptionsSchema>

import { z } from 'zod'
import { ruleStatuses } from '../common/constants.ts'
import { uuid, versionInPath } from '../common/entities.ts'
import { ruleBodySchema } from './rule-entities.ts'
import { ruleInput } from './rule-inputs.ts'

/*
 * The history of a rule: every publish is a version, which can be read and restored.
 */

const time = z.iso.datetime({ offset: true })
export const ruleVersionInput = ruleInput.extend({ version: versionInPath.min(1) })

/** One publish of a rule, without its text. */
export const ruleVersionSummarySchema = z.object({
  ruleId: uuid,
  version: z.number().int(),
  name: z.string(),
  status: z.enum(ruleStatuses),
  publishedBy: z.string(),
  publishedAt: time,
})
export type RuleVersionSummary = z.infer<typeof ruleVersionSummarySchema>
/** One publish of a rule with everything that it published. */
export const ruleVersionSchema = ruleVersionSummarySchema.extend({ body: ruleBodySchema })
export type RuleVersion = z.infer<typeof ruleVersionSchema>
export const historyInput = ruleInput.extend({
  /** Only versions before this one: the next page. */
  before: versionInPath.min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
/** Newest first; `next` is the `before` of the next page, null on the last one. */
export const historySchema = z.object({
  versions: z.array(ruleVersionSummarySchema),
  next: z.number().int().nullable(),
})
/** Restoring replaces a draft of the caller only with `overwrite` (`draft.exists` otherwise). */
export const restoreInput = ruleVersionInput.extend({ overwrite: z.boolean().default(false) })

import { z } from 'zod'
import { experimentLimits, ruleLimits } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import { branch, branchNameSchema } from './rule-inputs.ts'

/* Inputs of the forms of branches: a new one, a promotion, and an experiment. */

export const branchDetailsSchema = z.object({ apiName: branchNameSchema, name: z.string().trim().min(1).max(60) })

export const createBranchSchema = branchDetailsSchema.extend({
  /** Branch whose rules are copied. */
  from: branch,
  /** Published rules of `from` to be copied. */
  ruleIds: z.array(uuid).max(ruleLimits.rules * 2),
})

export const promoteBranchSchema = z.object({
  /** Stores the current production rules, drafts included, as a branch of this name. */
  keepProductionAs: branchDetailsSchema.nullable().default(null),
})

export const startExperimentSchema = z.object({
  name: z.string().trim().min(1).max(experimentLimits.name),
  share: z.number().int().min(1).max(100),
  endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  callExternal: z.boolean().default(false),
})

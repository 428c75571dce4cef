import { z } from 'zod'
import { experimentLimits, ruleLimits } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import { environmentRoute, procedure } from '../common/procedure.ts'
import { experimentResultsSchema, experimentSchema } from './experiments.ts'
import { assessmentInput, branch, branchInput, branchNameSchema, deleted } from './rule-inputs.ts'

/*
 * Branches of the rules of an assessment, and the procedures that run an experiment with one.
 */

const time = z.iso.datetime({ offset: true })

export const branchSchema = z.object({
  /** Null for production. */
  id: uuid.nullable(),
  /** `production`, or the API name. */
  apiName: z.string(),
  name: z.string(),
  production: z.boolean(),
  /** Published rules of both types. */
  ruleCount: z.number().int(),
  /**
   * Path of its own endpoint on the host of the risk API, and its whole address; those of normal traffic for
   * production.
   */
  endpoint: z.object({ path: z.string(), url: z.string() }),
  createdBy: z.string().nullable(),
  createdAt: time.nullable(),
  /** The one that runs; else the last one that ran. */
  experiment: experimentSchema.nullable(),
})
export type Branch = z.infer<typeof branchSchema>

const branchList = z.object({
  /** Production first, then by name. */
  branches: z.array(branchSchema),
  /** False until the first promotion: the production rules can be kept as a branch from the second one on. */
  canKeepProduction: z.boolean(),
})
export type BranchList = z.infer<typeof branchList>

const branchesPath = `${environmentRoute}/branches/{eventType}`
export const branchesContract = {
  list: procedure
    .route({ method: 'GET', path: branchesPath, summary: 'Branches of an assessment, production first' })
    .input(assessmentInput)
    .output(branchList),
  get: procedure
    .route({ method: 'GET', path: `${branchesPath}/{branch}`, summary: 'A branch with its endpoint and experiment' })
    .input(branchInput)
    .output(branchSchema),
  create: procedure
    .route({
      method: 'POST',
      path: branchesPath,
      summary: 'New branch with copies of chosen published rules',
      successStatus: 201,
    })
    .input(
      assessmentInput.extend({
        apiName: branchNameSchema,
        name: z.string().trim().min(1).max(60),
        /** Whose rules are copied. */
        from: branch,
        /** Published rules of `from` to be copied. */
        ruleIds: z.array(uuid).max(ruleLimits.rules * 2),
      }),
    )
    .output(branchSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${branchesPath}/{branch}`,
      summary: 'Delete a branch with its rules, drafts and results',
    })
    .input(branchInput)
    .output(deleted),
  startExperiment: procedure
    .route({
      method: 'POST',
      path: `${branchesPath}/{branch}/experiment`,
      summary: 'Shadow a share of the production traffic onto the branch',
    })
    .input(
      branchInput.extend({
        name: z.string().trim().min(1).max(experimentLimits.name),
        share: z.number().int().min(1).max(100),
        endsAt: time.nullable().default(null),
        callExternal: z.boolean().default(false),
      }),
    )
    .output(branchSchema),
  stopExperiment: procedure
    .route({
      method: 'DELETE',
      path: `${branchesPath}/{branch}/experiment`,
      summary: 'Stop the experiment; its results stay',
    })
    .input(branchInput)
    .output(branchSchema),
  results: procedure
    .route({
      method: 'GET',
      path: `${branchesPath}/{branch}/results`,
      summary: 'What the branch’s latest experiment came to',
    })
    .input(branchInput)
    .output(experimentResultsSchema.nullable()),
  promote: procedure
    .route({ method: 'POST', path: `${branchesPath}/{branch}/promote`, summary: 'Make the branch production' })
    .input(
      branchInput.extend({
        /** Keeps the current production rules, drafts included, as a branch of this name. */
        keepProductionAs: z
          .object({ apiName: branchNameSchema, name: z.string().trim().min(1).max(60) })
          .nullable()
          .default(null),
      }),
    )
    .output(branchList),
}

import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentRoute, procedure } from '../common/procedure.ts'
import { createBranchSchema, promoteBranchSchema, startExperimentSchema } from './branch-inputs.ts'
import { experimentResultsSchema, experimentSchema } from './experiments.ts'
import { assessmentInput, branchInput, deleted } from './rule-inputs.ts'

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
   * Path of the branch's endpoint on the host of the risk API, and its whole address; those of normal traffic for
   * production.
   */
  endpoint: z.object({ path: z.string(), url: z.string() }),
  createdBy: z.string().nullable(),
  createdAt: time.nullable(),
  /** The running experiment; else the last one. */
  experiment: experimentSchema.nullable(),
})
export type Branch = z.infer<typeof branchSchema>

const branchList = z.object({
  /** Production first, then by name. */
  branches: z.array(branchSchema),
  /** False until the first promotion: from the second one on, the production rules can be stored as a branch. */
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
    .input(assessmentInput.extend(createBranchSchema.shape))
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
    .input(branchInput.extend(startExperimentSchema.shape))
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
    .input(branchInput.extend(promoteBranchSchema.shape))
    .output(branchList),
}

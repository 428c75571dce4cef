import { z } from 'zod'
import {
  assessmentKinds,
  clauseSections,
  dependencyKinds,
  experimentLimits,
  productionBranch,
  ruleEvaluations,
  ruleLimits,
  ruleStatuses,
  ruleTypes,
  ruleWarnings,
} from '../constants.ts'
import {
  assessmentKeySchema,
  decisionSchema,
  dependentSchema,
  explanationSchema,
  uuid,
  versionInPath,
} from '../entities.ts'
import { environmentInput, environmentRoute, procedure } from '../procedure.ts'
import {
  evaluationSchema,
  ruleBodySchema,
  ruleDiagnosticSchema,
  ruleSchema,
  ruleSummarySchema,
  ruleVocabularySchema,
} from './rule-entities.ts'

/*
 * Everything about rules: decision rules and post-decision actions of an assessment, its branches with their
 * experiments, its settings, and routing rules. `eventType` names the assessment: `purchase`, `accountcreation`,
 * `accountlogin`, or the API name of one that was made by the customer. `branch` is the API name of a branch; the
 * production branch is the default.
 */

const time = z.iso.datetime({ offset: true })

export const ruleTypeSchema = z.enum(ruleTypes)
export type RuleType = z.infer<typeof ruleTypeSchema>
/** Types that belong to an assessment and to one of its branches. */
export const branchRuleTypeSchema = z.enum(['decision', 'postDecision'])
export const branchNameSchema = z
  .string()
  .regex(/^\w{1,60}$/, 'An API name has 1 to 60 letters, digits and underscores.')
const branch = branchNameSchema.default(productionBranch)
const status = z.enum(['active', 'inactive'])
const evaluation = z.enum(ruleEvaluations)
const payload = z.record(z.string(), z.unknown())

const assessmentInput = environmentInput.extend({ eventType: assessmentKeySchema })
const branchInput = assessmentInput.extend({ branch: branchNameSchema })
const ruleInput = environmentInput.extend({ ruleId: uuid })
const inheritedRule = uuid
  .optional()
  .describe('A published rule of an environment above: its text is run there, on the sample of the body')
const ruleVersionInput = ruleInput.extend({ version: versionInPath.min(1) })
const publishInput = ruleInput.extend({ status, baseVersion: z.number().int(), overwrite: z.boolean().default(false) })
const deleted = z.object({ deleted: z.boolean() })
const ruleName = ruleBodySchema.shape.name

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
/** One publish of a rule with all that it published. */
export const ruleVersionSchema = ruleVersionSummarySchema.extend({ body: ruleBodySchema })
export type RuleVersion = z.infer<typeof ruleVersionSchema>
const historyInput = ruleInput.extend({
  /** Only versions before this one: the next page. */
  before: versionInPath.min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
/** Newest first; `next` goes into `before` of the next page, null on the last one. */
const historySchema = z.object({ versions: z.array(ruleVersionSummarySchema), next: z.number().int().nullable() })
/** Restoring replaces a draft of the caller's only when told so (`draft.exists` otherwise). */
const restoreInput = ruleVersionInput.extend({ overwrite: z.boolean().default(false) })

/** How the rules of an assessment are evaluated in an environment, and what a new rule's sample starts as. */
export const ruleSettingsSchema = z.object({
  eventType: z.string(),
  evaluation,
  payload,
  /** The sample is not the one of the system. */
  payloadEdited: z.boolean(),
  /** Of both settings; goes into `baseVersion` of a change, 0 before the first. */
  version: z.number().int(),
  updatedBy: z.string().nullable(),
  updatedAt: time.nullable(),
  /** Environments in run order, from the root down to this one; `reached`: its rules run at all. */
  chain: z.array(
    z.object({
      environmentId: uuid,
      name: z.string(),
      evaluation,
      activeRules: z.number().int(),
      reached: z.boolean(),
    }),
  ),
})
export type RuleSettings = z.infer<typeof ruleSettingsSchema>

/** What a rule uses, or what is asked for. A column is named with its list: `Risky products.SKU`. */
export const dependencySchema = z.object({ kind: z.enum(dependencyKinds), name: z.string() })
export type Dependency = z.infer<typeof dependencySchema>
/** How far an assessment has come towards each limit. */
const usage = (most: number) => z.object({ used: z.number().int(), most: z.number().int().default(most) })

/** An assessment as the page of all rules shows it. */
export const ruleOverviewSchema = z.object({
  eventType: z.string(),
  /** Stands in the address of its pages: the event type for built-in ones. */
  assessmentId: z.string(),
  name: z.string(),
  kind: z.enum(assessmentKinds),
  /** Sections of clauses in run order. */
  sections: z.array(z.enum(clauseSections)),
  /** Has post-decision actions at all. */
  actions: z.boolean(),
  evaluation,
  active: z.number().int(),
  inactive: z.number().int(),
  myDrafts: z.number().int(),
  activeActions: z.number().int(),
  branches: usage(ruleLimits.branches),
  rules: usage(ruleLimits.rules),
  functions: usage(ruleLimits.functions),
  /** Name of the experiment that runs. */
  experiment: z.string().nullable(),
  payloadEdited: z.boolean(),
  settingsUpdatedAt: time.nullable(),
  /** Rules of the parents that run before. */
  inherited: z.number().int(),
  publishedBy: z.string().nullable(),
  publishedAt: time.nullable(),
  /**
   * What concerns the environment as a whole stands in its first row. `resources`: what the names stand for, where each
   * has a page.
   */
  warnings: z.array(
    z.object({
      code: z.enum(ruleWarnings),
      names: z.array(z.string()),
      resources: z
        .array(
          z.object({ resource: z.enum(['function', 'velocity', 'list', 'externalCall']), id: uuid, name: z.string() }),
        )
        .optional(),
    }),
  ),
})
export type RuleOverview = z.infer<typeof ruleOverviewSchema>

export const experimentSchema = z.object({
  id: uuid,
  name: z.string(),
  branch: z.string(),
  /** Percent of the production traffic. */
  share: z.number().int(),
  endsAt: time.nullable(),
  callExternal: z.boolean(),
  startedBy: z.string(),
  startedAt: time,
  /** Null while it runs. */
  stoppedAt: time.nullable(),
})
export type Experiment = z.infer<typeof experimentSchema>

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

/** What the shadow runs of an experiment came to, beside what production decided on the same events. */
export const experimentResultsSchema = z.object({
  experiment: experimentSchema,
  events: z.number().int(),
  /** Events on which the branch decided otherwise than production. */
  changed: z.number().int(),
  /** How often production decided the one and the branch the other. */
  decisions: z.array(z.object({ production: decisionSchema, branch: decisionSchema, events: z.number().int() })),
  /** What decided in the branch, most frequent first; null: nothing did. */
  rules: z.array(
    z.object({
      ruleId: uuid.nullable(),
      rule: z.string().nullable(),
      clause: z.string().nullable(),
      decision: decisionSchema,
      events: z.number().int(),
    }),
  ),
})
export type ExperimentResults = z.infer<typeof experimentResultsSchema>

/** What a routing rule makes of its sample. */
export const routingEvaluationSchema = z.object({
  problems: z.array(ruleDiagnosticSchema),
  /** Null while an error blocks evaluation. `clause` null: no clause fired, and the queue is the system's. */
  result: z
    .object({ selected: z.boolean(), queue: z.string(), clause: z.string().nullable(), explanation: explanationSchema })
    .nullable(),
})
export type RoutingEvaluation = z.infer<typeof routingEvaluationSchema>

/** An assessment whose cases can be routed, with the sample that a new routing rule starts with. */
export const routedAssessmentSchema = z.object({
  eventType: z.string(),
  name: z.string(),
  kind: z.enum(assessmentKinds),
  payload: z.record(z.string(), z.unknown()),
  /** Bots have a score of their own. */
  botScore: z.boolean(),
})
export type RoutedAssessment = z.infer<typeof routedAssessmentSchema>

const rulesPath = `${environmentRoute}/rules`
export const rulesContract = {
  overview: procedure
    .route({ method: 'GET', path: rulesPath, summary: 'How rules are set up, per assessment' })
    .input(environmentInput)
    .output(z.array(ruleOverviewSchema)),
  list: procedure
    .route({
      method: 'GET',
      path: `${rulesPath}/{eventType}`,
      summary: 'Rules of a branch in run order, inherited ones first',
    })
    .input(assessmentInput.extend({ branch }))
    .output(z.array(ruleSummarySchema)),
  vocabulary: procedure
    .route({ method: 'GET', path: `${rulesPath}/{eventType}/vocabulary`, summary: 'What rules can name' })
    .input(assessmentInput)
    .output(ruleVocabularySchema),
  settings: procedure
    .route({
      method: 'GET',
      path: `${rulesPath}/{eventType}/settings`,
      summary: 'Rule evaluation, payload sample and the chain of environments',
    })
    .input(assessmentInput)
    .output(ruleSettingsSchema),
  saveEvaluation: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{eventType}/settings/evaluation`,
      summary: 'Set the rule evaluation behaviour',
    })
    .input(assessmentInput.extend({ evaluation, baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  savePayload: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{eventType}/settings/payload`,
      summary: 'Set the payload sample of rules made from now on',
    })
    .input(assessmentInput.extend({ payload, baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  revertPayload: procedure
    .route({
      method: 'DELETE',
      path: `${rulesPath}/{eventType}/settings/payload`,
      summary: 'Go back to the payload sample of the system',
    })
    .input(assessmentInput.extend({ baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  get: procedure
    .route({ method: 'GET', path: `${rulesPath}/{eventType}/{ruleId}`, summary: 'A rule with the caller’s draft' })
    .input(ruleInput.extend({ eventType: assessmentKeySchema }))
    .output(ruleSchema),
  create: procedure
    .route({ method: 'POST', path: `${rulesPath}/{eventType}`, summary: 'New draft of the caller', successStatus: 201 })
    .input(assessmentInput.extend({ branch, type: branchRuleTypeSchema.default('decision'), body: ruleBodySchema }))
    .output(ruleSchema),
  saveDraft: procedure
    .route({ method: 'PUT', path: `${rulesPath}/{ruleId}/draft`, summary: 'Save the caller’s draft' })
    .input(ruleInput.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  discardDraft: procedure
    .route({ method: 'DELETE', path: `${rulesPath}/{ruleId}/draft`, summary: 'Discard the caller’s draft' })
    .input(ruleInput)
    .output(deleted),
  publish: procedure
    .route({ method: 'POST', path: `${rulesPath}/{ruleId}/publish`, summary: 'Publish the caller’s draft' })
    .input(publishInput)
    .output(ruleSchema),
  setStatus: procedure
    .route({ method: 'PUT', path: `${rulesPath}/{ruleId}/status`, summary: 'Activate or deactivate a published rule' })
    .input(ruleInput.extend({ status }))
    .output(ruleSchema),
  rename: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{ruleId}/name`,
      summary: 'Rename a rule, the published version and the caller’s draft of it',
    })
    .input(ruleInput.extend({ name: ruleName }))
    .output(ruleSchema),
  reorder: procedure
    .route({
      method: 'PUT',
      path: `${rulesPath}/{eventType}/order`,
      summary: 'Set the run order of all published rules of a type',
    })
    .input(
      assessmentInput.extend({
        branch,
        type: branchRuleTypeSchema.default('decision'),
        ruleIds: z.array(uuid).min(1).max(ruleLimits.rules),
      }),
    )
    .output(z.array(ruleSummarySchema)),
  remove: procedure
    .route({ method: 'DELETE', path: `${rulesPath}/{ruleId}`, summary: 'Delete a rule and its drafts' })
    .input(ruleInput)
    .output(deleted),
  evaluate: procedure
    .route({
      method: 'POST',
      path: `${rulesPath}/{eventType}/evaluate`,
      summary: 'Check a rule and run it on its sample; nothing is stored',
    })
    .input(
      assessmentInput.extend({
        type: branchRuleTypeSchema.default('decision'),
        body: ruleBodySchema,
        ruleId: inheritedRule,
      }),
    )
    .output(evaluationSchema),
  history: procedure
    .route({ method: 'GET', path: `${rulesPath}/{ruleId}/versions`, summary: 'Every publish of a rule, newest first' })
    .input(historyInput)
    .output(historySchema),
  version: procedure
    .route({ method: 'GET', path: `${rulesPath}/{ruleId}/versions/{version}`, summary: 'One publish of a rule' })
    .input(ruleVersionInput)
    .output(ruleVersionSchema),
  restore: procedure
    .route({
      method: 'POST',
      path: `${rulesPath}/{ruleId}/versions/{version}/restore`,
      summary: 'Take a version as a draft of the caller',
    })
    .input(restoreInput)
    .output(ruleSchema),
  dependencies: procedure
    .route({
      method: 'GET',
      path: `${rulesPath}/{ruleId}/dependencies`,
      summary: 'What the published version of a rule uses, and who reads the variables it sets',
    })
    .input(ruleInput)
    .output(z.object({ uses: z.array(dependencySchema), readBy: z.array(dependentSchema) })),
  dependents: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/dependents`,
      summary: 'Who uses a list, velocity, function, call, field or queue',
    })
    .input(environmentInput.extend({ kind: z.enum(dependencyKinds), name: z.string().min(1).max(300) }))
    .output(z.array(dependentSchema)),
}

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

const routingRulesPath = `${environmentRoute}/routing-rules`
/** Routing rules of an environment are one list in one order over all assessments. */
export const routingRulesContract = {
  list: procedure
    .route({ method: 'GET', path: routingRulesPath, summary: 'Routing rules in run order, inherited ones first' })
    .input(environmentInput)
    .output(z.array(ruleSummarySchema)),
  vocabulary: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/vocabulary/{eventType}`,
      summary: 'What routing rules of an assessment can name',
    })
    .input(assessmentInput)
    .output(ruleVocabularySchema),
  assessments: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/assessments`,
      summary: 'Assessments that routing rules can be about',
    })
    .input(environmentInput)
    .output(z.array(routedAssessmentSchema)),
  queues: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/queues`,
      summary: 'Names of the queues that cases can be sent to',
    })
    .input(environmentInput)
    .output(z.object({ names: z.array(z.string()), otherwise: z.string() })),
  get: procedure
    .route({ method: 'GET', path: `${routingRulesPath}/{ruleId}`, summary: 'A routing rule with the caller’s draft' })
    .input(ruleInput)
    .output(ruleSchema),
  create: procedure
    .route({ method: 'POST', path: routingRulesPath, summary: 'New draft of the caller', successStatus: 201 })
    .input(assessmentInput.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  saveDraft: procedure
    .route({ method: 'PUT', path: `${routingRulesPath}/{ruleId}/draft`, summary: 'Save the caller’s draft' })
    .input(ruleInput.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  discardDraft: procedure
    .route({ method: 'DELETE', path: `${routingRulesPath}/{ruleId}/draft`, summary: 'Discard the caller’s draft' })
    .input(ruleInput)
    .output(deleted),
  publish: procedure
    .route({ method: 'POST', path: `${routingRulesPath}/{ruleId}/publish`, summary: 'Publish the caller’s draft' })
    .input(publishInput)
    .output(ruleSchema),
  setStatus: procedure
    .route({
      method: 'PUT',
      path: `${routingRulesPath}/{ruleId}/status`,
      summary: 'Activate or deactivate a routing rule',
    })
    .input(ruleInput.extend({ status }))
    .output(ruleSchema),
  rename: procedure
    .route({
      method: 'PUT',
      path: `${routingRulesPath}/{ruleId}/name`,
      summary: 'Rename a routing rule, the published version and the caller’s draft of it',
    })
    .input(ruleInput.extend({ name: ruleName }))
    .output(ruleSchema),
  reorder: procedure
    .route({
      method: 'PUT',
      path: `${routingRulesPath}/order`,
      summary: 'Set the run order of all published routing rules',
    })
    .input(environmentInput.extend({ ruleIds: z.array(uuid).min(1).max(ruleLimits.rules) }))
    .output(z.array(ruleSummarySchema)),
  remove: procedure
    .route({ method: 'DELETE', path: `${routingRulesPath}/{ruleId}`, summary: 'Delete a routing rule and its drafts' })
    .input(ruleInput)
    .output(deleted),
  evaluate: procedure
    .route({
      method: 'POST',
      path: `${routingRulesPath}/evaluate`,
      summary: 'Check a routing rule and run it on its sample; nothing is stored',
    })
    .input(assessmentInput.extend({ body: ruleBodySchema, ruleId: inheritedRule }))
    .output(routingEvaluationSchema),
  history: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/{ruleId}/versions`,
      summary: 'Every publish of a routing rule, newest first',
    })
    .input(historyInput)
    .output(historySchema),
  version: procedure
    .route({
      method: 'GET',
      path: `${routingRulesPath}/{ruleId}/versions/{version}`,
      summary: 'One publish of a routing rule',
    })
    .input(ruleVersionInput)
    .output(ruleVersionSchema),
  restore: procedure
    .route({
      method: 'POST',
      path: `${routingRulesPath}/{ruleId}/versions/{version}/restore`,
      summary: 'Take a version as a draft of the caller',
    })
    .input(restoreInput)
    .output(ruleSchema),
}

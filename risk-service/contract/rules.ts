import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
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
} from './constants.ts'
import {
  assessmentKeySchema,
  decisionSchema,
  dependentSchema,
  explanationSchema,
  uuid,
  versionInPath,
} from './entities.ts'
import {
  evaluationSchema,
  ruleBodySchema,
  ruleProblemSchema,
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

const ofAssessment = inEnvironment.extend({ eventType: assessmentKeySchema })
const ofBranch = ofAssessment.extend({ branch: branchNameSchema })
const oneRule = inEnvironment.extend({ ruleId: uuid })
const inheritedRule = uuid
  .optional()
  .describe('A published rule of an environment above: its text is run there, on the sample of the body')
const oneVersion = oneRule.extend({ version: versionInPath.min(1) })
const publishInput = oneRule.extend({ status, baseVersion: z.number().int(), overwrite: z.boolean().default(false) })
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
const historyInput = oneRule.extend({
  /** Only versions before this one: the next page. */
  before: versionInPath.min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
/** Newest first; `next` goes into `before` of the next page, null on the last one. */
const historySchema = z.object({ versions: z.array(ruleVersionSummarySchema), next: z.number().int().nullable() })
/** Restoring replaces a draft of the caller's only when told so (`draft.exists` otherwise). */
const restoreInput = oneVersion.extend({ overwrite: z.boolean().default(false) })

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
  problems: z.array(ruleProblemSchema),
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

const rules = `${env}/rules`
export const rulesContract = {
  overview: base
    .route({ method: 'GET', path: rules, summary: 'How rules are set up, per assessment' })
    .input(inEnvironment)
    .output(z.array(ruleOverviewSchema)),
  list: base
    .route({
      method: 'GET',
      path: `${rules}/{eventType}`,
      summary: 'Rules of a branch in run order, inherited ones first',
    })
    .input(ofAssessment.extend({ branch }))
    .output(z.array(ruleSummarySchema)),
  vocabulary: base
    .route({ method: 'GET', path: `${rules}/{eventType}/vocabulary`, summary: 'What rules can name' })
    .input(ofAssessment)
    .output(ruleVocabularySchema),
  settings: base
    .route({
      method: 'GET',
      path: `${rules}/{eventType}/settings`,
      summary: 'Rule evaluation, payload sample and the chain of environments',
    })
    .input(ofAssessment)
    .output(ruleSettingsSchema),
  saveEvaluation: base
    .route({
      method: 'PUT',
      path: `${rules}/{eventType}/settings/evaluation`,
      summary: 'Set the rule evaluation behaviour',
    })
    .input(ofAssessment.extend({ evaluation, baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  savePayload: base
    .route({
      method: 'PUT',
      path: `${rules}/{eventType}/settings/payload`,
      summary: 'Set the payload sample of rules made from now on',
    })
    .input(ofAssessment.extend({ payload, baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  revertPayload: base
    .route({
      method: 'DELETE',
      path: `${rules}/{eventType}/settings/payload`,
      summary: 'Go back to the payload sample of the system',
    })
    .input(ofAssessment.extend({ baseVersion: z.number().int() }))
    .output(ruleSettingsSchema),
  get: base
    .route({ method: 'GET', path: `${rules}/{eventType}/{ruleId}`, summary: 'A rule with the caller’s draft' })
    .input(oneRule.extend({ eventType: assessmentKeySchema }))
    .output(ruleSchema),
  create: base
    .route({ method: 'POST', path: `${rules}/{eventType}`, summary: 'New draft of the caller', successStatus: 201 })
    .input(ofAssessment.extend({ branch, type: branchRuleTypeSchema.default('decision'), body: ruleBodySchema }))
    .output(ruleSchema),
  saveDraft: base
    .route({ method: 'PUT', path: `${rules}/{ruleId}/draft`, summary: 'Save the caller’s draft' })
    .input(oneRule.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  discardDraft: base
    .route({ method: 'DELETE', path: `${rules}/{ruleId}/draft`, summary: 'Discard the caller’s draft' })
    .input(oneRule)
    .output(deleted),
  publish: base
    .route({ method: 'POST', path: `${rules}/{ruleId}/publish`, summary: 'Publish the caller’s draft' })
    .input(publishInput)
    .output(ruleSchema),
  setStatus: base
    .route({ method: 'PUT', path: `${rules}/{ruleId}/status`, summary: 'Activate or deactivate a published rule' })
    .input(oneRule.extend({ status }))
    .output(ruleSchema),
  rename: base
    .route({
      method: 'PUT',
      path: `${rules}/{ruleId}/name`,
      summary: 'Rename a rule, the published version and the caller’s draft of it',
    })
    .input(oneRule.extend({ name: ruleName }))
    .output(ruleSchema),
  reorder: base
    .route({
      method: 'PUT',
      path: `${rules}/{eventType}/order`,
      summary: 'Set the run order of all published rules of a type',
    })
    .input(
      ofAssessment.extend({
        branch,
        type: branchRuleTypeSchema.default('decision'),
        ruleIds: z.array(uuid).min(1).max(ruleLimits.rules),
      }),
    )
    .output(z.array(ruleSummarySchema)),
  remove: base
    .route({ method: 'DELETE', path: `${rules}/{ruleId}`, summary: 'Delete a rule and its drafts' })
    .input(oneRule)
    .output(deleted),
  evaluate: base
    .route({
      method: 'POST',
      path: `${rules}/{eventType}/evaluate`,
      summary: 'Check a rule and run it on its sample; nothing is stored',
    })
    .input(
      ofAssessment.extend({
        type: branchRuleTypeSchema.default('decision'),
        body: ruleBodySchema,
        ruleId: inheritedRule,
      }),
    )
    .output(evaluationSchema),
  history: base
    .route({ method: 'GET', path: `${rules}/{ruleId}/versions`, summary: 'Every publish of a rule, newest first' })
    .input(historyInput)
    .output(historySchema),
  version: base
    .route({ method: 'GET', path: `${rules}/{ruleId}/versions/{version}`, summary: 'One publish of a rule' })
    .input(oneVersion)
    .output(ruleVersionSchema),
  restore: base
    .route({
      method: 'POST',
      path: `${rules}/{ruleId}/versions/{version}/restore`,
      summary: 'Take a version as a draft of the caller',
    })
    .input(restoreInput)
    .output(ruleSchema),
  dependencies: base
    .route({
      method: 'GET',
      path: `${rules}/{ruleId}/dependencies`,
      summary: 'What the published version of a rule uses, and who reads the variables it sets',
    })
    .input(oneRule)
    .output(z.object({ uses: z.array(dependencySchema), readBy: z.array(dependentSchema) })),
  dependents: base
    .route({
      method: 'GET',
      path: `${env}/dependents`,
      summary: 'Who uses a list, velocity, function, call, field or queue',
    })
    .input(inEnvironment.extend({ kind: z.enum(dependencyKinds), name: z.string().min(1).max(300) }))
    .output(z.array(dependentSchema)),
}

const branches = `${env}/branches/{eventType}`
export const branchesContract = {
  list: base
    .route({ method: 'GET', path: branches, summary: 'Branches of an assessment, production first' })
    .input(ofAssessment)
    .output(branchList),
  get: base
    .route({ method: 'GET', path: `${branches}/{branch}`, summary: 'A branch with its endpoint and experiment' })
    .input(ofBranch)
    .output(branchSchema),
  create: base
    .route({
      method: 'POST',
      path: branches,
      summary: 'New branch with copies of chosen published rules',
      successStatus: 201,
    })
    .input(
      ofAssessment.extend({
        apiName: branchNameSchema,
        name: z.string().trim().min(1).max(60),
        /** Whose rules are copied. */
        from: branch,
        /** Published rules of `from` to be copied. */
        ruleIds: z.array(uuid).max(ruleLimits.rules * 2),
      }),
    )
    .output(branchSchema),
  remove: base
    .route({
      method: 'DELETE',
      path: `${branches}/{branch}`,
      summary: 'Delete a branch with its rules, drafts and results',
    })
    .input(ofBranch)
    .output(deleted),
  startExperiment: base
    .route({
      method: 'POST',
      path: `${branches}/{branch}/experiment`,
      summary: 'Shadow a share of the production traffic onto the branch',
    })
    .input(
      ofBranch.extend({
        name: z.string().trim().min(1).max(experimentLimits.name),
        share: z.number().int().min(1).max(100),
        endsAt: time.nullable().default(null),
        callExternal: z.boolean().default(false),
      }),
    )
    .output(branchSchema),
  stopExperiment: base
    .route({
      method: 'DELETE',
      path: `${branches}/{branch}/experiment`,
      summary: 'Stop the experiment; its results stay',
    })
    .input(ofBranch)
    .output(branchSchema),
  results: base
    .route({
      method: 'GET',
      path: `${branches}/{branch}/results`,
      summary: 'What the branch’s latest experiment came to',
    })
    .input(ofBranch)
    .output(experimentResultsSchema.nullable()),
  promote: base
    .route({ method: 'POST', path: `${branches}/{branch}/promote`, summary: 'Make the branch production' })
    .input(
      ofBranch.extend({
        /** Keeps the current production rules, drafts included, as a branch of this name. */
        keepProductionAs: z
          .object({ apiName: branchNameSchema, name: z.string().trim().min(1).max(60) })
          .nullable()
          .default(null),
      }),
    )
    .output(branchList),
}

const routing = `${env}/routing-rules`
/** Routing rules of an environment are one list in one order over all assessments. */
export const routingRulesContract = {
  list: base
    .route({ method: 'GET', path: routing, summary: 'Routing rules in run order, inherited ones first' })
    .input(inEnvironment)
    .output(z.array(ruleSummarySchema)),
  vocabulary: base
    .route({
      method: 'GET',
      path: `${routing}/vocabulary/{eventType}`,
      summary: 'What routing rules of an assessment can name',
    })
    .input(ofAssessment)
    .output(ruleVocabularySchema),
  assessments: base
    .route({ method: 'GET', path: `${routing}/assessments`, summary: 'Assessments that routing rules can be about' })
    .input(inEnvironment)
    .output(z.array(routedAssessmentSchema)),
  queues: base
    .route({ method: 'GET', path: `${routing}/queues`, summary: 'Names of the queues that cases can be sent to' })
    .input(inEnvironment)
    .output(z.object({ names: z.array(z.string()), otherwise: z.string() })),
  get: base
    .route({ method: 'GET', path: `${routing}/{ruleId}`, summary: 'A routing rule with the caller’s draft' })
    .input(oneRule)
    .output(ruleSchema),
  create: base
    .route({ method: 'POST', path: routing, summary: 'New draft of the caller', successStatus: 201 })
    .input(ofAssessment.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  saveDraft: base
    .route({ method: 'PUT', path: `${routing}/{ruleId}/draft`, summary: 'Save the caller’s draft' })
    .input(oneRule.extend({ body: ruleBodySchema }))
    .output(ruleSchema),
  discardDraft: base
    .route({ method: 'DELETE', path: `${routing}/{ruleId}/draft`, summary: 'Discard the caller’s draft' })
    .input(oneRule)
    .output(deleted),
  publish: base
    .route({ method: 'POST', path: `${routing}/{ruleId}/publish`, summary: 'Publish the caller’s draft' })
    .input(publishInput)
    .output(ruleSchema),
  setStatus: base
    .route({ method: 'PUT', path: `${routing}/{ruleId}/status`, summary: 'Activate or deactivate a routing rule' })
    .input(oneRule.extend({ status }))
    .output(ruleSchema),
  rename: base
    .route({
      method: 'PUT',
      path: `${routing}/{ruleId}/name`,
      summary: 'Rename a routing rule, the published version and the caller’s draft of it',
    })
    .input(oneRule.extend({ name: ruleName }))
    .output(ruleSchema),
  reorder: base
    .route({ method: 'PUT', path: `${routing}/order`, summary: 'Set the run order of all published routing rules' })
    .input(inEnvironment.extend({ ruleIds: z.array(uuid).min(1).max(ruleLimits.rules) }))
    .output(z.array(ruleSummarySchema)),
  remove: base
    .route({ method: 'DELETE', path: `${routing}/{ruleId}`, summary: 'Delete a routing rule and its drafts' })
    .input(oneRule)
    .output(deleted),
  evaluate: base
    .route({
      method: 'POST',
      path: `${routing}/evaluate`,
      summary: 'Check a routing rule and run it on its sample; nothing is stored',
    })
    .input(ofAssessment.extend({ body: ruleBodySchema, ruleId: inheritedRule }))
    .output(routingEvaluationSchema),
  history: base
    .route({
      method: 'GET',
      path: `${routing}/{ruleId}/versions`,
      summary: 'Every publish of a routing rule, newest first',
    })
    .input(historyInput)
    .output(historySchema),
  version: base
    .route({ method: 'GET', path: `${routing}/{ruleId}/versions/{version}`, summary: 'One publish of a routing rule' })
    .input(oneVersion)
    .output(ruleVersionSchema),
  restore: base
    .route({
      method: 'POST',
      path: `${routing}/{ruleId}/versions/{version}/restore`,
      summary: 'Take a version as a draft of the caller',
    })
    .input(restoreInput)
    .output(ruleSchema),
}

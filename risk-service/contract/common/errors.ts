import { z } from 'zod'
import { callErrors } from './resource-limits.ts'

/**
 * Why the console API answers 409: the `reason` of a conflict, and the `code` of its body on the REST side. A reason is
 * added here first; what is misspelt does not compile, neither in the service nor in the console.
 */
export const conflictReasons = [
  /** Somebody else changed the same thing since the caller read it. */
  'version.conflict',
  /** Something that the published text names was removed or renamed meanwhile. */
  'resources.changed',
  /** Others use what was to be removed or renamed; `dependents` names them. */
  'resource.used',
  /** The first call under the same idempotency key has not ended. */
  'call.running',

  'assessment.exists',
  'assessment.limit',
  'backtest.exists',
  'backtest.limit',
  'branch.exists',
  'branches.limit',
  'draft.exists',
  'environment.countLimit',
  'environment.customerApiIdInUse',
  'environment.hasChildren',
  'environment.idInUse',
  'environment.invalidTransition',
  'environment.lastOfTenant',
  'environment.levelLimit',
  'environment.nameInUse',
  'environment.notActive',
  'environment.sandboxApiIdInUse',
  'environment.sandboxNameInUse',
  'experiment.other',
  'experiment.running',
  'externalAssessments.exists',
  'externalAssessments.limit',
  'externalAssessments.locked',
  'externalAssessments.shared',
  'externalCalls.exists',
  'externalCalls.limit',
  'externalCalls.locked',
  'externalCalls.tooManyTests',
  'fcra.newText',
  'fcra.notNeeded',
  /** Too many published functions in an environment. */
  'functions.limit',
  'lists.entryLimit',
  'lists.exists',
  'lists.limit',
  'lists.size',
  /** A single list that others use was to be deleted: the code that the product gives to this fault of a list. */
  'LST010',
  'models.trainingExists',
  'models.training',
  'promotion.first',
  /** A function, velocity set or rule has this id. */
  'resource.exists',
  /** Too many functions in the rules of a branch. */
  'rules.functionLimit',
  'rules.limit',
  'templates.exists',
  'templates.legacyAssessment',
  'templates.limit',
  'velocities.system',
  'views.limit',
  'views.notOwn',
  'views.sharedLimit',
] as const
export type ConflictReason = (typeof conflictReasons)[number]

/** Issues that a client tells apart; all others say what is wrong by their path and message alone. */
export const issueCodes = [
  /** Another one has this name. */
  'name.taken',
] as const
export type IssueCode = (typeof issueCodes)[number]

/** One faulty value of a 400 or 422: where it is in the input, and what is wrong with it. */
export const issueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  code: z.enum(issueCodes).optional(),
})
export type Issue = z.infer<typeof issueSchema>

/** How a call to the merchant's service or database failed, in the 422 of what needed it. */
export const callFailureSchema = z.object({
  errorType: z.enum(callErrors),
  /** Null when no answer came. */
  httpStatusCode: z.number().int().nullable(),
})
export type CallFailure = z.infer<typeof callFailureSchema>

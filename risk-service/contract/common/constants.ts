/*
 * Plain values of the contract, apart from the schemas, so that a page that needs a list of names does not load the
 * validator.
 */

/** Decisions on the wire and in the store; component props use lower case. */
export const decisions = ['Approve', 'Review', 'Challenge', 'Reject'] as const
/**
 * Stands in the store for the decision of an event that nothing has decided, as those of a data upload: figures of
 * decisions do not count it.
 */
export const undecided = 'None'

/** Kinds of data events that refer to an assessed event. */
export const dataEventKinds = ['status', 'bankEvent', 'chargeback', 'refund', 'observation'] as const

export const environmentStatuses = [
  'New',
  'Creating',
  'Active',
  'CreateFailed',
  'Error',
  'SoftDeleting',
  'Deleted',
  'Deleting',
  'DeleteFailed',
] as const

/** Reasons for the failure of an environment. */
export const environmentFailures = ['timedOut', 'provisioning', 'template', 'removal', 'brokenTree'] as const

export const environmentKinds = ['production', 'sandbox'] as const

/** Entity kinds that link events; search, linked events, graph and velocities are based on them. */
export const entityTypes = ['user', 'email', 'device', 'payment', 'ip', 'address', 'phone'] as const

/** In run order; the scores of an assessment decide which sections it has. */
export const clauseSections = ['prior', 'postBot', 'postRisk'] as const

/**
 * Built-in assessments have scores and sections, wizard ones neither; legacy custom ones are those of the former
 * generation.
 */
export const assessmentKinds = ['builtIn', 'wizard', 'legacyCustom'] as const

/** Decision rules and post-decision actions of an assessment, and routing rules of cases. */
export const ruleTypes = ['decision', 'postDecision', 'routing'] as const

/**
 * Names of rules and velocity sets: in any script, without line ends and without marks that change the direction of the
 * text beside them.
 */
export const authoredNamePattern =
  /^[\p{L}\p{N}_](?:[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]{0,58}[^\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}])?$/u
export const authoredNameMessage = 'A name begins with a letter, digit or underscore and has at most 60 characters.'

/** API names of assessments and of their observations. */
export const apiNamePattern = /^[a-z]\w{0,59}$/i

/** The branch that decides normal traffic. */
export const productionBranch = 'production'

/** `all`: rules run until a matching one decides; `first`: only the first rule that matches runs. */
export const ruleEvaluations = ['all', 'first'] as const

/** Per assessment, environment and branch, unless stated otherwise. */
export const ruleLimits = { rules: 200, clauses: 200, functions: 10, branches: 10 } as const

export const experimentLimits = { name: 60 } as const

/** Kinds of resources that a rule can depend on. */
export const dependencyKinds = [
  'list',
  'supportList',
  'column',
  'velocity',
  'function',
  'externalCall',
  'externalAssessment',
  'attribute',
  'variable',
  'queue',
] as const

/** Faults in the setup of the rules of an assessment. */
export const ruleWarnings = ['noActiveRule', 'chainEndsAbove', 'missingReference', 'limitNear', 'unused'] as const

/** Queue of the cases that no routing rule assigns to another. */
export const systemQueue = 'General'

export const ruleStatuses = ['active', 'inactive', 'draft'] as const

/**
 * Columns that search can show, sort and filter: every field of an event row except the ids of environment and kind.
 */
export const searchColumns = [
  'externalId',
  'at',
  'merchantAt',
  'assessmentType',
  'decision',
  'reason',
  'rule',
  'clause',
  'riskScore',
  'amount',
  'currency',
  'amountUsd',
  'userId',
  'userName',
  'email',
  'phone',
  'ip',
  'ipCountry',
  'deviceId',
  'paymentType',
  'cardType',
  'bin',
  'lastFour',
  'billingCountry',
  'shippingCountry',
  'shippingCity',
  'itemCount',
  'label',
] as const

/** Type by which a column is compared; decides which operators it offers. */
export const searchColumnTypes: Record<(typeof searchColumns)[number], 'text' | 'number' | 'time' | 'choice'> = {
  externalId: 'text',
  at: 'time',
  merchantAt: 'time',
  assessmentType: 'choice',
  decision: 'choice',
  reason: 'text',
  rule: 'text',
  clause: 'text',
  riskScore: 'number',
  amount: 'number',
  currency: 'choice',
  amountUsd: 'number',
  userId: 'text',
  userName: 'text',
  email: 'text',
  phone: 'text',
  ip: 'text',
  ipCountry: 'choice',
  deviceId: 'text',
  paymentType: 'choice',
  cardType: 'choice',
  bin: 'text',
  lastFour: 'text',
  billingCountry: 'choice',
  shippingCountry: 'choice',
  shippingCity: 'text',
  itemCount: 'number',
  label: 'choice',
}

export const searchPeriods = ['1h', '24h', '7d', '30d', '90d', 'all'] as const

const hourMs = 3_600_000
/** Length of each period in milliseconds; null: no lower limit. */
export const searchPeriodMs: Readonly<Record<(typeof searchPeriods)[number], number | null>> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  '90d': 90 * 24 * hourMs,
  all: null,
}

export const dashboardPeriods = ['24h', '7d', '30d', '90d'] as const

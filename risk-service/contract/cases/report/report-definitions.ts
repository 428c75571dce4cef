/* Plain values of the case report, apart from its schemas, so that a page reads them without the validator. */

/** Lengths of a period: days of UTC, weeks from Monday, calendar months. */
export const reportBuckets = ['daily', 'weekly', 'monthly'] as const
export type ReportBucket = (typeof reportBuckets)[number]

/** Ways into a queue. */
export const inflowKinds = ['released', 'transferredIn'] as const
/** Ways out of a queue. `sampledOut`: decided at once, because its queue takes a sample only. */
export const outflowKinds = [
  'single',
  'bulk',
  'approval',
  'timedOut',
  'external',
  'sampledOut',
  'removed',
  'transferredOut',
] as const
export type FlowKind = (typeof inflowKinds)[number] | (typeof outflowKinds)[number]
/** Ways out of a queue by the decision of a person. */
export const reviewedKinds = ['single', 'bulk', 'approval'] as const satisfies FlowKind[]

/** How a lock ended: with a result (productive), or with nothing (wasted). */
export const productiveEnds = ['decided', 'approvalRequested', 'escalated', 'held', 'transferred'] as const
export const wastedEnds = ['sentBack', 'expired', 'forceReleased', 'roleLost', 'decidedByOther'] as const
export type LockEnd = (typeof productiveEnds)[number] | (typeof wastedEnds)[number]

/** Ages of open cases, measured from the entry in the queue; `fromHours` included, `toHours` not, null: no limit. */
export const ageBrackets = [
  { id: 'under1h', fromHours: 0, toHours: 1 },
  { id: 'under4h', fromHours: 1, toHours: 4 },
  { id: 'under24h', fromHours: 4, toHours: 24 },
  { id: 'under3d', fromHours: 24, toHours: 72 },
  { id: 'under11d', fromHours: 72, toHours: 264 },
  { id: 'under31d', fromHours: 264, toHours: 744 },
  { id: 'from31d', fromHours: 744, toHours: null },
] as const
export const ageBracketIds = ageBrackets.map(({ id }) => id)
export type AgeBracket = (typeof ageBrackets)[number]['id']

/** Groups of decisions in the quality of a report; those of time-outs apart from those of people. */
export const outcomeGroups = ['approved', 'rejected', 'timedOutApproved', 'timedOutRejected'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

/** Tables that can be exported, and the rows from which every figure can be computed again. */
export const reportTables = [
  'flow',
  'queues',
  'reviewers',
  'quality',
  'usefulness',
  'summaries',
  'value',
  'ageing',
] as const
export const reportRowTables = ['decisions', 'movements', 'reviews', 'secondLooks', 'openCases'] as const

export const reportLimits = {
  /** Months of the longest range, and of the earliest day before today. */
  months: 13,
  /** Decisions below which the rates of a reviewer say nothing. */
  fewDecisions: 20,
  /** Pairs of choices below which Cohen’s kappa says nothing. */
  kappaPairs: 50,
  /** General’s share of all cases above which it is flagged. */
  generalShare: 0.2,
  /** Days of the mean outflow in the backlog. */
  backlogDays: 7,
  /** Rows of an exported file. */
  exportRows: 100_000,
  alerts: 50,
  alertName: 60,
} as const

/** Figures that an alert compares with its value. Shares and rates from 0 to 1, ages in hours. */
export const alertMetrics = [
  'overturnRate',
  'approveShare',
  'rejectShare',
  'queueSize',
  'oldestAgeHours',
  'slaBreachRate',
  'timeoutRate',
  'generalShare',
] as const
export type AlertMetric = (typeof alertMetrics)[number]
/** Days of UTC from which an alert is computed; the present one is the last. */
export const alertPeriods = ['1d', '7d', '30d'] as const
export const alertComparisons = ['lowerThan', 'higherThan'] as const
/** Why an alert is switched off. `ownerLostAccess`: its owner may not read the report any more. */
export const alertPauseReasons = ['switchedOff', 'ownerLostAccess'] as const

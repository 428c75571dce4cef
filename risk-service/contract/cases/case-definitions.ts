/*
 * Plain values of case management, apart from the schemas, so that a page that needs a list of names does not load the
 * validator.
 */

/** States of a case. `Held`: before it becomes visible in its queue. `NotRouted`, `Decided` and `Removed` are final. */
export const caseStates = [
  'Held',
  'Pending',
  'InReview',
  'OnHold',
  'AwaitingApproval',
  'Decided',
  'NotRouted',
  'Removed',
] as const
export type CaseState = (typeof caseStates)[number]

/** States that count in the size of a queue. */
export const openCaseStates = ['Pending', 'InReview', 'OnHold', 'AwaitingApproval'] as const satisfies CaseState[]

/** Views of a queue. Escalated cases appear in their own view alone. */
export const queueViews = ['pending', 'inReview', 'onHold', 'escalated', 'awaitingApproval'] as const
export type QueueView = (typeof queueViews)[number]

/** `Restricted`: strictly in the order of the queue; `Unrestricted`: any case in any order. */
export const queueSequences = ['Unrestricted', 'Restricted'] as const

/** Values by which a queue is ordered. */
export const queueOrders = ['eventTimestamp', 'timeInQueue', 'riskScore', 'amountUsd', 'timeLeft', 'priority'] as const
export type QueueOrder = (typeof queueOrders)[number]
export const queueDirections = ['ascending', 'descending'] as const

export const caseActions = ['Approve', 'Reject', 'None'] as const
export const labelActions = ['Fraud', 'NonFraud', 'None'] as const
export const buttonSentiments = ['Positive', 'Negative', 'Neutral'] as const
export const decisionOrigins = ['Single', 'Bulk', 'Timeout', 'Approval', 'External', 'SampledOut'] as const
export const usefulnessValues = ['ConfirmedRisk', 'Valuable', 'FalseAlarm'] as const

/** Kinds of the entries in the history of a case. */
export const caseEventKinds = [
  'created',
  'not-routed',
  'released-to-queue',
  'locked',
  'extended',
  'lock-expired',
  'lock-released',
  'force-released',
  'decided',
  'undone',
  'approval-requested',
  'approval-withdrawn',
  'approved',
  'disagreed',
  'escalated',
  'held',
  'resumed',
  'transferred',
  'assigned',
  'unassigned',
  'priority-changed',
  'tags-changed',
  'checklist-changed',
  'snapshot-updated',
  'follow-up-failed',
  'timed-out',
  'corrected',
  'removed',
] as const
export type CaseEventKind = (typeof caseEventKinds)[number]

const minute = 60_000

/** Constants of case management. Durations in milliseconds. */
export const caseLimits = {
  /** Time between assessment and queue. */
  holdBeforeQueueMs: 5 * minute,
  /** Time of a review before the message, and of one extension. */
  reviewMs: 30 * minute,
  /** Countdown of the message. */
  countdownMs: 2 * minute,
  locksPerReviewer: 3,
  /** Interval in which the console reports that a reviewer is active. */
  activityMs: 20_000,
  /** A stretch without activity that is longer is not handling time. */
  idleMs: 5 * minute,
  /** Time for which an assigned case is reserved. */
  assignmentMs: 60 * minute,
  /** Time for which a resumed case is offered to the person who put it on hold. */
  firstPickMs: 15 * minute,
  /** Time for which a case is not offered to a person who sent it back. */
  sentBackMs: 15 * minute,
  /** A case that was sent back this often is escalated. */
  sentBackTimes: 3,
  minTimeoutMs: 15 * minute,
  maxTimeoutMs: 30 * 24 * 60 * minute,
  defaultTimeoutMs: 24 * 60 * minute,
  /** A lower time-out applies no earlier than this after it is saved. */
  timeoutGraceMs: 15 * minute,
  userQueues: 29,
  casesPerBulkDecision: 200,
  page: 50,
  maxPage: 200,
  longestHoldMs: 7 * 24 * 60 * minute,
  name: 60,
  description: 500,
  note: 4000,
  reason: 100,
  checklist: 20,
  tags: 20,
  tag: 40,
  bundle: 20,
  decisions: 20,
  reasons: 50,
  /** Seconds in which a decision can be taken back: the default and the longest. */
  undoSeconds: 5,
  maxUndoSeconds: 15,
} as const

/** Roles whose holders manage the cases of an environment. */
export const caseManagerRoles = [
  'ProductAdmin',
  'AllAreasAdmin',
  'AllAreasEditor',
  'ManualReviewFraudManager',
  'PSPAdmin',
  'FraudManager',
  'FraudSupervisor',
] as const

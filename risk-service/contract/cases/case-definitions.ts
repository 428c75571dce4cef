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

/** Values by which a queue is ordered. `expectedSaving`: what a minute of review is expected to save, the most first. */
export const queueOrders = [
  'eventTimestamp',
  'timeInQueue',
  'riskScore',
  'amountUsd',
  'timeLeft',
  'priority',
  'expectedSaving',
] as const
export type QueueOrder = (typeof queueOrders)[number]
export const queueDirections = ['ascending', 'descending'] as const

/** Who gets a waiting case: nobody before somebody takes it (`Pull`), or a person that the service chooses. */
export const assignmentStrategies = ['Pull', 'RoundRobin', 'LeastLoaded', 'Skill', 'Sticky'] as const
export type AssignmentStrategy = (typeof assignmentStrategies)[number]

export const caseActions = ['Approve', 'Reject', 'None'] as const
export const labelActions = ['Fraud', 'NonFraud', 'None'] as const
export const buttonSentiments = ['Positive', 'Negative', 'Neutral'] as const
export const decisionOrigins = ['Single', 'Bulk', 'Timeout', 'Approval', 'External', 'SampledOut'] as const
export const usefulnessValues = ['ConfirmedRisk', 'Valuable', 'FalseAlarm'] as const

/** Answers to a challenge of a customer, as the status of the merchant reports them. */
export const challengeAnswers = ['passed', 'failed', 'abandoned'] as const
export type ChallengeAnswer = (typeof challengeAnswers)[number]

/** Keys of the quick decisions of a queue. */
export const quickDecisionKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** What the template of a note can name, in braces: the amount, risk score and email address of the event, and the reason. */
export const notePlaceholders = ['amount', 'score', 'email', 'reason'] as const
export type NotePlaceholder = (typeof notePlaceholders)[number]

/** Returns the names in braces that no template can have, each once. */
export const unknownPlaceholdersOf = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(/\{([^{}]*)\}/g)]
      .map(([, name = '']) => name)
      .filter(name => !(notePlaceholders as readonly string[]).includes(name)),
  ),
]

/** Returns the text of a template with its placeholders filled in. */
export const fillNoteTemplate = (template: string, values: Readonly<Record<NotePlaceholder, string>>): string =>
  template.replaceAll(/\{([^{}]*)\}/g, (text, name: string) => values[name as NotePlaceholder] ?? text)

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
  'times-changed',
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
  /** Linked cases are counted up to this number. */
  countedLinks: 100,
  page: 50,
  maxPage: 200,
  longestHoldMs: 7 * 24 * 60 * minute,
  /** Hours in which the answer to a challenge is expected: the default and the longest. */
  challengeHours: 24,
  longestChallengeHours: 7 * 24,
  name: 60,
  description: 500,
  note: 4000,
  reason: 100,
  checklist: 20,
  tags: 20,
  tag: 40,
  /** Characters of the statement of a decision. */
  fqlAction: 4000,
  quickLabel: 40,
  /** Longest time of a status that a quick decision gives on a support list, in days. */
  listDays: 3650,
  bundle: 20,
  /** Open cases up to which the service assigns further ones to a person: the default and the highest. */
  openCases: 10,
  maxOpenCases: 1000,
  /** A case goes to the person who decided one of the same customer within this time. */
  stickyMs: 30 * 24 * 60 * minute,
  reviewerGroups: 100,
  groupMembers: 200,
  skills: 100,
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

/** Limits of the link analysis of one event. */
export const linkAnalysisLimits = {
  defaultDays: 90,
  /** Thirteen months. */
  days: 396,
  /** Events of one attribute that are looked at. */
  events: 10_000,
  attributes: 10,
  /** Rows of each kind that are returned. */
  rows: 100,
} as const

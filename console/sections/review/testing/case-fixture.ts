import { type Case, type CaseRow, defaultCaseConfiguration } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

export const queueId = '0198a000-0000-7000-8000-0000000000a1'
export const otherQueueId = '0198a000-0000-7000-8000-0000000000a2'
const ben = { id: '0198a000-0000-7000-8000-0000000000b1', name: 'Ben Berg' }
/** The user of the test's session. */
const engineer = { id: 'user', name: 'Engineer' }

const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
export const minute = 60_000

/** A lock that was taken now: its question comes in half an hour. */
export const lockOf = (owner = engineer, leftMs = 32 * minute): NonNullable<Case['lock']> => ({
  owner,
  lockedAt: iso(leftMs - 32 * minute),
  asksAt: iso(leftMs - 2 * minute),
  expiresAt: iso(leftMs),
  extensions: 0,
})

/** A case that waits in its queue. */
export const caseOf = (change: Partial<Case> = {}): Case => ({
  id: '0198a000-0000-7000-8000-0000000000c1',
  environmentId,
  environmentName: 'Harbor',
  eventType: 'purchase',
  externalId: 'P-1001',
  queueId,
  queueName: 'High value orders',
  state: 'Pending',
  escalated: false,
  priority: 50,
  at: iso(-60 * minute),
  enteredQueueAt: iso(-50 * minute),
  timeoutAt: iso(130 * minute),
  overdue: false,
  slaFirstTouchAt: null,
  slaResolutionAt: null,
  firstLockedAt: null,
  riskScore: 720,
  amount: 250_000,
  currency: 'EUR',
  amountUsd: 270_000,
  userId: 'u-1',
  email: null,
  ip: null,
  country: null,
  deviceId: null,
  paymentInstrumentId: null,
  rule: null,
  clause: null,
  reason: '',
  decision: 'Review',
  routedRule: null,
  routedClause: null,
  tags: [],
  savingPerMinuteUsd: null,
  assignee: null,
  assignedUntil: null,
  bundleId: null,
  lock: null,
  hold: null,
  version: 1,
  assessment: 'Purchase',
  caseManagement: true,
  approval: null,
  outcome: null,
  checklist: [],
  decisions: defaultCaseConfiguration.queueDecisions.map(({ fqlAction: _action, ...decision }) => decision),
  quickDecisions: [],
  listedValues: [],
  actions: { escalation: true, hold: true, transfer: true, challenge: true },
  challenge: null,
  summary: true,
  sequence: 'Unrestricted',
  merchantStatus: null,
  own: {
    leaseToken: null,
    bundle: [],
    startRefusal: null,
    manager: false,
    supervisor: false,
    mayApprove: false,
    mayResume: false,
    mayCorrect: false,
  },
  linkedOpen: 0,
  linkedWaiting: 0,
  ...change,
})

/** The same under review by the user of the test. */
export const reviewedCase = (change: Partial<Case> = {}): Case =>
  caseOf({
    state: 'InReview',
    lock: lockOf(),
    version: 2,
    ...change,
    own: { ...caseOf().own, leaseToken: '0198a000-0000-7000-8000-0000000000d1', ...change.own },
  })

/** The same under review by a colleague. */
export const foreignCase = (): Case =>
  caseOf({
    state: 'InReview',
    lock: lockOf(ben),
    version: 3,
    own: { ...caseOf().own, startRefusal: 'lockedByOther' },
  })

const outcomeOf = (change: Partial<NonNullable<Case['outcome']>> = {}): NonNullable<Case['outcome']> => ({
  decision: 'Reject',
  caseAction: 'Reject',
  labelAction: 'None',
  reason: 'Stolen card',
  note: '',
  by: ben,
  at: iso(0),
  via: 'Single',
  usefulness: null,
  approvedBy: null,
  corrected: false,
  undoUntil: null,
  followUps: [],
  ...change,
})

/** The same after its decision. */
export const decidedCase = (outcome: Partial<NonNullable<Case['outcome']>> = {}, change: Partial<Case> = {}): Case =>
  caseOf({
    state: 'Decided',
    outcome: outcomeOf(outcome),
    version: 4,
    ...change,
    own: { ...caseOf().own, startRefusal: 'decided', ...change.own },
  })

/** A case as a row of its queue. */
export const rowOf = (change: Partial<CaseRow> = {}): CaseRow => caseOf(change)

/** What the page reads of the event itself. */
export const eventOf = (id = 'P-1001') => ({
  row: {
    ...caseOf({ id, externalId: id }),
    eventId: id,
    userName: null,
    phone: null,
    ipCountry: null,
    billingCountry: null,
    merchantAt: null,
    label: null,
  },
  assessment: 'Purchase',
  fieldNames: {},
  correlationId: null,
  receivedAt: iso(-60 * minute),
  latencyMs: null,
  request: { purchaseId: id },
  view: { purchaseId: id },
  answer: {},
  botScore: null,
  supportMessage: '',
  enrichment: {},
  explanation: { rules: [], contributions: [], runtimeErrors: [] },
  labels: [],
  userRestriction: null,
  dataEvents: [],
  entities: [],
})

import type { CaseRow, Person, Queue, ReviewerGroup, TeamMember } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

const idOf = (kind: string, number: number) => `0198a000-0000-7000-8000-${kind}${String(number).padStart(8, '0')}`

export const ana = { id: idOf('aaaa', 1), name: 'Ana Lindqvist' }
export const ben = { id: idOf('aaaa', 2), name: 'Ben Okafor' }
export const reviewers = [
  { ...ana, username: 'ana@harbor.example', manager: false },
  { ...ben, username: 'ben@harbor.example', manager: true },
]

const noCounts: Queue['counts'] = {
  pending: 0,
  inReview: 0,
  onHold: 0,
  escalated: 0,
  awaitingApproval: 0,
  overdue: 0,
  slaAtRisk: 0,
  oldestEnteredAt: null,
}

/** A queue with every right; figures and rights that are not named are those of an empty queue. */
export function createQueue(
  number: number,
  {
    counts,
    rights,
    ...rest
  }: Partial<Omit<Queue, 'counts' | 'rights'>> & {
    counts?: Partial<Queue['counts']>
    rights?: Partial<Queue['rights']>
  } = {},
): Queue {
  return {
    id: idOf('bbbb', number),
    environmentId,
    environmentName: 'Harbor',
    assessment: 'purchase',
    kind: 'User',
    name: `Queue ${number}`,
    description: '',
    sequence: 'Unrestricted',
    orderBy: 'eventTimestamp',
    direction: 'ascending',
    timeoutMinutes: 1440,
    defaultAction: 'Approve',
    assignedUsers: [],
    assignedGroups: [],
    supervisors: [],
    restrictToAssignees: false,
    allowedDecisions: null,
    escalation: false,
    hold: false,
    transfer: true,
    challenge: false,
    challengeDecides: false,
    escalationQueueId: null,
    sla: null,
    fourEyes: null,
    checklist: [],
    quickDecisions: [],
    sampling: 100,
    qualityPercent: 0,
    summary: true,
    closeOnStatus: false,
    onlyManagersDecideInBulk: false,
    draining: false,
    assignment: 'Pull',
    assignmentPaused: false,
    version: 1,
    createdBy: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedBy: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    routingRules: [],
    ownCase: null,
    ...rest,
    counts: { ...noCounts, ...counts },
    rights: { define: true, review: true, manage: true, supervise: false, assigned: false, ...rights },
  }
}

export const general = createQueue(0, {
  name: 'General',
  kind: 'System',
  assessment: null,
  rights: { define: false },
})

/** A purchase that waits in a queue. */
export const createCase = (number: number, queue: Queue, rest: Partial<CaseRow> = {}): CaseRow => ({
  id: idOf('cccc', number),
  environmentId: queue.environmentId,
  environmentName: queue.environmentName,
  eventType: 'purchase',
  externalId: `P-${number}`,
  queueId: queue.id,
  queueName: queue.name,
  state: 'Pending',
  escalated: false,
  priority: 50,
  at: '2026-01-05T08:00:00.000Z',
  enteredQueueAt: '2026-01-05T08:05:00.000Z',
  timeoutAt: null,
  overdue: false,
  slaFirstTouchAt: null,
  slaResolutionAt: null,
  firstLockedAt: null,
  riskScore: 800,
  amount: 100_00,
  currency: 'EUR',
  amountUsd: 110_00,
  userId: `user-${number}`,
  email: `user${number}@example.com`,
  ip: null,
  country: 'SE',
  deviceId: null,
  paymentInstrumentId: null,
  rule: 'High value',
  clause: 'First order',
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
  ...rest,
})

/** Decisions of an assessment that nobody configured. */
export const decisions = {
  defaultDecisionName: 'Approve',
  challengeAction: null as string | null,
  queueDecisions: (['Approve', 'Reject'] as const).map(name => ({
    name,
    caseAction: name,
    labelAction: 'None',
    reasons: name === 'Approve' ? ['Low risk', 'Other'] : ['Abuse', 'Other'],
    buttonSentiment: name === 'Approve' ? 'Positive' : 'Negative',
    fqlAction: null,
  })),
}

/** A reviewer who is there at any time and has no cases. */
export const createMember = (person: Person, rest: Partial<TeamMember> = {}): TeamMember => ({
  ...person,
  username: `${person.name.split(' ')[0]?.toLowerCase()}@harbor.example`,
  away: false,
  hours: null,
  present: true,
  load: 0,
  openCases: 10,
  skills: { countries: [], languages: [], minAmountUsd: null, maxAmountUsd: null, categories: [], tags: [] },
  ...rest,
})

export const createGroup = (number: number, rest: Partial<ReviewerGroup> = {}): ReviewerGroup => ({
  id: idOf('dddd', number),
  name: `Group ${number}`,
  members: [],
  version: 1,
  updatedBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  queues: [],
  ...rest,
})

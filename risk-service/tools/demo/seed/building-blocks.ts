/** One or two of every building block beside rules: what the pages of the first demo tenant show. */
import type { QueueSettings } from '../../../contract/cases/queue-entities.ts'
import type { FunctionBody, RuleBody, VelocitySetBody } from '../../../contract/index.ts'
import { builtInAssessments } from '../../../engine/index.ts'
import { demoEnvironmentIds as at } from '../../../kernel/identity/demo-tenants.ts'
import { demoAccount } from './demo-authors.ts'
import { giftCards, shipping } from './rules/purchase-rules.ts'

const purchaseSample = { eventType: 'purchase', payload: builtInAssessments.find(at.harbor, 'purchase')?.payload ?? {} }

export const velocitySets: readonly VelocitySetBody[] = [
  {
    name: 'Customer spending',
    description: 'Orders and amounts per customer and per shipping address.',
    condition: '',
    velocities: [
      { text: 'SELECT Count() AS customerOrders FROM Purchase GROUPBY @"user.userId"' },
      { text: 'SELECT Sum(@"totalAmount") AS customerSpending FROM Purchase GROUPBY @"user.userId"' },
      {
        text: 'SELECT DistinctCount(@"user.userId") AS addressCustomers FROM Purchase GROUPBY @"shippingAddress.street1"',
      },
    ],
  },
  {
    name: 'Gift card orders',
    description: 'Gift card purchases per customer and per device.',
    condition: 'WHEN @"productList.category" == "GiftCard"',
    velocities: [
      { text: 'SELECT Count() AS customerGiftCards FROM Purchase GROUPBY @"user.userId"' },
      {
        text: 'SELECT Sum(@"totalAmount") AS deviceGiftCardValue FROM Purchase GROUPBY @"deviceContext.externalDeviceId"',
      },
    ],
  },
]

export const functions: readonly FunctionBody[] = [
  {
    name: 'CustomerAge',
    description: 'How long a customer has had an account.',
    parameters: [{ name: '_created', type: 'DateTime', default: '2020-01-01' }],
    properties: [
      {
        name: 'Days',
        description: 'Whole days since the account was created',
        type: 'Integer',
        default: '0',
        code: 'RETURN DateTime.UtcNow.Subtract(_created).TotalDays.ToInt32()',
      },
      {
        name: 'IsNew',
        description: 'The account is less than a week old',
        type: 'Boolean',
        default: 'false',
        code: 'RETURN DateTime.UtcNow.Subtract(_created).TotalDays < 7.0',
      },
    ],
    sample: purchaseSample,
  },
  {
    name: 'OrderTier',
    description: 'Tier of an order by its amount.',
    parameters: [{ name: '_amount', type: 'Double', default: '0' }],
    properties: [
      {
        name: 'Name',
        description: 'Low, medium or high',
        type: 'String',
        default: 'low',
        code: 'RETURN _amount >= 500.0 ? "high" : _amount >= 100.0 ? "medium" : "low"',
      },
    ],
    sample: purchaseSample,
  },
]

/** Groups of reviewers of the first tenant, in each of its environments with queues. */
export const reviewerGroups = [
  { name: 'Senior reviewers', members: [demoAccount(0, 'senior-analyst').id, demoAccount(0, 'fraud-manager').id] },
  { name: 'Gift card team', members: [demoAccount(0, 'analyst').id, demoAccount(0, 'senior-analyst').id] },
] as const

/** Open cases up to which the service gives a person of the first tenant further ones. */
export const reviewerCapacities = [
  { userId: demoAccount(0, 'analyst').id, openCases: 4 },
  { userId: demoAccount(0, 'senior-analyst').id, openCases: 3 },
  { userId: demoAccount(0, 'fraud-manager').id, openCases: 1 },
] as const

/** What asks the customer of a purchase for a challenge. */
export const challengeAction = 'DO External.SendChallenge(@"user.userId")'

/** The queue whose cases the service assigns, and whose customers are asked for a challenge. */
export const identityChecks = 'Identity checks'

/** Queues of the first tenant beside the system queue. */
export const queues: readonly (Partial<QueueSettings> &
  Pick<QueueSettings, 'name' | 'defaultAction'> & {
    /** Names of groups of reviewers that are assigned. */
    groups?: readonly string[]
  })[] = [
  {
    name: 'High value',
    description: 'Orders of 500 or more, the most expensive first.',
    sequence: 'Restricted',
    assignedUsers: [demoAccount(0, 'analyst').id],
    groups: ['Senior reviewers'],
    supervisors: [demoAccount(0, 'fraud-manager').id],
    quickDecisions: [
      {
        key: '1',
        label: 'Known customer',
        decision: 'Approve',
        reason: 'Verified customer',
        note: 'Order of {amount}: the customer was verified before.',
        lists: [{ list: 'user', status: 'Safe', days: 90 }],
        tag: null,
      },
      {
        key: '2',
        label: 'Stolen card',
        decision: 'Reject',
        reason: 'Stolen card',
        note: '',
        lists: [{ list: 'payment', status: 'Block', days: null }],
        tag: 'stolen card',
      },
      {
        key: '3',
        label: 'Account taken over',
        decision: 'Reject',
        reason: 'Compromised account',
        note: '',
        lists: [{ list: 'email', status: 'Watch', days: 30 }],
        tag: 'takeover',
      },
    ],
    sla: { firstTouchMinutes: 4 * 60, resolutionMinutes: 24 * 60 },
    fourEyes: { amountUsd: 200_000, decisions: [], randomPercent: 0, blind: false },
    orderBy: 'amountUsd',
    direction: 'descending',
    timeoutMinutes: 3 * 24 * 60,
    defaultAction: 'Reject',
    escalation: true,
    hold: true,
  },
  {
    name: 'Gift cards',
    description: 'Gift cards are decided before their codes are sent.',
    assignedUsers: [demoAccount(0, 'analyst').id],
    supervisors: [demoAccount(0, 'senior-analyst').id],
    escalation: true,
    timeoutMinutes: 7 * 24 * 60,
    defaultAction: 'Reject',
    hold: true,
  },
  {
    name: identityChecks,
    description: 'Customers confirm who they are. The service gives each case to whoever has the fewest.',
    assignedUsers: [demoAccount(0, 'senior-analyst').id, demoAccount(0, 'editor').id],
    supervisors: [demoAccount(0, 'fraud-manager').id],
    assignment: 'LeastLoaded',
    challenge: true,
    timeoutMinutes: 3 * 24 * 60,
    defaultAction: 'Reject',
    escalation: true,
    hold: true,
  },
]

const routingRule = (name: string, description: string, clause: string, text: string): RuleBody => ({
  name,
  description,
  condition: '',
  clauses: [{ name: clause, section: 'prior', text }],
  sample: { payload: purchaseSample.payload, riskScore: 560 },
})
export const routingRules: readonly RuleBody[] = [
  routingRule(
    'High-value orders',
    'Orders of 500 or more go to the senior analysts.',
    '500 or more',
    'ROUTETO Queue("High value")\nWHEN @"purchase.request.totalAmount" >= 500',
  ),
  routingRule(
    'Gift card orders',
    'Orders with gift cards are reviewed before the codes are sent.',
    'Gift card in the order',
    'ROUTETO Queue("Gift cards")\nWHEN @"purchase.request.productList.category" == "GiftCard"',
  ),
]

/** Rules that are stored as templates. */
export const templates: readonly { name: string; description: string; body: RuleBody }[] = [
  {
    name: 'Gift cards of new customers',
    description: 'Sends gift cards of new customers to review. For every shop that sells gift cards.',
    body: giftCards,
  },
  {
    name: 'Express delivery abroad',
    description: 'Asks for a verification code when an express order leaves the country of the card.',
    body: shipping,
  },
]

export const savedViews: readonly { name: string; query: string }[] = [
  { name: 'Declined orders, last 7 days', query: 'f=decision:in:Reject' },
  { name: 'High score, approved', query: 'period=30d&f=decision:in:Approve&f=riskScore:gte:500&sort=riskScore:desc' },
  { name: 'Declined sign-ins', query: 'type=accountlogin&period=30d&f=decision:in:Reject' },
]

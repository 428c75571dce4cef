/* Plain values of the assistant, apart from their schemas, so that a page reads them without the validator. */

export const assistantLimits = {
  /** Characters of a question. */
  question: 2000,
  /** Questions of a user in a minute. */
  perMinute: 20,
  /** Seconds after which an answer is broken off. */
  seconds: 60,
  /** Days for which questions and answers are stored. */
  days: 30,
  /** Rows of a list in an answer; more are shown by the page that has them. */
  rows: 50,
  /** Suggested questions of a page. */
  suggestions: 4,
  /** Questions of a conversation that are read at once, the latest ones. */
  conversation: 100,
  modelAddress: 2000,
  modelName: 200,
  modelKey: 500,
} as const

/** Names a topic of the help in an address of the console: the topic is shown over the page. */
export const helpParameter = 'help'

/** What a draft is text of. */
export const draftKinds = ['filter', 'clause', 'velocity', 'function'] as const
export type DraftKind = (typeof draftKinds)[number]

/** What a source is: decides its icon. */
export const sourceKinds = [
  'event',
  'rule',
  'report',
  'case',
  'note',
  'log',
  'list',
  'velocity',
  'function',
  'queue',
  'environment',
  'search',
  'help',
] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Lists of words that the console shows in the language of the reader, by their code. */
export const termLists = [
  /** `Approve`, `Review`, `Challenge`, `Reject`. */
  'decision',
  /** A figure that a question can name: `Metric` of intents.ts. */
  'metric',
  /** A right, as roles.json names it. */
  'capability',
  /** A route of the console without values, such as `/data/velocities`. */
  'page',
  /** `filter`, `clause`, `velocity`, `function`. */
  'draft',
  /** `production`, `sandbox`. */
  'environmentKind',
  /** An operation of the activity log, such as `Update`. */
  'operation',
  /** A kind of resource of the activity log, such as `DecisionRule`. */
  'resource',
  /** A state of a case, such as `Pending`. */
  'caseState',
  /** A status of rules and velocities: `active`, `inactive`, `draft`, `published`, `deleted`. */
  'status',
  /** What links events: `user`, `email`, `device`, `payment`, `ip`, `address`, `phone`. */
  'entity',
  /** `Fraud`, `NonFraud`. */
  'label',
  /** A signal of the risk score, by its code in the explanation of a decision. */
  'signal',
  /** `purchase`, `accountcreation`, `accountlogin`; others are written as they are. */
  'assessment',
  /** A capability whose use is counted: `meteredCapabilities`. */
  'meteredCapability',
  /** A topic of the help: `help-topics.ts`. */
  'helpTopic',
] as const
export type TermList = (typeof termLists)[number]

/** Ratings of an answer. */
export const ratings = ['up', 'down'] as const
export type Rating = (typeof ratings)[number]

/** What a value of a sentence is, which decides how it is written. */
export const valueKinds = [
  'count',
  'number',
  'percentage',
  'duration',
  'money',
  'date',
  'time',
  'period',
  'text',
  'code',
  'term',
] as const
export type ValueKind = (typeof valueKinds)[number]

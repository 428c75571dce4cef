import type { AbortableQueryOptions } from 'kysely'
import type { Decision, EntityType, Explanation } from '../contract/index.ts'
import type { Db } from './database.ts'
import type { Principal } from './principal.ts'
import type { ChainRule, CompactExplanation, DecisionTimings } from './stored-explanation.ts'

export type * from './event-sinks.ts'
export type * from './outgoing.ts'
export type * from './principal.ts'
export type * from './scratch-files.ts'
export type { SecretKey } from './secret-key.ts'
export type * from './upload-files.ts'

/**
 * The external dependencies that features and the engine may use; those for Node are in `store/`, `identity/`,
 * `http/node/` and `main.ts`.
 */
export interface Ports {
  db: Db
  clock: () => Date
  /** Time-ordered unique id (UUID v7). */
  newId: () => string
  log: Logger
}

export type LogLevel = 0 | 1 | 2 | 3 | 4
/**
 * Structured, without personal data: pass ids, counts and codes only. Levels: 0 verbose, 1 information, 2 warning, 3
 * error, 4 critical.
 */
export interface Logger {
  write: (level: LogLevel, event: string, fields?: Record<string, string | number | boolean | null>) => void
}

/** Runs a query that is cancelled on the server, too, when the signal fires: pass the options to its `execute`. */
export type QueryRunner = <T>(
  signal: AbortSignal | undefined,
  work: (options: AbortableQueryOptions) => Promise<T>,
) => Promise<T>

/** A key vault: resolves an address in it to its value. */
export interface KeyVault {
  resolve: (reference: string) => Promise<string>
}

/** The verified caller of the risk API. */
export interface ApiCaller {
  tenantId: string
  clientId: string
  principalId: string
  /** Environment in which the application was created; null for a user who has the role. */
  homeEnvironmentId: string | null
  /** Kind of environment that the token's audience grants access to. */
  audienceKind: 'production' | 'sandbox' | 'both'
  roles: readonly string[]
  /** The credential for which the token was issued; absent: the token does not name it. */
  credential?: { id: string; brownOut: BrownOut | null } | undefined
}

/** Refuses a share of the calls of a credential for a time, to rehearse its revocation. */
export interface BrownOut {
  id: string
  percent: number
  endsAt: Date
}

/** Resolves bearer tokens to callers; throws `TokenError`. */
export interface TokenVerifier {
  user: (token: string) => Promise<Principal>
  application: (token: string) => Promise<ApiCaller>
}

export type TokenErrorReason =
  | 'TokenNotPresent'
  | 'TokenExpired'
  | 'TokenSignatureInvalid'
  | 'TokenAudienceNotAllowed'
  | 'TokenIssuerNotAllowed'
  | 'TokenClaimValueNotAllowed'
  | 'JwtInvalid'
/** Tenant and application of a token with a valid signature. */
export interface TokenBearer {
  tenantId: string
  clientId: string
}
export class TokenError extends Error {
  readonly reason: TokenErrorReason
  /** Whose token was refused; null: the token proves nobody. */
  readonly bearer: TokenBearer | null
  constructor(problem: TokenErrorReason, message: string, bearer: TokenBearer | null = null) {
    super(message)
    this.name = 'TokenError'
    this.reason = problem
    this.bearer = bearer
  }
}

/** A link between events: `value` is the form for comparisons, `display` the sent text. */
export interface EntityLink {
  type: EntityType
  value: string
  display: string
}

/** Columns of an event row that come from the request and its enrichment. Amounts in minor units and US cents. */
export interface EventFacts {
  merchantAt: string | null
  assessmentType: 'Evaluate' | 'Protect'
  amount: number | null
  currency: string | null
  amountUsd: number | null
  userId: string | null
  userName: string | null
  email: string | null
  phone: string | null
  ip: string | null
  ipCountry: string | null
  deviceId: string | null
  paymentType: string | null
  cardType: string | null
  bin: string | null
  lastFour: string | null
  billingCountry: string | null
  shippingCountry: string | null
  shippingCity: string | null
  itemCount: number | null
  /** Names and e-mail addresses of the holders of the payment instruments, normalised. */
  payers: readonly string[]
  /** Postal codes of the shipment and of the payment instruments with their countries, such as `us 98101`. */
  postalCodes: readonly string[]
}

/** The input of the writer for one accepted assessment. */
export interface DecidedEvent {
  environmentId: string
  /** `purchase`, `accountcreation`, `accountlogin`, `signup`, `signin`, or the API name of a tenant assessment. */
  eventType: string
  externalId: string
  eventId: string
  /** Transaction date. */
  at: Date
  /** `None`: nothing has decided it, as an event of a data upload; its risk score is -1 then, and its answer empty. */
  decision: Decision | 'None'
  reason: string
  riskScore: number
  /** Score of the bot model, where it runs. */
  botScore?: number | undefined
  /** The deciding rule; null when none decided. */
  ruleId: string | null
  rule: string | null
  clause: string | null
  ruleEnvironmentId: string | null
  facts: EventFacts
  entities: readonly EntityLink[]
  /** The answer, byte for byte as it is sent and replayed. */
  answer: string
  /** The stored form (`compactAnswer`), when it differs. */
  storedAnswer?: string
  receivedAt: Date
  correlationId: string | null
  request: Record<string, unknown>
  /** The request as JSON, a text or its bytes in UTF-8, where it is serialised before the batch. */
  requestText?: string | Uint8Array
  enrichment: Record<string, unknown>
  explanation: Explanation | CompactExplanation
  /** Recorded inputs of its rules: JSON, part of the stored explanation. */
  recordedInputs?: string | undefined
  /** How long its phases took. */
  timings?: DecisionTimings | undefined
  /** Its velocity contributions, serialised; durable with the event, nothing for a repeat. */
  velocities?: string | null
  /** The case that begins with it, in the queue of this name; no case when absent. */
  case?: CaseStart | undefined
}
/**
 * `rule` and `clause`: the routing rule that named the queue; null for the system queue. `failedRuleIds`: routing rules
 * of which a part failed.
 */
export interface CaseStart {
  queue: string
  ruleId: string | null
  rule: string | null
  clause: string | null
  failedRuleIds: readonly string[]
  paymentInstrumentId: string | null
}

/**
 * The result of writing an assessment; a repeat contains the answer of the first request as it is stored, and the rules
 * of the chain that it refers to.
 */
export interface WrittenEvent {
  answer: string
  replayed: boolean
  /** The transaction that stored it; absent for a repeat. */
  transaction?: number
  rules?: readonly ChainRule[] | null
}

/** A stored label; `at` orders several labels on one object. */
export interface LabelState {
  body: Record<string, unknown>
  isFraud: boolean | null
  at: string
}
export interface LabelWrite {
  environmentId: string
  /**
   * Event types of the transactions that the label can name by their id; none for a label on a user, instrument or
   * e-mail.
   */
  eventTypes: readonly string[]
  /** Object type, source and id: a label that is sent again changes the stored one. */
  key: string
  objectType: string
  /** Form for comparisons: the external id of an event, else the value of an entity. */
  objectId: string
  /** Merges the sent label into the stored one. */
  merge: (stored: LabelState | null) => LabelState
}

/** A status, bank event, chargeback, refund, account update or observation: an upsert. */
export interface DataWrite {
  environmentId: string
  eventType: string
  /** A data event that is sent again with this key changes the stored one. */
  key: string
  /** Id that the stages of one subject share. */
  entityId: string
  dataId: string
  /**
   * Event type and merchant's id of the assessment that it refers to, or `user` and an id; the subject need not exist.
   */
  subjectType: string
  subjectId: string
  happenedAt: Date
  receivedAt: Date
  correlationId: string | null
  /** Merges the sent body into the stored one. */
  merge: (stored: Record<string, unknown> | null) => Record<string, unknown>
  /** Its velocity contributions when it is new, in their stored form; nothing when absent. */
  velocities?: string
}
/** `fresh`: it was not stored before, so its velocity contributions are stored with it. */
export interface WrittenData {
  fresh: boolean
  /** The transaction that stored it. */
  transaction: number
}

/**
 * Writes are durable when their promises resolve. Rejects with `UnavailableError` when it cannot accept or cannot
 * confirm the work.
 */
export interface EventWriter {
  write: (event: DecidedEvent) => Promise<WrittenEvent>
  label: (label: LabelWrite) => Promise<void>
  data: (data: DataWrite) => Promise<WrittenData>
  /**
   * Returns null while work is accepted, else the reason: checked before costly work for a request that would be
   * refused.
   */
  unavailableReason: () => UnavailableError | null
  close: () => Promise<void>
}

const unavailableMessages = {
  overload: 'The service is overloaded',
  database: 'The database is not available',
  identity: 'The identity provider is not available',
  storage: 'There is no room for a file',
  files: 'A file of the service cannot be read or written',
} as const

/** The service cannot do the work at the moment; the caller may retry after `retryAfter` seconds. */
export class UnavailableError extends Error {
  readonly reason: keyof typeof unavailableMessages
  readonly retryAfter: number
  constructor(reason: keyof typeof unavailableMessages, retryAfter = 1) {
    super(unavailableMessages[reason])
    this.name = 'Unavailable'
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

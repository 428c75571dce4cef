import type { AbortableQueryOptions } from 'kysely'
import type { Capability, Decision, EntityType, Explanation, RoleId } from '../contract/index.ts'
import type { Db } from './database.ts'
import type { ChainRule, CompactExplanation } from './stored-explanation.ts'

/**
 * What features and the engine may ask of the outside; the Node side lives in `store/`, `identity/`, `http/node/` and
 * `main.ts`.
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

/** Runs a query that ends on the server, too, when the signal fires. Hand the options to the query's `execute`. */
export type QueryRunner = <T>(
  signal: AbortSignal | undefined,
  work: (options: AbortableQueryOptions) => Promise<T>,
) => Promise<T>

/** A request to the outside; `timeoutMs` bounds all of it. */
export interface OutgoingRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body: string | null
  timeoutMs: number
  /** Certificate and private key of the client, PEM. */
  certificate?: string | undefined
}
/**
 * An answer of whatever status, or why there is none: `refused` an address that may not be called, `response` too
 * large.
 */
export type OutgoingAnswer =
  | { kind: 'answer'; status: number; text: string; headers?: Readonly<Record<string, string | undefined>> }
  | { kind: 'timeout' | 'communication' | 'refused' | 'response'; message: string }

/** Calls to services outside. Never rejects; redirects are not followed. */
export interface OutgoingHttp {
  send: (request: OutgoingRequest) => Promise<OutgoingAnswer>
  /** Why an address would not be called whatever its name stands for, or null. Text in braces stands for any. */
  addressIssue: (url: string) => string | null
  close: () => void
}
/** A key vault: gives what an address in it stands for. */
export interface KeyVault {
  resolve: (reference: string) => Promise<string>
}

/** The verified caller of a console call. */
export interface Principal {
  tenantId: string
  id: string
  name: string
  username: string
  /** Directory role template ids of the token. */
  wids: readonly string[]
  /** Assignments as stored; `environmentId` null is tenant-wide. `since`: when it was given. */
  assignments: readonly { role: RoleId; environmentId: string | null; since?: Date | undefined }[]
  /** Whatever the roles give, no more than these: an administrator who has not attested the permitted use. */
  limitedTo?: readonly Capability[] | undefined
}

/** The verified caller of the risk API. */
export interface ApiCaller {
  tenantId: string
  clientId: string
  principalId: string
  /** Environment the application was created in; null for a person who holds the role. */
  homeEnvironmentId: string | null
  /** Which kind of environment the token's audience opens. */
  audienceKind: 'production' | 'sandbox' | 'both'
  roles: readonly string[]
}

/** Turns bearer tokens into callers; throws `TokenError`. */
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
export class TokenError extends Error {
  readonly reason: TokenErrorReason
  constructor(problem: TokenErrorReason, message: string) {
    super(message)
    this.name = 'TokenError'
    this.reason = problem
  }
}

/** What links events: `value` is the compared form, `display` what was sent. */
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
}

/** What the engine hands to the writer for one accepted assessment. */
export interface DecidedEvent {
  environmentId: string
  /**
   * `purchase`, `accountcreation`, `accountlogin`, `signup`, `signin`, or the API name of an assessment that the tenant
   * made.
   */
  eventType: string
  externalId: string
  eventId: string
  /** Transaction date. */
  at: Date
  decision: Decision
  reason: string
  riskScore: number
  /** What decided; null when nothing did. */
  ruleId: string | null
  rule: string | null
  clause: string | null
  ruleEnvironmentId: string | null
  facts: EventFacts
  entities: readonly EntityLink[]
  /** The answer, byte for byte as it is sent and replayed. */
  answer: string
  /** The form in which it is stored (`compactAnswer`), when that is another. */
  storedAnswer?: string
  receivedAt: Date
  correlationId: string | null
  request: Record<string, unknown>
  enrichment: Record<string, unknown>
  explanation: Explanation | CompactExplanation
  /** What resources told its rules: JSON, part of the explanation when it is stored. */
  recordedInputs?: string | undefined
  /** What velocities count of it, packed; durable with the event, nothing for a repeat. */
  velocities?: string | null
}

/**
 * What came of writing an assessment; a repeat carries the answer of the first call as it is stored, and the rules of
 * the chain that it refers to.
 */
export interface WrittenEvent {
  answer: string
  replayed: boolean
  rules?: readonly ChainRule[] | null
}

/** A label as kept; `at` orders several labels on one object. */
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
  /** Object type, source and id: sending it again changes the same label. */
  key: string
  objectType: string
  /** Compared form: the external id of an event, else the value of an entity. */
  objectId: string
  /** Joins what was sent with what is stored. */
  merge: (stored: LabelState | null) => LabelState
}

/** A status, bank event, chargeback, refund, account update or observation: an upsert. */
export interface DataWrite {
  environmentId: string
  eventType: string
  /** Sending it again changes the same data event. */
  key: string
  /** Id that the stages of one thing share. */
  entityId: string
  dataId: string
  /**
   * Event type and merchant's id of the assessment it speaks of, or `user` and an id; whether that is known does not
   * matter.
   */
  subjectType: string
  subjectId: string
  happenedAt: Date
  receivedAt: Date
  correlationId: string | null
  /** Joins what was sent with what is stored. */
  merge: (stored: Record<string, unknown> | null) => Record<string, unknown>
  /** What velocities count of it when it is new, as it is stored; nothing when absent. */
  velocities?: string
}
/** `fresh`: it was not there before, so what velocities count of it is stored with it. */
export interface WrittenData {
  fresh: boolean
}

/** Durable when its promises resolve. Rejects with `Unavailable` when it cannot take or cannot confirm the work. */
export interface EventWriter {
  write: (event: DecidedEvent) => Promise<WrittenEvent>
  label: (label: LabelWrite) => Promise<void>
  data: (data: DataWrite) => Promise<WrittenData>
  /** Null while work is taken, else why not: asked before costly work is done for a call that would be refused. */
  unavailableReason: () => UnavailableError | null
  close: () => Promise<void>
}

const unavailableMessages = {
  overload: 'The service is overloaded',
  database: 'The database is not available',
  identity: 'The identity provider is not available',
} as const

/** The service cannot do it now; the caller may try again after `retryAfter` seconds. */
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

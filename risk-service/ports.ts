import type { Kysely } from 'kysely'
import type { Decision, EventType, RoleId } from './contract/index.ts'
import type { Database } from './store/schema.ts'

/** What features and the engine may ask of the outside; the Node side lives in `store/`, `identity/`, `http/node/` and `main.ts`. */
export interface Ports {
  db: Kysely<Database>
  clock: () => Date
  /** Time-ordered unique id (UUID v7). */
  newId: () => string
  log: Logger
}

export type LogLevel = 0 | 1 | 2 | 3 | 4
/** Structured, without personal data: pass ids, counts and codes only. Levels: 0 verbose, 1 information, 2 warning, 3 error, 4 critical. */
export interface Logger {
  write: (level: LogLevel, event: string, fields?: Record<string, string | number | boolean | null>) => void
}

/** The verified caller of a console call. */
export interface Principal {
  tenantId: string
  id: string
  name: string
  username: string
  /** Directory role template ids of the token. */
  wids: readonly string[]
  /** Assignments as stored; `environmentId` null is tenant-wide. */
  assignments: readonly { role: RoleId; environmentId: string | null }[]
}

/** The verified caller of the risk API. */
export interface ApiCaller {
  tenantId: string
  clientId: string
  principalId: string
  /** Environment the application was created in. */
  homeEnvironmentId: string
  /** Which kind of environment the token's audience opens. */
  audienceKind: 'production' | 'sandbox' | 'both'
  roles: readonly string[]
}

/** Turns bearer tokens into callers; throws `TokenError`. */
export interface TokenVerifier {
  user: (token: string) => Promise<Principal>
  application: (token: string) => Promise<ApiCaller>
}

export type TokenProblem =
  | 'TokenNotPresent' | 'TokenExpired' | 'TokenSignatureInvalid' | 'TokenAudienceNotAllowed' | 'TokenIssuerNotAllowed'
  | 'TokenClaimValueNotAllowed' | 'JwtInvalid'
export class TokenError extends Error {
  readonly problem: TokenProblem
  constructor(problem: TokenProblem, message: string) {
    super(message)
    this.name = 'TokenError'
    this.problem = problem
  }
}

/** What the engine hands to the writer for one accepted assessment. */
export interface DecidedEvent {
  environmentId: string
  eventType: EventType
  externalId: string
  eventId: string
  at: Date
  decision: Decision
  /** The answer, byte for byte as it is sent and replayed. */
  answer: string
}

/**
 * Resources a rule can refer to: what the checker knows of them (`…Info`, `FunctionDefinition`), and the readers an
 * evaluation is given. A reader gets the very object that the check environment holds under the name, so its owner can
 * keep ids on it; names that a function uses resolve in the function's own environment and arrive the same way.
 *
 * Whatever may take time may return a promise. A clause that needs one stops there and goes on later (`runClause`,
 * `testCondition`); a clause that uses no such resource never waits, and is known to when it is compiled (`waits`).
 */
import type { CheckEnvironment } from './check-environment.ts'

export type MaybePromise<T> = T | Promise<T>

/**
 * A custom list. Its readers are asked for `id`, else for the name as the rule writes it. `remote`: its rows are in a
 * database elsewhere, and have to be waited for.
 */
export interface ListInfo {
  name: string
  columns: readonly string[]
  id?: string
  remote?: true
}
/** Stands before the id of a list whose rows are elsewhere. */
export const remoteListPrefix = 'remote:'
export interface SupportListInfo {
  name: string
  id?: string
}

/**
 * Lists as the evaluation reads them. Names (or ids), columns and keys arrive as written; the reader ignores case and
 * outer blanks.
 */
export interface ListReader {
  containsKey: (list: string, column: string, key: string) => boolean
  /** First matching row's value, or undefined. */
  lookup: (list: string, keyColumn: string, key: string, valueColumn: string) => string | undefined
  /** Exact match, else the greatest key not above `key`, else the smallest; undefined for an empty list. */
  lookupClosest: (list: string, keyColumn: string, key: string, valueColumn: string) => string | undefined
  /** Status of an unexpired support-list entry at `now`, or undefined. */
  supportStatus: (list: string, value: string, now: Date) => 'Safe' | 'Block' | 'Watch' | undefined
  /**
   * The same of lists whose rows are elsewhere; those above answer for them when absent. Asked once per event for the
   * same. A failure (thrown or rejected) reads as no row and is FQL4007.
   */
  remote?: RemoteListReader | undefined
}
export interface RemoteListReader {
  containsKey: (list: string, column: string, key: string) => MaybePromise<boolean>
  lookup: (list: string, keyColumn: string, key: string, valueColumn: string) => MaybePromise<string | undefined>
}
/** What a list was asked, as a text. */
export const listQueryKeys = {
  containsKey: (list: string, column: string, key: string): string => `list|${list}|${column}|${key}`,
  lookup: (list: string, keyColumn: string, key: string, valueColumn: string): string =>
    `lookup|${list}|${keyColumn}|${key}|${valueColumn}`,
}

/** How a velocity counts: events, what is distinct in them, or an amount. */
export type VelocityAggregate = 'count' | 'distinct' | 'sum'
export interface VelocityInfo {
  name: string
  id?: string
}
/** `7d`: 1-59 s, 1-59 m, 1-23 h, 1-90 d. Its range is `windowStart(now, window)` to now. */
export interface VelocityWindow {
  count: number
  unit: 's' | 'm' | 'h' | 'd'
}
/**
 * Never asked with an empty key, and once per event for the same velocity, key and window. A failure (thrown or
 * rejected) reads as 0 and is FQL4009.
 */
export interface VelocityReader {
  read: (velocity: VelocityInfo, key: string, window: VelocityWindow) => MaybePromise<number>
  /**
   * Fetches what is likely to be read, in one go; undefined when it is at hand. Never rejects: what fails, fails when
   * it is read.
   */
  prefetch?: (reads: readonly VelocityRead[]) => Promise<void> | undefined
}
/** A velocity that may be read. */
export interface VelocityRead {
  velocity: VelocityInfo
  key: string
  window: VelocityWindow
}

export type DeclaredType = 'Boolean' | 'DateTime' | 'Double' | 'Integer' | 'String'
export type DeclaredValue = string | number | boolean
export interface FunctionParameter {
  name: string
  type: DeclaredType
  default: DeclaredValue
}
export interface FunctionProperty {
  name: string
  type: DeclaredType
  default: DeclaredValue
  code: string
  description?: string
}
export interface FunctionDefinition {
  name: string
  parameters: readonly FunctionParameter[]
  properties: readonly FunctionProperty[]
  /** What its code can name: the environment the function lives in; that of the caller when absent. */
  environment?: () => CheckEnvironment
}
/** Functions by lower-cased name, by how a call reaches them. */
export interface FunctionScopes {
  own?: ReadonlyMap<string, FunctionDefinition>
  root?: ReadonlyMap<string, FunctionDefinition>
  parent?: ReadonlyMap<string, FunctionDefinition>
  /** `Functions.environment["id"]`, by lower-cased id of an ancestor. */
  environments?: ReadonlyMap<string, ReadonlyMap<string, FunctionDefinition>>
}

/** `sample`: sample response, for completions. */
export interface ExternalCallInfo {
  name: string
  parameters: readonly string[]
  sample?: unknown
  id?: string
}
export interface ExternalAssessmentInfo {
  name: string
  sample?: unknown
  id?: string
}

export interface CallResult {
  /** The response, or the default response of a call that failed; null for an assessment that failed. */
  response: unknown
  /** 0 when there was no response. */
  httpStatusCode: number
  /** Empty for a success. */
  errorMessage: string
  latencyMs: number
  /** What was sent, for `GetDiagnostics().Request`. */
  request?: unknown
  endpoint?: string
}
/**
 * Asked once per event for the same call and arguments. Failures are results too: a reader that throws counts as
 * "Unknown failure" with a null response.
 */
export interface CallReader {
  external: (call: ExternalCallInfo, args: readonly string[]) => MaybePromise<CallResult>
  /**
   * `body` holds the named arguments, laid over `$baseInput`. `observation` names the observation event of `Observe`.
   */
  assessment: (
    target: ExternalAssessmentInfo,
    method: 'evaluate' | 'observe' | 'label',
    body: Record<string, unknown>,
    observation: string | null,
  ) => MaybePromise<CallResult>
}
/** A call as the answer and the monitoring show it. */
export interface CallRecord {
  kind: 'external' | 'assessment'
  name: string
  id: string | undefined
  status: 'Success' | 'ResponseFailure'
  httpStatus: number
  latencyMs: number
  errorMessage: string
}

export interface GeoFacts {
  countryCode?: string
  countryRegion?: string
  regionCode?: string
  region?: string
  city?: string
  marketCode?: string
  postalCode?: string
  isp?: string
}
export interface GeoReader {
  /** Undefined for an unknown, private or malformed address. */
  lookup: (ip: string) => GeoFacts | undefined
  /**
   * Whether an address that is not the value of an attribute may be looked up; by default when it occurs in the event.
   */
  allows?: (ip: string) => boolean
}
export interface BinFacts {
  cardNetwork?: string
  cardType?: string
  issuer?: string
  countryCode?: string
  cardCategory?: string
}
/** Asked for the first 8, then 7, then 6 digits. */
export interface BinReader {
  lookup: (prefix: string) => BinFacts | undefined
}
export interface DeviceReader {
  /** All attributes of a fingerprinting session; undefined when it is unknown. */
  attributes: (sessionId: string) => MaybePromise<Readonly<Record<string, unknown>> | undefined>
  /** Miles per hour; 0 with fewer than two sessions. */
  speedOfTravel: (sessionId: string) => MaybePromise<number>
}
/** What a model gives: `{ Score, Reasons, … }`. Each runs once per event. */
export interface ModelReader {
  risk?: () => MaybePromise<Readonly<Record<string, unknown>> | undefined>
  bot?: (deviceContextId: string) => MaybePromise<Readonly<Record<string, unknown>> | undefined>
}

/** What one event's evaluation can read. What is missing reads as its default; a list that is missing is FQL4007. */
export interface ResourceReaders {
  lists?: ListReader
  velocities?: VelocityReader
  calls?: CallReader
  geo?: GeoReader
  bins?: BinReader
  devices?: DeviceReader
  models?: ModelReader
}

/**
 * Resources that a rule can refer to: their descriptions for the checker (`…Info`, `FunctionDefinition`), and the
 * readers for an evaluation. A reader receives the very object that the check environment contains under the name, so
 * that its owner can store ids on it; names that a function uses resolve in the function's own environment and are
 * passed in the same way.
 * A reader that may take time may return a promise. A clause that needs one stops there and continues later
 * (`runClause`, `testCondition`); a clause that uses no such resource never waits, which is determined when it is
 * compiled (`waits`).
 */
import type { CheckEnvironment } from './check-environment.ts'

export type MaybePromise<T> = T | Promise<T>

/**
 * A custom list. Its readers are called with `id`, else with the name as the rule contains it. `remote`: its rows are
 * in a database elsewhere, and reading them requires waiting.
 */
export interface ListInfo {
  name: string
  columns: readonly string[]
  id?: string
  remote?: true
}
/** Prefix of the id of a list whose rows are elsewhere. */
export const remoteListPrefix = 'remote:'
export interface SupportListInfo {
  name: string
  id?: string
}

/**
 * Reads lists for an evaluation. Names (or ids), columns and keys are passed as written; the reader ignores case and
 * outer blanks.
 */
export interface ListReader {
  containsKey: (list: string, column: string, key: string) => boolean
  /** Returns the first matching row's value, or undefined. */
  lookup: (list: string, keyColumn: string, key: string, valueColumn: string) => string | undefined
  /** Exact match, else the greatest key not above `key`, else the smallest; undefined for an empty list. */
  lookupClosest: (list: string, keyColumn: string, key: string, valueColumn: string) => string | undefined
  /** Returns the status of an unexpired support-list entry at `now`, or undefined. */
  supportStatus: (list: string, value: string, now: Date) => 'Safe' | 'Block' | 'Watch' | undefined
  /**
   * Reads lists whose rows are elsewhere; the methods above answer for them when absent. Called once per event for the
   * same query. A failure (thrown or rejected) reads as no row and is FQL4007.
   */
  remote?: RemoteListReader | undefined
}
export interface RemoteListReader {
  containsKey: (list: string, column: string, key: string) => MaybePromise<boolean>
  lookup: (list: string, keyColumn: string, key: string, valueColumn: string) => MaybePromise<string | undefined>
}
/** Keys of the queries of lists, as texts. */
export const listQueryKeys = {
  containsKey: (list: string, column: string, key: string): string => `list|${list}|${column}|${key}`,
  lookup: (list: string, keyColumn: string, key: string, valueColumn: string): string =>
    `lookup|${list}|${keyColumn}|${key}|${valueColumn}`,
}

/** The kind of a velocity: it counts events or distinct values, or sums an amount. */
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
 * Never called with an empty key, and once per event for the same velocity, key and window. A failure (thrown or
 * rejected) reads as 0 and is FQL4009.
 */
export interface VelocityReader {
  read: (velocity: VelocityInfo, key: string, window: VelocityWindow) => MaybePromise<number>
  /**
   * Fetches likely reads together; undefined when all values are available. Never rejects: a failed read fails when it
   * is read.
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
  /** The names that its code can use: those of the function's own environment; those of the caller's when absent. */
  environment?: () => CheckEnvironment
}
/** Functions by lower-cased name, by the scope of the call. */
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
  /** The response, or the default response of a failed call; null for a failed assessment. */
  response: unknown
  /** 0 without a response. */
  httpStatusCode: number
  /** Empty for a success. */
  errorMessage: string
  latencyMs: number
  /** The sent request, for `GetDiagnostics().Request`. */
  request?: unknown
  endpoint?: string
}
/** The rule and the clause that make a call; empty in the condition of a rule, and outside of rules. */
export interface CallPlace {
  rule: string
  clause: string
}
/**
 * Called once per event for the same call and arguments. Failures are results too: a reader that throws counts as
 * "Unknown failure" with a null response.
 */
export interface CallReader {
  external: (call: ExternalCallInfo, args: readonly string[], place?: CallPlace) => MaybePromise<CallResult>
  /**
   * `body` contains the named arguments, merged over `$baseInput`. `observation` names the observation event of
   * `Observe`.
   */
  assessment: (
    target: ExternalAssessmentInfo,
    method: 'evaluate' | 'observe' | 'label',
    body: Record<string, unknown>,
    observation: string | null,
  ) => MaybePromise<CallResult>
}
/** A call in the form for the answer and the monitoring. */
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
   * Returns whether an address that is not the value of an attribute may be looked up; by default when it occurs in the
   * event.
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
/** Called with the first 8, then 7, then 6 digits. */
export interface BinReader {
  lookup: (prefix: string) => BinFacts | undefined
}
export interface DeviceReader {
  /** All attributes of a fingerprinting session; undefined when it is unknown. */
  attributes: (sessionId: string) => MaybePromise<Readonly<Record<string, unknown>> | undefined>
  /** Miles per hour; 0 with fewer than two sessions. */
  speedOfTravel: (sessionId: string) => MaybePromise<number>
}
/** The result of a model: `{ Score, Reasons, … }`. Each model runs once per event. */
export interface ModelReader {
  risk?: () => MaybePromise<Readonly<Record<string, unknown>> | undefined>
  bot?: (deviceContextId: string) => MaybePromise<Readonly<Record<string, unknown>> | undefined>
}

/** The readers for one event's evaluation. A missing reader reads as its default; a missing list is FQL4007. */
export interface ResourceReaders {
  lists?: ListReader
  velocities?: VelocityReader
  calls?: CallReader
  geo?: GeoReader
  bins?: BinReader
  devices?: DeviceReader
  models?: ModelReader
}

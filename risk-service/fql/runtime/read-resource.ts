import { runtimeMessage } from '../diagnostics/diagnostics.ts'
import type {
  CallRecord,
  CallResult,
  DeclaredType,
  ExternalAssessmentInfo,
  ExternalCallInfo,
  MaybePromise,
  VelocityInfo,
  VelocityWindow,
} from '../types/resource-readers.ts'
import type { Scope } from '../types/scope-types.ts'
import { conversions } from './convert.ts'
import { dateText, parseDate, spanText } from './dates.ts'
import { EvaluationError, fail } from './evaluation-error.ts'

/** Stops the run of a part until a result is available; the part then continues at the same statement. */
export class PendingRead extends Error {
  readonly promise: Promise<unknown>
  constructor(promise: Promise<unknown>) {
    // Not a fault: no code reads its stack trace, and capturing one costs more than continuing.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super('pending')
    Error.stackTraceLimit = stackTraceLimit
    this.promise = promise
  }
}
/** A pending result. */
class PendingResult {
  readonly promise: Promise<unknown>
  constructor(promise: Promise<unknown>) {
    this.promise = promise
  }
}

/** A failure that was replaced by a default, until the running part reports it. */
export interface Recovery {
  code: `FQL${number}`
  at: number
  resource: string
}
const recoveriesKey = 'recoveries'
function recordRecovery(scope: Scope, recovery: Recovery): void {
  const results = (scope.results ??= new Map<string, unknown>())
  const list = results.get(recoveriesKey) as Recovery[] | undefined
  if (list === undefined) results.set(recoveriesKey, [recovery])
  else list.push(recovery)
}
/** Returns and clears the failures since the last call. */
export function drainRecoveries(scope: Scope): readonly Recovery[] {
  const list = scope.results?.get(recoveriesKey) as Recovery[] | undefined
  if (list === undefined) return none
  scope.results?.delete(recoveriesKey)
  return list
}
const none: readonly Recovery[] = []

/** Reads once per event; a promise stops the run of the part until it has settled. */
export function readOnce<T>(
  scope: Scope,
  key: string,
  load: () => MaybePromise<T>,
  failed: (error: unknown) => T,
  settled?: (value: T) => void,
): T {
  const results = (scope.results ??= new Map<string, unknown>())
  const cached = results.get(key)
  if (cached instanceof PendingResult) throw new PendingRead(cached.promise)
  if (cached !== undefined || results.has(key)) return cached as T
  const keep = (value: T): void => {
    settled?.(value)
    results.set(key, value)
  }
  let result: MaybePromise<T>
  try {
    result = load()
  } catch (error) {
    result = failed(error)
  }
  if (result instanceof Promise) {
    const promise = result.catch(failed).then(keep)
    results.set(key, new PendingResult(promise))
    throw new PendingRead(promise)
  }
  keep(result)
  return result
}

/** Maximum of combinations of velocity, key and window that one event may read. */
const maxVelocityReads = 100

/** `keyPrefix`: the beginning of the read's key, as `velocityReadKey` creates it; one for all events. */
export function readVelocity(
  scope: Scope,
  at: number,
  velocity: VelocityInfo,
  window: VelocityWindow,
  keyPrefix: string,
  key: string,
): number {
  const reader = scope.readers.velocities
  if (key === '' || reader === undefined) return 0
  const name = keyPrefix + key
  const results = (scope.results ??= new Map<string, unknown>())
  const cached = results.get(name)
  if (typeof cached === 'number') return cached
  if (cached === undefined) {
    const count = Number(results.get('velocities') ?? 0) + 1
    if (count > maxVelocityReads) return fail('FQL4006', at)
    results.set('velocities', count)
  }
  const failed = (): number => {
    recordRecovery(scope, { code: 'FQL4009', at, resource: velocity.name })
    return 0
  }
  return readOnce(scope, name, () => reader.read(velocity, key, window), failed)
}
export const velocityReadKey = (velocity: VelocityInfo, window: VelocityWindow): string =>
  `velocity|${velocity.id ?? velocity.name.toLowerCase()}|${window.count}${window.unit}|`

const unknownFailureResult = (error: unknown): CallResult => ({
  response: null,
  httpStatusCode: 0,
  errorMessage: error instanceof Error ? error.message : 'Unknown failure',
  latencyMs: 0,
})
const missingDefinition: CallResult = {
  response: null,
  httpStatusCode: 0,
  errorMessage: 'Definition not found',
  latencyMs: 0,
}

/** Records a call for the answer, and its response for `GetDiagnostics`. */
function recordCall(
  scope: Scope,
  kind: CallRecord['kind'],
  info: { name: string; id?: string },
  result: CallResult,
): void {
  const success = result.errorMessage === ''
  scope.calls.push({
    kind,
    name: info.name,
    id: info.id,
    status: success ? 'Success' : 'ResponseFailure',
    httpStatus: result.httpStatusCode,
    latencyMs: result.latencyMs,
    errorMessage: result.errorMessage,
  })
  if (!success) scope.recovered.push({ code: 'FQL4007', message: result.errorMessage, resource: info.name })
  if (typeof result.response !== 'object' || result.response === null) return
  const results = (scope.results ??= new Map<string, unknown>())
  const responses =
    (results.get('responses') as WeakMap<object, CallResult> | undefined) ?? new WeakMap<object, CallResult>()
  responses.set(result.response, result)
  results.set('responses', responses)
}

export function callExternal(scope: Scope, info: ExternalCallInfo, args: readonly string[]): CallResult {
  return readOnce(
    scope,
    `external|${info.id ?? info.name.toLowerCase()}|${JSON.stringify(args)}`,
    () => scope.readers.calls?.external(info, args, { rule: scope.rule, clause: scope.clause }) ?? missingDefinition,
    unknownFailureResult,
    result => recordCall(scope, 'external', info, result),
  )
}

export function callAssessment(
  scope: Scope,
  info: ExternalAssessmentInfo,
  method: 'evaluate' | 'observe' | 'label',
  observation: string | null,
  base: unknown,
  over: Record<string, unknown>,
): CallResult {
  const body = typeof base === 'object' && base !== null && !Array.isArray(base) ? { ...base, ...over } : over
  return readOnce(
    scope,
    `assessment|${method}|${info.id ?? info.name.toLowerCase()}|${observation ?? ''}|${JSON.stringify(body)}`,
    () => scope.readers.calls?.assessment(info, method, body, observation) ?? missingDefinition,
    unknownFailureResult,
    result => recordCall(scope, 'assessment', info, result),
  )
}

/** Returns the diagnostics object of a call. */
export const diagnosticsOf = (result: CallResult): Record<string, unknown> => ({
  Request: result.request ?? null,
  ...(result.endpoint === undefined ? {} : { Endpoint: result.endpoint }),
  HttpStatusCode: result.httpStatusCode,
  ErrorMessage: result.errorMessage,
  Latency: result.latencyMs,
})
/** Returns the diagnostics object of a value that may be the response of a call. */
export function diagnosticsOfValue(scope: Scope, value: unknown): Record<string, unknown> | null {
  const result =
    typeof value === 'object' && value !== null
      ? (scope.results?.get('responses') as WeakMap<object, CallResult> | undefined)?.get(value)
      : undefined
  return result === undefined ? null : diagnosticsOf(result)
}

/** Returns whether a text is a value of the event. */
export function occursIn(event: unknown, text: string): boolean {
  const stack: unknown[] = [event]
  for (let left = 10_000; left > 0 && stack.length > 0; left--) {
    const next = stack.pop()
    if (next === text) return true
    if (typeof next === 'object' && next !== null) stack.push(...Object.values(next).slice(0, left))
  }
  return false
}

/** The source of a function value: a typed expression or JSON. */
export type ConversionSource = 'DateTime' | 'TimeSpan' | 'Json'
const conversionByDeclaredType = {
  Boolean: conversions.Bool,
  DateTime: conversions.DateTime,
  Double: conversions.Double,
  Integer: conversions.Int,
  String: conversions.String,
} as const

/** Converts to a declared type; undefined when that is not possible. */
function convertDeclared(value: unknown, from: ConversionSource, to: DeclaredType): unknown {
  if (from === 'Json') return conversionByDeclaredType[to](value)
  if (to === 'String') return from === 'DateTime' ? dateText(value as number) : spanText(value as number)
  return from === 'DateTime' && to === 'DateTime' ? value : undefined
}
/** Returns a default in the representation of its type. */
export const declaredDefault = (value: string | number | boolean, type: DeclaredType): unknown =>
  (type === 'DateTime' ? parseDate(String(value)) : undefined) ??
  conversionByDeclaredType[type](value) ??
  conversionByDeclaredType[type](null)

export interface Guard {
  from: ConversionSource
  to: DeclaredType
  fallback: unknown
}
/** Returns an argument of a function: its default when evaluation or conversion fails. */
export function guard(value: () => unknown, { from, to, fallback: otherwise }: Guard): unknown {
  try {
    return convertDeclared(value(), from, to) ?? otherwise
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown
    return otherwise
  }
}

/** Returns a property of a function: computed once per place and arguments in one event; its default when it fails. */
export function invoke(
  scope: Scope,
  site: number,
  name: string,
  guarded: Guard,
  cost: number,
  args: readonly unknown[],
  body: (scope: Scope, args: readonly unknown[]) => unknown,
): unknown {
  const key = `function|${site}|${JSON.stringify(args)}`
  const cached = scope.results?.get(key)
  if (cached !== undefined) return cached
  scope.steps += cost
  let value: unknown
  try {
    value = convertDeclared(body(scope, args), guarded.from, guarded.to) ?? guarded.fallback
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown
    scope.recovered.push({ code: thrown.code, message: runtimeMessage(thrown.code), resource: name })
    value = guarded.fallback
  }
  for (const found of drainRecoveries(scope))
    scope.recovered.push({ code: found.code, message: runtimeMessage(found.code), resource: found.resource })
  const results = (scope.results ??= new Map<string, unknown>())
  results.set(key, value)
  return value
}

import { buildCallRequest } from '../../contract/external-calls/call-request.ts'
import type { ExternalAssessmentBody } from '../../contract/external-calls/external-assessments.ts'
import type { ExternalCallBody } from '../../contract/external-calls/external-calls.ts'
import type { CallReader, CallResult, ExternalAssessmentInfo, ExternalCallInfo } from '../../fql/index.ts'
import type { KeyVault, OutgoingHttp, Ports } from '../../ports/index.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import type { AssessmentCaller } from './assessment-caller.ts'
import { type Authenticator, createAuthenticator, type Secrets } from './authentication.ts'
import { configurationsOf, decryptSecrets, parseCallBody, type StoredCallDefinition } from './call-definition.ts'
import { createCallMeter, type MeteredCall } from './call-meter.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { type CallOutcome, performCall, performKeepAlive } from './perform-call.ts'
import type { SecretCipher } from './secret-encryption.ts'

export interface CallContext {
  correlationId: string | null
  eventType: string
  /** How many assessments called one another up to this event; 0 for one that came from outside. */
  depth: number
  /**
   * Time of `performance.now()` until which calls have to answer; as late as their own time-outs let them when absent.
   */
  until?: number | undefined
  /** Makes no calls: external ones give their default response, assessments null. */
  silent?: boolean
  /** Nothing is stored: assessments that are called store nothing, too. */
  dry?: boolean
}

/** External calls and assessments of all environments. */
export interface CallRegistry {
  reload: (environmentId?: string) => Promise<void>
  infos: (environmentId: string) => {
    externalCalls: ReadonlyMap<string, ExternalCallInfo>
    externalAssessments: ReadonlyMap<string, ExternalAssessmentInfo>
  }
  /** Changes when names, parameters or samples do. */
  signature: (environmentId: string) => string
  reader: (environmentId: string, context: CallContext) => CallReader
  /** Answers of calls as samples have them; nothing goes out. */
  samples: CallReader
  /** Until when the circuit breaker holds a call back. */
  suspendedUntil: (callId: string) => Date | null
  /** Makes a request outside of any event: a test. */
  testCall: (
    environmentId: string,
    body: ExternalCallBody,
    stored: StoredCallDefinition | null,
    target: 'call' | 'keepAlive',
  ) => Promise<CallOutcome>
  /** Evaluates a target with a sample; nothing is stored. */
  testAssessment: (
    target: ExternalAssessmentBody['target'],
    sample: Record<string, unknown>,
    correlationId: string,
  ) => Promise<CallOutcome>
  /** Who carries out calls of assessments. */
  setAssessmentCaller: (caller: AssessmentCaller) => void
  /** Makes the warm-up calls that are due. */
  sendKeepAlives: () => Promise<void>
  /** Encrypts a secret for the place where it is stored. */
  encrypt: (place: string, text: string) => Promise<string>
  /** Why an address would not be called, or null. */
  addressIssue: (url: string) => string | null
  /** Writes what is counted. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

export interface CallRegistryDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  http: OutgoingHttp
  cipher: SecretCipher
  vault?: KeyVault | null
  entraAuthority?: string
  /** Told of every call, which is counted without it, too. */
  onCall?: (call: MeteredCall) => void
}

interface Loaded {
  row: StoredCallDefinition
  body: ExternalCallBody
  info: ExternalCallInfo
  breaker: CircuitBreaker
  authenticator: Authenticator
  secrets: () => Promise<Secrets>
  /** Of the last request of either kind. */
  last: { real: number; warm: number }
}
interface Pointer {
  environmentId: string
  body: ExternalAssessmentBody
  info: ExternalAssessmentInfo
}
interface Names {
  externalCalls: Map<string, ExternalCallInfo>
  externalAssessments: Map<string, ExternalAssessmentInfo>
  signature: string
}
interface State {
  calls: ReadonlyMap<string, Loaded>
  pointers: ReadonlyMap<string, Pointer>
  names: ReadonlyMap<string, Names>
}

const quietMs = 60_000
const checkEveryMs = 10_000
const noNames: Names = { externalCalls: new Map(), externalAssessments: new Map(), signature: '' }
const notFound: CallResult = { response: null, httpStatusCode: 0, errorMessage: 'Definition not found', latencyMs: 0 }
const defaultEntraAuthority = 'https://login.microsoftonline.com'

/** Where nothing goes out: a product that runs in a browser. */
export const closedHttp: OutgoingHttp = {
  send: () => Promise.resolve({ kind: 'refused', message: 'No calls go out from here.' }),
  addressIssue: () => null,
  close: () => undefined,
}

/** Reads the definitions once and makes the calls of events. Call `reload` before its first use. */
export function createCallRegistry(deps: CallRegistryDeps): CallRegistry {
  const { db, clock, log, http, cipher, vault = null, entraAuthority = defaultEntraAuthority } = deps
  const meter = createCallMeter(deps)
  const onCall = (call: MeteredCall): void => {
    meter.add(call)
    deps.onCall?.(call)
  }
  let state: State = { calls: new Map(), pointers: new Map(), names: new Map() }
  let assess: AssessmentCaller | null = null
  const authenticator = (): Authenticator => createAuthenticator({ http, clock, newId: deps.newId, entraAuthority })

  function load(row: StoredCallDefinition): Loaded {
    const known = state.calls.get(row.id)
    if (known?.row.version === row.version) return known
    const body = parseCallBody(row)
    let opened: Promise<Secrets> | undefined
    return {
      row,
      body,
      breaker: createCircuitBreaker(),
      authenticator: authenticator(),
      last: { real: 0, warm: 0 },
      info: {
        id: row.id,
        name: row.name,
        parameters: body.parameters.map(({ name }) => name),
        sample: body.sampleResponse,
      },
      secrets: () =>
        (opened ??= decryptSecrets(body, row, { cipher, vault }).catch((error: unknown) => {
          opened = undefined
          throw error
        })),
    }
  }

  const inTurn = createSerialQueue()

  async function readAll(): Promise<void> {
    const [rows, pointed, targets] = await Promise.all([
      db
        .selectFrom('external_call')
        .select(['id', 'environment_id', 'name', 'version', 'body', 'secrets'])
        .orderBy('name')
        .execute(),
      db
        .selectFrom('external_assessment')
        .select(['id', 'environment_id', 'name', 'version', 'body'])
        .orderBy('name')
        .execute(),
      db.selectFrom('assessment').select(['environment_id', 'api_name', 'settings']).execute(),
    ])
    const samples = new Map(
      targets.map(({ environment_id, api_name, settings }) => [
        `${environment_id} ${api_name}`,
        (settings as { sampleResponse?: unknown } | null)?.sampleResponse,
      ]),
    )
    const calls = new Map<string, Loaded>()
    const pointers = new Map<string, Pointer>()
    const names = new Map<string, Names>()
    const of = (environmentId: string): Names => {
      const known = names.get(environmentId) ?? {
        externalCalls: new Map<string, ExternalCallInfo>(),
        externalAssessments: new Map<string, ExternalAssessmentInfo>(),
        signature: '',
      }
      names.set(environmentId, known)
      return known
    }
    for (const row of rows) {
      try {
        const loaded = load(row)
        calls.set(row.id, loaded)
        of(row.environment_id).externalCalls.set(row.name.toLowerCase(), loaded.info)
      } catch {
        // One that another version of the product wrote must not stop the others.
        log.write(3, 'external-calls.not-read', { callId: row.id })
      }
    }
    for (const row of pointed) {
      const body = row.body as ExternalAssessmentBody
      const sample = samples.get(`${body.target.environmentId} ${body.target.eventType}`)
      const info: ExternalAssessmentInfo = { id: row.id, name: row.name, ...(sample === undefined ? {} : { sample }) }
      pointers.set(row.id, { environmentId: row.environment_id, body, info })
      of(row.environment_id).externalAssessments.set(row.name.toLowerCase(), info)
    }
    for (const own of names.values()) {
      own.signature = JSON.stringify([
        [...own.externalCalls.values()].map(({ id, name, parameters }) => [id, name, parameters]),
        [...own.externalAssessments.values()].map(({ id, name }) => [id, name]),
      ])
    }
    state = { calls, pointers, names }
  }

  const resultOf = (performed: CallOutcome, otherwise: unknown): CallResult => ({
    response: performed.error === null ? performed.response : structuredClone(otherwise),
    httpStatusCode: performed.status,
    errorMessage: performed.message,
    latencyMs: performed.latencyMs,
    request: performed.sent.body ?? '',
    endpoint: performed.sent.url,
  })

  /** What a call that does not go out would have sent. */
  function shown({ body }: Loaded, args: readonly string[]): CallOutcome['sent'] {
    const { url, body: text } = buildCallRequest(body, {
      parameters: new Map(body.parameters.map(({ name }, index) => [name.toLowerCase(), args[index] ?? ''])),
      configurations: configurationsOf(body, new Map(), true),
    })
    return { url, body: text }
  }

  async function external(loaded: Loaded, args: readonly string[], until = Infinity): Promise<CallResult> {
    const { body, row, breaker, last } = loaded
    const note = (error: MeteredCall['error'], status: number, latencyMs: number) =>
      onCall({ environmentId: row.environment_id, kind: 'external', targetId: row.id, error, status, latencyMs })
    const heldBack = (error: 'circuit' | 'timeout', message: string): CallResult => {
      note(error, 0, 0)
      return resultOf(
        { error, message, status: 0, latencyMs: 0, response: undefined, sent: shown(loaded, args) },
        body.defaultResponse,
      )
    }
    const left = until - performance.now()
    if (left <= 0) return heldBack('timeout', 'Timeout')
    if (!breaker.tryAcquire(clock().getTime())) return heldBack('circuit', 'Circuit breaker')
    const timeoutMs = Math.min(body.timeoutMs, left)
    const performed = await performCall(body, args, {
      http,
      authenticator: loaded.authenticator,
      secrets: loaded.secrets,
      timeoutMs,
    })
    const now = clock().getTime()
    last.real = now
    const closed = breaker.openUntil(now) === null
    // That other calls took the time of the event is not the fault of this target.
    if (!closed || performed.error !== 'timeout' || timeoutMs === body.timeoutMs)
      breaker.record(now, performed.error === null)
    if (closed && breaker.openUntil(now) !== null)
      log.write(2, 'external-calls.suspended', { callId: row.id, environmentId: row.environment_id })
    note(performed.error, performed.status, performed.latencyMs)
    return resultOf(performed, body.defaultResponse)
  }

  const find = (
    environmentId: string,
    kind: 'externalCalls' | 'externalAssessments',
    { id, name }: { id?: string; name: string },
  ): string | undefined => id ?? state.names.get(environmentId)?.[kind].get(name.toLowerCase())?.id

  const timer = setInterval(() => {
    void warm()
  }, checkEveryMs)
  if (typeof timer === 'object' && 'unref' in timer) timer.unref()

  async function warm(): Promise<void> {
    const now = clock().getTime()
    await Promise.all(
      [...state.calls.values()].map(async ({ body, last }) => {
        if (body.keepAliveUrl === null || now - Math.max(last.real, last.warm) < quietMs) return
        last.warm = now
        await performKeepAlive(body.keepAliveUrl, body.timeoutMs, http)
      }),
    )
  }

  return {
    reload: () => inTurn(readAll),
    sendKeepAlives: warm,
    infos: environmentId => state.names.get(environmentId) ?? noNames,
    signature: environmentId => state.names.get(environmentId)?.signature ?? '',
    suspendedUntil(callId) {
      const until = state.calls.get(callId)?.breaker.openUntil(clock().getTime()) ?? null
      return until === null ? null : new Date(until)
    },
    setAssessmentCaller: caller => {
      assess = caller
    },
    reader: (environmentId, context) => ({
      external(call, args) {
        const loaded = state.calls.get(find(environmentId, 'externalCalls', call) ?? '')
        if (loaded === undefined) return notFound
        if (context.silent === true)
          return {
            response: structuredClone(loaded.body.defaultResponse),
            httpStatusCode: 0,
            errorMessage: '',
            latencyMs: 0,
            request: '',
            endpoint: '',
          }
        return external(loaded, args, context.until)
      },
      async assessment(target, method, body, observation) {
        const pointer = state.pointers.get(find(environmentId, 'externalAssessments', target) ?? '')
        if (pointer === undefined || assess === null) return notFound
        if (context.silent === true) return { response: null, httpStatusCode: 0, errorMessage: '', latencyMs: 0 }
        const started = performance.now()
        const { error, ...result } = await assess({ target: pointer.body.target, method, body, observation, context })
        const latencyMs = Math.round(performance.now() - started)
        onCall({
          environmentId: pointer.environmentId,
          kind: 'assessment',
          targetId: target.id ?? pointer.info.id ?? '',
          error,
          status: result.httpStatusCode,
          latencyMs,
        })
        return { ...result, latencyMs, request: JSON.stringify(body) }
      },
    }),
    samples: {
      external: call => ({
        response: structuredClone(call.sample ?? null),
        httpStatusCode: 200,
        errorMessage: '',
        latencyMs: 0,
        request: '',
        endpoint: '',
      }),
      assessment: target => ({
        response: structuredClone(target.sample ?? null),
        httpStatusCode: 200,
        errorMessage: '',
        latencyMs: 0,
      }),
    },
    testCall: (environmentId, body, stored, target) =>
      target === 'keepAlive'
        ? performKeepAlive(body.keepAliveUrl ?? '', body.timeoutMs, http)
        : performCall(
            body,
            body.parameters.map(({ sample }) => sample),
            {
              http,
              authenticator: authenticator(),
              secrets: () => decryptSecrets(body, stored, { cipher, vault }),
              timeoutMs: body.timeoutMs,
            },
          ),
    async testAssessment(target, sample, correlationId) {
      const started = performance.now()
      const context: CallContext = { correlationId, eventType: target.eventType, depth: 0, dry: true }
      const done =
        assess === null
          ? { response: null, httpStatusCode: 0, errorMessage: 'Definition not found', error: 'definition' as const }
          : await assess({ target, method: 'evaluate', body: sample, observation: null, context })
      return {
        error: done.error,
        message: done.errorMessage,
        status: done.httpStatusCode,
        latencyMs: Math.round(performance.now() - started),
        response: done.response,
        sent: { url: '', body: JSON.stringify(sample) },
      }
    },
    encrypt: (place, text) => cipher.encrypt(place, text),
    addressIssue: url => http.addressIssue(url),
    flush: () => meter.flush(),
    async close() {
      clearInterval(timer)
      http.close()
      await meter.flush()
    },
  }
}

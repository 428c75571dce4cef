import type { CallPlace, CallResult } from '../../fql/index.ts'
import type { KeyVault, OutgoingHttp, Ports } from '../../ports/index.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { type Authenticator, createAuthenticator, type Secrets } from './authentication.ts'
import { decryptSecrets, parseCallBody, type StoredCallDefinition } from './call-definition.ts'
import { createCallMeter, type MeteredCall } from './call-meter.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createExternalCaller } from './external-caller.ts'
import { createKeepAlive } from './keep-alive.ts'
import { emptyCallInfos, type LoadedCall, type LoadedCalls, loadCalls } from './load-calls.ts'
import { type CallOutcome, performCall, performKeepAlive } from './perform-call.ts'
import { fetchPicture } from './picture.ts'
import type { SecretCipher } from './secret-encryption.ts'
import type { AssessmentCaller, CallContext, CallRegistry, TracedCall } from './types.ts'

export interface CallRegistryDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  http: OutgoingHttp
  cipher: SecretCipher
  vault?: KeyVault | null
  entraAuthority?: string
  /** Called for every call, which is counted in any case. */
  onCall?: (call: MeteredCall) => void
  /** Receives external calls of events for event tracing. */
  onTrace?: (call: TracedCall) => void
}

const notFound: CallResult = { response: null, httpStatusCode: 0, errorMessage: 'Definition not found', latencyMs: 0 }

const defaultEntraAuthority = 'https://login.microsoftonline.com'

const noPlace: CallPlace = { rule: '', clause: '' }

const tracedCallOf = (
  { error, status, latencyMs, sent, received = '' }: CallOutcome,
  how: { environmentId: string; loaded: LoadedCall; context: CallContext; place: CallPlace; at: Date },
): TracedCall => ({
  environmentId: how.environmentId,
  at: how.at,
  name: how.loaded.row.name,
  error,
  status,
  latencyMs,
  correlationId: how.context.correlationId,
  eventType: how.context.eventType,
  ...how.place,
  request: sent,
  response: received,
})

/**
 * Creates the registry, which reads the definitions once and makes the calls of events. Call `reload` before its first
 * use.
 */
export function createCallRegistry(deps: CallRegistryDeps): CallRegistry {
  const { db, clock, log, http, cipher, vault = null, entraAuthority = defaultEntraAuthority } = deps
  const meter = createCallMeter(deps)
  const onCall = (call: MeteredCall): void => {
    meter.add(call)
    deps.onCall?.(call)
  }
  const trace = (call: TracedCall): void => deps.onTrace?.(call)
  let state: LoadedCalls = { calls: new Map(), assessments: new Map(), infos: new Map() }
  let callAssessment: AssessmentCaller | null = null
  const newAuthenticator = (): Authenticator => createAuthenticator({ http, clock, newId: deps.newId, entraAuthority })

  const callExternal = createExternalCaller({ http, clock, log, onCall })
  const keepAlive = createKeepAlive({ http, clock, calls: () => state.calls.values() })
  const reloads = createSerialQueue()

  function prepare(row: StoredCallDefinition): LoadedCall {
    const loaded = state.calls.get(row.id)
    if (loaded?.row.version === row.version) return loaded
    const body = parseCallBody(row)
    let secrets: Promise<Secrets> | undefined
    return {
      row,
      body,
      breaker: createCircuitBreaker(),
      authenticator: newAuthenticator(),
      last: { real: 0, keepAlive: 0 },
      info: {
        id: row.id,
        name: row.name,
        parameters: body.parameters.map(({ name }) => name),
        sample: body.sampleResponse,
      },
      secrets: () =>
        (secrets ??= decryptSecrets(body, row, { cipher, vault }).catch((error: unknown) => {
          secrets = undefined
          throw error
        })),
    }
  }

  const find = (
    environmentId: string,
    kind: 'externalCalls' | 'externalAssessments',
    { id, name }: { id?: string; name: string },
  ): string | undefined => id ?? state.infos.get(environmentId)?.[kind].get(name.toLowerCase())?.id

  return {
    reload: () =>
      reloads(async () => {
        state = await loadCalls({ db, log }, prepare)
      }),
    sendKeepAlives: keepAlive.send,
    infos: environmentId => state.infos.get(environmentId) ?? emptyCallInfos,
    signature: environmentId => state.infos.get(environmentId)?.signature ?? '',
    suspendedUntil(callId) {
      const until = state.calls.get(callId)?.breaker.openUntil(clock().getTime()) ?? null
      return until === null ? null : new Date(until)
    },
    setAssessmentCaller: caller => {
      callAssessment = caller
    },
    reader: (environmentId, context) => ({
      external(call, args, place = noPlace) {
        const loaded = state.calls.get(find(environmentId, 'externalCalls', call) ?? '')
        if (loaded === undefined) return notFound
        if (context.skipCalls === true)
          return {
            response: structuredClone(loaded.body.defaultResponse),
            httpStatusCode: 0,
            errorMessage: '',
            latencyMs: 0,
            request: '',
            endpoint: '',
          }
        return callExternal(loaded, args, context.until, outcome => {
          if (context.skipRecording !== true)
            (context.collectCall ?? trace)(
              tracedCallOf(outcome, { environmentId, loaded, context, place, at: clock() }),
            )
        })
      },
      async assessment(target, method, body, observation) {
        const definition = state.assessments.get(find(environmentId, 'externalAssessments', target) ?? '')
        if (definition === undefined || callAssessment === null) return notFound
        if (context.skipCalls === true) return { response: null, httpStatusCode: 0, errorMessage: '', latencyMs: 0 }
        const started = performance.now()
        const { error, ...result } = await callAssessment({
          target: definition.body.target,
          method,
          body,
          observation,
          context,
        })
        const latencyMs = Math.round(performance.now() - started)
        onCall({
          environmentId: definition.environmentId,
          kind: 'assessment',
          targetId: target.id ?? definition.info.id ?? '',
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
              authenticator: newAuthenticator(),
              secrets: () => decryptSecrets(body, stored, { cipher, vault }),
              timeoutMs: body.timeoutMs,
            },
          ),
    async testAssessment(target, sample, correlationId) {
      const started = performance.now()
      const context: CallContext = { correlationId, eventType: target.eventType, depth: 0, skipRecording: true }
      const outcome =
        callAssessment === null
          ? { response: null, httpStatusCode: 0, errorMessage: 'Definition not found', error: 'definition' as const }
          : await callAssessment({ target, method: 'evaluate', body: sample, observation: null, context })
      return {
        error: outcome.error,
        message: outcome.errorMessage,
        status: outcome.httpStatusCode,
        latencyMs: Math.round(performance.now() - started),
        response: outcome.response,
        sent: { url: '', body: JSON.stringify(sample) },
      }
    },
    encrypt: (place, text) => cipher.encrypt(place, text),
    decrypt: (place, sealed) => cipher.decrypt(place, sealed),
    fetchPicture: url => fetchPicture(http, url),
    send: request => http.send(request),
    addressIssue: url => http.addressIssue(url),
    trace: made => made.forEach(trace),
    flush: () => meter.flush(),
    async close() {
      keepAlive.close()
      http.close()
      await meter.flush()
    },
  }
}

import { CompactEncrypt } from 'jose'
import type { CallRegistry } from '../../engine/calls/types.ts'
import type { Engine } from '../../engine/index.ts'
import { isObject, listOf } from '../../engine/lib/json.ts'
import { isOutage } from '../../kernel/errors/outage.ts'
import { createTokenBucketLimiter, defaultRate, type RateLimit } from '../../kernel/limits/token-bucket-limiter.ts'
import type { Ports } from '../../ports/index.ts'
import type { DirectoryEnvironment } from '../risk-api/environment-directory.ts'
import { createCallLog } from '../risk-api/metering/call-log.ts'
import { createErrorCounts } from '../risk-api/metering/error-counts.ts'
import { createErrorLog } from '../risk-api/metering/error-log.ts'
import type { UnitLog } from '../risk-api/metering/unit-log.ts'

/** An assessment whose answer is sent encrypted to the browser. */
interface ClientSideCall {
  environment: DirectoryEnvironment
  apiName: string
  requestId: string
  sessionId: string
  ip: string | null
}
export interface ClientSide {
  /** Whether the environment is a root and offers client-side answers of this assessment, by its exact name. */
  offers: (environment: DirectoryEnvironment, apiName: string) => boolean
  /** Assesses the session; returns a compact JWE, or a text that begins with `ServerError`. Never rejects. */
  answer: (call: ClientSideCall) => Promise<string>
}
export interface ClientSideDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  engine: Pick<Engine, 'decide' | 'tenantAssessments'>
  calls: Pick<CallRegistry, 'reader'>
  rateLimit?: RateLimit | undefined
  /** Processes that share the limit; absent: this one alone. */
  processes?: (() => number) | undefined
  /** Counts the calls that use up an entitlement; absent: nobody does. */
  units?: Pick<UnitLog, 'add'> | undefined
}

interface ClientKey {
  kid: string
  bytes: Uint8Array
}
const keyLifetimeMs = 600_000
const keyBytes = 32
const maxKeys = 1000

/** An error with a message that a page may show. */
class ClientSideError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Returns the first key for encryption of a key set: symmetric, and of the length that A256GCM requires. */
function parseKey(response: unknown): ClientKey | null {
  if (!isObject(response)) return null
  const found = listOf(response.keys).find(({ kty, use }) => kty === 'oct' && use === 'enc')
  if (typeof found?.k !== 'string' || typeof found.kid !== 'string' || !/^[\w-]+$/.test(found.k)) return null
  const bytes = new Uint8Array(Buffer.from(found.k, 'base64url'))
  return bytes.byteLength === keyBytes ? { kid: found.kid, bytes } : null
}

export function createClientSide(deps: ClientSideDeps): ClientSide {
  const { engine, calls, clock, newId, log } = deps
  const callLog = createCallLog(deps)
  const errorLog = createErrorLog(deps)
  const errorCounts = createErrorCounts(deps)
  const rate = createTokenBucketLimiter(undefined, deps.processes)
  /** Keys by external call; a promise during the request, so that many pages share one. */
  const keys = new Map<string, { until: number; key: Promise<ClientKey> }>()

  const keyCallOf = ({ id, parentId }: DirectoryEnvironment, apiName: string): string | null =>
    parentId === null ? (engine.tenantAssessments(id).find(own => own.apiName === apiName)?.keyCallId ?? null) : null

  function currentKey(
    environmentId: string,
    callId: string,
    context: { correlationId: string; eventType: string },
  ): Promise<ClientKey> {
    const at = clock().getTime()
    const id = `${environmentId} ${callId}`
    const cached = keys.get(id)
    if (cached !== undefined && cached.until > at) return cached.key
    const key = askForKey(environmentId, callId, context)
    if (keys.size >= maxKeys) keys.clear()
    const entry = { until: at + keyLifetimeMs, key }
    keys.set(id, entry)
    key.catch(() => {
      if (keys.get(id) === entry) keys.delete(id)
    })
    return key
  }

  async function askForKey(
    environmentId: string,
    callId: string,
    context: { correlationId: string; eventType: string },
  ): Promise<ClientKey> {
    const { errorMessage, response } = await calls
      .reader(environmentId, { ...context, depth: 0 })
      .external({ id: callId, name: '', parameters: [] }, [])
    if (errorMessage !== '') throw new ClientSideError(400, 'The key of the merchant cannot be had.')
    const key = parseKey(response)
    if (key === null) throw new ClientSideError(400, 'The merchant has no key for encryption that fits.')
    return key
  }

  async function encrypted(
    { environment, apiName, requestId, sessionId, ip }: ClientSideCall,
    note: (experience: string) => void,
  ): Promise<string> {
    const callId = keyCallOf(environment, apiName)
    if (callId === null) throw new ClientSideError(404, 'There is no such assessment.')
    if (rate.acquire(environment.id, environment.rateLimit ?? deps.rateLimit ?? defaultRate) > 0)
      throw new ClientSideError(429, 'Too many requests.')
    const correlationId = newId()
    // The key first: without it the answer could not be read and the assessment would be useless.
    const { kid, bytes } = await currentKey(environment.id, callId, { correlationId, eventType: apiName })
    const receivedAt = clock()
    const result = await engine.decide({
      environmentId: environment.id,
      eventType: apiName,
      generation: 'wizard',
      correlationId,
      receivedAt,
      backfill: false,
      diagnostics: false,
      body: {
        metadata: { eventId: requestId, sessionId, timestamp: receivedAt.toISOString() },
        deviceFingerprinting: { id: sessionId, ...(ip === null ? {} : { ipAddress: ip }) },
      },
    })
    if (result.kind === 'conflict') throw new ClientSideError(409, 'This request was answered before.')
    if (result.kind !== 'answer') throw new ClientSideError(400, 'The assessment could not be made.')
    note(result.experience)
    return await new CompactEncrypt(new TextEncoder().encode(result.answer))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
      .encrypt(bytes)
  }

  function problemOf(error: unknown): ClientSideError {
    if (error instanceof ClientSideError) return error
    if (isOutage(error)) return new ClientSideError(503, 'Not available at the moment.')
    log.write(3, 'client-side.failed', { name: error instanceof Error ? error.name : '' })
    return new ClientSideError(500, 'Something went wrong.')
  }

  return {
    offers: (environment, apiName) => keyCallOf(environment, apiName) !== null,
    async answer(call) {
      const started = performance.now()
      const apiName = `v1.0/Assessment/${call.apiName}`
      const { id: environmentId, tenantId } = call.environment
      // The page of a customer is no application.
      const caller = { environmentId, tenantId, clientId: '', clientVersion: '' }
      let experience = 'N/A'
      let status = 200
      try {
        return await encrypted(call, found => {
          experience = found
        })
      } catch (error) {
        const problem = problemOf(error)
        status = problem.status
        const failed = { apiName, status, message: problem.message, correlationId: call.requestId }
        errorLog.add({ tenantId, environmentId, ...failed })
        errorCounts.add({ ...caller, ...failed, fault: null })
        return `ServerError: ${problem.message}`
      } finally {
        deps.units?.add({ environmentId, apiName, experience, status })
        callLog.add({ ...caller, apiName, experience, status, latencyMs: performance.now() - started })
      }
    },
  }
}

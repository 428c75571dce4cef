import { type CallError, externalCallLimits } from '../../contract/common/resource-limits.ts'
import { buildCallRequest, type CallRequest } from '../../contract/external-calls/call-request.ts'
import type { ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import type { OutgoingHttp } from '../../ports/index.ts'
import { truncateText } from '../ingest/sensitive-data.ts'
import { deepestJson, isTooDeep } from '../lib/json.ts'
import { type Authenticator, OutgoingCallError, type Secrets } from './authentication.ts'
import { configurationsOf } from './call-definition.ts'

/** The outcome of a request; `sent` without secrets. */
export interface CallOutcome {
  /** Null for a success. */
  error: CallError | null
  message: string
  status: number
  latencyMs: number
  /** Parsed JSON; undefined without a JSON answer. */
  response: unknown
  sent: { url: string; body: string | null }
  /** The beginning of the response, as it was received. */
  received?: string
}

export interface PerformCallDeps {
  http: OutgoingHttp
  authenticator: Authenticator
  secrets: () => Promise<Secrets>
  timeoutMs: number
}

const timeoutError = new OutgoingCallError('timeout', 'Timeout')
const failed = (error: unknown): { error: CallError; message: string; status: number } =>
  error instanceof OutgoingCallError
    ? { error: error.type, message: error.message, status: error.status }
    : { error: 'unknown', message: 'Unknown failure', status: 0 }

/**
 * Makes one request of a call, token included, within its time-out. Never rejects. @param args values of the parameters
 * in their order
 */
export async function performCall(
  body: ExternalCallBody,
  args: readonly string[],
  { http, authenticator, secrets, timeoutMs }: PerformCallDeps,
): Promise<CallOutcome> {
  const started = performance.now()
  const parameters = new Map(body.parameters.map(({ name }, index) => [name.toLowerCase(), args[index] ?? '']))
  const noSecrets: Secrets = new Map()
  const { url, body: text } = buildCallRequest(body, {
    parameters,
    configurations: configurationsOf(body, noSecrets, true),
  })
  let received = ''
  const done = (more: Pick<CallOutcome, 'error' | 'message' | 'status'> & { response?: unknown }): CallOutcome => ({
    response: undefined,
    ...more,
    latencyMs: Math.round(performance.now() - started),
    sent: { url, body: text },
    received,
  })
  try {
    // A token that arrives too late is cached for the next call.
    const { filled, certificate } = await withTimeout(
      timeoutMs,
      createRequest(body, parameters, authenticator, secrets),
    )
    const answer = await http.send({
      method: body.method,
      url: filled.url,
      headers: filled.headers,
      body: filled.body,
      certificate,
      timeoutMs: Math.max(1, Math.ceil(timeoutMs - (performance.now() - started))),
    })
    if (answer.kind !== 'answer') return done({ error: answer.kind, message: answer.message, status: 0 })
    received = truncateText(answer.text, externalCallLimits.body)
    const response = parsed(answer.text)
    if (answer.status === 401) authenticator.invalidate()
    if (answer.status < 200 || answer.status > 299)
      return done({ error: 'http', message: `HTTP ${answer.status}`, status: answer.status, response })
    if (response === undefined)
      return done({
        error: 'response',
        message: `The response is no JSON that is nested ${deepestJson} levels deep at most.`,
        status: answer.status,
      })
    return done({ error: null, message: '', status: answer.status, response })
  } catch (error) {
    return done(failed(error))
  }
}

async function createRequest(
  body: ExternalCallBody,
  parameters: ReadonlyMap<string, string>,
  authenticator: Authenticator,
  secrets: () => Promise<Secrets>,
): Promise<{ filled: CallRequest; certificate: string | undefined }> {
  const opened = await secrets()
  const configurations = configurationsOf(body, opened, false)
  const { headers, certificate } = await authenticator.credentials(body.authentication, opened, configurations)
  const filled = buildCallRequest(body, { parameters, configurations })
  return { filled: { ...filled, headers: { ...filled.headers, ...headers } }, certificate }
}

/** Waits for work up to the time-out; the result of later work is ignored. @throws OutgoingCallError */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(timeoutError), timeoutMs)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Makes a call to the keep-alive address: anonymous, without parameters, configurations or own headers. */
export async function performKeepAlive(url: string, timeoutMs: number, http: OutgoingHttp): Promise<CallOutcome> {
  const started = performance.now()
  const answer = await http.send({ method: 'GET', url, headers: { accept: 'application/json' }, body: null, timeoutMs })
  const done = (more: Pick<CallOutcome, 'error' | 'message' | 'status'> & { response?: unknown }): CallOutcome => ({
    response: undefined,
    ...more,
    latencyMs: Math.round(performance.now() - started),
    sent: { url, body: null },
  })
  if (answer.kind !== 'answer') return done({ error: answer.kind, message: answer.message, status: 0 })
  const good = answer.status >= 200 && answer.status < 300
  return done({
    error: good ? null : 'http',
    message: good ? '' : `HTTP ${answer.status}`,
    status: answer.status,
    response: parsed(answer.text),
  })
}

/**
 * Matches a backslash, a pair of surrogates, or, as a group, characters that no event can contain: U+0000 or half a
 * pair.
 */
const escapes = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(\\u(?:0000|d[89a-f][0-9a-f]{2}))/gi

/** Parses JSON that can be stored with the event; undefined when it is invalid. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(
      text.replace(escapes, (all, foreign?: string) => (foreign === undefined ? all : '\\ufffd')),
    )
    return text.length > 2 * deepestJson && isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

export interface ClientOptions {
  url: string
  tenant: string
  clientId: string
  secret: string
  /** Id or path of the environment; by default that of the client. */
  environment?: string
  /** Called when the service demands a wait. */
  onWait?: (milliseconds: number, reason: string) => void
  /** No further attempt is made after it fires. */
  signal?: AbortSignal
  /** Time-out of one request, after which it is repeated. */
  timeoutMs?: number
}

export type SendResult = { ok: true; body: unknown } | { ok: false; message: string }

/**
 * Client of the risk API that repeats a request after every temporary fault: it waits for as long as the service
 * demands.
 */
export class RiskClient {
  readonly #options: ClientOptions
  #token: Promise<string> | undefined
  /** No request is sent before this time. */
  #resumeAt = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(this.#options.url + path, { ...init, signal: AbortSignal.timeout(this.#options.timeoutMs ?? 30_000) })
  }

  async #authorise(): Promise<string> {
    const { url, tenant, clientId, secret } = this.#options
    const answer = await this.#fetch(`/${tenant}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        scope: `${url}/.default`,
      }),
    })
    const body = (await answer.json().catch(() => ({}))) as { access_token?: string; error_description?: string }
    if (body.access_token) return body.access_token
    if (answer.status === 429 || answer.status >= 500) throw new Error(`status ${answer.status} for a token`)
    if (answer.status === 404) throw new RejectedError(`There is no tenant ${tenant} at ${url}.`)
    throw new RejectedError(
      `The service gave no token to ${clientId}: ${body.error_description ?? `status ${answer.status}`}`,
    )
  }

  #wait(milliseconds: number, reason: string): void {
    const until = Date.now() + milliseconds
    if (until <= this.#resumeAt) return
    this.#resumeAt = until
    this.#options.onWait?.(milliseconds, reason)
  }

  async #untilResumed(): Promise<void> {
    // In steps, so that a stop is detected; with a small offset, so that the waiting requests are not all sent at once.
    while (this.#resumeAt > Date.now()) {
      if (this.#options.signal?.aborted) throw new ImportStoppedError()
      await new Promise(resolve => setTimeout(resolve, Math.min(250, this.#resumeAt - Date.now()) + Math.random() * 50))
    }
    if (this.#options.signal?.aborted) throw new ImportStoppedError()
  }

  /**
   * Sends one event; resolves when it is stored or finally refused. Throws `RejectedError` and, after a stop,
   * `ImportStoppedError`.
   */
  async send(path: string, body: Record<string, unknown>): Promise<SendResult> {
    const { environment, clientId } = this.#options
    let unauthorised = 0
    for (let attempt = 0; ; attempt++) {
      // Labels follow stored purchases: a stop waits for them.
      if (attempt > 0 || this.#resumeAt > Date.now()) await this.#untilResumed()
      const authorised = (this.#token ??= this.#authorise())
      const forget = () => {
        // Another request may have fetched a new token by now.
        if (this.#token === authorised) this.#token = undefined
      }
      try {
        const token = await authorised.catch((error: unknown) => {
          forget()
          throw error
        })
        const answer = await this.#fetch(path, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'x-assay-backfill': 'true',
            ...(environment ? { 'x-ms-dfpenvid': environment } : {}),
          },
          body: JSON.stringify(body),
        })
        const text = await answer.text()
        if (answer.ok) return { ok: true, body: JSON.parse(text) as unknown }
        if (answer.status === 429 || answer.status === 503)
          this.#wait(retryAfter(answer.headers.get('retry-after')), `status ${answer.status}`)
        else if (answer.status === 401 && unauthorised++ < 2) forget()
        else if (answer.status >= 500 && attempt < 5) this.#wait(500 * 2 ** attempt, `status ${answer.status}`)
        else if (isRejection(answer.status, messageOf(text)))
          throw new RejectedError(`The service refuses ${clientId}: ${messageOf(text)}`)
        else return { ok: false, message: `status ${answer.status}: ${messageOf(text)}` }
      } catch (error) {
        if (error instanceof RejectedError) throw error
        this.#wait(Math.min(10_000, 250 * 2 ** Math.min(attempt, 6)), 'no answer')
      }
    }
  }
}

/** Returns the milliseconds to wait: the header contains seconds or a date; a second for any other value. */
export function retryAfter(header: string | null, now = Date.now()): number {
  if (header === null || header.trim() === '') return 1000
  const seconds = Number(header)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(waitMs) ? Math.max(200, waitMs) : 1000
}

/** Thrown when a stop occurred while the service could not accept the request, which was not stored. */
export class ImportStoppedError extends Error {
  constructor() {
    super('Stopped while waiting for the service.')
  }
}

/** Thrown when the service refuses this client: waiting would not help. */
export class RejectedError extends Error {}

/** Whether every other event would get the same answer, so that this one is not at fault. */
function isRejection(status: number, message: string): boolean {
  return [401, 403, 404, 405].includes(status) || (status === 400 && message.startsWith("Environment '"))
}

function messageOf(text: string): string {
  try {
    const body = JSON.parse(text) as { Message?: string; message?: string }
    return body.Message ?? body.message ?? text.slice(0, 300)
  } catch {
    return text.slice(0, 300)
  }
}
